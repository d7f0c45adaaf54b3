"""Solvers of mixed-integer linear programs: highs.py and scip.py.

In goes a problem as integer columns and rows (encodings/problems/integer_program.py), out come its
solutions.  Both prove in floating point, so that only their status "infeasible" is believed, and a
solution has to satisfy every row when it is rounded; best_search.py says when an optimum is.

Read highs.py first: further solutions by halving what is left.  scip.py collects them in one search
tree.
"""
