"""Judging: which claims are false, what the others prove, and how good the evidence is.

In go claims: the grids that a solver yielded for a puzzle, and whether it claimed to have all.  Out
come judgements (a category for each claim, and what refutes it) and one verdict per puzzle.
Nothing but puzzles/ is imported here.

    claim.py            what is judged; grids that are verified as they come
    judge.py            the two facts that need no trust, and the verdict; a collection's published
                        answers, compared with it
    best.py             the same of a problem with an objective: optimum, bounds
    independence.py     what two claims have in common, so that they may share an error
    steps.py            how far a long computation is, for whoever shows it

`accord check` asks and judges in bench/run/check.py; bench/analysis/judging.py judges all rows of a
campaign, whenever these are read.
"""
