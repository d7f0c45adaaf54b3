"""Puzzles on boards: what magazines print, one function each.

In goes the text of a puzzle, out comes a `Problem` with a layout; what has n x n cells and rows and
columns that differ is a `Puzzle`.  What adds to a Sudoku (`sudoku_variants`) takes a puzzle and
gives one, so that variants combine.

Read `binairo` first, then `kakuro` (one puzzle as two models), `signs_between` (futoshiki, kropki)
and `sudoku_variants`.  `board` reads what several of them need, and has the pairs of cells.
"""
