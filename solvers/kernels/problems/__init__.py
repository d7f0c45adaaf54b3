"""Clauses and sums searched by numba's machine code: for any problem, with all that is learnt.

In goes a problem, out come its solutions.  `posting.py` says it in clauses, groups, sums, tables
(`masks.py`), resources and circuits; `clause_search.py` is what Python calls, a search that can be
resumed; and these are compiled, to be read in this order: `state.py` (what changes), `store.py`
(clauses and their watches), `propagation.py`, `sums.py`, `intervals.py`, `tables.py`,
`resources.py` and `circuits.py` (what follows), `conflicts.py` (what a conflict teaches), and
`search.py`.  `backtracking_learning.py` is the backend; `observed.py` sees from outside what is
learnt, and `learning_trace.py` writes each step.  Rules of explanation and measurements:
docs/solvers/learning.md.
"""
