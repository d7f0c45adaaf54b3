"""Decompositions: constraints said with more primitive kinds, one file per kind.

In go a constraint and the variables that there are, out come constraints that together say the
same.  Every fresh variable is determined by the values of the constraint's own, so that solutions
correspond one to one; a test finds exactly one extension of each solution by brute force.

`fresh` holds the variables and states what is too large, `decompose` finds the function for a
kind.  The files define them: `DECOMPOSITIONS = {class: function}`.  What leads to what:

    all-different   a disequality for each pair
    element         a table, or an expression for each index
    expression      expressions of one operator, sums, and tables
    linear          a chain of partial sums, and tables
    table           a choice among tuples, as sums
"""
