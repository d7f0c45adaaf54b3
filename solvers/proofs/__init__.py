"""Proofs: who writes them, and how they get the hints by which they are checked.

    produce.py       has a SAT solver refute a formula, and keeps the clauses that it derives
    search_proof.py  reads the clauses that one of our own searches derives from its trace,
                     or from what a kernel does
    elaborate.py     makes of these an LRAT proof: trimmed, and with hints
    drat_trim.py     asks the program drat-trim to do so of a long one, where it is there
    propagation.py   unit propagation over numbers, with numba or without

In goes a formula, out comes text for the checker (accord.puzzles.proofs), which decides.  Nothing
in this room has to be trusted: a wrong proof is refused there.
"""
