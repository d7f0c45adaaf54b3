"""Intersections: a value that stands, in one house, only where another house crosses it.

pointing pairs and triples   in a box a value stands only in one line: the rest of the line
                             loses it
box/line reduction           in a line a value stands only in one box: the rest of the box
                             loses it
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from accord.puzzles.grid import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason, Technique
from accord.solvers.logic.engine.layout import House, members


@dataclass(frozen=True)
class Intersection(Reason):
    """A value stands in one house only where another crosses it."""

    value: Value
    house: House
    crossing: House
    cells: tuple[Cell, ...]

    @property
    def sentence(self) -> str:
        return (
            f"{self.value} in {self.house.name} stands only in {self.crossing.name}, "
            f"so no other cell of {self.crossing.name} holds {self.value}"
        )


def _intersections(
    board: Board, houses: Sequence[House], crossing: Sequence[House], name: str
) -> Iterator[Deduction]:
    for house in houses:
        for value in range(1, board.size + 1):
            home = board.homes[value][house.index]
            if home.bit_count() < 2:
                continue
            for other in crossing:
                if home & ~other.mask:
                    continue
                if removed := board.removals(other.mask & ~house.mask, value):
                    cells = tuple(members(home))
                    reason = Intersection(board.layout, name, value, house, other, cells)
                    yield Deduction(reason, removed=removed)


def pointing_pairs_pointing_triples(board: Board) -> Iterator[Deduction]:
    """Values that a box holds in one line only."""
    at = board.layout
    lines = (*at.rows, *at.columns)
    return _intersections(board, at.boxes, lines, "pointing_pairs_pointing_triples")


def box_line_reduction(board: Board) -> Iterator[Deduction]:
    """Values that a line holds in one box only."""
    at = board.layout
    return _intersections(board, (*at.rows, *at.columns), at.boxes, "box_line_reduction")


TECHNIQUES = (
    Technique(
        "pointing_pairs_pointing_triples",
        "Pointing pair or triple",
        "simple",
        pointing_pairs_pointing_triples,
        ("0100",),
    ),
    Technique("box_line_reduction", "Box/line reduction", "simple", box_line_reduction, ("0101",)),
)
