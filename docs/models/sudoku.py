"""Which digits are missing in the Sudoku of Wikipedia's article?"""

import cpmpy as cp
import numpy as np

# solutions: 1

givens = np.array(
    [
        [5, 3, 0, 0, 7, 0, 0, 0, 0],
        [6, 0, 0, 1, 9, 5, 0, 0, 0],
        [0, 9, 8, 0, 0, 0, 0, 6, 0],
        [8, 0, 0, 0, 6, 0, 0, 0, 3],
        [4, 0, 0, 8, 0, 3, 0, 0, 1],
        [7, 0, 0, 0, 2, 0, 0, 0, 6],
        [0, 6, 0, 0, 0, 0, 2, 8, 0],
        [0, 0, 0, 4, 1, 9, 0, 0, 5],
        [0, 0, 0, 0, 8, 0, 0, 7, 9],
    ]
)

grid = cp.intvar(1, 9, shape=(9, 9), name="grid")

model = cp.Model(
    grid[givens > 0] == givens[givens > 0],
    [cp.AllDifferent(row) for row in grid],
    [cp.AllDifferent(column) for column in grid.T],
    [cp.AllDifferent(grid[i : i + 3, j : j + 3]) for i in (0, 3, 6) for j in (0, 3, 6)],
)
