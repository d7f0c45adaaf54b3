"""The candidates of a whole puzzle in one integer, so that one addition checks every house.

A field is a question with n possible answers of which one is right: which value a cell holds, or
in which of its cells a house has a value.  A Sudoku is an exact cover of such questions (Knuth,
"Dancing Links", 2000): 81 cells and 27 houses x 9 values make 324 fields, and each candidate is
an answer to four of them.  All fields lie side by side in one integer, n + 3 bits each:

    n bits    one for each answer: set when it is ruled out
    flag      set, and the n bits as well, when the field is answered
    2 bits    clear: room for what additions carry out of an answered field

    bits                  from (n+3) x                 what
    -------------------   --------------------------   -----------------------------------------
    the cells' fields     cell                         its values from the lowest
    the houses' fields    cells + house x n + value    the house's cells in their order
    the record            cells + houses x n           a byte per cell, the first one at the top:
                                                       the value, once its field is answered

Add one to every field: flags come out set where all answers are ruled out, a conflict.  Add one
again: they show the fields with one answer left, naked and hidden singles.  A third time: those
with two.  Constraints over fewer than n cells have no fields; they only rule out.

Why this is fast, and what was tried and left: docs/solvers/search.md.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple, TypeVar

from accord.puzzles import Cell, Shape, Value, ValueSet
from accord.solvers.search.network import network_of

Board = int  # what is ruled out, answered and recorded
Bits = int  # some bits of a board
Position = int  # of one bit, counted from 1 as by int.bit_length()
Made = TypeVar("Made")

KEPT = 1 << 28  # bits of what was made for one shape and is kept, of each kind


class Fields:
    """The fields of a shape, and what a candidate does to them.

    Raises:
        UnsupportedError: the shape has constraints other than AllDifferent.
    """

    def __init__(self, shape: Shape) -> None:
        self.size = size = shape.size
        self.width = width = size + 3
        self.cells = size * size
        self.network = network_of(shape)
        self.scopes = self.network.scopes
        self.houses = [cells for cells in self.scopes if len(cells) == size]
        number = self.cells + len(self.houses) * size
        self.record = number * width  # bits below the record
        self.ones = repeated(1, width, number)  # the lowest bit of each field
        self.flags = self.ones << size
        self.answered = (2 << size) - 1  # a field that is answered
        self.cell_ones = repeated(1, width, self.cells)
        self.cell_flags = self.cell_ones << size
        self.cell_fields = repeated(self.answered, width, self.cells)
        self.consequences = Remembered(self._consequences, KEPT // self.record)
        self.seen = self._seen()  # by the position of a cell's flag, this flag and its peers' ones
        self.crossings = self._crossings()  # pairs of a house and a scope; a house once in each

    def prepare(self) -> None:
        """Make at once what is made when first needed, as far as it would all be kept."""
        candidates = [
            position
            for position in range(1, self.record + 1)
            if (position - 1) % self.width < self.size
        ]
        if len(candidates) <= self.consequences.most // 2:
            for position in candidates:
                self.consequences[position]

    def start(
        self, givens: Sequence[Value], candidates: Sequence[ValueSet] | None = None
    ) -> Board | None:
        """The board with the givens placed, or None where they clash.

        Args:
            givens: for each cell a value, 0 for a blank.
            candidates: for each cell the values allowed; None where all are.
        """
        consequences = self.consequences
        board = 0
        for below, given in zip(self.below, givens, strict=True):
            if given:
                position = below + given
                if board & 1 << position - 1:
                    return None
                board |= consequences[position]
        if candidates is None:
            return board
        every = frozenset(range(1, self.size + 1))
        for cell, (given, allowed) in enumerate(zip(givens, candidates, strict=True)):
            if given and given not in allowed:
                return None
            board |= union(self.candidate(cell, value) for value in every - allowed)
        return board

    def grid(self, board: Board) -> bytes:
        """The recorded value of each cell as bytes, 0 where there is none."""
        return (board >> self.record).to_bytes(self.cells, "big")

    @cached_property
    def below(self) -> range:
        """For each cell the number of bits below its field."""
        return range(0, self.cells * self.width, self.width)

    def house(self, house: int) -> int:
        """The number of bits below the fields of a house."""
        return (self.cells + house * self.size) * self.width

    def candidate(self, cell: Cell, value: Value) -> Bits:
        """A candidate in all its fields."""
        at = value - 1
        return self.in_houses(cell) << at * self.width | 1 << self.below[cell] + at

    def in_houses(self, cell: Cell) -> Bits:
        """The lowest value of a cell in the fields of its houses."""
        return union(1 << self.house(house) + place for house, place in self._standing[cell])

    def named(self, position: Position) -> tuple[Cell, Value]:
        """The candidate with a bit at this position."""
        field, answer = divmod(position - 1, self.width)
        if field < self.cells:
            return field, answer + 1
        house, value = divmod(field - self.cells, self.size)
        return self.houses[house][answer], value + 1

    def _consequences(self, position: Position) -> Bits:
        """The bits that a candidate rules out, answers and records, by any of its positions."""
        cell, value = self.named(position)
        first = self.below[cell] + value
        if position != first:
            return self.consequences[first]
        at = value - 1
        gone = (
            union(self._effects[scope] for scope in self.network.constraints_of[cell])
            << at * self.width
        )
        gone |= repeated(self.in_houses(cell), self.width, self.size)
        gone |= self.answered << self.below[cell]
        gone |= self._peers[cell] << at
        return gone | value << self.record + 8 * (self.cells - 1 - cell)

    @cached_property
    def _standing(self) -> list[list[tuple[int, int]]]:
        """For each cell its houses, and which of their cells it is."""
        standing: list[list[tuple[int, int]]] = [[] for _ in range(self.cells)]
        for house, cells in enumerate(self.houses):
            for place, cell in enumerate(cells):
                standing[cell].append((house, place))
        return standing

    @cached_property
    def _effects(self) -> list[Bits]:
        """For each scope what the lowest value in one of its cells does to the fields of houses."""
        ruled_out = [union(map(self.in_houses, cells)) for cells in self.scopes]
        numbers = [number for number, cells in enumerate(self.scopes) if len(cells) == self.size]
        for house, number in enumerate(numbers):
            ruled_out[number] |= self.answered << self.house(house)
        return ruled_out

    @cached_property
    def _peers(self) -> list[Bits]:
        """For each cell the lowest value of its peers in the fields of cells."""
        return [union(1 << self.below[peer] for peer in peers) for peers in self.network.peers]

    def _seen(self) -> dict[Position, tuple[Bits, Bits]]:
        flags = [1 << below + self.size for below in self.below]
        return {
            flag.bit_length(): (flag, peers << self.size)
            for flag, peers in zip(flags, self._peers, strict=True)
        }

    def _crossings(self) -> "list[Crossing]":
        shared = [list(self._shared(cells)) for cells in self.houses]
        turns = max(map(len, shared), default=0)
        return [
            self._crossing([pairs[turn : turn + 1] for pairs in shared]) for turn in range(turns)
        ]

    def _shared(self, house: Sequence[Cell]) -> Iterable[tuple[set[Cell], set[Cell]]]:
        """The cells that it shares with a scope, two at least, and the others of the scope."""
        for scope in self.scopes:
            both = set(house).intersection(scope)
            if 2 <= len(both) < min(len(house), len(scope)):
                yield both, set(scope) - both

    def _crossing(self, pairs: Sequence[Sequence[tuple[set[Cell], set[Cell]]]]) -> "Crossing":
        def ruled_out(position: Position) -> Bits:
            house, at = divmod(position // self.width - self.cells, self.size)
            ((_, others),) = pairs[house]
            return union(self.candidate(cell, at + 1) for cell in others)

        inside = 0
        for house, pair in enumerate(pairs):
            for both, _ in pair:
                cells = self.houses[house]
                places = union(1 << place for place, cell in enumerate(cells) if cell in both)
                inside |= repeated(places, self.width, self.size) << self.house(house)
        return Crossing(inside, Remembered(ruled_out, KEPT // self.record // self.size))


class Crossing(NamedTuple):
    """Pairs of a house and a scope that share cells, for locked candidates."""

    inside: Bits  # the shared cells, for all values
    ruled_out: "Remembered[Bits]"
    """By the position of the flag of a house and value, the value in the rest of the scope: what
    is ruled out where the house has no place for it but the shared cells."""


class Remembered(dict[Position, Made]):
    """A cache by position, which is emptied when it is full."""

    def __init__(self, make: Callable[[Position], Made], most: int) -> None:
        self.make, self.most = make, most

    def __missing__(self, position: Position) -> Made:
        made = self.make(position)
        if len(self) >= self.most:
            self.clear()
        self[position] = made
        return made


@lru_cache(maxsize=16)
def fields_of(shape: Shape) -> Fields:
    """The fields of this shape, the same object each time."""
    return Fields(shape)


def union(parts: Iterable[Bits]) -> Bits:
    """The union of these bits."""
    return reduce(or_, parts, 0)


def repeated(pattern: Bits, width: int, times: int) -> Bits:
    """The pattern in each of so many neighbouring stretches of this width."""
    bits, done = pattern, 1
    while done < times:
        more = min(done, times - done)
        bits |= bits << more * width
        done += more
    return bits
