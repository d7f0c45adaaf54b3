"""Answer set programming: clingo.py grounds and searches the text of encodings/asp.py.

In goes a puzzle, out come its grids, by clingo's own enumeration.
"""
