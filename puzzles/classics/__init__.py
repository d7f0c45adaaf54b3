"""Classics: the problems that everybody knows, one readable function each.

In go a size or the text of an instance, out comes a `Problem` with names and a layout; what has
n x n cells and rows and columns that differ is a `Puzzle`.  `import accord.classics` has all of
them.  Each file says whose problem it is, and its number in CSPLib (csplib.org) if it has one.

What adds to a Sudoku (`thermometers`, `arrows`, `anti_knight`, `non_consecutive`) takes a puzzle
and gives one, so that they combine.  `cages`, `signed_board`, `rows`, `extended` and `neighbours`
read and share what several of them need.

Read `queens` and `magic_square` first, then `cryptarithm` (a text becomes one sum) and `kakuro`
(one puzzle as two models).  `examples` has instances of each, and how many solutions they have.
"""
