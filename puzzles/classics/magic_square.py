"""The magic square: 1 to n^2 in n x n cells, all rows, columns and both diagonals of one sum.

CSPLib 019.  The one of order 3 is the Lo Shu of ancient China: eight solutions, which are one but
for rotations and reflections.
"""

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.grid import cell_name
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def magic_square(n: int) -> Problem:
    """The cells row by row; each line of n adds up to n (n^2 + 1) / 2."""
    cells = range(n * n)
    total = n * (n * n + 1) // 2
    rows = [cells[start : start + n] for start in range(0, n * n, n)]
    lines = [(f"row {number}", row) for number, row in enumerate(rows, 1)]
    lines += [(f"column {number}", cells[number - 1 :: n]) for number in range(1, n + 1)]
    lines.append(("diagonal from top left", cells[:: n + 1]))
    lines.append(("diagonal from top right", range(n - 1, n * n - (n > 1), max(1, n - 1))))
    sums = [Linear(tuple(line), "=", total, name=name) for name, line in lines]
    return Problem(
        [range(1, n * n + 1)] * (n * n),
        [AllDifferent(tuple(cells), "all cells"), *sums],
        [cell_name(cell, n) for cell in cells],
        ProblemLayout("grid", columns=n),
    )
