"""The candidate board: what a person has on paper, as sets of bits.

A cell is placed, or has marks: the candidates that are left to it.  A cell with one mark is not
placed yet; placing it is a deduction like any other.  Boards do not change: deductions make new
ones, and what was computed of a board once (where a value may stand, say) stays with it.

A deduction touches a few cells and values.  So a new board takes over what is known of the others:
the places of each value (`ValuePlaces`, shared by all boards on which they are the same), and which
patterns were looked for in vain (`unless_in_vain`).
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import or_

from accord.puzzles import Cell, Grid, MalformedPuzzleError, Puzzle, Value, shape
from accord.puzzles.files.texts import read
from accord.puzzles.formats.draft import Variant
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.layout import (
    Cells,
    House,
    Layout,
    Values,
    layout,
    mask_of,
    members,
    set_of,
    values_of,
)


@dataclass(frozen=True)
class ValuePlaces:
    """The places of a value on a board."""

    layout: Layout = field(hash=False)
    value: Value
    where: Cells  # the open cells that have it as a candidate
    placed: Cells  # the cells that hold it

    @cached_property
    def homes(self) -> tuple[Cells, ...]:
        """For each house where the value may go; nothing if the house has it."""
        homes = [self.where & mask for mask in self.layout.masks]
        for cell in members(self.placed):
            for house in self.layout.houses_of[cell]:
                homes[house.index] = 0
        return tuple(homes)

    @cached_property
    def single(self) -> tuple[int, ...]:
        """The houses, by index, in which the value has one place."""
        return tuple(index for index, home in enumerate(self.homes) if home.bit_count() == 1)

    @cached_property
    def seen(self) -> Cells:
        """The cells that hold the value and see one that has it as a candidate."""
        found, peers = 0, self.layout.peers
        for cell in members(self.placed) if self.where else ():
            if peers[cell] & self.where:
                found |= 1 << cell
        return found

    @cached_property
    def fault(self) -> str:
        """The house without a place for the value, or two cells that hold it; else empty."""
        anywhere, peers = self.placed | self.where, self.layout.peers
        held = [anywhere & mask for mask in self.layout.masks]
        if 0 in held:
            return f"{self.layout.houses[held.index(0)].name} has no place left for {self.value}"
        for cell in members(self.placed):
            if twice := self.placed & peers[cell]:
                other = next(members(twice))
                return f"{self.layout.names([cell, other])} both hold {self.value}"
        return ""


@dataclass(frozen=True, repr=False)
class Board:
    """A candidate board: placed values, and candidates of the open cells."""

    layout: Layout = field(hash=False)
    values: tuple[Value, ...]  # for each cell its value, or 0
    marks: tuple[Values, ...]  # the values left to each cell; nothing for one that has its value
    givens: Cells = field(compare=False)  # the cells whose values the author printed

    @property
    def size(self) -> int:
        """The number of values, and of cells in a house."""
        return self.layout.size

    @cached_property
    def open(self) -> Cells:
        """The cells without a value."""
        return self.placed_at[0]

    @cached_property
    def where(self) -> tuple[Cells, ...]:
        """For each value the open cells that have it as a candidate; nothing for 0."""
        where = [0] * (self.size + 1)
        for cell, mark in enumerate(self.marks):
            bit = 1 << cell
            for value in members(mark):
                where[value] |= bit
        return tuple(where)

    @cached_property
    def placed_at(self) -> tuple[Cells, ...]:
        """For each value the cells that hold it; for 0 the open cells."""
        at = [0] * (self.size + 1)
        for cell, value in enumerate(self.values):
            at[value] |= 1 << cell
        return tuple(at)

    @cached_property
    def places(self) -> tuple[ValuePlaces, ...]:
        """For each value where it may stand and where it stands; for 0 the open cells."""
        layouts = (self.layout,) * (self.size + 1)
        return tuple(map(ValuePlaces, layouts, range(self.size + 1), self.where, self.placed_at))

    @cached_property
    def homes(self) -> tuple[tuple[Cells, ...], ...]:
        """`homes[value][house.index]`: where a value may go in a house that has it not yet.

        Nothing where the house has the value, whatever marks are left there.
        """
        return tuple(places.homes for places in self.places)

    @cached_property
    def counted(self) -> tuple[Cells, ...]:
        """`counted[k]`: the open cells with exactly k candidates."""
        counted = [0] * max(self.size + 1, 4)  # techniques ask for cells with two and three
        bit = 1
        for mark in self.marks:
            counted[mark.bit_count()] |= bit
            bit <<= 1
        counted[0] &= self.open
        return tuple(counted)

    @cached_property
    def vain(self) -> set[Hashable]:
        """The searches that found nothing, on this board or on one that it comes from."""
        return set()

    def unless_in_vain(
        self, what: Hashable, where: Value | tuple[House, ...], found: Iterable[Deduction]
    ) -> Iterator[Deduction]:
        """The deductions of a search on one value or houses, skipped where it found none before.

        Args:
            what: is looked for: the function and all its settings.
            where: a value, if its places alone decide what is found; or houses, if their values and
                marks do.
            found: the deductions, not yet looked for.
        """
        key: Hashable
        if isinstance(where, int):
            key = what, where, self.where[where], self.placed_at[where]
        else:
            states = ((h.index, h.pick(self.values), h.pick(self.marks)) for h in where)
            key = what, *states
        if key in self.vain:
            return
        empty = True
        for deduction in found:
            empty = False
            yield deduction
        if empty:
            self.vain.add(key)

    @property
    def solved(self) -> bool:
        """Whether every cell has a value, and no house has one twice."""
        return not self.open and not self.broken

    @cached_property
    def broken(self) -> str:
        """The cell or house without a candidate, in words; empty if there is none."""
        held = list(map(or_, self.values, self.marks))
        if 0 in held:
            return f"{self.layout.names([held.index(0)])} has no candidate left"
        faults = (places.fault for places in self.places[1:] if places.fault)
        return next(faults, "") or next(self._broken_rules(), "")

    def _broken_rules(self) -> Iterator[str]:
        """What is broken of the sums and orders whose cells all have values."""
        for rule in self.layout.rules:
            if all(values := [self.values[cell] for cell in rule.scope]):
                yield from rule.violations(values, [self.layout.names([c]) for c in rule.scope])

    def after(self, deductions: Iterable[Deduction]) -> "Board":
        """The board with everything that is placed and removed.

        A cell in which two values are placed, or one that is removed, has run empty.
        """
        values, marks = list(self.values), list(self.marks)
        placed: dict[Cell, Value] = {}
        for deduction in deductions:
            for cell, gone in deduction.removed.items():
                marks[cell] &= ~mask_of(gone)
            for cell, value in deduction.placed.items():
                marks[cell] &= 1 << value
                placed[cell] = value
        for cell, value in placed.items():
            if marks[cell]:
                values[cell], marks[cell] = value, 0
        return Board(self.layout, tuple(values), tuple(marks), self.givens)

    def successor(self, deductions: Iterable[Deduction]) -> "Board":
        """The board after some deductions, which takes over what is known of this one."""
        board = self.after(deductions)
        where, placed_at, places = list(self.where), list(self.placed_at), list(self.places)
        changed: Values = 0
        for cell, (mark, left) in enumerate(zip(self.marks, board.marks, strict=True)):
            if mark == left:
                continue
            bit, lost = 1 << cell, mark & ~left
            for value in values_of(lost):
                where[value] ^= bit
            if value := board.values[cell]:
                placed_at[value] |= bit
                placed_at[0] ^= bit
                lost |= 1
            changed |= lost
        for value in values_of(changed):
            places[value] = ValuePlaces(self.layout, value, where[value], placed_at[value])
        vars(board).update(
            where=tuple(where), placed_at=tuple(placed_at), places=tuple(places), vain=self.vain
        )
        return board

    def removals(self, cells: Cells, values: Values) -> dict[Cell, frozenset[Value]]:
        """The candidates that these cells have of some values, by cell."""
        return {
            cell: set_of(gone)
            for cell in members(cells & self.open)
            if (gone := self.marks[cell] & values)
        }

    def candidates(self) -> tuple[frozenset[Value], ...]:
        """For each cell the values it may still hold; of a cell with a value only that."""
        return tuple(
            frozenset({value}) if value else frozenset(members(mark))
            for value, mark in zip(self.values, self.marks, strict=True)
        )

    @property
    def grid(self) -> Grid:
        """The values, 0 for open cells."""
        return Grid(self.values)

    def text(self, format: str = "candidates") -> str:
        """The board in a format that says candidates; constraints that are no houses are left out.

        Raises:
            FormatError: the format cannot say this size.
        """
        from accord.puzzles.files.texts import write

        its = self.layout.shape
        houses_alone = shape(its.size, its.box, its.rules, its.regions)
        return write(Puzzle(houses_alone, self.grid, self.candidates()), format)

    def __repr__(self) -> str:
        return f"board({self.text('candidates' if self.size <= 35 else 'json')!r})"

    @property
    def puzzle(self) -> Puzzle:
        """The board as a puzzle: values as givens, marks as candidates."""
        return Puzzle(self.layout.shape, self.grid, self.candidates())


def board_of(puzzle: Puzzle, givens: Iterable[Cell] | None = None) -> Board:
    """The board of a puzzle as it is printed: nothing is pruned.

    Args:
        puzzle: values, and candidates where there are any.
        givens: the cells whose values are givens; by default every cell with a value.
    """
    pairs = list(zip(puzzle.givens, puzzle.domains, strict=True))
    values = tuple(value if domain else 0 for value, domain in pairs)
    marks = tuple(0 if value and domain else mask_of(domain) for value, domain in pairs)
    placed = mask_of(cell for cell, value in enumerate(values) if value)
    author = placed if givens is None else mask_of(givens) & placed
    return Board(layout(puzzle.shape), values, marks, author)


def board(text: str | Puzzle, givens: str | Mapping[Cell, Value] | None = None) -> Board:
    """A candidate board in any format, or a puzzle: 81 digits, `{159}` groups, pencil marks ...

    Args:
        text: what to read; a blank of plain text has all candidates, nothing is pruned.
        givens: the puzzle as its author printed it, if the board has more values by now.

    Raises:
        MalformedPuzzleError: it cannot be read, or the givens are no part of it.
    """
    puzzle = text if isinstance(text, Puzzle) else read(text)
    if givens is None:
        return board_of(puzzle)
    if isinstance(givens, str):
        first = read(givens, Variant.of(puzzle))
        given = {cell: value for cell, value in enumerate(first.givens) if value}
    else:
        given = dict(givens)
    for cell, value in given.items():
        if puzzle.givens[cell] != value:
            names = layout(puzzle.shape).names([cell])
            raise MalformedPuzzleError(
                f"givens: found {value} at {names}, expected what the board has there: "
                f"{puzzle.givens[cell] or 'a blank'}"
            )
    return board_of(puzzle, given)
