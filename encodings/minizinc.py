"""A puzzle as a MiniZinc model: a grid of variables, and "all different" for every house.

MiniZinc (Nethercote, Stuckey, Becket, Brand, Duck and Tack, "MiniZinc: towards a standard CP
modelling language", CP 2007) is a language for which many solvers exist: each gets the model
flattened to FlatZinc, with the global constraints that it supports.  The file is complete, data and
all, and meant to be read: what has a pattern is written as that pattern.

    encoding                 rows, columns, boxes, windows, diagonals   regions   other scopes
    ----------------------   ----------------------------------------   -------   --------------
    minizinc                 a comprehension for each kind              a map     lists of cells
    minizinc+disequalities   for each cell the later cells that it must differ from

The second is the binary CSP of the textbooks: 810 disequalities for a blank 9x9 where the first has
27 constraints.  Scopes of fewer than two cells constrain nothing and are left out.  Domains of one
value stand together in an array, where 0 is a blank; other domains are a line each, and an empty
one is a cell in the empty set.  Domains are not counted as constraints.

A pattern is used only for exactly the scopes that it stands for.  A rule that this file does not
implement is therefore written cell by cell.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import isqrt
from textwrap import fill
from typing import Any, Literal

from accord.encodings.encoding import Codec, Encoding
from accord.encodings.model import ModelError
from accord.encodings.problems.minizinc import CODEC, first_solution
from accord.encodings.scopes import (
    all_different,
    disequalities,
    kind_of,
    pairwise_size,
    together_size,
)
from accord.puzzles import Cell, Grid, Puzzle, Value
from accord.puzzles.outside_data import json_value

Propagation = Literal["", "domain"]  # what a solver may be asked for


def write_disequalities(puzzle: Puzzle, distinct: bool) -> Iterator[str]:
    """MiniZinc: a variable per cell, a disequality for each pair of cells that must differ."""
    yield from _opening(puzzle)
    yield "\n% Each cell differs from the later cells that it shares a house with.\n"
    for cell, pairs in groupby(disequalities(puzzle), key=lambda pair: pair[0]):
        peers = _cells((other for _, other in pairs), puzzle.size)
        yield f"constraint forall(peer in {peers})\n"
        yield f"  ({_cell(cell, puzzle.size)} != peer);\n"
    yield from _domains(puzzle)
    yield from _ending(puzzle)


def model(puzzle: Puzzle, distinct: bool = False, propagation: Propagation = "") -> Iterator[str]:
    """MiniZinc: a variable per cell, alldifferent for each constraint.

    Args:
        puzzle: what is asked.
        distinct: leave out repeated scopes.
        propagation: what the solver is asked for by an annotation, which it may ignore.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    wish = f" :: {propagation}" if propagation else ""
    yield from _opening(puzzle)
    for title, statement in _rules(puzzle, distinct, wish):
        yield f"\n% {title}\n{statement}\n"
    yield from _domains(puzzle)
    yield from _ending(puzzle)


def _opening(puzzle: Puzzle) -> Iterator[str]:
    n = puzzle.size
    yield f"% A puzzle of {n} x {n} cells, each with a value from 1 to {n}.\n"
    yield "% For one solution: minizinc FILE; for all of them: minizinc -a FILE\n\n"
    yield 'include "alldifferent.mzn";\n\n'
    yield f"int: n = {n};\n"
    yield "array[1..n, 1..n] of var 1..n: grid;  % grid[r, c]: the cell in row r and column c\n"


def _rules(puzzle: Puzzle, distinct: bool, wish: str) -> Iterator[tuple[str, str]]:
    """What constraints are about, and the statement that says them."""
    patterns = _patterns(puzzle)
    every = [each for each in all_different(puzzle, distinct) if len(each.cells) > 1]
    for kind, members in groupby(every, key=kind_of):
        scopes = list(members)
        if kind in patterns and scopes == [each for each in puzzle.houses if kind_of(each) == kind]:
            title, statement = patterns[kind]
            yield title, statement.replace("WISH", wish)
            continue
        for each in scopes:
            title = " ".join(each.name.split()) or "Further cells that must differ."
            cells = _cells(sorted(each.cells), puzzle.size)
            yield title, f"constraint alldifferent({cells}){wish};"


def _patterns(puzzle: Puzzle) -> dict[str, tuple[str, str]]:
    """By kind of house: a title, and what says all houses of this kind."""
    n, side = puzzle.size, isqrt(puzzle.size)
    height, width = puzzle.box or (side, side)
    regions = [number + 1 for number in puzzle.regions or ()]
    windows = range(2, n, side + 1)
    return {
        "row": ("Each row.", "constraint forall(r in 1..n) (alldifferent(row(grid, r))WISH);"),
        "column": (
            "Each column.",
            "constraint forall(c in 1..n) (alldifferent(col(grid, c))WISH);",
        ),
        "box": (
            f"Each box of {height} x {width} cells, by its top left corner.",
            _blocks(range(1, n, height), range(1, n, width), height, width),
        ),
        "window": ("Each window, by its top left corner.", _blocks(windows, windows, side, side)),
        "diagonal from top left": (
            "The diagonal from top left.",
            "constraint alldifferent([grid[i, i] | i in 1..n])WISH;",
        ),
        "diagonal from top right": (
            "The diagonal from top right.",
            "constraint alldifferent([grid[i, n + 1 - i] | i in 1..n])WISH;",
        ),
        "region": (
            "Each region: the cells with the same number.",
            f"array[1..n, 1..n] of 1..n: region = {_array(regions, n)};\n"
            "constraint forall(k in 1..n)\n"
            "  (alldifferent([grid[r, c] | r, c in 1..n where region[r, c] = k])WISH);",
        ),
    }


