"""Printed constraints: what puzzle magazines print of constraints on a board of cells.

    cage    cells that hang together and add up to a sum, or differ: a dashed outline
    sign    one of two neighbouring cells is less than the other: < or > between them
    sum     a run of cells behind a black one adds up to it: a number in the black cell
    area    sets of cells that differ and make up the whole board: thick lines round them

What a constraint says decides, whatever it is called and whoever made it: a cage is any sum of
cells with the weight 1, a sign any strict order of two cells, as a sum or as an expression.  An
all-different over the cells of a cage or of a run belongs to it.  Cages that overlap could not be
told apart, and none of them is drawn.  All else is `rest`, which a caption lists; so it does sums
whose cells need not differ, as readers of a killer or a kakuro take it that they do.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import factorial

from accord.puzzles import Cell, Puzzle
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.outside_text import visible
from accord.views.narration.constraint_words import in_words

DIGITS = frozenset(range(1, 10))  # of a kakuro
LISTED = 12  # constraints in a caption
LONGEST = 60  # characters of one of them


@dataclass(frozen=True)
class Cage:
    """Cells with an outline."""

    cells: tuple[Cell, ...]
    total: int | None  # None where they only differ


@dataclass(frozen=True)
class Sign:
    """Two neighbouring cells, one of which is less."""

    less: Cell
    more: Cell


@dataclass(frozen=True)
class BlackCellSum:
    """The sum of the cells to the right of a black cell, or below it."""

    black: Cell
    across: bool
    total: int


@dataclass(frozen=True)
class Printed:
    """What is drawn of constraints, and those that are not."""

    cages: tuple[Cage, ...] = ()
    signs: tuple[Sign, ...] = ()
    sums: tuple[BlackCellSum, ...] = ()
    areas: tuple[int, ...] = ()  # for each cell the number of its area; empty without areas
    rest: tuple[Constraint, ...] = ()
    repeating: tuple[Constraint, ...] = ()  # sums that are drawn, of cells that need not differ

    @property
    def summed(self) -> bool:
        """Whether a cage has a sum."""
        return any(cage.total is not None for cage in self.cages)


@dataclass(frozen=True)
class PrintedBoard:
    """Cells in rows, some of which may be black."""

    cells: int
    columns: int
    black: frozenset[Cell] = frozenset()
    houses: tuple[frozenset[Cell], ...] = ()  # sets of cells that differ, besides the constraints

    def printed(self, constraints: Sequence[Constraint]) -> Printed:
        """What is drawn of these constraints."""
        if not constraints:
            return Printed()
        sums = dict(self._sums(constraints))
        cages = dict(self._cages(constraints, sums))
        summed = {frozenset(constraints[place].scope) for place in (*sums, *cages)}
        signs = {place: self.sign(each) for place, each in enumerate(constraints)}
        signs = {place: sign for place, sign in signs.items() if sign is not None}
        alike = dict(_different(constraints))
        areas = self._areas(sorted(alike.values(), key=summed.__contains__))
        boxes = {frozenset(each for each, of in enumerate(areas) if of == n) for n in {*areas}}
        known = {place for place, cells in alike.items() if cells in summed or cells in boxes}
        alone = {place: cells for place, cells in alike.items() if place not in known}
        outlined = dict(self._outlined(alone))
        drawn = {*sums, *cages, *signs, *outlined, *known}
        added = [constraints[place] for place in (*sums, *cages)]
        return Printed(
            tuple(dict.fromkeys((*cages.values(), *outlined.values()))),
            tuple(dict.fromkeys(sign for sign in signs.values() if sign)),
            tuple(sums.values()),
            areas,
            tuple(each for place, each in enumerate(constraints) if place not in drawn),
            tuple(_repeating(added, (*self.houses, *alike.values()))),
        )

    def hangs_together(self, cells: Collection[Cell]) -> bool:
        """Whether one can go from each cell to each other one within the set."""
        left = {*cells} - self.black
        if not left or len(left) < len({*cells}):
            return False
        waiting = [left.pop()]
        while waiting:
            near = left.intersection(self._neighbours(waiting.pop()))
            left -= near
            waiting += near
        return not left

    def _neighbours(self, cell: Cell) -> Iterator[Cell]:
        column = cell % self.columns
        if column:
            yield cell - 1
        if column < self.columns - 1:
            yield cell + 1
        yield cell - self.columns
        yield cell + self.columns

    def _stands_out(self, cells: frozenset[Cell]) -> bool:
        """Whether an outline round the cells says more than the board: they are no whole line."""
        if len(cells) == self.cells or not self.hangs_together(cells):
            return False
        rows, columns = ({divmod(cell, self.columns)[way] for cell in cells} for way in (0, 1))
        lines = (len(rows) == 1, self.columns), (len(columns) == 1, self.cells // self.columns)
        return not any(straight and len(cells) == length for straight, length in lines)

    def _cages(
        self, constraints: Sequence[Constraint], known: Collection[int]
    ) -> Iterator[tuple[int, Cage]]:
        """Those of the other sums, by place, that share no cell with another one."""
        cages = {
            place: Cage(tuple(sorted(each.scope)), total)
            for place, each in enumerate(constraints)
            if place not in known
            and (total := _total(each)) is not None
            and self.hangs_together(each.scope)
        }
        held = Counter(cell for cage in {*cages.values()} for cell in cage.cells)
        for place, cage in cages.items():
            if all(held[cell] == 1 for cell in cage.cells):
                yield place, cage

    def _outlined(self, alike: Mapping[int, frozenset[Cell]]) -> Iterator[tuple[int, Cage]]:
        """Cells that differ, by place; where no houses are known only what overlaps nothing."""
        found = {place: cells for place, cells in alike.items() if self._stands_out(cells)}
        held = Counter(cell for cells in {*found.values()} for cell in cells)
        for place, cells in found.items():
            if self.houses or all(held[cell] == 1 for cell in cells):
                yield place, Cage(tuple(sorted(cells)), None)

    def _sums(self, constraints: Sequence[Constraint]) -> Iterator[tuple[int, BlackCellSum]]:
        """Sums of whole runs behind black cells, one for each black cell and direction."""
        taken: set[tuple[Cell, bool]] = set()
        for place, each in enumerate(constraints if self.black else ()):
            total = _total(each)
            if total is None:
                total = _total_of_tuples(each)
            for across in (True, False) if total is not None else ():
                black = self._before(sorted(each.scope), across)
                if black is not None and (black, across) not in taken:
                    taken.add((black, across))
                    assert total is not None
                    yield place, BlackCellSum(black, across, total)
                    break

    def _before(self, cells: Sequence[Cell], across: bool) -> Cell | None:
        """The black cell before a run in this direction; None where they are no whole run."""
        step = 1 if across else self.columns
        start, end = cells[0], cells[-1] + step
        if list(cells) != list(range(start, end, step)) or self.black.intersection(cells):
            return None
        if across and start // self.columns != cells[-1] // self.columns:
            return None
        ends = end % self.columns == 0 if across else end >= self.cells
        if not ends and end not in self.black:
            return None
        begins = start % self.columns == 0 if across else start < self.columns
        return None if begins or start - step not in self.black else start - step

    def sign(self, constraint: Constraint) -> Sign | None:
        """The sign of a constraint that says which of two neighbours is less."""
        order = _order(constraint)
        if order is None or order[1] not in self._neighbours(order[0]):
            return None
        return Sign(*order)

    def _areas(self, sets: Iterable[frozenset[Cell]]) -> tuple[int, ...]:
        """For each cell the number of its area, where sets as large as a row share out the board.

        Of sets that overlap the first one counts.  Where houses are known their lines are, too.
        """
        if self.houses:
            return ()
        of: dict[Cell, int] = {}
        for number, cells in enumerate(sets):
            if len(cells) == self.columns and self._stands_out(cells) and not cells & of.keys():
                of |= dict.fromkeys(cells, number)
        return tuple(of[cell] for cell in range(self.cells)) if len(of) == self.cells else ()


def printed_on(puzzle: Puzzle) -> Printed:
    """What is drawn of the further constraints of a puzzle, whose boxes and regions are known."""
    if not puzzle.shape.extra:
        return Printed()
    houses = tuple(frozenset(house.cells) for house in puzzle.houses)
    return PrintedBoard(puzzle.size**2, puzzle.size, houses=houses).printed(puzzle.shape.extra)


def _different(constraints: Iterable[Constraint]) -> Iterator[tuple[int, frozenset[Cell]]]:
    """The places of sets of cells that all differ."""
    for place, each in enumerate(constraints):
        if isinstance(each, AllDifferent) and not each.excepted:
            cells = frozenset(each.scope)
            if len(cells) == len(each.scope):
                yield place, cells


def _repeating(
    sums: Iterable[Constraint], different: Collection[frozenset[Cell]]
) -> Iterator[Constraint]:
    """Sums of cells of which nothing says that they differ."""
    for each in sums:
        scope = frozenset(each.scope)
        differ = isinstance(each, Table) or any(scope <= cells for cells in different)
        if len(scope) > 1 and not differ:
            yield each


def _total(constraint: Constraint) -> int | None:
    """The sum of the scope's different cells, where that is what a constraint says."""
    if not isinstance(constraint, Linear) or constraint.operator != "=":
        return None
    if {*constraint.coefficients} != {1} or len({*constraint.scope}) < len(constraint.scope):
        return None
    return constraint.constant


