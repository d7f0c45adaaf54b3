"""A recorded comparison of speed, as a page shows it: docs/solvers/speed.md.

In goes what bench/speed/recorded.py read; out comes Markdown, in `tables`: how many times as long
as the kernel, and as each program, a solver takes.

The figures are drawn in views/report/figures/growth.py.  What `accord speed` prints, and the JSON
that is recorded, are in views/tables/speed.py.
"""
