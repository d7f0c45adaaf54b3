"""Thinning: givens go, in random order, as long as the solution remains the only one; many at once.

Every puzzle of a batch has its own order of orbits (patterns.py) and asks its next question in the
same call.  The question is about several orbits together, twice as many after each success and half
as many after each failure, as in generate.thinned, and ends where one by one would: a puzzle with
one solution keeps it when it gets more givens, so that orbits which can go together can go one
after the other, and one that cannot go now cannot go later.  For the same reason one pass is
enough: what is left is minimal, in that no orbit can be spared.  It takes 61 questions in place of
81 at 9x9.  Plain 9x9 puzzles are thinned by the kernel itself, where it is installed
(solvers/kernels/making_nine.py), one orbit after the other; they end at the same.

Every order of the orbits is equally likely.  That does not make every minimal puzzle of a grid
equally likely: one with fewer clues is left by more of the orders (D. Berthier, "Unbiased
Statistics of a CSP - A Controlled-Bias Generator", 2009).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.bench.make.chance import Sources, random_numbers
from accord.puzzles import Shape
from accord.solvers.deciding import decided, in_nine

if TYPE_CHECKING:
    from accord.bench.make.patterns import Membership
    from accord.solvers.interface import Grids

Rows = NDArray[np.intp]  # of a batch
Orders = NDArray[np.intp]  # N x orbits: the one to go first, the next ...


def random_orders(sources: Sources, orbits: int) -> Orders:
    """An order of the orbits for each source of chance."""
    return random_numbers(sources, orbits).argsort(axis=1, kind="stable")


def thinned(
    shape: Shape,
    givens: Grids,
    orders: Orders,
    membership: Membership,
    clues: int = 0,
    watch: Callable[[], None] = lambda: None,
) -> Grids:
    """The puzzles without the orbits that can be spared, down to so many clues.

    Args:
        shape: size and rules.
        givens: N x cells, each with exactly one solution.
        orders: in which their orbits are tried; one that would leave too few clues is passed over.
        membership: which cells are in which orbit.
        clues: how many givens remain, if so many can be spared.
        watch: called before each question, of compiled code before all of them; may raise to make
            an end.
    """
    if in_nine(shape):
        watch()
        return _compiled_thinned(givens, orders, membership, clues)
    thinning = _Thinning(givens, orders, membership, clues)
    rows = np.arange(len(givens))
    while len(rows := thinning.unfinished(rows)):
        watch()
        stop = thinning.stops(rows)
        trial = thinning.sparser(rows, stop)
        asked = stop > thinning.start[rows]
        unique = np.zeros(len(rows), np.bool_)
        if asked.any():
            unique[asked] = decided(shape, trial[asked]).counts == 1
        thinning.judge(rows, stop, trial, unique)
    return thinning.givens


def _compiled_thinned(givens: Grids, orders: Orders, membership: Membership, clues: int) -> Grids:
    """As `thinned`, in machine code, puzzle by puzzle."""
    from accord.solvers.kernels.making_nine import thin_each

    orbits = np.full((len(membership), membership.sum(axis=1).max()), -1)
    for number, cells in enumerate(membership):
        orbits[number, : cells.sum()] = np.flatnonzero(cells)
    puzzles = np.array(givens, np.uint8, order="C")
    thin_each(puzzles, np.ascontiguousarray(orders, np.int64), orbits, clues)
    return puzzles


class _Thinning:
    """Puzzles on their way: each array has a row for every one of them."""

    def __init__(self, givens: Grids, orders: Orders, membership: Membership, clues: int) -> None:
        number, orbits = orders.shape
        turns = np.empty_like(orders)  # of each orbit
        np.put_along_axis(turns, orders, np.arange(orbits)[None, :], axis=1)
        self.turn = turns[:, membership.argmax(axis=0)]  # of each cell
        sizes = (givens > 0).astype(np.int64) @ membership.T.astype(np.int64)
        self.before = np.zeros((number, orbits + 1), np.int64)  # givens in the orbits before a turn
        np.cumsum(np.take_along_axis(sizes, orders, axis=1), axis=1, out=self.before[:, 1:])
        self.givens = givens.copy()
        self.spare = self.before[:, -1] - clues
        self.start = np.zeros(number, np.int64)  # the turn that is next
        self.step = np.full(number, max(1, orbits // 4))  # turns tried at once

    def unfinished(self, rows: Rows) -> Rows:
        """The puzzles, of these, that can still lose givens."""
        left = self.before[rows, -1] > self.before[rows, self.start[rows]]
        unfinished: Rows = rows[left & (self.spare[rows] > 0)]
        return unfinished

    def stops(self, rows: Rows) -> NDArray[np.int64]:
        """The turn up to which orbits are tried now; the next one if that would be too many."""
        start = self.start[rows]
        spent = self.before[rows] - self.before[rows, start][:, None]
        reach = (spent <= self.spare[rows, None]).sum(axis=1) - 1
        stops: NDArray[np.int64] = np.minimum(reach, start + self.step[rows])
        return stops

    def sparser(self, rows: Rows, stop: NDArray[np.int64]) -> Grids:
        """The puzzles without the orbits from the next turn to this one."""
        turn = self.turn[rows]
        kept = (turn < self.start[rows, None]) | (turn >= stop[:, None])
        return self.givens[rows] * kept

    def judge(
        self, rows: Rows, stop: NDArray[np.int64], trial: Grids, unique: NDArray[np.bool_]
    ) -> None:
        """Take what is unique, and go on; try fewer orbits at once where it is not."""
        tried = stop - self.start[rows]
        won = rows[unique]
        self.givens[won] = trial[unique]
        self.spare[won] -= self.before[won, stop[unique]] - self.before[won, self.start[won]]
        self.start[won] = stop[unique]
        self.step[won] *= 2
        lost, tried = rows[~unique], tried[~unique]
        self.start[lost] += tried < 2
        self.step[lost] = np.maximum(1, tried // 2)
