"""Hidden unique rectangles: a candidate of a corner that would bring about the whole pair.

The corners may have any candidates.  Let one of them hold one of the two values; a neighbour then
holds the other value if it has no third candidate, or if it and the corner are the only places of
that value in a house; and in the same way the opposite corner follows from the neighbours, or they
from it.  If all four are filled, the pair could be swapped, and the first candidate goes
(deadly.py).  Type 1 of SudokuWiki has two such strong links at the first corner and the opposite
one without a third candidate; types 2 and 2B start from two corners without (A. Stuart,
sudokuwiki.org/Hidden_Unique_Rectangles).  Where no strong link is needed it is a rectangle of
type 1, and left out here.

It assumes that there is one solution.  Each corner and pair of values is a few lookups; the strong
links of the sides are collected once for each board.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from accord.puzzles import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.layout import Cells, House, Values, values_of
from accord.solvers.logic.techniques.deadly import Corners, Swappable, corners


@dataclass(frozen=True)
class Forced:
    """A corner holds a value, once the corners before it hold theirs."""

    cell: Cell
    value: Value
    house: House | None  # where only it and another corner have a place; None: no third candidate


@dataclass(frozen=True)
class WholeRectangle(Swappable):
    """A candidate of a corner forces the values of the other three."""

    cell: Cell
    value: Value
    forced: tuple[Forced, ...]  # three, in an order in which they follow

    @property
    def sentence(self) -> str:
        name = self.layout.names
        ways = (
            f"{name([step.cell])} would hold {step.value} "
            + (f"({step.house.name})" if step.house else "(no third candidate)")
            for step in self.forced
        )
        return (
            f"if {name([self.cell])} held {self.value}, then {', '.join(ways)}, and {self.deadly}, "
            f"so {name([self.cell])} does not hold {self.value}"
        )


def hidden_unique_rectangles(board: Board, name: str) -> Iterator[Deduction]:
    """Each candidate of a corner that forces the pair on all four."""
    locked = _locked(board)
    for four, mask in corners(board.layout):
        if mask & ~board.open:
            continue
        sides = {
            side: locked[side]
            for side in (1 << four[a] | 1 << four[b] for a, b in ((0, 1), (0, 2), (1, 3), (2, 3)))
            if side in locked
        }
        if sides:
            yield from _hidden(board, name, four, sides)


def _locked(board: Board) -> dict[Cells, Values]:
    """For each two cells the values that have just these places in a house."""
    found: dict[Cells, Values] = {}
    for value, homes in enumerate(board.homes):
        for home in homes:
            if home.bit_count() == 2:
                found[home] = found.get(home, 0) | 1 << value
    return found


def _hidden(
    board: Board, name: str, four: Corners, sides: dict[Cells, Values]
) -> Iterator[Deduction]:
    """The deductions at the corners of one rectangle, given its sides' strong values."""
    for number, cell in enumerate(four):
        one, other, opposite = four[number ^ 1], four[number ^ 2], four[3 - number]
        both = board.marks[one] & board.marks[other]
        for value in values_of(board.marks[cell] & board.marks[opposite]):
            for second in values_of(both & ~(1 << value)):
                steps = _forced(board, sides, (cell, one, other, opposite), (value, second))
                if steps and any(step.house for step in steps):
                    pair = min(value, second), max(value, second)
                    reason = WholeRectangle(board.layout, name, four, pair, cell, value, steps)
                    yield Deduction(reason, removed={cell: frozenset({value})})


def _forced(
    board: Board,
    sides: dict[Cells, Values],
    four: tuple[Cell, Cell, Cell, Cell],
    values: tuple[Value, Value],
) -> tuple[Forced, ...]:
    """The steps that fill the rectangle, or nothing.

    Args:
        board: the board.
        sides: for its sides the values that have no other places in a house.
        four: the corner that is supposed to hold the first value, its neighbours, the opposite one.
        values: the pair.
    """
    first, one, other, opposite = four
    value, second = values
    pair, known, steps = 1 << value | 1 << second, {first}, []
    for cell, held, partner in (
        (one, second, first),
        (other, second, first),
        (opposite, value, one),  # where, like at the other neighbour, the first corner forbids it
        (opposite, value, other),
        (one, second, opposite),
        (other, second, opposite),
    ):
        if cell in known:
            continue
        side = 1 << cell | 1 << partner
        if board.marks[cell] == pair and (cell != opposite or len(known) > 1):
            steps.append(Forced(cell, held, None))
        elif sides.get(side, 0) >> held & 1 and (cell == opposite or partner in known):
            house = next(
                h for h in board.layout.houses_of[cell] if board.homes[held][h.index] == side
            )
            steps.append(Forced(cell, held, house))
        else:
            continue
        known.add(cell)
    return tuple(steps) if len(steps) == 3 else ()
