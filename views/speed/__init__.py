"""A recorded comparison of speed, as a page shows it: docs/solvers/speed.md.

In goes what bench/speed/recorded.py read; out come Markdown and figures.  Read in this order:

    tables      how many times as long as the kernel, and as each program, a solver takes
    growth      figures of the time for a puzzle, by size and by share of blanks

What `accord speed` prints, and the JSON that is recorded, are in views/tables/speed.py.
"""
