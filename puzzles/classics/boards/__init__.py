"""Puzzles on boards: what magazines print, one function each.

In goes the text of a puzzle, out comes a `Problem` with a layout; what has n x n cells and rows and
columns that differ is a `Puzzle`.  What adds to a Sudoku (`thermometers`, `arrows`, `anti_knight`,
`non_consecutive`) takes a puzzle and gives one, so that they combine.

Read `binairo` first, then `kakuro` (one puzzle as two models) and `thermometers`.  `rows`,
`signed_board` and `cages` read what several of them need, `extended` adds to a puzzle, `neighbours`
has the pairs of cells.
"""
