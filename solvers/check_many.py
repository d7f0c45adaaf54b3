"""Checks the grids of an array: which of them are solutions?

`Puzzle.violations` defines what a solution is; this is its copy for arrays, and a test compares
them.  Few grids are checked one by one, as bytes, in 3 us each; many at once, as follows.

A grid is as bits, 1 << value.  The `or` of the bits of n cells is that of 1..n only if each
value is there once; of fewer cells, the `or` equals the sum only if no value is there twice.  A
grid is a column of the array that is worked on, so that each step is one operation on some thousand
numbers that lie side by side, and so many of them are taken that they stay in the processor's
cache: 0.08 us for a 9x9 grid with its 27 houses and its givens, where `Puzzle.violations` takes 5.
To turn them takes a quarter of that, in pieces that stay in the first cache, and nearly a half at
once; a row or a column is taken as a slice, which copies nothing.  The plain loop over houses
compiled by numba takes 0.15 us, and would need the library that it is there to check.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from accord.puzzles import AllDifferent
from accord.puzzles.batch import Batch

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from accord.solvers.interface import Grids

CACHED = 1 << 18  # cells that are looked at together
TURNED = 256  # grids that are turned at a time
_VALUES = bytes(range(1, 256))
_EVERY_BIT = bytes(1) + b"\xff" * 255  # for `bytes.translate`: of each given a whole byte
_integer = int.from_bytes
_WIDTHS = {12: "uint16", 27: "uint32", 58: "uint64"}  # of the sum of n bits 1 << n, by largest n


def is_solution(batch: Batch, grids: "Grids", row: int) -> bool:
    """Whether one of N x cells grids is a solution of its puzzle."""
    shape, givens, values = batch.shape, batch.givens[row].tobytes(), grids[row].tobytes()
    if shape.others or not len(givens) == len(values) == shape.size**2:
        return not any(batch.puzzle(row).violations(grids[row].tolist()))
    in_range = not values.translate(None, _VALUES[: shape.size])
    kept = _integer(givens.translate(_EVERY_BIT)) & _integer(values) == _integer(givens)
    return in_range and kept and shape.differ(values)


def are_solutions(batch: Batch, grids: "Grids") -> "NDArray[bool_]":
    """For each of N x cells grids, whether it is a solution of its puzzle."""
    from numpy import array, dtype, empty

    shape, number = batch.shape, len(grids)
    if not shape.kinds <= {AllDifferent} or shape.size > max(_WIDTHS):
        each = enumerate(grids.tolist())
        return array([not any(batch.puzzle(row).violations(grid)) for row, grid in each], bool)
    right = empty(number, bool)
    step = max(1, min(CACHED // len(shape.cells), number))
    kind = dtype(next(kind for size, kind in _WIDTHS.items() if shape.size <= size))
    turned = empty((len(shape.cells), step), grids.dtype)
    bits = empty(turned.shape, kind)  # once for all parts, as the system clears new memory
    for start in range(0, number, step):
        rows = slice(start, start + step)
        part = slice(min(step, number - start))
        right[rows] = _obey(batch[rows], grids[rows], turned[:, part], bits[:, part])
    return right


def _obey(batch: Batch, grids: "Grids", turned: "Grids", bits: "NDArray[Any]") -> "NDArray[bool_]":
    """An array that says of each grid whether it obeys the rules and keeps the givens.

    Args:
        batch: the puzzles.
        grids: N x cells.
        turned: room for cells x N values.
        bits: room for as many bits.
    """
    from numpy import add, bitwise_or, left_shift, ones

    shape, givens, kind = batch.shape, batch.givens, bits.dtype.type
    for start in range(0, len(grids), TURNED):
        turned[:, start : start + TURNED] = grids[start : start + TURNED].T
    left_shift(kind(1), turned, dtype=kind, out=bits)
    everything = kind((2 << shape.size) - 2)
    kept = grids * (givens != 0) == givens
    right: NDArray[bool_] = ones(len(grids), bool) if kept.all() else kept.all(axis=1)
    for constraint in shape.constraints:
        if len(constraint.scope) > shape.size:  # its sum might not be held, and no values suffice
            return right & False
        there = bits[_index(constraint.scope)]
        held = bitwise_or.reduce(there, axis=0)
        full = len(there) == shape.size
        right &= held == (everything if full else add.reduce(there, axis=0, dtype=kind))
    return right


@lru_cache(maxsize=1024)
def _index(cells: tuple[int, ...]) -> slice | list[int]:
    """The index of these cells in an array: a slice where they are equally far apart."""
    step = cells[1] - cells[0] if len(cells) > 1 else 1
    if cells and step > 0 and cells == tuple(range(cells[0], cells[-1] + 1, step)):
        return slice(cells[0], cells[-1] + 1, step)
    return list(cells)