def _total_of_tuples(constraint: Constraint) -> int | None:
    """The sum of a table of all tuples of different digits, 1 to 9, that have it."""
    if not isinstance(constraint, Table) or constraint.forbidden or not constraint.tuples:
        return None
    tuples, length = {*constraint.tuples}, len({*constraint.scope})
    if length < len(constraint.scope) or STAR in constraint.tuples[0]:
        return None
    total = sum(constraint.tuples[0])  # type: ignore[arg-type]  # no star stands in it
    digits = sum(sum(each) == total for each in combinations(range(1, 10), length))
    if len(tuples) != digits * factorial(length):
        return None
    fit = all({*each} <= DIGITS and len({*each}) == length for each in tuples)
    return total if fit and all(sum(each) == total for each in tuples) else None  # type: ignore[arg-type]


def _order(constraint: Constraint) -> tuple[Cell, Cell] | None:
    """The lesser of two cells and the greater one, where a constraint says that they are."""
    if isinstance(constraint, Expression):
        sides = constraint.term.operands
        if constraint.term.operator not in ("lt", "gt") or len(sides) != 2:
            return None
        one, other = sides
        if not isinstance(one, Variable) or not isinstance(other, Variable) or one == other:
            return None
        pair = one.number, other.number
        return pair if constraint.term.operator == "lt" else pair[::-1]
    if not isinstance(constraint, Linear) or len(constraint.weights) != 2:
        return None
    (one, weight), (other, opposite) = constraint.weights.items()
    strict = {("<", 0): 1, (">", 0): -1, ("<=", -1): 1, (">=", 1): -1}
    way = strict.get((constraint.operator, constraint.constant), 0) * weight
    if weight != -opposite or not way or (constraint.constant and abs(weight) != 1):
        return None
    return (one, other) if way > 0 else (other, one)


