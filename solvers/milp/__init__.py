"""Solvers of mixed-integer linear programs: highs.py and scip.py.

In goes a puzzle as 0/1 variables and rows (encodings/linear.py), or any other problem as integer
columns and rows (encodings/problems/integer_program.py); out come its solutions.  Both prove in
floating point, so that only their status "infeasible" is believed, and a solution has to be whole
to 1e-6.

Read highs.py first: further grids by halving what is left.  scip.py collects them in one search
tree.
"""
