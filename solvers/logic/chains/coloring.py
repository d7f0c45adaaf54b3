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
from functools import lru_cache

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.chains.links import pairs_of
from accord.solvers.logic.chains.webs import colorings
from accord.solvers.logic.engine.boards import Board, ValuePlaces
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import Cells, House, members, union


@dataclass(frozen=True)
class ColorPair:
    """Two cells of different colors, the only two places of the value in a house."""

    cells: tuple[Cell, Cell]
    house: House


@dataclass(frozen=True)
class Coloring(Reason):
    """The places of a value in two colors, joined by the pairs."""

    value: Value
    colors: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    pairs: tuple[ColorPair, ...]

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


@lru_cache(maxsize=64)
def _colorings(places: ValuePlaces) -> tuple[tuple[Cells, Cells], ...]:
    """The colorings of a value: places joined by pairs, in two colors."""
    strong = pairs_of(places.homes, 0)
    return tuple(
        colors
        for colors in colorings(strong)
        if not any(strong[node] & color for color in colors for node in members(color))
    )  # the others have an odd cycle


def _pairs(places: ValuePlaces, color: Cells) -> tuple[ColorPair, ...]:
    """The pairs by which a coloring is joined, by one of its colors."""
    return tuple(
        ColorPair(((home & -home).bit_length() - 1, home.bit_length() - 1), house)
        for house, home in zip(places.layout.houses, places.homes, strict=True)
        if home.bit_count() == 2 and home & color
    )


def rule2(board: Board, name: str) -> Iterator[Deduction]:
    """Colors that would stand twice in a house."""
    for value in range(1, board.size + 1):
        yield from board.unless_in_vain("color twice", value, _twice(board, name, value))


def _twice(board: Board, name: str, value: Value) -> Iterator[Deduction]:
    for one, other in _colorings(board.places[value]):
        for wrong, right in ((one, other), (other, one)):
            cell = next((c for c in members(wrong) if board.layout.peers[c] & wrong), None)
            if cell is not None:
                twice = cell, next(members(board.layout.peers[cell] & wrong))
                colors = tuple(members(wrong)), tuple(members(right))
                pairs = _pairs(board.places[value], one)
                reason = ColorTwice(board.layout, name, value, colors, pairs, twice)
                yield Deduction(reason, removed=board.removals(wrong, 1 << value))


def rule4(board: Board, name: str) -> Iterator[Deduction]:
    """Cells that see both colors of a coloring."""
    for value in range(1, board.size + 1):
        yield from board.unless_in_vain("both colors", value, _both(board, name, value))


def _both(board: Board, name: str, value: Value) -> Iterator[Deduction]:
    for one, other in _colorings(board.places[value]):
        seen, also = (
            union(board.layout.peers[cell] for cell in members(color)) for color in (one, other)
        )
        if removed := board.removals(seen & also & ~(one | other), 1 << value):
            colors = tuple(members(one)), tuple(members(other))
            pairs = _pairs(board.places[value], one)
            reason = BothColors(board.layout, name, value, colors, pairs)
            yield Deduction(reason, removed=removed)
