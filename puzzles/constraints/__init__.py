"""Kinds of constraints, one file each: what a grid has to obey.

A constraint is a frozen value that names its cells and says in words what a grid breaks.  That
sentence is the meaning: the judge, `accord verify` and the tests that try every grid use nothing
else.  Encodings and backends translate constraint by constraint, and name a kind that they do not
know.

`all_different` holds the protocol `Constraint` and the only kind so far; further ones come beside
it.
"""
