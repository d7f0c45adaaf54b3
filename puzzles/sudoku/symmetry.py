"""Symmetries: a puzzle in another form, whose solutions are those of the first in that form.

The rules of a shape stay the same when every value gets another name, and when cells trade
places so that its houses and further constraints stand, as sets of cells, where some stood before.
The moved puzzle is an *isomorph* of the first: as hard for a person, not so for a search that goes
from left to right; and a solver that finds two solutions of one and none of the other is wrong.
(The group of the 9x9 Sudoku: Russell and Jarvis, "Mathematics of Sudoku II", 2006.)

    shape                      cells may trade places by
    ------------------------   --------------------------------------------------------------
    boxes                      bands, rows within bands, stacks, columns within stacks;
                               transposition where the boxes are square
    latin                      rows, columns, transposition
    diagonals, windoku,        what of these leaves their houses a set: reflections, rotations,
    jigsaw, further            lines or blocks of lines, rows and columns together, and those
    all-different              together with the lines that lie opposite
    with constraints of        reflections and rotations that keep the houses; further constraints
    other kinds (sums ...)     move along, in another order, and values keep their names

The code computes this for each shape: it tries which exchanges of two blocks of lines map the set
of constraints onto itself, and which of the eight reflections and rotations do, and draws by Fisher
and Yates among those that passed.  An isomorph has the houses of its puzzle: the transposition of
boxes of 2x3, which is another shape, is left out.  How likely each symmetry is, and what it costs:
docs/explanation/measuring.md.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from accord.puzzles.grid import Cell, Grid, Value, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape

Lines = tuple[int, ...]  # for each line the one that comes to stand in its place
Cells = tuple[Cell, ...]  # for each cell the one whose value comes to stand in it
_CELL = re.compile(r"\br(\d+)c(\d+)\b")  # in the name of a constraint


@dataclass(frozen=True)
class Symmetry:
    """A map of cells and values that moves solutions of a shape to solutions."""

    cells: Cells
    values: tuple[Value, ...]  # for each of 0..n the name it gets; a blank stays one
    extra: tuple[int, ...] = ()  # which further constraint comes to each place; none: all stay

    def grid(self, grid: Sequence[Value]) -> Grid:
        """The grid in its other form.

        One that is no grid of this size is left as it is, and so is a value out of range: what is
        faulty stays so, and what is different stays different.
        """
        if len(grid) != len(self.cells):
            return Grid(grid)
        names = self._names
        return Grid([names.get(value, value) for value in map(grid.__getitem__, self.cells)])

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle in its other form, its candidates moved too."""
        marks = puzzle.candidates
        if marks is not None:
            marks = tuple(frozenset(map(self.values.__getitem__, marks[c])) for c in self.cells)
        return Puzzle(self._figure(puzzle.shape), self.grid(puzzle.givens), marks)

    def _figure(self, figure: Shape) -> Shape:
        """The shape with its further constraints moved along."""
        if not self.extra:
            return figure
        size, old = figure.size, [str(cell) for cell in figure.cells]
        places = _inverse(self.cells)
        new = {name: places[cell] for cell, name in enumerate(old)}

        def renamed(cell: re.Match[str]) -> str:
            row, column = int(cell[1]) - 1, int(cell[2]) - 1
            inside = 0 <= row < size and 0 <= column < size
            return cell_name(places[row * size + column], size) if inside else cell[0]

        moved = [
            each.from_record(each.record(old), new, _CELL.sub(renamed, each.name))
            for each in map(figure.extra.__getitem__, self.extra)
        ]
        return shape(size, figure.box, figure.rules, figure.regions, moved)

    @property
    def inverse(self) -> "Symmetry":
        """The symmetry that leads back."""
        return Symmetry(_inverse(self.cells), _inverse(self.values), _inverse(self.extra))

    @cached_property
    def _names(self) -> dict[Value, Value]:
        return dict(enumerate(self.values))


@lru_cache(256)
def isomorph(puzzle: Puzzle, seed: int, number: int) -> tuple[Puzzle, Symmetry]:
    """One of the isomorphs of a puzzle, and the symmetry that leads to it.

    The same on every machine: only `random()` is used of Python's generator, whose numbers for a
    text it promises not to change.

    Args:
        puzzle: whatever it is called, its digest decides.
        seed: any.
        number: which isomorph, 1 or more; 0 is the puzzle itself.
    """
    random = Random(f"{seed} {puzzle.digest} {number}")
    symmetry = random_symmetry(puzzle.shape, random) if number else identity(puzzle.shape)
    return symmetry.puzzle(puzzle), symmetry


