"""A puzzle as an XCSP3 instance: an array of variables, and `allDifferent` for every house.

XCSP3 (Boussemart, Lecoutre, Audemard and Piette, "XCSP3: an integrated format for benchmarking
combinatorial constrained problems", arXiv 1611.03398, 2016) is the language of the XCSP
competitions.  What is used of it belongs to XCSP3-core, which competing solvers read:

    the cells                  an array x[0][0], x[0][1], ..., counted from 0 as the format does
    domains                    of the array, or `domain for` where cells have candidates
    givens                     an `instantiation` of the class `clues`
    a kind of house            a `group`: one template, the cells of each house as its arguments
    an empty domain            x < 1, since a domain cannot be empty

    xcsp3                      `allDifferent`; a rectangle of cells is written x[0..2][3..5]
    xcsp3+disequalities        `intension` ne(%0,%1), with each pair of cells that must differ

The second is the binary CSP of the textbooks: 810 disequalities for a blank 9x9 where the first has
27 constraints.  Scopes of fewer than two cells say nothing and are left out; domains and givens are
not counted as constraints.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, product
from textwrap import fill

from accord.encodings.encoding import Codec, Encoding
from accord.encodings.model import ModelError, grid_of
from accord.encodings.problems.xcsp3 import CODEC, instantiation, several
from accord.encodings.scopes import (
    Scope,
    all_different,
    disequalities,
    kind_of,
    pairwise_size,
    together_size,
)
from accord.puzzles import Cell, Grid, Puzzle, ValueSet, cell_name


def write(puzzle: Puzzle, distinct: bool) -> Iterator[str]:
    """XCSP3: a variable per cell, allDifferent for each constraint."""
    every = [each for each in all_different(puzzle, distinct) if len(each.cells) > 1]
    yield from _variables(puzzle)
    for kind, members in groupby(every, key=kind_of):
        scopes = (_cells(constraint.cells, puzzle.size) for constraint in members)
        yield from _group(
            f"{kind or 'further cells'}: all different", "allDifferent> %... </allDifferent", scopes
        )
    yield from _ending(puzzle)


def write_disequalities(puzzle: Puzzle, distinct: bool) -> Iterator[str]:
    """XCSP3: a variable per cell, an intension for each pair of cells that must differ."""
    yield from _variables(puzzle)
    if pairs := disequalities(puzzle):
        cells = (" ".join(_cell(cell, puzzle.size) for cell in pair) for pair in pairs)
        title = "pairs of cells that must differ"
        yield from _group(title, "intension> ne(%0,%1) </intension", cells)
    yield from _ending(puzzle)


def _group(title: str, template: str, members: Iterable[str]) -> Iterator[str]:
    """A template, with the arguments for which it holds."""
    yield f"    <!-- {title} -->\n    <group>\n      <{template}>\n"
    yield from (f"      <args> {member} </args>\n" for member in members)
    yield "    </group>\n"


def _variables(puzzle: Puzzle) -> Iterator[str]:
    n = puzzle.size
    yield '<instance format="XCSP3" type="CSP">\n'
    yield f"  <!-- A puzzle of {n} x {n} cells, each with a value from 1 to {n}. -->\n"
    yield "  <variables>\n    <!-- x[0][0] is row 1, column 1 -->\n"
    every = "1" if n == 1 else f"1..{n}"
    narrowed = _narrowed(puzzle)
    if not narrowed:
        yield f'    <array id="x" size="[{n}][{n}]"> {every} </array>\n'
    else:
        yield f'    <array id="x" size="[{n}][{n}]">\n'
        for domain, cells in narrowed.items():
            names = " ".join(_cell(cell, n) for cell in cells)
            yield f'      <domain for="{names}"> {" ".join(map(str, sorted(domain)))} </domain>\n'
        if sum(map(len, narrowed.values())) < n * n:
            yield f'      <domain for="others"> {every} </domain>\n'
        yield "    </array>\n"
    yield "  </variables>\n  <constraints>\n"


def _narrowed(puzzle: Puzzle) -> dict[ValueSet, list[Cell]]:
    """The cells with a choice that is not the full one, by domain."""
    cells: dict[ValueSet, list[Cell]] = {}
    for cell, domain in enumerate(puzzle.domains):
        if 1 < len(domain) < puzzle.size:
            cells.setdefault(domain, []).append(cell)
    return cells


def _ending(puzzle: Puzzle) -> Iterator[str]:
    n = puzzle.size
    fixed = [cell for cell, domain in enumerate(puzzle.domains) if len(domain) == 1]
    if fixed:
        names = " ".join(_cell(cell, n) for cell in fixed)
        values = " ".join(str(min(puzzle.domains[cell])) for cell in fixed)
        yield '    <instantiation class="clues">\n'
        yield f"      <list>\n{_indented(names)}\n      </list>\n"
        yield f"      <values>\n{_indented(values)}\n      </values>\n    </instantiation>\n"
    for cell, domain in enumerate(puzzle.domains):
        if not domain:
            yield f"    <!-- nothing is left for {cell_name(cell, n)}: there is no solution -->\n"
            yield f"    <intension> lt({_cell(cell, n)},1) </intension>\n"
    yield "  </constraints>\n</instance>\n"


def _indented(words: str) -> str:
    return fill(words, 100, initial_indent=" " * 8, subsequent_indent=" " * 8)


def _cell(cell: Cell, n: int) -> str:
    row, column = divmod(cell, n)
    return f"x[{row}][{column}]"


def _cells(scope: Scope, n: int) -> str:
    """The cells of a scope: as one rectangle, if they are one, or one by one."""
    rows, columns = ({cell // n for cell in scope}, {cell % n for cell in scope})
    full = len(scope) == len(rows) * len(columns)
    if full and all(max(side) - min(side) + 1 == len(side) for side in (rows, columns)):
        return f"x[{_range(rows, n)}][{_range(columns, n)}]"
    return " ".join(_cell(cell, n) for cell in scope)


def _range(numbers: set[int], n: int) -> str:
    low, high = min(numbers), max(numbers)
    if high - low == n - 1 > 0:
        return ""
    return str(low) if low == high else f"{low}..{high}"


_ARRAY = re.compile(r"x\[([0-9.]*)\]\[([0-9.]*)\]")


def read(puzzle: Puzzle, text: str) -> Grid:
    """The grid of the first instantiation in what a solver printed.

    Raises:
        UnsatisfiableError: it says that there is none.
        ModelError: there is none in the text.
    """
    names, numbers = instantiation(text)
    cells = [cell for name in names for cell in _named(name, puzzle.size)]
    values = [value for number in numbers for value in several(number, len(cells))]
    if len(cells) != len(values):
        raise ModelError(f"found {len(values)} values for {len(cells)} cells, expected one each")
    return grid_of(puzzle.size, zip(cells, values, strict=True))


def _named(name: str, n: int) -> Iterable[Cell]:
    """The cells that x[0][1], x[0..2][] or x[][] stands for."""
    match = _ARRAY.fullmatch(name)
    if not match:
        raise ModelError(f"found {name!r}, expected cells such as x[0][1], x[0][] or x[][]")
    rows, columns = (_numbers(part, n) for part in match.groups())
    return (row * n + column for row, column in product(rows, columns))


def _numbers(part: str, n: int) -> range:
    low, _, high = part.partition("..")
    try:
        numbers = range(int(low), int(high or low) + 1) if part else range(n)
    except ValueError:
        raise ModelError(f"found the index {part!r}, expected a number or a range") from None
    if numbers and numbers[-1] >= n:
        raise ModelError(f"found the index {part!r}, expected 0 to {n - 1}")
    return numbers


ENCODINGS = {
    "xcsp3": Encoding("XCSP3", ".xml", Codec(write, read, together_size), CODEC),
    "xcsp3+disequalities": Encoding(
        "XCSP3", ".xml", Codec(write_disequalities, read, pairwise_size)
    ),
}
