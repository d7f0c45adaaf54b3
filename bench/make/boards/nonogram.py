"""Nonograms: a random picture, then repairs and variations.

Squares are filled where the mean of random numbers around them is high, so that there are blots and
not single squares.  As long as a picture has a double, a square in which both differ is turned.
Where a harder one is wanted, any square is turned, again and again, as long as the picture has no
double and needs no fewer guesses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from random import Random

from accord.bench.make.boards.draft import Change
from accord.puzzles import Cell, Problem, Solution
from accord.puzzles.classics.boards.nonogram import nonogram

FILLED = (0.35, 0.6)  # of the squares, from and to
NEAR = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True)
class FilledSquares:
    """Squares that are filled or not."""

    size: int
    squares: tuple[int, ...]  # row by row, 1 where filled
    random: Random = field(compare=False)
    changes: tuple[Change, ...] = ()

    @property
    def problem(self) -> Problem:
        """The nonogram of the picture."""
        starts = range(0, self.size**2, self.size)
        rows = [self.squares[start : start + self.size] for start in starts]
        return nonogram([*map(_runs, rows)], [*map(_runs, zip(*rows, strict=True))])

    @property
    def written(self) -> None:
        """Return None: there is one model."""

    def changed(self, change: Change) -> None:
        """Do nothing: a nonogram has nothing to spare."""

    def repaired(self, solutions: Sequence[Solution]) -> "FilledSquares | None":
        """The picture with another square where solutions differ."""
        pairs = zip(*solutions, strict=True)
        doubtful = [cell for cell, pair in enumerate(pairs) if len(set(pair)) > 1]
        return self._turned(doubtful) if doubtful else None

    def varied(self) -> "FilledSquares":
        """The picture with any other square."""
        return self._turned(range(self.size**2))

    def _turned(self, cells: Sequence[Cell]) -> "FilledSquares":
        """The picture with another square, one of these."""
        cell = cells[int(self.random.random() * len(cells))]
        turned = 1 - self.squares[cell]
        return replace(self, squares=(*self.squares[:cell], turned, *self.squares[cell + 1 :]))


def _runs(line: Sequence[int]) -> list[int]:
    return [len([*run]) for filled, run in groupby(line) if filled]


def nonogram_draft(size: int, random: Random) -> FilledSquares:
    """A random picture."""
    noise = {divmod(cell, size): random.random() for cell in range(size**2)}
    heights = [_mean(noise, *divmod(cell, size)) for cell in range(size**2)]
    fewest, most = FILLED
    filled = fewest + (most - fewest) * random.random()
    level = sorted(heights)[int((1 - filled) * size**2)]
    return FilledSquares(size, tuple(int(height >= level) for height in heights), random)


def _mean(noise: Mapping[tuple[Cell, Cell], float], row: int, column: int) -> float:
    """The mean noise of a square and its neighbours, the square itself counted twice."""
    own = [noise.get((row + down, column + right), 0.5) for down, right in (*NEAR, (0, 0))]
    return sum(own) / len(own)
