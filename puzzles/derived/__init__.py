"""Problems made of another one, whose solutions correspond one to one to those of the first.

In: a problem.  Out: another.

`decomposed` says some kinds of constraints by more primitive ones; `reordering` puts variables and
constraints in another order; `objective_value` makes the value of the objective a variable.
"""