def _blocks(tops: Iterable[int], lefts: Iterable[int], height: int, width: int) -> str:
    """What says rectangles of one size, from their top left corners."""
    return (
        f"constraint forall(top in {_set(tops)}, left in {_set(lefts)})\n"
        f"  (alldifferent(grid[top..top+{height - 1}, left..left+{width - 1}])WISH);"
    )


def _domains(puzzle: Puzzle) -> Iterator[str]:
    """What the puzzle says of single cells."""
    n = puzzle.size
    narrowed = [(cell, domain) for cell, domain in enumerate(puzzle.domains) if len(domain) < n]
    given = {cell: min(domain) for cell, domain in narrowed if len(domain) == 1}
    if given:
        array = _array([given.get(cell, 0) for cell in range(n * n)], n)
        yield f"\n% The givens; 0 is a blank.\narray[1..n, 1..n] of 0..n: given = {array};\n"
        yield "constraint forall(r, c in 1..n where given[r, c] > 0) (grid[r, c] = given[r, c]);\n"
    if len(narrowed) > len(given):
        yield "\n% The candidates of cells that may not take every value.\n"
    for cell, domain in narrowed:
        if cell not in given:
            note = "" if domain else "  % nothing is left: there is no solution"
            yield f"constraint {_cell(cell, n)} in {_set(sorted(domain))};{note}\n"


def _ending(puzzle: Puzzle) -> Iterator[str]:
    width = len(str(puzzle.size))
    yield "\nsolve satisfy;\n\n"
    yield f'output [show_int({width}, grid[r, c]) ++ if c = n then "\\n" else " " endif\n'
    yield "        | r, c in 1..n];\n"


def _cell(cell: Cell, n: int) -> str:
    row, column = divmod(cell, n)
    return f"grid[{row + 1},{column + 1}]"


def _cells(cells: Iterable[Cell], n: int) -> str:
    """A list of cells, on lines of at most 100 characters."""
    listed = ", ".join(_cell(cell, n) for cell in cells)
    return f"[\n{fill(listed, 100, initial_indent='  ', subsequent_indent='  ')}]"


def _set(values: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, values))}}}"


def _array(values: Sequence[int], n: int) -> str:
    """An array of n rows, as it stands in the model."""
    width = len(str(n))
    rows = (values[row * n : row * n + n] for row in range(n))
    lines = (", ".join(f"{value:{width}}" for value in row) for row in rows)
    return "[|\n  " + " |\n  ".join(lines) + "\n|]"


def read(puzzle: Puzzle, text: str) -> Grid:
    """The grid of the first solution in what MiniZinc printed, in any of its output modes.

    Raises:
        UnsatisfiableError: it says that there is none.
        ModelError: there is none in the text.
    """
    values = _values(first_solution(text))
    if not values:
        raise ModelError("found nothing, expected a solution")
    if len(values) != len(puzzle.domains):
        raise ModelError(f"found {len(values)} values, expected {len(puzzle.domains)}")
    return Grid(values)


def _values(solution: str) -> list[Value]:
    """The numbers of the grid: rows of them, or the value of `grid` as data or as JSON."""
    if solution.startswith("{"):
        return _from_json(solution)
    data = re.search(r"\bgrid\s*=\s*(?:array2d\([^[]*)?\[([^]]*)\]", solution)
    words = re.sub(r"[,|]", " ", data[1] if data else solution).split()
    for word in words:
        if not re.fullmatch(r"[0-9]{1,9}", word):
            raise ModelError(f"found {word!r}, expected rows of numbers, or `grid = [...]`")
    return [int(word) for word in words]


def _from_json(solution: str) -> list[Value]:
    try:
        rows: Any = json_value(solution)["grid"]
        values = [value for row in rows for value in row]
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(f"found {solution:.60}, expected a value of grid in JSON") from error
    for value in values:
        if type(value) is not int:
            raise ModelError(f"found {value!r} in JSON, expected a number")
    return values


ENCODINGS = {
    "minizinc": Encoding(
        "MiniZinc", ".mzn", Codec(model, read, together_size), CODEC, objectives=True
    ),
    "minizinc+disequalities": Encoding(
        "MiniZinc", ".mzn", Codec(write_disequalities, read, pairwise_size)
    ),
}
