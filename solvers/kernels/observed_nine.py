"""The search of the 9x9 kernel, observed from outside, as events of a trace.

The search is not changed: it is given one board at a time, dives from it to a dead end or a
solution, and leaves for each guess the board without it.  What it has guessed follows: the board
before, after the same rules, has one candidate more than the one that is left.  So the rules are
applied here once more, one by one, and what each removes is an event.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from accord.puzzles.puzzle import Puzzle
from accord.solvers.kernels.loading import entry
from accord.solvers.kernels.nine import (
    NineWork,
    candidates,
    hidden_pairs,
    hidden_singles,
    links_in_boxes,
    minicolumns,
    minirows,
    naked_singles,
    search,
    words,
)
from accord.solvers.kernels.vectors import loaded, stored
from accord.solvers.traces.events import Event

if TYPE_CHECKING:
    from accord.solvers.kernels.nine import Board, Rows

RULES = 4  # of a round; the fifth is applied where a round changes nothing


@entry("void(uint64[:, ::1], int64)")
def apply(rows: "Rows", rule: int) -> None:
    """Apply a rule of the search to the board in row 0, in the order of its rounds."""
    p = loaded(rows, 0)
    if rule == 0:
        p = naked_singles(p)
    elif rule == 1:
        p = minirows(p)
    elif rule == 2:
        p = minicolumns(p)
    elif rule == 3:
        p = hidden_singles(p)
    else:
        p = hidden_pairs(p, links_in_boxes(p))
    stored(rows, 0, p)


def observe(puzzle: Puzzle, receive: Callable[[Event], None]) -> None:
    """Search a 9x9 puzzle for all its solutions, and pass on each event.

    Args:
        puzzle: of the shape of this kernel.
        receive: takes removals by the rules, decisions, solutions, and what is taken back.
    """
    work, grids = NineWork(puzzle), np.zeros((1, 81), np.uint8)
    left = [(work.rows[0].copy(), 0)]  # boards, and how many decisions each rests on
    while left:
        row, depth = left.pop()
        receive(Event("backtrack", depth=depth))
        work.rows[0] = row
        work.numbers[:4] = 1, 0, 0, 0
        found = search(work.rows, work.numbers, grids, 1, 1)
        board, rests = candidates(row), work.rows[: work.numbers[0]].copy()
        for rest in rests:
            board = _reduced(board, receive)
            value, cell = np.argwhere(board & ~candidates(rest))[0].tolist()
            left.append((rest, depth))
            depth += 1
            receive(Event("decide", cell=cell, value=value + 1, depth=depth))
            board[np.arange(9) != value, cell] = False
        _reduced(board, receive)
        if found:
            receive(Event("solution", grid=tuple(grids[0].tolist())))
    receive(Event("backtrack", depth=0))


def _reduced(board: "Board", receive: Callable[[Event], None]) -> "Board":
    """The fixed point of the rules, or the first board with a conflict."""
    row, unchanged = words(board)[None].copy(), 0
    rule = 0
    while unchanged <= RULES and board.any(axis=0).all():
        apply(row, rule)
        smaller = candidates(row[0])
        gone = np.argwhere(board & ~smaller)
        for value, cell in gone.tolist():
            receive(Event("remove", cell=cell, value=value + 1))
        unchanged = 0 if len(gone) else unchanged + 1
        board, rule = smaller, RULES if unchanged == RULES else (rule + 1) % RULES
    return board
