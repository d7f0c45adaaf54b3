"""Encodings to clauses: a puzzle as the formula that SAT solvers take.

In goes a puzzle, out comes a `CNF`: clauses, and for each cell the literals that say each of its
values, from which the way back follows.  The clauses of the constraints are made once for each
shape; those of the domains are added for each puzzle.

Read `clauses` (the formula, and what a model says), `direct` (the three published strengths, the
example for the rest) and `cnf` (all of them by name).  `at_most_one` holds the seven ways to say
it, `augmented`, `reduced`, `order` and `log` are other encodings, `conflicts` what they share.
`propagation` is what clauses say before anybody searches; `dimacs` writes and reads the files.
"""
