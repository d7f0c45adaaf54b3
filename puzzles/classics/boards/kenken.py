"""KenKen, or calcudoku: a Latin square with cages that say what their values make.

Tetsuya Miyamoto's puzzle of 2004; KenKen is a trade mark of Nextoy.  Within a cage values may be
repeated where they share neither row nor column.  A difference or a quotient is that of the greater
and the less of two values, in whichever order they stand.
"""

import re
from collections.abc import Mapping

from accord.puzzles.classics.boards.board import cages_of, side_of
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.grid import Cell, Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape


def kenken(cages: str, clues: Mapping[str, str]) -> Puzzle:
    """A Latin square with cages.

        kenken("aab cdb cdd", {"a": "3+", "b": "1-", "c": "3x", "d": "6+"})

    >>> cages = kenken("aab cdb cdd", {"a": "3+", "b": "1-", "c": "3x", "d": "6+"})
    >>> str(accord.solve(cages).solutions[0])
    '213132321'

    Args:
        cages: for each cell, row by row, the letter of its cage; `.` for none.
        clues: of each cage, a number and one of + - x /, or the value of a single cell.

    Raises:
        MalformedConstraintError: a cage has no clue, there is a clue without cage, or a clue that
            does not fit its cage.
        MalformedPuzzleError: there are no n x n letters, or a value is beyond n.
    """
    givens = [0] * len("".join(cages.split()))
    extra: list[Constraint] = []
    for letter, cage in cages_of(cages, clues, "clues").items():
        number, sign = _clue(letter, clues[letter], len(cage))
        if sign:
            extra.append(_says(cage, number, sign, f"cage {letter} {clues[letter]}"))
        else:
            givens[cage[0]] = number
    return Puzzle(shape(side_of(cages), rules=["latin"], extra=extra), Grid(givens))


def _clue(letter: str, clue: str, cells: int) -> tuple[int, str]:
    """The number and the sign of a clue."""
    found = re.fullmatch(r"([0-9]+)([-+x/]?)", clue)
    if found is None:
        raise MalformedConstraintError(
            f"cage {letter}: found {clue!r}, expected a number and one of + - x /, as 12x"
        )
    number, sign = found.groups()
    if (sign in ("-", "/") and cells != 2) or (not sign and cells != 1):
        wanted = "two cells" if sign else "one cell, or a sign after the number"
        raise MalformedConstraintError(
            f"cage {letter}: found {clue!r} for {cells} cells, expected {wanted}"
        )
    return int(number), sign


def _says(cage: tuple[Cell, ...], number: int, sign: str, name: str) -> Constraint:
    """The constraint that the values of a cage make its number by its sign."""
    if sign == "+":
        return Linear(cage, "=", number, name=name)
    values = tuple(map(Variable, cage))
    if sign == "x":
        term = Operation("eq", (Operation("mul", values), number))
    elif sign == "-":
        term = Operation("eq", (Operation("dist", values), number))
    else:
        one, other = values
        term = Operation("or", (_times(one, other, number), _times(other, one, number)))
    return Expression(term, name=name)


def _times(whole: Variable, part: Variable, quotient: int) -> Operation:
    return Operation("eq", (whole, Operation("mul", (quotient, part))))
