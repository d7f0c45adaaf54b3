"""Binairo, or takuzu: zeros and ones, as many of both in each line, and never three in a row.

No two rows are equal and no two columns are; some publishers drop that rule, which is an option.
Invented by Frank Coussement and Peter De Schepper, Belgium, 2009; as Tohu wa Vohu by Adolfo
Zanellati in the 1990s.  OEIS A253316 counts the grids: 2, 72, 4140, 4111116.
"""

from collections.abc import Iterator
from itertools import chain

from accord.puzzles.classics.boards.board import rows_of
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def binairo(text: str, *, different: bool = True) -> Problem:
    r"""The 0 or 1 of each cell, row by row.

    >>> binairo("0 . . .\n. . 1 .\n. . . .\n. 1 . .")
    Problem(16 variables, 42 constraints)

    Args:
        text: rows of words, each of them 0, 1 or `.`.
        different: no two rows and no two columns are equal.

    Raises:
        MalformedConstraintError: the rows are not equally long, a word is none of these, or the
            number of rows or of columns is odd.
    """
    rows = rows_of(text)
    height, width = len(rows), len(rows[0])
    if height % 2 or width % 2:
        raise MalformedConstraintError(
            f"found {height} rows of {width} cells, expected even numbers"
        )
    names = [f"r{row}c{column}" for row in range(1, height + 1) for column in range(1, width + 1)]
    domains = []
    for name, word in zip(names, chain.from_iterable(rows), strict=True):
        if word not in ("0", "1", "."):
            raise MalformedConstraintError(f"{name}: found {word!r}, expected 0, 1 or `.`")
        domains.append((0, 1) if word == "." else (int(word),))
    cells = range(height * width)
    across = tuple(tuple(cells[start : start + width]) for start in cells[::width])
    down = tuple(tuple(cells[start::width]) for start in cells[:width])
    constraints = [*_balanced("row", across), *_balanced("column", down)]
    if different:
        constraints += [
            AllDifferentLists(across, name="rows differ"),
            AllDifferentLists(down, name="columns differ"),
        ]
    return Problem(domains, constraints, names, ProblemLayout("grid", columns=width))


def _balanced(called: str, lines: tuple[tuple[int, ...], ...]) -> Iterator[Constraint]:
    """Constraints: as many ones as zeros in each line, one or two ones among three cells."""
    for number, line in enumerate(lines, 1):
        yield Linear(line, "=", len(line) // 2, name=f"{called} {number}")
        for start in range(len(line) - 2):
            three = line[start : start + 3]
            yield Linear(three, ">=", 1, name=f"{called} {number}, three zeros")
            yield Linear(three, "<=", 2, name=f"{called} {number}, three ones")
