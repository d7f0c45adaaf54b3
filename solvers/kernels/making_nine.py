"""Making 9x9 puzzles in machine code: what bench/make fills and thins, a whole batch a call.

The chance comes from the caller, and nothing but numbers of solutions decides, so that the puzzles
are those which bench/make makes without this file.  What saves time here:

    filling    the two solutions that show that there are several are kept: as long as the next
               value stands in both, there is nothing to ask; and where it does not, two solutions
               are first looked for among those that agree with a known one in the four boxes
               beyond the row and the column of boxes of the cell, which halves the guesses
    thinning   a single given can go if no solution has another value in its cell; so the kernel is
               asked for one solution without the given's value, and not for two.  It mostly meets
               a conflict before it has guessed
"""

from typing import TYPE_CHECKING

import numpy as np

from accord.puzzles.sudoku.shape import shape
from accord.solvers.kernels.loading import entry, inline, lowest, ones
from accord.solvers.kernels.nine import EVERYTHING, ROWS, search, set_up, words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.solvers.interface import Grids, Numbers
    from accord.solvers.kernels.nine import Rows

    Chances = NDArray[np.float64]


def _candidates() -> "NDArray[np.uint64]":
    """10 values x 81 cells x 20: the board that has just this candidate; zeros for a blank."""
    table = np.zeros((10, 81, 20), np.uint64)
    for value in range(1, 10):
        for cell in range(81):
            board = np.zeros((9, 81), np.bool_)
            board[value - 1, cell] = True
            table[value, cell] = words(board)
    return table


CANDIDATES = _candidates()
BEYOND = np.array(  # 81 x 36: the cells of the four boxes that share no line with a cell's box
    [
        [
            other
            for other in range(81)
            if other // 27 != cell // 27 and other % 9 // 3 != cell % 9 // 3
        ]
        for cell in range(81)
    ]
)
SEEN = np.array([sorted(others) for others in shape(9).peers])  # 81 x 20: the peers of each cell


@inline
def solutions_of(trial: "Grids", known: "Grids", rows: "Rows", numbers: "Numbers") -> int:
    """Write the solutions of a puzzle, up to 2; return their number."""
    set_up(rows, trial, 0)
    numbers[0] = 1
    return search(rows, numbers, known, 2, EVERYTHING)  # type: ignore[no-any-return]


@entry("void(uint8[:, ::1], float64[:, ::1], float64[:, ::1], boolean[::1])")
def fill_each(
    grids: "Grids", ranks: "Chances", chances: "Chances", filled: "NDArray[np.bool_]"
) -> None:
    """Fill each grid as bench/make/filling.py says; those short of random numbers stay open.

    Args:
        grids: N x 81: a first row each, and blanks.
        ranks: N x 81: of two cells the one with less comes first.
        chances: N x K: for each round which of the values that are left is tried.
        filled: N: written: whether the grid was filled in K rounds.
    """
    rows, numbers = np.empty((ROWS, 20), np.uint64), np.zeros(4, np.int64)
    domains = np.empty(81, np.int64)  # bit v: v is left
    known, nearest = np.empty((2, 81), np.uint8), np.empty((2, 81), np.uint8)
    trial, near = np.empty((1, 81), np.uint8), np.empty((1, 81), np.uint8)
    for n in range(len(grids)):
        trial[0] = grids[n]
        domains[:] = 0b1111111110
        for cell in range(9):
            for other in SEEN[cell]:
                domains[other] &= ~(1 << trial[0, cell])
            domains[cell] = 1 << trial[0, cell]
        several = filled[n] = False
        for turn in range(chances.shape[1]):
            cell, least = 0, np.inf
            for each in range(81):
                if domains[each] & (domains[each] - 1) and ranks[n, each] < least:
                    cell, least = each, ranks[n, each]
            left = domains[cell]
            for _ in range(int(chances[n, turn] * ones(left))):
                left &= left - 1
            value = lowest(left)
            trial[0, cell] = value
            if not several or known[0, cell] != value or known[1, cell] != value:
                found = 0
                if several:
                    near[0] = trial[0]
                    for other in BEYOND[cell]:
                        near[0, other] = known[0, other]
                    found = solutions_of(near, nearest, rows, numbers)
                if found == 2:
                    known[:] = nearest
                else:
                    found = solutions_of(trial, known, rows, numbers)
                if found == 1:
                    grids[n] = known[0]
                    filled[n] = True
                    break
                if found == 0:
                    trial[0, cell] = 0
                    domains[cell] &= ~(1 << value)
                    continue
                several = True
            for other in SEEN[cell]:
                domains[other] &= ~(1 << value)
            domains[cell] = 1 << value


@entry("void(uint8[:, ::1], int64[:, ::1], int64[:, ::1], int64)")
def thin_each(puzzles: "Grids", orders: "Numbers", orbits: "Numbers", clues: int) -> None:
    """Take away what can be spared, as bench/make/thinning.py says.

    Args:
        puzzles: N x 81, each with exactly one solution; what goes becomes 0.
        orders: N x orbits: in which they are tried.
        orbits: orbits x cells of the largest: the cells of each, filled up with -1.
        clues: how many givens remain, if so many can be spared.
    """
    rows, numbers = np.empty((ROWS, 20), np.uint64), np.zeros(4, np.int64)
    grids, before = np.empty((0, 81), np.uint8), np.empty(81, np.uint8)
    for n in range(len(puzzles)):
        spare = np.count_nonzero(puzzles[n]) - clues
        for orbit in orders[n]:
            size, last = 0, 0
            before[:] = puzzles[n]
            for cell in orbits[orbit]:
                if cell >= 0 and before[cell]:
                    size, last = size + 1, cell
                    puzzles[n, cell] = 0
            if size and size <= spare:
                set_up(rows, puzzles, n)
                numbers[0] = 1
                if size == 1:
                    for k in range(20):
                        rows[0, k] &= ~CANDIDATES[before[last], last, k]
                others = search(rows, numbers, grids, 1 if size == 1 else 2, EVERYTHING)
                if others == (size > 1):
                    spare -= size
                    continue
            puzzles[n] = before
