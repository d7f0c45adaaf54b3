"""Constraint programming libraries: CP-SAT, Choco, Pumpkin, python-constraint; MiniZinc, CPMpy.

A backend here makes a variable for each cell and posts the scopes of `encodings.scopes`; what is
no AllDifferent is refused there.  In goes the puzzle, out come its grids.

Read pumpkin.py first, the shortest, then cpsat.py with cpsat_run.py, which runs CP-SAT for it and
for cpsat_bool.py (the same puzzle in Booleans); cpsat_log.py reads the figures of its trace.
choco.py and python_constraint.py post the same to their libraries; cpmpy.py and minizinc.py hand
one model to several solvers.
"""
