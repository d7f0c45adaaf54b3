"""Proofs: what makes `none`, `unique` and exact counts theorems.

In go a problem and verified solutions; out comes the reference formula, of which a proof says that
it has no model: then the problem has no other solution.  Everything here is trusted, imports
nothing outside puzzles/, and shares no code with the encodings that solvers read.

Read `reference` (the formula: a relaxation, clause by number), `literals` (which number means
what), relaxations/ (what each kind of constraint adds), `quantity` (sums as order literals) and
`arithmetic_blocks` (clauses that are computed from their numbers).  `dimacs_file` writes a formula
for other programs.
"""
