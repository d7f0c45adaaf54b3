"""How can n queens stand on a board of n rows and columns, none of them attacked by another?

Of n = 8 the solutions were counted by Franz Nauck, Illustrirte Zeitung, 1850.
"""

import cpmpy as cp
import numpy as np

# solutions: 92


def model(n: int = 8) -> cp.Model:
    """The rows of the queens, one in each column."""
    row = cp.intvar(0, n - 1, shape=n, name="row")
    column = np.arange(n)
    return cp.Model(
        cp.AllDifferent(row),
        cp.AllDifferent(row + column),
        cp.AllDifferent(row - column),
    )
