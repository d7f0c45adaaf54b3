"""Locked sets: k things that together find room in only k places, so that they fill them.

One search serves naked sets (cells and the values left to them), hidden sets (values and the cells
left to them) and fish (lines and the crossing lines left to a value in them).  It grows a set one
member at a time and drops it as soon as it needs more than k places.  Where a further member is
given, the roof of a rectangle say, the sets are those that are locked together with it.

Almost locked sets are k cells that see each other and have k + 1 candidates together.  As soon as
one of these values is gone, the others are locked in the cells; two of them cannot be spared.  A
cell with two candidates is the smallest.  A house with m open cells has up to 2^m sets to look at:
0.6 ms for a hard 9x9.  Where houses are larger, only small sets are looked for.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import Cells, Values


def locked_sets(
    items: Sequence[tuple[int, int]], size: int, further: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The sets of `size` items that are locked, each with their places.

    Args:
        items: pairs of an item and the set of its places.
        size: k, at least 1.
        further: the places of one more member, if there is such; the sets have k + 1 places then.
    """
    most = size + (further > 0)
    fitting = [(item, places) for item, places in items if (places | further).bit_count() <= most]
    if len(fitting) < size:
        return
    grown: list[tuple[int, tuple[int, ...], int]] = [(0, (), further)]
    for missing in range(size, 0, -1):
        end = len(fitting) - missing + 1
        grown = [
            (index + 1, (*chosen, fitting[index][0]), together)
            for start, chosen, union in grown
            for index in range(start, end)
            if (together := union | fitting[index][1]).bit_count() <= most
        ]
    for _, chosen, together in grown:
        if together.bit_count() == most:
            yield chosen, together


COMPLETE = 9  # the largest size of a board of which all sets are found
LARGEST = 4  # cells of a set on larger boards


@lru_cache(maxsize=8)
def almost_locked_sets(board: Board) -> tuple[tuple[Cells, Values], ...]:
    """The almost locked sets of a board with their values: the smallest first, house by house."""
    most = board.size - 1 if board.size <= COMPLETE else LARGEST
    found: dict[Cells, Values] = {}
    for house in board.layout.houses:
        marks = [(1 << cell, board.marks[cell]) for cell in house.cells if board.marks[cell]]
        found.update(_sets(marks, min(most, len(marks))))
    return tuple(sorted(found.items(), key=lambda each: each[0].bit_count()))


def _sets(marks: list[tuple[Cells, Values]], most: int) -> Iterator[tuple[Cells, Values]]:
    """The almost locked sets among some cells, each given with its candidates."""
    grown: list[tuple[int, Cells, Values]] = [(0, 0, 0)]
    for size in range(1, most + 1):
        larger = []
        for start, cells, values in grown:
            for index in range(start, len(marks)):
                cell, mark = marks[index]
                together = values | mark
                count = together.bit_count()
                if count == size + 1:
                    yield cells | cell, together
                if count <= most + 1:
                    larger.append((index + 1, cells | cell, together))
        grown = larger
