"""Simple coloring: the places of a value in two colors, of which one is right.

Where a value has two places in a house, one is right and one is wrong: they get two colors, and
so on along such pairs.  All places of one color are then right, or all of the other.

    rule 2   two places of a color see each other: all of that color are wrong
    rule 4   an uncolored place sees both colors: it is wrong

Source: A. Stuart, sudokuwiki.org/Simple_Colouring, which numbers the rules so; HoDoKu calls them
color wrap and color trap.  One deduction takes all that a coloring says by a rule.  On a board
without a solution the pairs may close an odd cycle: what cannot be colored is left alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from accord.puzzles.grid import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason, Technique
from accord.solvers.logic.engine.layout import Cells, House, Layout, members


@dataclass(frozen=True)
class Pair:
    """Two cells of different colors, the only two places of the value in a house."""

    cells: tuple[Cell, Cell]
    house: House


@dataclass(frozen=True)
class Coloring(Reason):
    """The places of a value in two colors, joined by the pairs."""

    value: Value
    colors: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    pairs: tuple[Pair, ...]

    @property
    def _known(self) -> str:
        one, other = (self.layout.names(cells) for cells in self.colors)
        by = listed(dict.fromkeys(pair.house.name for pair in self.pairs))
        return f"joined by {by}, {self.value} stands in all of {one} or in all of {other}"


@dataclass(frozen=True)
class ColorTwice(Coloring):
    """Two cells of the first color see each other."""

    cells: tuple[Cell, Cell]

    @property
    def sentence(self) -> str:
        twice = self.layout.names(self.cells)
        return f"{self._known}; {twice} see each other, so it stands in none of the former"


@dataclass(frozen=True)
class BothColors(Coloring):
    """Cells see both colors."""

    @property
    def sentence(self) -> str:
        return f"{self._known}, so no cell that sees one of either holds {self.value}"


Colors = tuple[Cells, Cells]


def _colorings(board: Board, value: Value) -> Iterator[Colors]:
    """The colorings of a value: places joined by pairs, in two colors."""
    joined: dict[Cell, Cells] = {}
    for home in set(board.homes[value]):
        if home.bit_count() == 2:
            for cell in members(home):
                joined[cell] = joined.get(cell, 0) | home ^ 1 << cell
    rest = sorted(joined)
    while rest:
        one, other = _spread(joined, rest[0])
        if not one & other:
            yield one, other
        rest = [cell for cell in rest if not (one | other) >> cell & 1]


def _spread(joined: dict[Cell, Cells], start: Cell) -> Colors:
    """The cells at an even and at an odd distance from a cell."""
    near, far, fresh = 1 << start, 0, 1 << start
    while fresh:
        reached = 0
        for cell in members(fresh):
            reached |= joined[cell]
        fresh = reached & ~far
        near, far = far | fresh, near
    return (near, far) if near >> start & 1 else (far, near)


def _pairs(board: Board, value: Value, colors: Colors) -> tuple[Pair, ...]:
    pairs = []
    for house, home in zip(board.layout.houses, board.homes[value], strict=True):
        if home.bit_count() == 2 and home & colors[0]:
            cells = tuple(members(home))
            pairs.append(Pair((cells[0], cells[1]), house))
    return tuple(pairs)


def _seeing(layout: Layout, cells: Cells) -> tuple[Cell, Cell] | None:
    """Two of these cells that see each other."""
    for cell in members(cells):
        if seen := layout.peers[cell] & cells:
            return cell, (seen & -seen).bit_length() - 1
    return None


def simple_coloring_rule2(board: Board) -> Iterator[Deduction]:
    """Colors that would stand twice in a house."""
    for value in range(1, board.size + 1):
        for one, other in _colorings(board, value):
            for wrong, right in ((one, other), (other, one)):
                if twice := _seeing(board.layout, wrong):
                    colors = tuple(members(wrong)), tuple(members(right))
                    pairs = _pairs(board, value, (one, other))
                    reason = ColorTwice(
                        board.layout, "simple_coloring_rule2", value, colors, pairs, twice
                    )
                    yield Deduction(reason, removed=board.removals(wrong, value))


def simple_coloring_rule4(board: Board) -> Iterator[Deduction]:
    """Cells that see both colors of a coloring."""
    for value in range(1, board.size + 1):
        for one, other in _colorings(board, value):
            removed = board.removals(
                _seen(board.layout, one) & _seen(board.layout, other) & ~(one | other), value
            )
            if removed:
                colors = tuple(members(one)), tuple(members(other))
                pairs = _pairs(board, value, (one, other))
                reason = BothColors(board.layout, "simple_coloring_rule4", value, colors, pairs)
                yield Deduction(reason, removed=removed)


def _seen(layout: Layout, cells: Cells) -> Cells:
    """The cells that see at least one of these."""
    seen = 0
    for cell in members(cells):
        seen |= layout.peers[cell]
    return seen


TECHNIQUES = (
    Technique(
        "simple_coloring_rule2",
        "Simple coloring, rule 2",
        "tough",
        simple_coloring_rule2,
        ("0501",),
    ),
    Technique(
        "simple_coloring_rule4",
        "Simple coloring, rule 4",
        "tough",
        simple_coloring_rule4,
        ("0500",),
    ),
)
