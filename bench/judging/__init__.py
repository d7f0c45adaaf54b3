"""Judging: which claims are false, what the others prove, and how good the evidence is.

In go claims: the grids that a solver yielded for a puzzle, and whether it claimed to have all.  Out
come judgements (a category for each claim, and what refutes it) and one verdict per puzzle.

Read in this order:

    judge.py            the two facts that need no trust, and the verdict; imports only puzzles
    expected.py         a collection's published answers, compared with the verdict
    check.py            `accord check`: several solvers on one puzzle, each isolated, then the judge
    steps.py            how far that is, for whoever shows it
    judging.py          the judge over all rows of a campaign, whenever these are read
"""
