"""The rules that extensions of f-puzzles add to its object, as constraints.

The meaning is that of David Clamage's "Fpuzzles-NewConstraints" (2021), from which the keys come,
and for lockout lines that of "Fpuzzles-LockoutConstraint".  Renban lines, whispers and region sum
lines, which most puzzles of today have, are in `rules`.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, pairwise

from accord.puzzles.classics.boards.skyscrapers import Clue, visible
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.formats.fpuzzles.cells import (
    Entry,
    cells,
    is_blank,
    lines,
    number,
    outside,
    wrong,
)
from accord.puzzles.formats.fpuzzles.rules import GridFacts, Read, Rule, apart, said
from accord.puzzles.grid import Cell, Value


def _slow_thermometer(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        yield Ordered(line, "<=", name=name)


def _by_class(class_of: Callable[[Value, int], int]) -> Read:
    """A reader of lines on which no two of three neighbours have values of one class."""

    def rule(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
        values = range(1, board.size + 1)
        allowed = tuple(
            (one, other)
            for one in values
            for other in values
            if class_of(one, board.size) != class_of(other, board.size)
        )
        for line in lines(entry, board.size):
            for far in (1, 2):
                for pair in zip(line, line[far:], strict=False):
                    yield Table(pair, allowed, name=name)

    return rule


def _third(value: Value, size: int) -> int:
    """The third of the values, low, middle or high, that a value is in."""
    outer = (size + 1) // 3
    return 0 if value <= outer else 2 if value > size - outer else 1


def _nabner(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """No two values of a line are equal or consecutive."""
    for line in lines(entry, board.size):
        for pair in combinations(line, 2):
            yield Expression(said("ge", apart(*pair), 2), name=name)


def _double_arrow(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """Constraints: both ends of a line add up to the sum of the cells between them."""
    for line in _long(entry, board, 3):
        yield Linear(line, "=", 0, (1, *[-1] * (len(line) - 2), 1), name=name)


def _long(entry: Entry, board: GridFacts, least: int) -> list[tuple[Cell, ...]]:
    found = lines(entry, board.size)
    if any(len(line) < least for line in found):
        raise wrong(entry["lines"], f"lines: through {least} cells or more")
    return found


def _zipper(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """Cells as far from the middle have one sum, which a cell in the middle has itself."""
    for line in lines(entry, board.size):
        half = len(line) // 2
        sums = [{line[place], line[-1 - place]} for place in range(half + len(line) % 2)]
        for one, other in pairwise(map(tuple, sums)):
            weights = (*[1] * len(one), *[-1] * len(other))
            yield Linear((*one, *other), "=", 0, weights, name=name)


def _lockout(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """The ends are half the size apart; the others lie neither between nor at them."""
    for line in _long(entry, board, 2):
        ends = Variable(line[0]), Variable(line[-1])
        yield Expression(said("ge", said("dist", *ends), board.size // 2), name=name)
        for each in map(Variable, line[1:-1]):
            below = said("lt", each, Operation("min", ends))
            above = said("gt", each, Operation("max", ends))
            yield Expression(said("or", below, above), name=name)


Line = Callable[[Cell, GridFacts], tuple[Cell, ...]]


def _indexer(line_of: Line) -> Read:
    """The value of a cell says where in its line the number of its own place stands."""

    def rule(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
        for own in cells(entry, board.size):
            line = line_of(own, board)
            place = line.index(own) + 1
            yield Element(tuple(map(Variable, line)), own, place, 1, name=name)

    return rule


def _column(own: Cell, board: GridFacts) -> tuple[Cell, ...]:
    return tuple(range(own % board.size, board.size**2, board.size))


def _row(own: Cell, board: GridFacts) -> tuple[Cell, ...]:
    first = own - own % board.size
    return tuple(range(first, first + board.size))


def _box(own: Cell, board: GridFacts) -> tuple[Cell, ...]:
    every = enumerate(board.regions)
    line = tuple(cell for cell, region in every if region == board.regions[own])
    if board.regions[own] is None or len(line) != board.size:
        raise wrong(len(line), f"a region of {board.size} cells")
    return line


def _x_sum(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """The first X cells add up to so much, and the first of them is X."""
    line = outside(entry, board.size)
    if is_blank(entry):
        return
    total, values = number(entry, least=1), [*map(Variable, line)]
    for long in range(1, board.size + 1):
        sums = said("eq", said("add", *values[:long]) if long > 1 else values[0], total)
        yield Expression(said("imp", said("eq", values[0], long), sums), name=name)


def _skyscraper(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    line = outside(entry, board.size)
    if not is_blank(entry):
        yield visible(Clue(name, number(entry, least=1), line), board.size)


EXTENSIONS: Mapping[str, Rule] = {
    "slowthermometer": Rule(_slow_thermometer, "slow thermometer", ("lines",)),
    "entropicline": Rule(_by_class(_third), "entropic line", ("lines",)),
    "modularline": Rule(_by_class(lambda value, _: value % 3), "modular line", ("lines",)),
    "nabner": Rule(_nabner, "nabner line", ("lines",)),
    "doublearrow": Rule(_double_arrow, "double arrow", ("lines",)),
    "zipperline": Rule(_zipper, "zipper line", ("lines",)),
    "lockout": Rule(_lockout, "lockout line", ("lines",)),
    "rowindexer": Rule(_indexer(_column), "row indexer", ("cells",)),
    "columnindexer": Rule(_indexer(_row), "column indexer", ("cells",)),
    "boxindexer": Rule(_indexer(_box), "box indexer", ("cells",)),
    "xsum": Rule(_x_sum, "X-sum", ("cell", "value")),
    "skyscraper": Rule(_skyscraper, "skyscraper", ("cell", "value")),
}
