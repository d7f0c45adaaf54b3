"""Fish: a value stands, in k lines, only in k crossing lines, and nowhere else in these.

    X-Wing, swordfish, jellyfish   k = 2, 3, 4
    finned fish                    the value has more places in the lines, the fins, all in one
                                   box: either the fish is there or a fin holds the value, so what
                                   the fish takes is taken from cells that see every fin
    sashimi fish                   a finned fish of which a line has one place without its fins
    siamese fish                   two finned fish in the same lines; as one deduction they take
                                   what either takes

The lines are rows crossed by columns, or columns crossed by rows.  What crosses them is a locked
set, as pairs and triples are, and locked.py finds it.  With fins the search is made for each box
and for each choice of what belongs to the fish inside it; the rest of the box are the fins.  A cell
of a crossing line can see a fin only through a box, so that nothing is lost on a plain board.
Fins were described by the forum's anglers ("The Ultimate Fish Guide", forum.enjoysudoku.com, 2007).
On a hard 9x9 it takes 0.4 ms to write down the lines, 0.1 ms for a fish and 2 ms for a finned one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from accord.puzzles import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import Cells, House, houses_named, mask_of, members, union
from accord.solvers.logic.techniques.locked import locked_sets

Crossings = int  # a set of crossing lines: bit i stands for the i-th row or column
Choice = tuple[tuple[int, ...], Crossings]  # some lines by number, and what crosses them


@dataclass(frozen=True)
class Fish(Reason):
    """A value stands, in some lines, only where as many others cross them."""

    value: Value
    houses: tuple[House, ...]
    crossing: tuple[House, ...]

    @property
    def sentence(self) -> str:
        kind = self.crossing[0].kind
        return (
            f"{self.value} in {houses_named(self.houses)} stands only in "
            f"{houses_named(self.crossing)}, so no other cell of these {kind}s holds {self.value}"
        )


@dataclass(frozen=True)
class FinnedFish(Fish):
    """A value stands, in some lines, only where as many others cross them or in the fins."""

    fins: tuple[Cell, ...]

    @property
    def sentence(self) -> str:
        kind, names = self.crossing[0].kind, self.layout.names(self.fins)
        fins = f"the fin{'s' * (len(self.fins) > 1)} {names}"
        return (
            f"{self.value} in {houses_named(self.houses)} stands only in "
            f"{houses_named(self.crossing)} or in {fins}, so no other cell of these {kind}s "
            f"that sees {names} holds {self.value}"
        )


@dataclass(frozen=True)
class SiameseFish(Reason):
    """Two finned fish in the same lines."""

    fish: tuple[FinnedFish, FinnedFish]

    @property
    def sentence(self) -> str:
        return "; and ".join(fish.sentence for fish in self.fish)


@dataclass(frozen=True)
class ValueLines:
    """All rows or all columns, as places of one value."""

    board: Board
    value: Value
    along: tuple[House, ...]
    across: tuple[House, ...]  # what crosses them

    @property
    def kind(self) -> str:
        """The kind of the lines: row or column."""
        return self.along[0].kind

    @cached_property
    def places(self) -> tuple[tuple[int, Crossings], ...]:
        """The lines in which the value has two places or more, by number, and what crosses them."""
        homes = [self.board.homes[self.value][line.index] for line in self.along]
        return tuple(
            (index, self.crossings(home)) for index, home in enumerate(homes) if home & home - 1
        )

    def crossings(self, cells: Cells) -> Crossings:
        """The crossing lines of these cells, as bits."""
        return _crossings(cells, self.board.size, self.kind)

    def cells(self, lines: tuple[int, ...]) -> Cells:
        """The cells of some lines."""
        return union(self.along[index].mask for index in lines)

    def crossed(self, crossings: Crossings) -> Cells:
        """The cells of some crossing lines."""
        return union(self.across[index].mask for index in members(crossings))

    def beside(self, choice: Choice) -> Cells:
        """The value's places in the crossing lines that are in none of the lines."""
        where = self.board.where[self.value]
        return where & self.crossed(choice[1]) & ~self.cells(choice[0])

    def named(self, choice: Choice) -> tuple[tuple[House, ...], tuple[House, ...]]:
        """The lines, and what crosses them, as houses."""
        lines, crossings = choice
        crossing = tuple(self.across[index] for index in members(crossings))
        return tuple(self.along[index] for index in lines), crossing


