"""Problems as clauses: what each kind of constraint says, over literals of integer variables.

In goes a problem in the kinds that are posted, out comes a `CNF` whose models, projected on the
problem's variables, are its solutions.  Puzzles of all-different alone have encodings of their own
beside this room, with one model for each house and value as published.

Read `integers` (the literals x = v and x <= v, made on demand), then one file for each kind:
`all_different`, `linear` (sums), `table`, `element`, `expression` (with `truths` for its logic);
`problem` lists them and makes the formula.  What each costs: docs/encodings/clauses.md.
"""
