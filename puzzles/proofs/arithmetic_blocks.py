"""Blocks of clauses that are computed from their numbers and never stored.

A 25x25 Sudoku has 750,000 clauses, of which a proof names a few thousand.  Clauses are counted from
0 within a block.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from math import isqrt

from accord.puzzles.proofs.literals import Clause


class AtLeastOne(Sequence[Clause]):
    """Of each group one literal is true: a clause for each group."""

    def __init__(self, groups: Iterable[Sequence[int]]) -> None:
        self._groups = [*groups]

    def __len__(self) -> int:
        return len(self._groups)

    def __getitem__(self, number: int) -> Clause:  # type: ignore[override]
        return tuple(dict.fromkeys(self._groups[number]))


class AtMostOne(Sequence[Clause]):
    """Of each group no two literals are true: a clause for each pair, (0, 1), (0, 2), (1, 2) ...

    A literal that is twice in a group is false.
    """

    def __init__(self, groups: Iterable[Sequence[int]]) -> None:
        self._groups = [group for group in groups if len(group) > 1]
        self._before = [0, *accumulate(_pairs(len(group)) for group in self._groups)]

    def __len__(self) -> int:
        return self._before[-1]

    def __getitem__(self, number: int) -> Clause:  # type: ignore[override]
        at = bisect_right(self._before, number) - 1
        rest = number - self._before[at]
        second = (1 + isqrt(1 + 8 * rest)) // 2
        return _not_both(self._groups[at][rest - _pairs(second)], self._groups[at][second])

    def __iter__(self) -> Iterator[Clause]:
        for group in self._groups:
            for place, second in enumerate(group):
                for first in group[:place]:
                    yield _not_both(first, second)


class Order(Sequence[Clause]):
    """The clauses that tie the literals x=v and x>=v of a variable of d values together.

    Four families: x>=v says x>=u for the value u before; x=v says x>=v, and that x>=w is not for
    the value w behind; x>=v, but not x>=w, says x=v.
    """

    def __init__(self, direct: range, order: range) -> None:
        self._direct, self._order = direct, order

    def __len__(self) -> int:
        return 4 * len(self._direct) - 4

    def __getitem__(self, number: int) -> Clause:  # type: ignore[override]
        direct, order, places = self._direct, self._order, len(self._order)
        if number < places:
            return -direct[number + 1], order[number]
        if (place := number - places) < places:
            return -direct[place], -order[place]
        if (place := number - 2 * places) <= places:
            above = (-order[place - 1],) if place else ()
            below = (order[place],) if place < places else ()
            return direct[place], *above, *below
        place = number - 3 * places - 1
        return -order[place + 1], order[place]


class Chained(Sequence[Clause]):
    """Blocks one after another."""

    def __init__(self, blocks: Iterable[Sequence[Clause]]) -> None:
        self._blocks = [block for block in blocks if len(block)]
        self._before = [0, *accumulate(map(len, self._blocks))]

    def __len__(self) -> int:
        return self._before[-1]

    def __getitem__(self, number: int) -> Clause:  # type: ignore[override]
        if not 0 <= number < len(self):
            raise IndexError(number)
        at = bisect_right(self._before, number) - 1
        return self._blocks[at][number - self._before[at]]

    def __iter__(self) -> Iterator[Clause]:
        return chain.from_iterable(self._blocks)


def _pairs(number: int) -> int:
    return number * (number - 1) // 2


def _not_both(one: int, other: int) -> Clause:
    return (-one, -other) if one != other else (-one,)
