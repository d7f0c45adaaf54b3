"""Skyscrapers: a Latin square of heights, with clues outside that say how many are seen.

    #  .  .  .  .  #
    3  .  .  .  .  .
    .  .  .  .  .  2
    .  .  .  .  .  .
    .  .  .  .  .  .
    #  3  .  1  .  #

A clue counts the buildings of its line that are seen from there: those that are higher than all
before them.  `.` says nothing, outside and inside; `#` are the corners.  Masanori Natsuhara's,
of the World Puzzle Championship of 1992.

One puzzle, two models: a clue is the table of the lines that fit it, of which there are up to n!,
or an expression that counts.  From size 8 on tables are too large.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, permutations
from typing import Literal, NamedTuple

from accord.puzzles.classics.boards.board import rows_of
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.grid import Cell, Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape


class Clue(NamedTuple):
    """A clue at the border: the number of buildings seen along a line."""

    name: str
    seen: int
    cells: tuple[Cell, ...]  # from the clue on


def skyscrapers(text: str, model: Literal["table", "expression"] = "table") -> Puzzle:
    r"""The Latin square with these clues and givens.

    >>> str(accord.solve(skyscrapers("# 2 . #\n. . . .\n. . . .\n# . . #")).solutions[0])
    '1221'

    Args:
        text: n + 2 rows of n + 2 words: clues round the cells, and `#` in the corners.
        model: each clue as a table or as an expression.

    Raises:
        MalformedConstraintError: the text is no square, or a word is none of these; says where.
        MalformedPuzzleError: a given is above n.
    """
    rows = rows_of(text)
    size = len(rows) - 2
    if size < 1 or len(rows[0]) != len(rows):
        raise MalformedConstraintError(
            f"found {len(rows)} rows of {len(rows[0])} words, expected n + 2 of n + 2 each"
        )
    numbers = [
        [_number(row, column, rows) for column in range(size + 2)] for row in range(size + 2)
    ]
    inner = [numbers[row][1:-1] for row in range(1, size + 1)]
    says = _table if model == "table" else visible
    extra = [says(clue, size) for clue in _clues(numbers, size)]
    givens = Grid(value for row in inner for value in row)
    return Puzzle(shape(size, rules=["latin"], extra=extra), givens)


def _number(row: int, column: int, rows: list[list[str]]) -> int:
    """The number of a word; 0 for a blank."""
    word, last = rows[row][column], len(rows) - 1
    corner = row in (0, last) and column in (0, last)
    if word == ("#" if corner else "."):
        return 0
    size = last - 1
    if corner or not word.isdecimal() or not 1 <= int(word) <= size:
        expected = "`#`" if corner else f"1 to {size} or `.`"
        raise MalformedConstraintError(
            f"row {row + 1}, word {column + 1}: found {word!r}, expected {expected}"
        )
    return int(word)


def _clues(numbers: list[list[int]], size: int) -> Iterator[Clue]:
    """The clues that say something, with their lines."""
    for k in range(size):
        row = tuple(range(k * size, k * size + size))
        column = tuple(range(k, size * size, size))
        for side, seen, cells in (
            ("left", numbers[k + 1][0], row),
            ("right", numbers[k + 1][-1], row[::-1]),
            ("top", numbers[0][k + 1], column),
            ("bottom", numbers[-1][k + 1], column[::-1]),
        ):
            if seen:
                line = "row" if side in ("left", "right") else "column"
                yield Clue(f"{line} {k + 1} from {side} {seen}", seen, cells)


@lru_cache(maxsize=64)
def _lines(size: int, seen: int) -> tuple[tuple[int, ...], ...]:
    """The orders of the heights in which so many are seen."""
    every = permutations(range(1, size + 1))
    return tuple(line for line in every if len(set(accumulate(line, max))) == seen)


def _table(clue: Clue, size: int) -> Constraint:
    return Table(clue.cells, _lines(size, clue.seen), name=clue.name)


def visible(clue: Clue, size: int) -> Constraint:
    """The first one is seen, and each of the others that is higher than all before it."""
    heights = [*map(Variable, clue.cells)]
    seen: list[Term] = [1]
    for place in range(1, size):
        highest = Operation("max", tuple(heights[:place]))
        seen.append(Operation("gt", (heights[place], highest)))
    return Expression(Operation("eq", (Operation("add", tuple(seen)), clue.seen)), name=clue.name)
