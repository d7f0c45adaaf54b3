"""Hidato: the numbers 1, 2, 3 ... on a path from cell to cell, by edges or corners.

    .  3  .
    1  #  .
    .  .  7

`.` is to be filled and `#` no cell.  Gyora Benedek's puzzle.

One puzzle, two models: each cell has a number, and next to it is the following one; or each number
has a place, next to that of the following one.
"""

from typing import Literal

from accord.puzzles.classics.boards.board import KING, pairs, rows_of
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def hidato(text: str, model: Literal["cells", "places"] = "cells") -> Problem:
    r"""The number of each cell, 0 where there is none; or the place of each number.

    >>> hidato(". 3 .\n1 # .\n. . 7")
    Problem(9 variables, 9 constraints)

    Args:
        text: rows of words, each of them a number, `.` or `#`.
        model: `cells` has a variable for each place of the board, `places` one for each number,
            whose value counts the places row by row from 0.

    Raises:
        MalformedConstraintError: the rows are not equally long, or a word is none of these.
    """
    rows = rows_of(text)
    words = [word for row in rows for word in row]
    free = [place for place, word in enumerate(words) if word != "#"]
    for place in free:
        word = words[place]
        if word != "." and not (word.isdecimal() and 1 <= int(word) <= len(free)):
            row, column = divmod(place, len(rows[0]))
            raise MalformedConstraintError(
                f"r{row + 1}c{column + 1}: found {word!r}, expected 1 to {len(free)}, `.` or `#`"
            )
    near: dict[int, list[int]] = {place: [] for place in free}
    for one, other in pairs(len(rows), len(rows[0]), KING):
        if one in near and other in near:
            near[one].append(other)
            near[other].append(one)
    make = _cells if model == "cells" else _places
    return make(words, len(rows[0]), near)


def _cells(words: list[str], columns: int, near: dict[int, list[int]]) -> Problem:
    last = len(near)
    domains = [
        (0,) if word == "#" else range(1, last + 1) if word == "." else (int(word),)
        for word in words
    ]
    names = [_name(place, columns) for place in range(len(words))]
    constraints: list[Constraint] = [AllDifferent(tuple(near), "all cells")]
    for place, others in near.items():
        follows = Operation("add", (Variable(place), 1))
        ends = [Operation("eq", (Variable(place), last))]
        ends += [Operation("eq", (Variable(other), follows)) for other in others]
        constraints.append(Expression(Operation("or", tuple(ends)), name=f"after {names[place]}"))
    black = tuple(place for place, word in enumerate(words) if word == "#")
    layout = ProblemLayout("grid", columns=columns, black=black)
    return Problem(domains, constraints, names, layout)


def _places(words: list[str], columns: int, near: dict[int, list[int]]) -> Problem:
    at: dict[int, list[int]] = {}
    for place in near:
        if words[place] != ".":
            at.setdefault(int(words[place]), []).append(place)
    blank = [place for place in near if words[place] == "."]
    domains = [_held(at.get(number), blank) for number in range(1, len(near) + 1)]
    touching = tuple((place, other) for place, others in near.items() for other in others)
    constraints: list[Constraint] = [AllDifferent(tuple(range(len(near))), "all places")]
    constraints += [
        Table((number - 1, number), touching, name=f"{number} and {number + 1}")
        for number in range(1, len(near))
    ]
    return Problem(
        domains, constraints, [f"place of {number}" for number in range(1, len(near) + 1)]
    )


def _held(found: list[int] | None, blank: list[int]) -> list[int]:
    """The places that a number may have; none, where it is given twice."""
    if found is None:
        return blank
    return found if len(found) == 1 else []


def _name(place: int, columns: int) -> str:
    row, column = divmod(place, columns)
    return f"r{row + 1}c{column + 1}"
