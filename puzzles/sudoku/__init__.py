"""The geometry of n x n puzzles: which cells share a house, and what moves a grid to another.

In go a size and rules (box, regions, diagonals, windoku, latin); out comes a `Shape`, checked and
shared by all puzzles that have it, so that its houses and peers are computed once.

Read `shape` first.  `differing` holds a grid against the houses; `symmetry` finds the isomorphs of
a puzzle: as hard for a person, and not so for a search that goes from left to right.
"""
