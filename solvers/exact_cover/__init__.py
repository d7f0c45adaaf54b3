"""Solvers of exact covers: of all options choose some, so that each item is covered once.

encodings/exact_cover.py makes the exact cover of a puzzle; here it is searched.  In goes the
puzzle, out come its grids.  dancing_links.py keeps items and options in Knuth's linked lists,
exact_cover_bits.py in sets that are integers; cover_trace.py writes the steps of both as cells,
values and constraints.

Read dancing_links.py first.
"""
