"""Memoisation: does a solver remember its answers, so that to ask again measures nothing?

A very short run is repeated, and a campaign may ask the same question several times of one process.
A solver with a cache (an innocent `lru_cache` will do) answers all but the first time without any
work.  So the first time of each puzzle is compared with the later ones.  Where it is more than
SUSPICIOUS times as long, an isomorph is asked in the same warm process: no cache of answers has it.
If that takes as long as the first time, the first time counts; if it is as fast as the later ones,
what was slow was the warming up, and the mean counts as ever.  (The first puzzle of a shape warms
up most and is left out; so are problems that are no puzzles.)

A single such puzzle may be an accident: an isomorph can be harder, or the machine was busy.  So a
solver is flagged only where most of ENOUGH puzzles are above SUSPICIOUS, and most of their
isomorphs were as slow as the first.  On a machine with eight busy processes for each core the first
run of a quick solver was two to six times as long as the later ones, since others had used the
caches of the processor meanwhile: so the isomorphs, asked one behind the other, take the place of
the first time in that comparison where they were faster.  The threshold is a constant and not the
ratio of a reference solver: this is 1.1 (backtracking-mrv on a quiet machine), and not every
campaign has one.
"""

from math import sqrt
from random import Random
from typing import Any

from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape
from accord.puzzles.sudoku.symmetry import isomorph

SUSPICIOUS = 3.0  # times as long the first time
SHORTEST = 1e-9  # seconds that a later time counts at least
ENOUGH = 10  # puzzles
SHORT = 0.05  # seconds; caches of the processor and other processes decide how long one takes,
SEVERAL = 10  # so the fastest of so many isomorphs counts, asked one right after the other
LARGEST = 16  # size of which isomorphs are made
MEMOISES = "memoises"

Times = dict[str, Any]  # of a run, by column


class Memoisation:
    """The evidence, from the times of one process, that its solver remembers answers."""

    def __init__(self) -> None:
        """Begin with no question asked."""
        self._first: dict[str, Times] = {}  # by puzzle, its first run
        self._asked: set[str] = set()  # these, and isomorphs of them
        self._shapes: set[Shape] = set()
        self._compared = 0  # puzzles, each but the first of a shape
        self._suspicious = 0  # of these
        self._balance = 0  # suspicious ones whose isomorphs were as slow as the first time, less
        # those whose isomorphs were as fast as the later ones
        self._seeds = Random(0)

    def first(self, puzzle: Puzzle, times: Times) -> Times:
        """The times of the first run of a puzzle; these, if it is asked for the first time."""
        self._asked.add(puzzle.digest)
        return self._first.setdefault(puzzle.digest, times)

    def isomorphs(self, puzzle: Puzzle, later: float) -> list[Puzzle]:
        """Isomorphs of a puzzle whose times show whether its answer was remembered; often none.

        Args:
            puzzle: which was asked.
            later: wall seconds that it took when it was asked again.
        """
        first: float = self._first[puzzle.digest]["wall_time"]
        quick = first <= SUSPICIOUS * max(later, SHORTEST)
        if quick or puzzle.shape not in self._shapes or puzzle.size > LARGEST:
            return []
        number = SEVERAL if first < SHORT else 1
        drawn = [isomorph(puzzle, 0, self._seeds.randrange(1, 1 << 30))[0] for _ in range(number)]
        others = {each.digest: each for each in drawn if each.digest not in self._asked}
        self._asked |= others.keys()
        return [*others.values()]

    def is_remembered(self, puzzle: Puzzle, later: float, again: float | None = None) -> bool:
        """Whether the later runs of a puzzle were fast because its answer was remembered.

        Args:
            puzzle: which was asked.
            later: wall seconds that it took when it was asked again.
            again: wall seconds of the fastest of its isomorphs, where these were asked.
        """
        if puzzle.shape not in self._shapes:
            self._shapes.add(puzzle.shape)
            return False
        first: float = self._first[puzzle.digest]["wall_time"]
        later = max(later, SHORTEST)
        as_slow = again is not None and again > sqrt(first * later)
        self._balance += 0 if again is None else 1 if as_slow else -1
        self._compared += 1
        self._suspicious += min(first, first if again is None else again) / later > SUSPICIOUS
        return as_slow

    @property
    def is_proved(self) -> bool:
        """Whether the evidence is enough to flag the solver."""
        most = self._compared >= ENOUGH and 2 * self._suspicious > self._compared
        return most and self._balance > 0
