"""SAT solvers that are libraries: they read the clauses of encodings/clauses.

In goes a puzzle and the name of an encoding, out come its grids: solve, forbid the grid over its
cells, solve again.  Read added_clauses.py first, which has this loop, then pycosat.py; pysat.py has
five solvers in one library, cryptominisat.py one more; rc2.py minimises by unsatisfiable cores.

The trace of CaDiCaL takes three files: cadical_listener.py is what CaDiCaL calls, unit_replay.py
finds the reasons that it does not give, added_clauses.py reads what it learns from its proof.  SAT
solvers that are programs stand in solvers/programs.
"""
