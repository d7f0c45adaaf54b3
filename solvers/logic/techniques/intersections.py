"""Intersections: a value that stands, in one house, only where another house crosses it.

pointing pairs and triples   in a box a value stands only in one line: the rest of the line
                             loses it
box/line reduction           in a line a value stands only in one box: the rest of the box
                             loses it
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from accord.puzzles import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
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


def intersections(board: Board, name: str, in_boxes: bool) -> Iterator[Deduction]:
    """Values that a box holds in one line only; or else those that a line holds in one box only."""
    lines, boxes = board.layout.lines, board.layout.boxes
    houses, crossing = (boxes, lines) if in_boxes else (lines, boxes)
    for house, value in product(houses, range(1, board.size + 1)):
        home = board.homes[value][house.index]
        for other in crossing if home.bit_count() > 1 else ():
            if home & ~other.mask:
                continue
            if removed := board.removals(other.mask & ~house.mask, 1 << value):
                cells = tuple(members(home))
                reason = Intersection(board.layout, name, value, house, other, cells)
                yield Deduction(reason, removed=removed)