@lru_cache(maxsize=1 << 14)
def _crossings(cells: Cells, size: int, kind: str) -> Crossings:
    """The columns that cells are in, as what crosses rows, or the other way round."""
    if kind == "column":
        return mask_of(cell // size for cell in members(cells))
    return mask_of(cell % size for cell in members(cells))


@lru_cache(maxsize=8)
def lines_of(board: Board) -> tuple[ValueLines, ...]:
    """For each value the rows, then for each value the columns."""
    rows, columns = board.layout.rows, board.layout.columns
    return tuple(
        ValueLines(board, value, along, across)
        for along, across in ((rows, columns), (columns, rows))
        for value in range(1, board.size + 1)
    )


def fish(board: Board, name: str, size: int) -> Iterator[Deduction]:
    """A deduction for each fish of this many lines."""
    for lines in lines_of(board):
        found = _fish(lines, name, size)
        yield from board.unless_in_vain(("fish", size, lines.kind), lines.value, found)


def _fish(lines: ValueLines, name: str, size: int) -> Iterator[Deduction]:
    board = lines.board
    for choice in locked_sets(lines.places, size):
        if gone := lines.beside(choice):
            reason = Fish(board.layout, name, lines.value, *lines.named(choice))
            yield Deduction(reason, removed=board.removals(gone, 1 << lines.value))


def finned_fish(board: Board, name: str, size: int) -> Iterator[Deduction]:
    """The finned fish of so many lines; siamese ones follow the others of their value."""
    for lines in lines_of(board):
        found = _finned_fish(lines, name, size)
        yield from board.unless_in_vain(("finned fish", size, lines.kind), lines.value, found)


def _finned_fish(lines: ValueLines, name: str, size: int) -> Iterator[Deduction]:
    board = lines.board
    caught: dict[tuple[int, ...], list[tuple[FinnedFish, Cells]]] = {}
    for choice, fins in _with_fins(lines, size):
        if gone := lines.beside(choice) & board.layout.seen_by_all(fins):
            named, where = lines.named(choice), tuple(members(fins))
            reason = FinnedFish(board.layout, name, lines.value, *named, where)
            caught.setdefault(choice[0], []).append((reason, gone))
            yield Deduction(reason, removed=board.removals(gone, 1 << lines.value))
    for same_lines in caught.values():
        yield from _siamese(board, same_lines, name)


def _siamese(
    board: Board, same_lines: list[tuple[FinnedFish, Cells]], name: str
) -> Iterator[Deduction]:
    """The pairs of fish that take more together than either alone."""
    for (one, gone), (other, more) in combinations(same_lines, 2):
        if gone & ~more and more & ~gone:
            reason = SiameseFish(board.layout, name, (one, other))
            yield Deduction(reason, removed=board.removals(gone | more, 1 << one.value))


def _with_fins(lines: ValueLines, size: int) -> Iterator[tuple[Choice, Cells]]:
    """The choices that would be a fish but for places in one box, and these places."""
    seen = set()
    for box in lines.board.layout.boxes:
        home = lines.board.where[lines.value] & box.mask
        inside = {
            index: lines.crossings(cells)
            for index, _ in lines.places
            if (cells := home & lines.along[index].mask)
        }
        every = lines.crossings(home)
        for body in _parts(every, size):
            without = _without_fins(lines, inside, every & ~body)
            for choice in locked_sets(without, size):
                fins = home & lines.cells(choice[0]) & ~lines.crossed(choice[1])
                if fins and not body & ~choice[1] and choice not in seen:
                    seen.add(choice)
                    yield choice, fins


def _parts(crossings: Crossings, size: int) -> Iterator[Crossings]:
    """The proper parts of a set of crossing lines that have one to so many members."""
    every = list(members(crossings))
    for count in range(1, min(size, len(every) - 1) + 1):
        for part in combinations(every, count):
            yield mask_of(part)


def _without_fins(
    lines: ValueLines, inside: Mapping[int, Crossings], finned: Crossings
) -> list[tuple[int, Crossings]]:
    """The lines without their fins, if that leaves them a place.

    Args:
        lines: the lines.
        inside: for each line what crosses it inside a box.
        finned: the crossing lines that hold fins inside the box, and nothing of the fish outside.
    """
    without = []
    for index, places in lines.places:
        left = places & ~(inside.get(index, 0) & finned)
        if left and not left & finned:
            without.append((index, left))
    return without
