"""The rules of the 9x9 kernel on their own.

The kernel applies them all at once, to vectors that never leave the machine's registers.  Here one
of them is applied to one board of candidates.  This is compiled anew in each process, in a second
or two.
"""

from collections.abc import Callable

import numpy as np
from numba import njit

from accord.puzzles import Puzzle, ValueSet, shape
from accord.solvers.kernels import nine
from accord.solvers.kernels.loading import CODE
from accord.solvers.kernels.vectors import Planes, busiest, loaded, stored

Step = Callable[[Planes], Planes]

STEPS = (nine.naked_singles, nine.minirows, nine.minicolumns, nine.hidden_singles)
LINKS = (nine.links_in_boxes, nine.links_in_rows, nine.links_in_columns)
BEFORE_A_GUESS = (nine.hidden_pairs, busiest)  # of a board and its links in boxes
BOXES = [house.cells for house in shape(9).houses[18:]]


@njit("void(uint64[:, ::1], int64)", **CODE)  # type: ignore[untyped-decorator]
def apply(rows: "nine.Rows", step: int) -> None:
    """Replace row 0 by what one of the steps, or else propagation, makes of it."""
    p = loaded(rows, 0)
    if step == 0:
        p = nine.naked_singles(p)
    elif step == 1:
        p = nine.minirows(p)
    elif step == 2:
        p = nine.minicolumns(p)
    elif step == 3:
        p = nine.hidden_singles(p)
    elif step == 4:
        p = nine.links_in_boxes(p)
    elif step == 5:
        p = nine.links_in_rows(p)
    elif step == 6:
        p = nine.links_in_columns(p)
    elif step == 7:
        p = nine.hidden_pairs(p, nine.links_in_boxes(p))
    elif step == 8:
        p = p & busiest(p, nine.links_in_boxes(p))
    else:
        p, _ = nine.propagated(p, (loaded(nine.FULL, 0) + nine.FIRST) & nine.FREE)
    stored(rows, 0, p)


def applied(step: Callable[..., Planes] | None, board: "nine.Board") -> "nine.Board":
    """What one of the steps makes of a board; None: what propagation makes of it."""
    rows = nine.words(board)[None]
    steps = (*STEPS, *LINKS, *BEFORE_A_GUESS)
    apply(rows, len(steps) if step is None else steps.index(step))
    return nine.candidates(rows[0])


def concluded(puzzle: Puzzle) -> tuple[ValueSet, ...] | None:
    """The domains when propagation has nothing left to say; None where it finds a conflict."""
    board = applied(None, nine.board_of(puzzle))
    if not board.any(0).all() or not all(board[:, list(box)].any(1).all() for box in BOXES):
        return None
    return tuple(frozenset((np.flatnonzero(cell) + 1).tolist()) for cell in board.T)
