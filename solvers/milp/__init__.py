"""Solvers of mixed-integer linear programs: highs.py and scip.py, on encodings/linear.py.

In goes a puzzle as 0/1 variables and rows, out come its grids.  Both prove in floating point, so
that only their status "infeasible" is believed, and a solution has to be whole to 1e-6.

Read highs.py first: further grids by halving what is left.  scip.py collects them in one search
tree.
"""
