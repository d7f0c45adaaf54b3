"""Techniques that follow links: colorings, cycles and chains.

    links.py    strong and weak links of a board, as a graph over numbered nodes
    paths.py    alternating paths in that graph; blossoms.py finds those that paths.py misses
    chains.py   three rules: what a path, a path back to its start and a loop say; X-cycles and
                inference chains, which are the rules on one value and on all
    xy_chains.py   the rules on cells with two candidates
    webs.py     candidates that strong links tie together, in two colors
    coloring.py, medusa.py   what follows from the colors, of one value and of all

A board goes in and deductions come out, as in techniques/; the reasons name every link.  Read in
this order.
"""
