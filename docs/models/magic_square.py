"""How can 1 to n*n stand in a square whose rows, columns and both diagonals have the same sum?"""

import cpmpy as cp
import numpy as np

# solutions: 8


def model(n: int = 3) -> cp.Model:
    """The square, turned and reflected ones counted apart."""
    square = cp.intvar(1, n * n, shape=(n, n), name="square")
    lines = [*square, *square.T, square.diagonal(), np.fliplr(square).diagonal()]
    return cp.Model(
        cp.AllDifferent(square),
        [cp.sum(line) == n * (n * n + 1) // 2 for line in lines],
    )
