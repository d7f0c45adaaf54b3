"""Formulas of the competitions: pseudo-Boolean constraints and weighted clauses, read as problems.

In goes the text of a file, out comes a problem over variables x1, x2, ... of 0 and 1.  Read
`formulas` (what both share), then `opb` and `wcnf`; `answers` are those about any formula, printed
and read.  Clauses without weights: formats/dimacs.py.
"""
