"""Relaxations: the clauses of a constraint in the reference formula, one file per kind.

In go a constraint and the literals, out come clauses.  They have to hold in this sense: for every
solution there are values of the other variables with which all clauses are true, where each literal
x=v is true exactly when the solution has x=v.  A clause too few loses certificates; a clause that a
solution breaks proves what is false.  So each function says in one sentence why its clauses hold,
and a test tries every assignment of small problems.

A file that ends in `RELAXATIONS = {class: function}` defines them; no list names it.  Kinds without
a file, and constraints of which the function returns None, are decomposed first
(constraints/decompositions), where each solution determines the fresh variables.
"""
