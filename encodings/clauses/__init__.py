"""Encodings to clauses: a puzzle as the formula that SAT solvers take.

In goes a puzzle, out comes a `CNF`: clauses, and for each value of each cell the literals that mean
it, from which the way back follows.  The clauses of the constraints are made once for each shape;
those of the domains are added for each puzzle.

Read `clauses` (the formula, what a model means, and what an encoding is), `direct` (the three
published strengths, the example for the rest) and `cnf` (all of them by name).  `at_most_one` holds
seven encodings of that constraint; `augmented`, `reduced` and `order_and_log` are other encodings.
Problems of other kinds are said in kinds/.  `propagation` is what follows from clauses without
search; `dimacs` writes and reads the files.
"""