def repeated_values(printed: Printed, names: Sequence[str]) -> str:
    """In which sums values may repeat; empty where in none."""
    listed = listed_constraints(printed.repeating, names)
    return f"values may repeat in: {listed}" if listed else ""


def listed_constraints(constraints: Iterable[Constraint], names: Sequence[str]) -> str:
    """Constraints by their names, or else in words; the first ones, where they are many.

    Args:
        constraints: what is listed.
        names: of all variables.
    """
    found = Counter(label(each, names) for each in constraints)
    shown = [f"{each} ({number})" if number > 1 else each for each, number in found.items()]
    series = [*_series(shown)]
    if len(series) > LISTED:
        left = sum([number for _, number in series][LISTED:])
        series[LISTED:] = [(f"and {left:,} more", left)]
    return "; ".join(words for words, _ in series)


def _series(labels: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Labels, and of how many each is made: row 1, row 2 and row 3 are `row 1..3`."""
    for (title, _), group in groupby(enumerate(labels), key=lambda each: _numbered(*each)):
        found = [label for _, label in group]
        if len(found) < 3:
            yield from ((label, 1) for label in found)
        else:
            yield f"{found[0]}..{found[-1].removeprefix(title)}", len(found)


def _numbered(place: int, label: str) -> tuple[str, int]:
    """What stands before the number at a label's end, and how far that is from its place."""
    match = re.fullmatch(r"(.*?)([0-9]{1,9})", label)
    return (match[1], int(match[2]) - place) if match else (label, -place)


def label(constraint: Constraint, names: Sequence[str]) -> str:
    """A constraint by its name, or in words."""
    words = constraint.name or in_words(constraint, names)
    seen = visible(words)
    return seen if len(seen) <= LONGEST else f"{seen[: LONGEST - 3]}..."
