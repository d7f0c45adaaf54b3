"""Kinds of constraints, one file each: what a solution has to obey.

A constraint is a frozen value that names its variables; `holds` is its meaning: the judge, `accord
verify` and the tests that try every assignment use nothing else.  Encodings and backends translate
constraint by constraint, and name a kind that they do not know.

`constraint` holds the protocol `Constraint`, `record` how constraints are read from JSON, `terms`
what an Expression is built of, `measure` what maxima, counts and the like share, `arguments` checks
what a constraint is given, `automaton` makes automata deterministic; every other file is a kind, or
two that are mirror images.  decompositions/ says kinds by more primitive ones.
"""
