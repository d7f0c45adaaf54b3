"""Problems as clauses: what each kind of constraint says, over literals of integer variables.

In goes a problem in the kinds that are posted, out comes a `CNF` whose models, projected on the
problem's variables, are its solutions.  Puzzles of all-different alone have encodings of their own
beside this room, with one model for each house and value as published.

Read `integers` (the literals x = v and x <= v, made on demand) and `problem` (all-different, table
and element, and the formula), then `linear` (sums) and `expression` (operators and logic).  What
each costs: docs/encodings/clauses.md.
"""
