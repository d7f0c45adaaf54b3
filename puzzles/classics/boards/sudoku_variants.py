"""Variants of Sudoku, each a puzzle with further constraints.

What adds to a board takes a puzzle and gives one, so that variants combine:
`non_consecutive(anti_knight(puzzle))`.  `extended` adds the constraints, `path` reads cells that
are named by text.
"""

import re
from collections.abc import Iterable, Mapping

from accord.puzzles.classics.boards.board import KNIGHT, ORTHOGONAL, cages_of, pairs, side_of
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Order, Ordered
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.grid import Cell, Grid, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape


def extended(puzzle: Puzzle, extra: Iterable[Constraint]) -> Puzzle:
    """The puzzle with these constraints as well."""
    old = puzzle.shape
    new = shape(old.size, old.box, old.rules, old.regions, (*old.extra, *extra))
    return Puzzle(new, puzzle.givens, puzzle.candidates)


def path(text: str, size: int) -> tuple[Cell, ...]:
    """The cells of a path: `r1c1 r1c2 r2c3`, at least two, each next to the one before.

    Raises:
        MalformedConstraintError: one is no cell, stands twice, or touches the one before not even
            at a corner; says which.
    """
    names = text.split()
    cells: list[Cell] = []
    for name in names:
        found = re.fullmatch(r"r([0-9]{1,4})c([0-9]{1,4})", name)
        row, column = (int(part) - 1 for part in found.groups()) if found else (-1, -1)
        if not (0 <= row < size and 0 <= column < size):
            raise MalformedConstraintError(
                f"path {text!r}: found {name!r}, expected r1c1 to r{size}c{size}"
            )
        if cells:
            above, left = divmod(cells[-1], size)
            if max(abs(row - above), abs(column - left)) != 1:
                raise MalformedConstraintError(
                    f"path {text!r}: found {name}, expected a cell that touches the one before"
                )
        if row * size + column in cells:
            raise MalformedConstraintError(f"path {text!r}: found {name} twice, expected it once")
        cells.append(row * size + column)
    if len(cells) < 2:
        raise MalformedConstraintError(f"path {text!r}: found {len(cells)} cells, expected 2")
    return tuple(cells)


def anti_knight(puzzle: Puzzle) -> Puzzle:
    """The puzzle in which cells a knight's move apart differ.

    Anti-knight: cells that are a knight's move apart differ.

    A variant of Sudoku; the move is that of chess, two cells one way and one across.

    >>> plain = accord.puzzle("." * 81)
    >>> len(plain.constraints), len(anti_knight(plain).constraints)
    (27, 251)
    """
    n = puzzle.size
    moves = [*pairs(n, n, KNIGHT)]
    names = [f"knight {cell_name(one, n)} {cell_name(other, n)}" for one, other in moves]
    return extended(puzzle, map(AllDifferent, moves, names))


def arrows(puzzle: Puzzle, paths: Iterable[str]) -> Puzzle:
    """The puzzle with arrows.

    Arrows: the value in the circle is the sum of those along the arrow.

    A variant of Sudoku, known from the World Sudoku Championships.  Along an arrow values may be
    repeated, where no other rule forbids it.

    >>> four = arrows(accord.puzzle("." * 16), ["r1c1 r1c2 r2c3"])
    >>> four.constraints[-1].name
    'arrow 1'

    Args:
        puzzle: the board, with its givens.
        paths: of each arrow the cells, as "r1c1 r1c2 r2c3": the circle, and then the arrow; each
            touches the one before, perhaps at a corner.

    Raises:
        MalformedConstraintError: a path is none; says why.
    """
    cells = [path(text, puzzle.size) for text in paths]
    return extended(
        puzzle,
        [
            Linear(each, "=", 0, (1, *[-1] * (len(each) - 1)), name=f"arrow {number}")
            for number, each in enumerate(cells, 1)
        ],
    )


def killer(cages: str, sums: Mapping[str, int]) -> Puzzle:
    """A Sudoku without givens, with cages.

    Killer Sudoku: cages of cells that differ and add up to a sum.  CSPLib 057.

    From Japan in the 1990s as samunanpure; The Times of London has printed it since 2005.

    >>> corners = killer("ab.. a... ..cc ....", {"a": 5, "b": 2, "c": 7})
    >>> str(accord.solve(corners).solutions[0])
    '4213134221343421'

    Args:
        cages: for each cell, row by row, the letter of its cage; `.` for none.
        sums: of each cage.

    Raises:
        MalformedConstraintError: a cage has no sum, or there is a sum without cage.
        MalformedPuzzleError: there are no n x n letters, or there is no Sudoku of size n.
    """
    extra: list[Constraint] = []
    for letter, cage in cages_of(cages, sums, "sums").items():
        extra += [
            AllDifferent(cage, f"cage {letter}"),
            Linear(cage, "=", sums[letter], name=f"cage {letter}"),
        ]
    size = side_of(cages)
    return Puzzle(shape(size, extra=extra), Grid([0] * len("".join(cages.split()))))


def non_consecutive(puzzle: Puzzle) -> Puzzle:
    """The puzzle in which no two cells that share an edge have consecutive values.

    Non-consecutive: values of cells that share an edge are not neighbours in counting.

    A variant of Sudoku.  9 and 1 are no neighbours.

    >>> non_consecutive(accord.puzzle("." * 36)).constraints[-1].name
    'not consecutive r6c5 r6c6'
    """
    n = puzzle.size
    return extended(
        puzzle,
        [
            Expression(
                Operation("ne", (Operation("dist", (Variable(one), Variable(other))), 1)),
                name=f"not consecutive {cell_name(one, n)} {cell_name(other, n)}",
            )
            for one, other in pairs(n, n, ORTHOGONAL)
        ],
    )


def thermometers(puzzle: Puzzle, paths: Iterable[str], *, slow: bool = False) -> Puzzle:
    """The puzzle with thermometers.

    Thermometers: paths of cells along which values rise from the bulb to the end.

    A variant of Sudoku, known from the World Sudoku Championships.  Values rise strictly; the
    reading where they may stay the same ("slow thermometers") is an option.

    >>> four = thermometers(accord.puzzle("." * 16), ["r1c1 r1c2 r2c3"])
    >>> four.constraints[-1].name
    'thermometer 1'

    Args:
        puzzle: the board, with its givens.
        paths: of each thermometer the cells, as "r1c1 r1c2 r2c3", from the bulb on; each touches
            the one before, perhaps at a corner.
        slow: a value may be as high as the one before.

    Raises:
        MalformedConstraintError: a path is none; says why.
    """
    order: Order = "<=" if slow else "<"
    cells = [path(text, puzzle.size) for text in paths]
    return extended(
        puzzle, [Ordered(each, order, name=f"thermometer {n}") for n, each in enumerate(cells, 1)]
    )
