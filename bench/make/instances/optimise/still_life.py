"""The most living cells of a board that John Conway's Game of Life leaves as it is.

CSPLib 032; Noam Elkies, "The still-Life density problem and its generalizations", 1998.
"""

import cpmpy as cp

SOURCE = "CSPLib 032"
INSTANCES = {
    "still-life-5": ({"size": 5}, 16, SOURCE),
    "still-life-6": ({"size": 6}, 18, SOURCE),
    "still-life-7": ({"size": 7}, 28, SOURCE),
}


def model(size: int = 5) -> cp.Model:
    """Which cells live; all around them are dead, and stay it."""
    lives = cp.boolvar(shape=(size, size), name="lives")
    found = cp.Model(maximize=cp.sum(lives))
    for row in range(-1, size + 1):
        for column in range(-1, size + 1):
            rows = range(max(row - 1, 0), min(row + 2, size))
            columns = range(max(column - 1, 0), min(column + 2, size))
            near = [lives[i, j] for i in rows for j in columns if (i, j) != (row, column)]
            if 0 <= row < size and 0 <= column < size:
                found += lives[row, column].implies(cp.sum(near) >= 2)
                found += lives[row, column].implies(cp.sum(near) <= 3)
                found += (~lives[row, column]).implies(cp.sum(near) != 3)
            elif len(near) >= 3:
                found += cp.sum(near) != 3
    return found
