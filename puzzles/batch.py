"""A batch: puzzles of one shape as an array, which is how a million of them are read and asked.

A `Puzzle` of 81 cells takes two microseconds to make and 1.5 kB to keep; a row of an array takes
81 bytes.  What a row cannot say, candidates, stays a Puzzle; where both come in one stream they
come in the order of the file.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.symbols import size_of
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, Shape

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Batch:
    """Puzzles of one shape without candidates."""

    shape: Shape
    givens: "NDArray[uint8]"  # N x cells, row by row; 0 is a blank

    def __len__(self) -> int:
        return len(self.givens)

    def __getitem__(self, rows: slice) -> "Batch":
        return Batch(self.shape, self.givens[rows])

    @property
    def blank(self) -> Puzzle:
        """The puzzle of this shape without givens."""
        return _blank(self.shape)

    def puzzle(self, row: int) -> Puzzle:
        """The puzzle of a row."""
        return Puzzle(self.shape, Grid(self.givens[row].tolist()))


@lru_cache(maxsize=64)
def _blank(shape: Shape) -> Puzzle:
    return Puzzle(shape, Grid(bytes(shape.size**2)))


def batch_of_array(values: Any, variant: Variant) -> Batch:
    """The batch of an array of N x cells integers.

    Raises:
        MalformedPuzzleError: it is no such array, or a value does not fit the size.
    """
    from numpy import argmax, array, asarray, integer, issubdtype, uint8

    given = asarray(values)
    if given.ndim != 2 or not issubdtype(given.dtype, integer):
        found = " x ".join(map(str, given.shape))
        raise MalformedPuzzleError(
            f"found an array of {found} {given.dtype}, expected N x cells integers"
        )
    shape = variant.shape(size_of(given.shape[1]))
    if given.size and not 0 <= int(given.min()) <= int(given.max()) <= shape.size:
        row = int(argmax(((given < 0) | (given > shape.size)).any(axis=1)))
        try:
            Puzzle(shape, Grid(given[row].tolist()))
        except MalformedPuzzleError as error:
            raise MalformedPuzzleError(f"puzzle {row + 1}: {error}") from None
    return Batch(shape, array(given, uint8, order="C"))


def merged(parts: Iterable[Batch | Puzzle]) -> Iterator[Batch | Puzzle]:
    """One batch for each run of parts that share a shape: the same puzzles in the same order.

    Puzzles with candidates stay alone.
    """
    import numpy as np

    for shape, group in groupby(parts, _kind):
        if shape is None:
            yield from group
        else:
            rows = [
                part.givens if isinstance(part, Batch) else np.array([part.givens], np.uint8)
                for part in group
            ]
            yield Batch(shape, np.concatenate(rows) if len(rows) > 1 else rows[0])


def _kind(part: Batch | Puzzle) -> Shape | None:
    """The shape, if the part has no candidates."""
    return part.shape if isinstance(part, Batch) or part.candidates is None else None
