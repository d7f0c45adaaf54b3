"""The rules of f-puzzles as constraints: for each key what its entries mean.

A rule is a function from an entry and the board to constraints; a rule of the whole grid, such as
antiknight, has no entries and is true or false.  Where solvers of f-puzzles differ, or the text
beside the puzzle has to say more, an entry is refused.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from accord.puzzles.classics.boards.neighbours import KING, KNIGHT, ORTHOGONAL, pairs
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.formats.fpuzzles.cells import Entry, cell, cells, lines, number, place, wrong
from accord.puzzles.grid import Cell, cell_name
from accord.puzzles.sudoku.shape import MalformedPuzzleError


@dataclass(frozen=True)
class GridFacts:
    """What a rule knows besides its entry."""

    size: int
    regions: Sequence[int]  # of each cell; boxes where no others are said
    box: tuple[int, int] | None

    def beside(self, one: Cell) -> Iterator[Cell]:
        """The cells that share an edge with a cell."""
        for pair in pairs(self.size, self.size, ORTHOGONAL):
            if one in pair:
                yield sum(pair) - one


Rule = Callable[[Entry, GridFacts, str], Iterator[Constraint]]  # of an entry, called so
GridRule = Callable[[GridFacts], Iterator[Constraint]]


def _said(operator: str, *operands: Term) -> Operation:
    return Operation(operator, operands)


def _apart(one: Cell, other: Cell) -> Operation:
    return _said("dist", Variable(one), Variable(other))


def _either(*terms: Operation) -> Operation:
    return _said("or", *terms)


def _cage(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    own = cells(entry, board.size)
    yield AllDifferent(own, name)
    if entry.get("value") not in ("", None):
        yield Linear(own, "=", number(entry), name=name)


def _little_killer(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    steps = {"D": (1, 0), "U": (-1, 0), "R": (0, 1), "L": (0, -1)}
    direction = entry.get("direction")
    if not isinstance(direction, str) or direction not in ("DR", "DL", "UR", "UL"):
        raise wrong(direction, "direction: DR, DL, UR or UL")
    row, column = place(entry.get("cell"), board.size)
    (down, _), (_, right) = (steps[letter] for letter in direction)
    own: list[Cell] = []
    for _ in range(board.size + 1):
        row, column = row + down, column + right
        if 0 <= row < board.size and 0 <= column < board.size:
            own.append(row * board.size + column)
    if not own:
        raise wrong(entry.get("cell"), "a cell outside, from which a diagonal leads in")
    yield Linear(tuple(own), "=", number(entry), name=name)


def _sandwich(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    """The values between the lowest and the highest of a row or column add up to so much."""
    n, (row, column) = board.size, place(entry.get("cell"), board.size)
    if (0 <= row < n) == (0 <= column < n):
        raise wrong(entry.get("cell"), "a cell outside, beside a row or a column")
    own = range(row * n, row * n + n) if 0 <= row < n else range(column, n * n, n)
    total, crusts = number(entry), (1, n)
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
    yield Regular(tuple(own), tuple(steps), "before", ("after",), name=name)


def _thermometer(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        yield Ordered(line, "<", name=name)


def _arrow(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    bulb = cells(entry, board.size)
    if len(bulb) > 1 and board.size > 9:
        raise wrong(entry["cells"], "a circle of one cell in a grid larger than 9")
    powers = [10**power for power in reversed(range(len(bulb)))]
    for line in lines(entry, board.size):
        shaft = tuple(each for place, each in enumerate(line) if place or each not in bulb)
        weights = (*powers, *[-1] * len(shaft))
        yield Linear((*bulb, *shaft), "=", 0, weights, name=name)


def _palindrome(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        for one, other in zip(line, reversed(line[len(line) // 2 :]), strict=False):
            if one != other:
                yield Linear((one, other), "=", 0, (1, -1), name=name)


def _pair(entry: Entry, board: GridFacts) -> tuple[Cell, Cell]:
    own = cells(entry, board.size)
    if len(own) != 2:
        raise wrong(entry["cells"], "two cells")
    return own[0], own[1]


def _difference(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    one, other = _pair(entry, board)
    yield Expression(_said("eq", _apart(one, other), number(entry, 1)), name=name)


def _ratio(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    yield Expression(_either(*_times("eq", _pair(entry, board), number(entry, 2))), name=name)


def _times(operator: str, pair: tuple[Cell, Cell], factor: int) -> tuple[Operation, Operation]:
    one, other = map(Variable, pair)
    return (
        _said(operator, one, _said("mul", factor, other)),
        _said(operator, other, _said("mul", factor, one)),
    )


SUMS = {"X": 10, "V": 5}


def _xv(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    if (sign := entry.get("value")) not in SUMS:
        raise wrong(sign, "value: X or V")
    yield Linear(_pair(entry, board), "=", SUMS[sign], name=name)


def _region(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    yield AllDifferent(cells(entry, board.size), name)


def _among(rest: int) -> Rule:
    def rule(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
        values = [value for value in range(1, board.size + 1) if value % 2 == rest]
        own = (cell(entry.get("cell"), board.size),)
        yield Table(own, tuple((value,) for value in values), name=name)

    return rule


def _extreme(operator: str) -> Rule:
    def rule(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
        own = cell(entry.get("cell"), board.size)
        for other in board.beside(own):
            yield Expression(_said(operator, Variable(own), Variable(other)), name=name)

    return rule


def _between(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for first, *inner, last in lines(entry, board.size):
        for each in map(Variable, inner):
            ends = Variable(first), Variable(last)
            ways = [
                _said("and", _said("lt", low, each), _said("lt", each, high))
                for low, high in (ends, ends[::-1])
            ]
            yield Expression(_either(*ways), name=name)


def _clone(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    one, other = (cells(entry, board.size, key) for key in ("cells", "cloneCells"))
    if len(one) != len(other):
        raise wrong(entry["cloneCells"], "as many cells as it is a clone of")
    for pair in zip(one, other, strict=True):
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
        spread = _said("sub", Operation("max", own), Operation("min", own))
        yield Expression(_said("eq", spread, len(line) - 1), name=name)


def _whispers(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    least = number(entry, 5)
    for line in lines(entry, board.size):
        for pair in pairwise(line):
            yield Expression(_said("ge", _apart(*pair), least), name=name)


def _region_sums(entry: Entry, board: GridFacts, name: str) -> Iterator[Constraint]:
    for line in lines(entry, board.size):
        parts = [tuple(part) for _, part in groupby(line, key=board.regions.__getitem__)]
        for one, other in pairwise(parts):
            weights = (*[1] * len(one), *[-1] * len(other))
            yield Linear((*one, *other), "=", 0, weights, name=name)


RULES: Mapping[str, tuple[Rule, str]] = {  # by key, with what an entry is called
    "killercage": (_cage, "cage"),
    "littlekillersum": (_little_killer, "little killer"),
    "sandwichsum": (_sandwich, "sandwich"),
    "thermometer": (_thermometer, "thermometer"),
    "arrow": (_arrow, "arrow"),
    "palindrome": (_palindrome, "palindrome"),
    "difference": (_difference, "difference"),
    "ratio": (_ratio, "ratio"),
    "xv": (_xv, "XV"),
    "extraregion": (_region, "extra region"),
    "even": (_among(0), "even"),
    "odd": (_among(1), "odd"),
    "minimum": (_extreme("lt"), "minimum"),
    "maximum": (_extreme("gt"), "maximum"),
    "betweenline": (_between, "between line"),
    "clone": (_clone, "clone"),
    "quadruple": (_quadruple, "quadruple"),
    "renban": (_renban, "renban line"),
    "whispers": (_whispers, "whispers"),
    "regionsumline": (_region_sums, "region sum line"),
}


def _moves(steps: Sequence[tuple[int, int]], name: str) -> GridRule:
    def rule(board: GridFacts) -> Iterator[Constraint]:
        for pair in pairs(board.size, board.size, steps):
            one, other = (cell_name(each, board.size) for each in pair)
            yield AllDifferent(pair, f"{name} {one} {other}")

    return rule


def _not_consecutive(board: GridFacts) -> Iterator[Constraint]:
    for one, other in pairs(board.size, board.size, ORTHOGONAL):
        names = f"{cell_name(one, board.size)} {cell_name(other, board.size)}"
        yield Expression(_said("ne", _apart(one, other), 1), name=f"not consecutive {names}")


def _disjoint(board: GridFacts) -> Iterator[Constraint]:
    """Cells at the same place of their boxes differ."""
    if board.box is None:
        raise MalformedPuzzleError("disjointgroups: found a grid without boxes, expected some")
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


def negative(key: str, entries: Sequence[Entry], board: GridFacts) -> Iterator[Constraint]:
    """That no neighbours without a mark of this rule are as its marks say.

    Raises:
        MalformedPuzzleError: its marks have values of their own, for which nobody says what the
            others are not.
    """
    marked = {frozenset(_pair(each, board)) for each in entries}
    usual = {"difference": 1, "ratio": 2, "xv": 0}[key]
    if key != "xv" and any(number(each, usual) != usual for each in entries):
        raise wrong(key, f"marks of {usual} only beside `negative`")
    for pair in pairs(board.size, board.size, ORTHOGONAL):
        if frozenset(pair) in marked:
            continue
        name = f"no {key} {' '.join(cell_name(each, board.size) for each in pair)}"
        if key == "xv":
            for total in SUMS.values():
                yield Linear(pair, "!=", total, name=name)
        elif key == "ratio":
            yield Expression(_said("and", *_times("ne", pair, usual)), name=name)
        else:
            yield Expression(_said("ne", _apart(*pair), usual), name=name)