def identity(shape: Shape) -> Symmetry:
    """The symmetry that moves nothing."""
    return Symmetry(tuple(shape.cells), tuple(range(shape.size + 1)))


def random_symmetry(shape: Shape, random: Random) -> Symmetry:
    """A random symmetry of a shape."""
    if shape.others:
        return _turned(shape, random)
    exchanges, turns = _moves(shape)
    rows = columns = tuple(range(shape.size))
    for choices in exchanges:
        if place := int(random.random() * (1 + len(choices))):
            move = choices[place - 1]
            rows, columns = _after(rows, move.rows), _after(columns, move.columns)
    turn = turns[int(random.random() * len(turns))]
    names = sorted(range(1, shape.size + 1), key=lambda value: random.random())
    return Symmetry(_after(_cells(Move(rows, columns)), turn), (0, *names))


def _turned(figure: Shape, random: Random) -> Symmetry:
    """A random reflection or rotation of a shape, whose further constraints move along."""
    bare = shape(figure.size, figure.box, figure.rules, figure.regions)
    turns = [turn for turn in _turns(figure.size) if is_symmetric(bare, turn)]
    turn = turns[int(random.random() * len(turns))]
    order = sorted(range(len(figure.extra)), key=lambda place: random.random())
    return Symmetry(turn, identity(figure).values, tuple(order))


def is_symmetric(shape: Shape, cells: Sequence[Cell]) -> bool:
    """Whether the constraints of a shape, as sets of cells, map onto themselves.

    Args:
        shape: of all-different constraints.
        cells: for each cell the one whose value comes to stand in it.
    """
    sets = _sets(shape)
    return all(frozenset([cells[cell] for cell in each]) in sets for each in sets)


class Move(NamedTuple):
    """A map of the lines of a grid."""

    rows: Lines
    columns: Lines


@lru_cache(256)
def _moves(shape: Shape) -> tuple[list[list[Move]], list[Cells]]:
    """The moves that map the constraints of a shape onto themselves, of those that are tried.

    Exchanges come in lists, those of a block of lines with blocks before it: the first list of two
    blocks, the second of three and so on, as Fisher and Yates draw one of each.
    """
    n = shape.size
    exchanges: dict[tuple[str, int, int], list[Move]] = defaultdict(list)
    for width in (each for each in range(1, n) if n % each == 0):
        for one, other in combinations(range(n // width), 2):
            for way, move in _passing(shape, _exchange(n, width, one, other)):
                exchanges[way, width, other].append(move)
    ordered = [exchanges[key] for key in sorted(exchanges)]
    return ordered, [turn for turn in _turns(n) if is_symmetric(shape, turn)]


def _exchange(size: int, width: int, one: int, other: int) -> Lines:
    """Two blocks of so many lines in each other's places."""
    lines = list(range(size))
    a, b = (slice(block * width, (block + 1) * width) for block in (one, other))
    lines[a], lines[b] = lines[b], lines[a]
    return tuple(lines)


def _passing(shape: Shape, swap: Lines) -> list[tuple[str, Move]]:
    """The ways in which rows and columns may be exchanged so.

    Where rows may be without columns, or these without rows, nothing else is needed.
    """
    still = tuple(range(shape.size))
    opposite = tuple(shape.size - 1 - line for line in reversed(swap))
    apart = {"rows": Move(swap, still), "columns": Move(still, swap)}
    together = {"together": Move(swap, swap)}
    if opposite != swap:
        both = _after(swap, opposite)
        together["with opposite"] = Move(both, both)
    for ways in (apart, together):
        if found := [each for each in ways.items() if is_symmetric(shape, _cells(each[1]))]:
            return found
    return []


def _turns(size: int) -> Iterator[Cells]:
    """The eight reflections and rotations."""
    lines = tuple(range(size))
    for rows, columns in product((lines, lines[::-1]), repeat=2):
        turned = _cells(Move(rows, columns))
        yield turned
        yield tuple(turned[column * size + row] for row in lines for column in lines)


def _cells(move: Move) -> Cells:
    """The map of cells that a move of lines is."""
    size = len(move.rows)
    return tuple([row * size + column for row in move.rows for column in move.columns])


def _after(first: tuple[int, ...], then: tuple[int, ...]) -> tuple[int, ...]:
    """Two moves as one."""
    return tuple([first[place] for place in then])


def _inverse(move: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(move)), key=move.__getitem__))


@lru_cache(256)
def _sets(shape: Shape) -> dict[frozenset[Cell], None]:
    """The cells of each constraint; boxes, regions and the like first, where most moves fail."""
    return dict.fromkeys(frozenset(each.scope) for each in reversed(shape.constraints))
