"""Printed: what puzzle magazines print of constraints on a board of cells.

    cage         cells that hang together, and a sum, a product, a difference or a quotient of them,
                 or they differ: a dashed outline, and 12, 12+, 12x, 3- or 2÷ in its corner
    sign         one of two neighbouring cells is less than the other: < or > between them
    dot          two neighbouring cells with a difference, white, or a quotient, black
    thermometer  a path of cells, each less than the next one: a bulb and a tube, dashed
                 if they may be equal
    arrow        a path of cells whose sum is the cell before them: a circle and an arrow
    sum          a run of cells behind a black one adds up to it: a number in the black cell
    clue         runs of ones or skyscrapers of a whole line: numbers outside (clues.py)
    area         sets of cells that differ and make up the whole board: thick lines round them

What a constraint says decides, whatever it is called and whoever made it (relations.py).  An
all-different over the cells of a cage or of a run belongs to it.  Cages that overlap could not be
told apart, and none of them is drawn.  A difference or a quotient of two cells is a cage where
there are other cages and none overlap, and else a dot, with a number if it is neither a difference
of 1 nor a quotient of 2.  All else is `rest`, which a caption lists; so it does sums whose cells
need not differ, as readers of a killer or a kakuro take it that they do.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from accord.puzzles import Cell, Puzzle
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.table import Table
from accord.views.boards.clues import OutsideClue, clues
from accord.views.boards.relations import (
    Pair,
    order,
    pair,
    rising,
    sum_of_others,
    times,
    total,
    total_of_tuples,
)
from accord.views.narration.constraint_words import listed_constraints

TIMES = "\N{MULTIPLICATION SIGN}"
USUAL = ("-", 1), ("/", 2)  # what a dot without a number says


@dataclass(frozen=True)
class Cage:
    """Cells with an outline."""

    cells: tuple[Cell, ...]
    label: str  # 12, 12+; empty where they only differ


@dataclass(frozen=True)
class Sign:
    """Two neighbouring cells, one of which is less."""

    less: Cell
    more: Cell


@dataclass(frozen=True)
class Dot:
    """Two neighbouring cells with a difference or a quotient."""

    one: Cell
    other: Cell
    black: bool  # a quotient
    number: int | None  # None for a difference of 1 and a quotient of 2


@dataclass(frozen=True)
class Thermometer:
    """Cells that are less and less towards the bulb, which is the first one."""

    cells: tuple[Cell, ...]
    slow: bool  # whether neighbours may be equal


@dataclass(frozen=True)
class Arrow:
    """A cell with a circle, and those that add up to it."""

    circle: Cell
    path: tuple[Cell, ...]


@dataclass(frozen=True)
class BlackCellSum:
    """The sum of the cells to the right of a black cell, or below it."""

    black: Cell
    across: bool
    total: int


@dataclass(frozen=True)
class Printed:
    """Constraints as they are drawn on a board, and the rest, which is not drawn."""

    cages: tuple[Cage, ...] = ()
    signs: tuple[Sign, ...] = ()
    dots: tuple[Dot, ...] = ()
    thermometers: tuple[Thermometer, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    sums: tuple[BlackCellSum, ...] = ()
    clues: tuple[OutsideClue, ...] = ()
    areas: tuple[int, ...] = ()  # for each cell the number of its area; empty without areas
    rest: tuple[Constraint, ...] = ()
    between: tuple[Constraint, ...] = ()  # signs and dots, for which not every text has room
    outside: tuple[Constraint, ...] = ()  # clues, the same
    only_drawn: tuple[Constraint, ...] = ()  # dots with numbers and paths, which no text has
    repeating: tuple[Constraint, ...] = ()  # sums that are drawn, of cells that need not differ

    @property
    def labelled(self) -> bool:
        """Whether a cage has a text in its corner."""
        return any(cage.label for cage in self.cages)

    @property
    def pictured(self) -> bool:
        """Whether clues are those of a nonogram, whose ones are filled squares."""
        return any(not clue.seen for clue in self.clues)

    @property
    def marked(self) -> bool:
        """Whether signs or dots stand between cells."""
        return bool(self.signs or self.dots)

    def not_in_text(
        self, constraints: Iterable[Constraint], marked: bool, clued: bool
    ) -> list[Constraint]:
        """Those of the constraints that a text does not show.

        Args:
            constraints: in their order.
            marked: whether it shows what stands between cells.
            clued: whether it shows what stands outside.
        """
        hidden = (*(() if marked else self.between), *(() if clued else self.outside))
        left = {*map(id, (*self.rest, *self.only_drawn, *hidden))}
        return [each for each in constraints if id(each) in left]


@dataclass(frozen=True)
class PrintedBoard:
    """Cells in rows, some of which may be black."""

    cells: int
    columns: int
    values: frozenset[int]  # that may stand on it
    black: frozenset[Cell] = frozenset()
    houses: tuple[frozenset[Cell], ...] = ()  # sets of cells that differ, besides the constraints

    def printed(self, constraints: Sequence[Constraint]) -> Printed:
        """These constraints as they are drawn, and the rest."""
        if not constraints:
            return Printed()
        sums = dict(self._sums(constraints))
        outside = {} if self.black else self._clues(constraints)
        cages, dots = self._cages_and_dots(constraints, {*sums, *outside})
        arrows = dict(self._arrows(constraints))
        thermometers = dict(self._thermometers(constraints))
        whole = {frozenset(constraints[place].scope) for place in (*sums, *cages)}
        signs = {place: self.sign(each) for place, each in enumerate(constraints)}
        signs = {place: sign for place, sign in signs.items() if sign is not None}
        alike = dict(_different(constraints))
        areas = self._areas(sorted(alike.values(), key=whole.__contains__))
        boxes = {frozenset(each for each, of in enumerate(areas) if of == n) for n in {*areas}}
        known = {place for place, cells in alike.items() if cells in whole or cells in boxes}
        alone = {place: cells for place, cells in alike.items() if place not in known}
        outlined = dict(self._outlined(alone))
        drawn = {*sums, *outside, *cages, *dots, *arrows, *thermometers, *signs, *outlined, *known}
        numbered = {place for place, dot in dots.items() if dot.number is not None}
        between = {*signs, *dots} - numbered
        only_drawn = (*thermometers, *arrows, *numbered)
        added = [
            *(constraints[place] for place in sums),
            *(constraints[place] for place, cage in cages.items() if cage.label.isdecimal()),
        ]
        return Printed(
            tuple(dict.fromkeys((*cages.values(), *outlined.values()))),
            tuple(dict.fromkeys(sign for sign in signs.values() if sign)),
            tuple(dict.fromkeys(dots.values())),
            tuple(dict.fromkeys(thermometers.values())),
            tuple(dict.fromkeys(arrows.values())),
            tuple(sums.values()),
            tuple(outside.values()),
            areas,
            tuple(each for place, each in enumerate(constraints) if place not in drawn),
            tuple(each for place, each in enumerate(constraints) if place in between),
            tuple(constraints[place] for place in outside),
            tuple(constraints[place] for place in only_drawn),
            tuple(_repeating(added, (*self.houses, *alike.values()))),
        )

    def _clues(self, constraints: Sequence[Constraint]) -> dict[int, OutsideClue]:
        binary = self.values == {0, 1}
        return clues(constraints, self.cells, self.columns, binary=binary)

    def hangs_together(self, cells: Collection[Cell]) -> bool:
        """Whether steps between neighbours in a set of cells reach each of them."""
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
        if len(cells | self.black) == self.cells or not self.hangs_together(cells):
            return False
        rows, columns = ({divmod(cell, self.columns)[way] for cell in cells} for way in (0, 1))
        lines = (len(rows) == 1, self.columns), (len(columns) == 1, self.cells // self.columns)
        return not any(straight and len(cells) == length for straight, length in lines)

    def _cages_and_dots(
        self, constraints: Sequence[Constraint], known: Collection[int]
    ) -> tuple[dict[int, Cage], dict[int, Dot]]:
        """Cages and dots by the place of their constraints; cages share no cell with each other."""
        labels = {
            place: label
            for place, each in enumerate(constraints)
            if place not in known and (label := _label(each)) and self.hangs_together(each.scope)
        }
        pairs = {place: said for place, said in self._pairs(constraints) if place not in known}
        held = Counter(
            cell
            for scope in {frozenset(constraints[p].scope) for p in (*labels, *pairs)}
            for cell in scope
        )
        if all(number == 1 for number in held.values()) and (
            labels or {*pairs.values()} - {*USUAL}
        ):
            labels |= {
                place: f"{number}{'-÷'[sign == '/']}" for place, (sign, number) in pairs.items()
            }
            pairs = {}
        operations = any(not label.isdecimal() for label in labels.values())
        cages: dict[int, Cage] = {}
        for place, label in labels.items():
            cells = tuple(sorted(constraints[place].scope))
            plus = "+" * (operations and label.isdecimal() and len(cells) > 1)
            cages[place] = Cage(cells, label + plus)
        held = Counter(cell for cage in {*cages.values()} for cell in cage.cells)
        alone = {
            place: cage
            for place, cage in cages.items()
            if all(held[cell] == 1 for cell in cage.cells)
        }
        return alone, {place: _dot(constraints[place], said) for place, said in pairs.items()}

    def _pairs(self, constraints: Sequence[Constraint]) -> Iterator[tuple[int, Pair]]:
        """The places of the differences and quotients of neighbours."""
        for place, each in enumerate(constraints):
            if len(each.scope) == 2 and each.scope[1] in self._neighbours(each.scope[0]):
                said = pair(each, self.values)
                if said is not None:
                    yield place, said

    def _thermometers(self, constraints: Sequence[Constraint]) -> Iterator[tuple[int, Thermometer]]:
        for place, each in enumerate(constraints):
            cells, slow = rising(each) or ((), False)
            if cells and self._is_path(cells):
                yield place, Thermometer(cells, slow)

    def _arrows(self, constraints: Sequence[Constraint]) -> Iterator[tuple[int, Arrow]]:
        for place, each in enumerate(constraints):
            circle, parts = sum_of_others(each) or (0, ())
            for path in (parts, parts[::-1]) if parts else ():
                if self._is_path((circle, *path)):
                    yield place, Arrow(circle, path)
                    break

    def _is_path(self, cells: Sequence[Cell]) -> bool:
        """Whether each cell touches the next, by a side or a corner."""
        places = [divmod(cell, self.columns) for cell in cells]
        return not self.black.intersection(cells) and all(
            max(abs(row - r), abs(column - c)) == 1 for (row, column), (r, c) in pairwise(places)
        )

    def _outlined(self, alike: Mapping[int, frozenset[Cell]]) -> Iterator[tuple[int, Cage]]:
        """Cells that differ, by place; where no houses are known only what overlaps nothing."""
        found = {place: cells for place, cells in alike.items() if self._stands_out(cells)}
        held = Counter(cell for cells in {*found.values()} for cell in cells)
        for place, cells in found.items():
            if self.houses or all(held[cell] == 1 for cell in cells):
                yield place, Cage(tuple(sorted(cells)), "")

    def _sums(self, constraints: Sequence[Constraint]) -> Iterator[tuple[int, BlackCellSum]]:
        """Sums of whole runs behind black cells, one for each black cell and direction."""
        taken: set[tuple[Cell, bool]] = set()
        for place, each in enumerate(constraints if self.black else ()):
            found = total(each)
            if found is None:
                found = total_of_tuples(each)
            for across in (True, False) if found is not None else ():
                black = self._before(sorted(each.scope), across)
                if black is not None and (black, across) not in taken:
                    taken.add((black, across))
                    assert found is not None
                    yield place, BlackCellSum(black, across, found)
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
        found = order(constraint)
        if found is None or found[1] not in self._neighbours(found[0]):
            return None
        return Sign(*found)

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
    """Further constraints of a puzzle as they are drawn on its board of boxes or regions."""
    if not puzzle.shape.extra:
        return Printed()
    houses = tuple(frozenset(house.cells) for house in puzzle.houses)
    board = PrintedBoard(
        puzzle.size**2, puzzle.size, frozenset(range(1, puzzle.size + 1)), houses=houses
    )
    return board.printed(puzzle.shape.extra)


def _label(constraint: Constraint) -> str:
    """The text in the corner of a cage: a sum or a product; empty for other constraints."""
    if (found := total(constraint)) is not None:
        return str(found)
    return "" if (found := times(constraint)) is None else f"{found}{TIMES}"


def _dot(constraint: Constraint, said: Pair) -> Dot:
    one, other = sorted(constraint.scope)
    return Dot(one, other, said[0] == "/", None if said in USUAL else said[1])


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


def repeated_values(printed: Printed, names: Sequence[str]) -> str:
    """A sentence on the sums in which values may repeat; empty where there are none."""
    listed = listed_constraints(printed.repeating, names)
    return f"values may repeat in: {listed}" if listed else ""
