"""Full grids, many at a time: random values for random cells, as long as that can be continued.

Every grid starts with its first row in random order, which any grid can be brought to by renaming
its values.  Then a random cell of those with two values left, by their peers' values, gets one of
these at random, and an exact solver is asked how many solutions there are: none, and the value is
crossed out; several, and it stays; one, and this is the grid.  All grids of a batch ask their next
question in the same call, so that a compiled solver costs microseconds for each.

Nothing but the number of solutions decides, never which of several a solver happens to find, so
that the grids of a seed do not depend on it.  Every grid of the shape can come out, and of the
5,472,730,538 classes of the 9x9 grids no two puzzles need to share one (shuffling bands, lines and
values of one pattern would stay in its class for ever), but grids are not equally likely: the
cells are filled one by one, and a value that leaves few grids is as likely as one that leaves many.

Plain 9x9 grids are filled in the same way by the kernel itself, where it is installed
(solvers/kernels/making_nine.py).

Beyond 9x9 half-filled grids get hard to decide (the phase transition of quasigroup completion:
Gomes and Selman, "Problem structure in the presence of perturbations", AAAI 1997), and
generate.full_grid, a search with restarts that knows nothing of counts, takes over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.bench.make.chance import Sources, random_numbers
from accord.bench.make.full_grid import NoGridError, full_grid
from accord.puzzles import Shape
from accord.solvers.deciding import decided, in_nine

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

LARGEST = 9  # the largest size that is filled so
AHEAD = 64  # rounds for which chance is drawn at once


def full_grids(shape: Shape, sources: Sources, watch: Callable[[], None] = lambda: None) -> Grids:
    """A random grid for each source of chance: N x cells.

    Args:
        shape: size and rules.
        sources: where chance comes from.
        watch: called before each question; may raise to make an end.

    Raises:
        NoGridError: no grid obeys the rules, or none was found.
        UnsupportedError: the shape has constraints that the solvers cannot post.
    """
    if in_nine(shape):
        return _compiled_grids(sources, watch)
    if shape.size > LARGEST:
        grids = [full_grid(shape, random) for random in sources]
        return np.array(grids, np.uint8).reshape(len(sources), len(shape.cells))
    filling = _Filling(shape, sources)
    rows = np.arange(len(sources))
    while len(rows):
        watch()
        found = decided(shape, filling.grids[rows])
        filling.judge(rows, found.counts)
        one = found.counts == 1
        filling.grids[rows[one]] = found.solutions[one]
        rows = rows[~one]
        filling.try_values(rows)
    return filling.grids


def _compiled_grids(sources: Sources, watch: Callable[[], None]) -> Grids:
    """Random full 9x9 grids in machine code; one that runs out of random numbers begins again."""
    from accord.solvers.kernels.making_nine import fill_each

    ranks, first_rows = (
        random_numbers(sources, 81),
        random_numbers(sources, 9).argsort(axis=1, kind="stable") + 1,
    )
    grids = np.zeros((len(sources), 81), np.uint8)
    chances = np.empty((len(sources), 0))
    rows = np.arange(len(sources))
    while len(rows):
        watch()
        chances = np.hstack(
            [chances, random_numbers([sources[row] for row in rows.tolist()], AHEAD)]
        )
        made = np.zeros((len(rows), 81), np.uint8)
        made[:, :9] = first_rows[rows]
        filled = np.zeros(len(rows), np.bool_)
        fill_each(made, ranks[rows], chances, filled)
        grids[rows] = made
        rows, chances = rows[~filled], chances[~filled]
    return grids


class _Filling:
    """Grids on their way: each array has a row for every one of them."""

    def __init__(self, shape: Shape, sources: Sources) -> None:
        number, cells, self.size = len(sources), len(shape.cells), shape.size
        self.sources = sources
        self.apart = _apart(shape)
        self.grids = np.zeros((number, cells), np.uint8)
        self.domains = np.full((number, cells), (1 << self.size) - 1, np.int16)  # bit v - 1: v
        self.rank = random_numbers(sources, cells)  # of two cells the one with less comes first
        self.chance = np.zeros((number, AHEAD))
        self.tried: NDArray[np.intp] = np.full(number, -1)  # the cell tried last
        self.rounds = 0
        first_row = random_numbers(sources, self.size).argsort(axis=1, kind="stable")
        for column in range(self.size):
            self.grids[:, column] = first_row[:, column] + 1
            self._keep(np.arange(number), np.full(number, column))

    def judge(self, rows: NDArray[np.intp], counts: NDArray[np.int64]) -> None:
        """Keep the values tried last, or take them back where they leave no solution."""
        if self.rounds == 0:
            if not counts.all():
                raise NoGridError("found that no grid obeys these rules, expected at least one")
            return
        self._keep(rows[counts > 1], self.tried[rows[counts > 1]])
        wrong = rows[counts == 0]
        cells = self.tried[wrong]
        self.domains[wrong, cells] &= ~_bit(self.grids[wrong, cells])
        self.grids[wrong, cells] = 0

    def _keep(self, rows: NDArray[np.intp], cells: NDArray[np.intp]) -> None:
        """Cross out the values of these cells for their peers."""
        bit = _bit(self.grids[rows, cells])
        self.domains[rows] &= ~(self.apart[cells] * bit[:, None])
        self.domains[rows, cells] = bit

    def try_values(self, rows: NDArray[np.intp]) -> None:
        """Write one of the values that are left into the next undecided cell of these grids."""
        turn = self.rounds % AHEAD
        if turn == 0:
            self.chance[rows] = random_numbers([self.sources[row] for row in rows], AHEAD)
        domains = self.domains[rows]
        undecided = domains & (domains - 1) != 0
        cells = np.where(undecided, self.rank[rows], np.inf).argmin(axis=1)
        left = domains[np.arange(len(rows)), cells, None] >> np.arange(self.size) & 1
        place = (self.chance[rows, turn] * left.sum(axis=1)).astype(np.int64)
        self.grids[rows, cells] = (left.cumsum(axis=1) > place[:, None]).argmax(axis=1) + 1
        self.tried[rows] = cells
        self.rounds += 1


def _bit(values: Grids) -> NDArray[np.int16]:
    return np.left_shift(1, values.astype(np.int16) - 1, dtype=np.int16)


@lru_cache(64)
def _apart(shape: Shape) -> NDArray[np.int16]:
    """1 where two cells are peers, 0 elsewhere: cells x cells."""
    matrix = np.zeros((len(shape.cells), len(shape.cells)), np.int16)
    for cell, peers in enumerate(shape.peers):
        matrix[cell, list(peers)] = 1
    return matrix
