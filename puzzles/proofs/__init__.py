"""Proofs: what makes `none`, `unique` and exact counts theorems.

In go a problem, verified solutions and a proof from anybody; out comes nothing, or the line at
which the proof fails and why.  A proof that is accepted says that the reference formula has no
model: then the problem has no other solution.  Everything here is trusted, as is the verification
of solutions, and nothing else is: the room imports only puzzles/ and shares no code with the
encodings that solvers read.

Read `reference` (the formula: a relaxation, clause by number), `literals` (which number means what;
sums as order literals), relaxations/ (what each kind of constraint adds) and `arithmetic_blocks`
(clauses that are computed from their numbers); then `lrat`, the format of proofs, and `checker`.
`certificate` holds problem, solutions and proof together, `certificate_folder` writes and reads it.
"""
