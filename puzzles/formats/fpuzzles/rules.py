"""The rules of f-puzzles itself as constraints: for each key what its entries mean.

A rule is a function from an entry and the board to constraints.  One of the whole grid, such as
antiknight, has no entries and is true or false.  A rule names the keys that its entries may have:
one that is not known may say more than is read.  Keys of LOOKS only say how an entry is drawn.

The meaning is that of f-puzzles' own solver, and of SudokuSolver (David Clamage, 2021), which reads
the same objects.  Where the two differ, or the text beside the puzzle has to say more, an entry is
refused.  A clue without a number says nothing.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import NamedTuple

from accord.puzzles.classics.boards.board import KING, KNIGHT, ORTHOGONAL, pairs
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.formats.fpuzzles.cells import (
    Entry,
    cell,
    cells,
    is_blank,
    lines,
    number,
    outside,
    place,
    wrong,
)
from accord.puzzles.grid import Cell, cell_name
from accord.puzzles.sudoku.shape import MalformedPuzzleError

LOOKS = ("outlineC", "baseC", "fontC", "width", "height", "angle", "size", "fromConstraint")
Pair = frozenset[Cell]


@dataclass(frozen=True)
class GridFacts:
    """The grid of an entry: what a rule reads besides its own."""

    size: int
    regions: Sequence[int | None]  # of each cell; boxes where no others are said
    box: tuple[int, int] | None  # where the regions are boxes
    dots: frozenset[Pair] = frozenset()  # neighbours with a mark of a difference or a ratio
    extremes: Mapping[str, frozenset[Cell]] = field(default_factory=dict)  # by key

    def beside(self, one: Cell) -> Iterator[Cell]:
        """The cells that share an edge with a cell."""
        for pair in pairs(self.size, self.size, ORTHOGONAL):
            if one in pair:
                yield sum(pair) - one


Read = Callable[[Entry, GridFacts, str], Iterator[Constraint]]  # of an entry, called so
GridRule = Callable[[GridFacts], Iterator[Constraint]]


class Rule(NamedTuple):
    """A rule that has entries."""

    read: Read
    name: str  # what an entry is called
    keys: tuple[str, ...]  # of an entry


def said(operator: str, *operands: Term) -> Operation:
    """An operation over terms."""
    return Operation(operator, operands)


def apart(one: Cell, other: Cell) -> Operation:
    """The term: the distance between the values of two cells."""
    return said("dist", Variable(one), Variable(other))


def _cage(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    own = cells(entry, board.size)
    yield AllDifferent(own, name)
    if not is_blank(entry):
        yield Linear(own, "=", number(entry, least=1), name=name)


def _little_killer(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    steps = {"D": (1, 0), "U": (-1, 0), "R": (0, 1), "L": (0, -1)}
    direction = entry.get("direction")
    if not isinstance(direction, str) or direction not in ("DR", "DL", "UR", "UL"):
        raise wrong(direction, "direction: DR, DL, UR or UL")
    row, column = place(entry.get("cell"), board.size)
    inside = 0 <= row < board.size and 0 <= column < board.size
    (down, _), (_, right) = (steps[letter] for letter in direction)
    own: list[Cell] = []
    for _ in range(board.size + 1):
        row, column = row + down, column + right
        if 0 <= row < board.size and 0 <= column < board.size:
            own.append(row * board.size + column)
    if inside or not own:
        raise wrong(entry.get("cell"), "a cell outside, from which a diagonal leads in")
    if entry.get("cells") and {*cells(entry, board.size)} != {*own}:
        raise wrong(entry["cells"], "cells: those of the diagonal")
    if not is_blank(entry):
        yield Linear(tuple(own), "=", number(entry, least=1), name=name)


def _sandwich(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """The values between the lowest and the highest of a row or column add up to so much."""
    n, own = board.size, outside(entry, board.size)
    if is_blank(entry):
        return
    total, crusts = number(entry), (1, n)
    if total > (most := sum(range(2, n))):
        raise wrong(total, f"value: 0 to {most}")
    steps = [("before", value, "before") for value in range(2, n)]
    steps += [("after", value, "after") for value in range(2, n)]
    steps += [("before", crust, "0") for crust in crusts]
    steps += [(str(total), crust, "after") for crust in crusts]
    steps += [
        (str(found), value, str(found + value))
        for found in range(total + 1)
        for value in range(2, n)
        if found + value <= total
    ]
    yield Regular(own, tuple(steps), "before", ("after",), name=name)


def _thermometer(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        yield Ordered(line, "<", name=name)


def _arrow(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """The shafts start in the circle, whose cells are the digits of a number."""
    circle = cells(entry, board.size)
    if len(circle) > 1 and board.size > 9:
        raise wrong(entry["cells"], "a circle of one cell in a grid larger than 9")
    if [*circle] != sorted({*circle}):
        raise wrong(entry["cells"], "cells: from left to right and from top to bottom")
    powers = [10**power for power in reversed(range(len(circle)))]
    if not entry.get("lines"):  # a circle that was drawn without a shaft
        warnings.warn(f"{name} has no line and says nothing", stacklevel=2)
        return
    for line in lines(entry, board.size):
        if line[0] not in circle or len(line) == 1:
            raise wrong(entry["lines"], "lines: from the circle to other cells")
        weights = (*powers, *[-1] * (len(line) - 1))
        yield Linear((*circle, *line[1:]), "=", 0, weights, name=name)


def _palindrome(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        for one, other in zip(line, reversed(line[len(line) // 2 :]), strict=False):
            if one != other:
                yield Linear((one, other), "=", 0, (1, -1), name=name)


def _pair(entry: Entry, board: GridFacts) -> tuple[Cell, Cell]:
    own = cells(entry, board.size)
    if len({*own}) != 2 or len(own) != 2:
        raise wrong(entry["cells"], "cells: two")
    return own[0], own[1]


def _difference(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    one, other = _pair(entry, board)
    yield Expression(said("eq", apart(one, other), number(entry, 1)), name=name)


def _ratio(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    yield Expression(said("or", *_times("eq", _pair(entry, board), number(entry, 2))), name=name)


def _times(operator: str, pair: tuple[Cell, Cell], factor: int) -> tuple[Operation, Operation]:
    one, other = map(Variable, pair)
    return (
        said(operator, one, said("mul", factor, other)),
        said(operator, other, said("mul", factor, one)),
    )


SUMS = {"X": 10, "V": 5}


def _xv(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    pair = _pair(entry, board)
    if is_blank(entry):
        return
    sign = entry["value"]
    if not isinstance(sign, str) or sign not in SUMS:
        raise wrong(sign, "value: X or V")
    yield Linear(pair, "=", SUMS[sign], name=name)


def _region(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    yield AllDifferent(cells(entry, board.size), name)


def _among(rest: int) -> Read:
    def rule(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
        yield with_parity(cell(entry.get("cell"), board.size), rest, board.size, name)

    return rule


def with_parity(own: Cell, rest: int, size: int, name: str) -> Table:
    """The constraint that the value of a cell leaves this rest when it is divided by 2."""
    values = [value for value in range(1, size + 1) if value % 2 == rest]
    return Table((own,), tuple((value,) for value in values), name=name)


def _extreme(key: str, operator: str) -> Read:
    """A reader: a cell compares so with its neighbours that are not of the same rule."""

    def rule(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
        own = cell(entry.get("cell"), board.size)
        for other in board.beside(own):
            if other not in board.extremes[key]:
                yield Expression(said(operator, Variable(own), Variable(other)), name=name)

    return rule


def _between(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        first, last = line[0], line[-1]
        for each in map(Variable, line[1:-1]):
            ends = Variable(first), Variable(last)
            ways = [
                said("and", said("lt", low, each), said("lt", each, high))
                for low, high in (ends, ends[::-1])
            ]
            yield Expression(said("or", *ways), name=name)


def _clone(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    one, other = (cells(entry, board.size, key) for key in ("cells", "cloneCells"))
    if len(one) != len(other):
        raise wrong(entry["cloneCells"], "as many cells as it is a clone of")
    for pair in zip(one, other, strict=True):
        if pair[0] != pair[1]:
            yield Linear(pair, "=", 0, (1, -1), name=name)


def _quadruple(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    own, values = cells(entry, board.size), entry.get("values")
    if not isinstance(values, list) or not all(type(each) is int for each in values):
        raise wrong(values, "values: a list of whole numbers")
    for value in sorted({*values}):
        yield Count(own, ">=", values.count(value), (value,), name=name)


def _renban(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        yield AllDifferent(line, name)
        own = tuple(map(Variable, line))
        spread = said("sub", Operation("max", own), Operation("min", own))
        yield Expression(said("eq", spread, len(line) - 1), name=name)


def _whispers(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """Constraints: neighbours on a line are half the size apart, rounded up, or as stated."""
    least = number(entry, (board.size + 1) // 2)
    for line in lines(entry, board.size):
        for pair in pairwise(line):
            yield Expression(said("ge", apart(*pair), least), name=name)


def _region_sums(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        runs = groupby(line, key=board.regions.__getitem__)
        parts = [tuple(part) for region, part in runs if region is not None]
        for one, other in pairwise(parts):
            weights = (*[1] * len(one), *[-1] * len(other))
            yield Linear((*one, *other), "=", 0, weights, name=name)


OF_F_PUZZLES: Mapping[str, Rule] = {
    "killercage": Rule(_cage, "cage", ("cells", "value")),
    "littlekillersum": Rule(
        _little_killer, "little killer", ("cell", "cells", "direction", "value")
    ),
    "sandwichsum": Rule(_sandwich, "sandwich", ("cell", "value")),
    "thermometer": Rule(_thermometer, "thermometer", ("lines",)),
    "arrow": Rule(_arrow, "arrow", ("cells", "lines")),
    "palindrome": Rule(_palindrome, "palindrome", ("lines",)),
    "difference": Rule(_difference, "difference", ("cells", "value")),
    "ratio": Rule(_ratio, "ratio", ("cells", "value")),
    "xv": Rule(_xv, "XV", ("cells", "value")),
    "extraregion": Rule(_region, "extra region", ("cells",)),
    "even": Rule(_among(0), "even", ("cell",)),
    "odd": Rule(_among(1), "odd", ("cell",)),
    "minimum": Rule(_extreme("minimum", "lt"), "minimum", ("cell",)),
    "maximum": Rule(_extreme("maximum", "gt"), "maximum", ("cell",)),
    "betweenline": Rule(_between, "between line", ("lines",)),
    "clone": Rule(_clone, "clone", ("cells", "cloneCells")),
    "quadruple": Rule(_quadruple, "quadruple", ("cells", "values")),
    "renban": Rule(_renban, "renban line", ("lines",)),
    "whispers": Rule(_whispers, "whispers", ("lines", "value")),
    "regionsumline": Rule(_region_sums, "region sum line", ("lines",)),
}


def _moves(steps: Sequence[tuple[int, int]], name: str) -> GridRule:
    def rule(board: GridFacts) -> Iterator[Constraint]:
        for pair in pairs(board.size, board.size, steps):
            one, other = (cell_name(each, board.size) for each in pair)
            yield AllDifferent(pair, f"{name} {one} {other}")

    return rule


def _not_consecutive(board: GridFacts) -> Iterator[Constraint]:
    """Constraints: neighbours without a dot between them are not consecutive."""
    for pair in pairs(board.size, board.size, ORTHOGONAL):
        if frozenset(pair) not in board.dots:
            names = " ".join(cell_name(each, board.size) for each in pair)
            yield Expression(said("ne", apart(*pair), 1), name=f"not consecutive {names}")


def _disjoint(board: GridFacts) -> Iterator[Constraint]:
    """Cells at the same place of their boxes differ."""
    if board.box is None:
        raise MalformedPuzzleError("found regions of other forms, expected boxes")
    rows, columns = board.box
    for down in range(rows):
        for right in range(columns):
            own = [
                top * board.size + left
                for top in range(down, board.size, rows)
                for left in range(right, board.size, columns)
            ]
            yield AllDifferent(tuple(own), f"place {down * columns + right + 1} of all boxes")


GRID_RULES: Mapping[str, GridRule] = {
    "antiknight": _moves(KNIGHT, "knight"),
    "antiking": _moves(KING[2:], "king"),
    "nonconsecutive": _not_consecutive,
    "disjointgroups": _disjoint,
}


NEGATIVE = ("difference", "ratio", "xv")  # the rules whose marks may all be shown


def marks(value: Mapping[str, object], key: str, size: int) -> Iterator[frozenset[Cell]]:
    """The pairs of cells that have a mark of a rule, where it is said as it should be."""
    found = value.get(key)
    for entry in found if isinstance(found, list) else ():
        if isinstance(entry, dict):
            yield frozenset(cells(entry, size))


def negative(key: str, entries: Sequence[Entry], board: GridFacts) -> Iterator[Constraint]:
    """Constraints: no neighbours without a mark are as the marks of this rule say.

    A dot of the other colour is a mark as well.

    Raises:
        MalformedPuzzleError: the marks do not say what the others are not.
    """
    marked = {frozenset(_pair(each, board)) for each in entries}
    if key == "xv":
        if any(map(is_blank, entries)):
            raise wrong("", "value: X or V beside `negative`")
        excluded = [*SUMS.values()]
    else:
        marked |= board.dots
        usual = {"difference": 1, "ratio": 2}[key]
        excluded = sorted({number(each, usual) for each in entries} or {usual})
        if usual not in excluded or (key == "difference" and len(excluded) > 1):
            raise wrong(excluded, f"marks of {usual} beside `negative`")
    for pair in pairs(board.size, board.size, ORTHOGONAL):
        if frozenset(pair) in marked:
            continue
        name = f"no {key} {' '.join(cell_name(each, board.size) for each in pair)}"
        for value in excluded:
            if key == "xv":
                yield Linear(pair, "!=", value, name=name)
            elif key == "ratio":
                yield Expression(said("and", *_times("ne", pair, value)), name=name)
            else:
                yield Expression(said("ne", apart(*pair), value), name=name)
