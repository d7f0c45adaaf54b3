"""Constraint programming libraries: CP-SAT, Choco, Pumpkin, python-constraint; MiniZinc, CPMpy.

In goes a problem, out come its solutions.  A backend makes a variable of its library for each
variable and posts each constraint: NAME_posts.py says how it posts a kind, and what it has no word
for is decomposed, or refused by name (encodings/posts.py).

Read pumpkin.py first, the shortest, then cpsat.py with cpsat_run.py, which runs CP-SAT for it and
for cpsat_bool.py (the same puzzle in Booleans); cpsat_log.py reads the figures of its trace.
choco.py and python_constraint.py post the same to their libraries; cpmpy.py and minizinc.py hand
one model to several solvers.  minizinc_compiling.py makes FlatZinc of MiniZinc models;
flatzinc_program.py asks programs that read FlatZinc, also those that a user describes, and
gecode_flatzinc.py says in other words what Gecode misreads of it.
"""
