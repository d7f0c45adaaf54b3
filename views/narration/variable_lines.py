"""The variables of a problem as lines of text: what each has left, at some moment of a search.

    queens   the board: a queen where a column is settled, a dot where one may still stand
    grid     row by row, in each cell its values, each in a place of its own; where the names of the
             variables say more than rows and columns, as of the others
    others   a line for each variable: its name and its values

Domains of many values, and grids that are too wide, are written as intervals in lines.  Where there
are more lines than room, those around the variable of the event are shown.
"""

import re
from collections.abc import Iterator, Sequence

from accord.puzzles import Cell, Domain, Problem, Value, ValueSet
from accord.puzzles.outside_data import visible
from accord.views.boards.borders import Line, Lines, Piece

MOST_VALUES = 40  # of a domain whose values have a place each
LONGEST_NAME = 24
PLACED = re.compile(r"r\d+c\d+")  # a name that says where a variable stands
QUEEN, FREE, GONE = "\u265b", "\u00b7", " "
Domains = Sequence[ValueSet]


def lines(
    problem: Problem, domains: Domains, width: int, height: int, at: Cell | None = None
) -> Lines:
    """The lines, as many as there is room for.

    Args:
        problem: whose variables they are.
        domains: what is left of each.
        width: of a line, in characters.
        height: how many lines there may be.
        at: the variable that has to be seen.
    """
    layout = problem.layout if problem.shows_all else None
    if layout is not None and layout.form == "queens":
        drawn = [*_queens(problem, domains)]
    elif layout is not None and layout.form == "grid" and all(map(PLACED.fullmatch, problem.names)):
        drawn = [*_grid(problem, domains, layout.columns)]
    else:
        drawn = []
    wide = max((sum(len(piece.text) for piece in line) for line in drawn), default=width + 1)
    if wide > width or len(drawn) > height:
        drawn = [*_variable_rows(problem, domains, width)]
    return _seen(drawn, height, at)


def _values(problem: Problem, cells: Sequence[Cell]) -> list[Value]:
    """Values in the domains of these variables; empty if they are too many."""
    whole = Domain(tuple(i for cell in cells for i in Domain.of(problem.domains[cell]).intervals))
    return [*whole] if len(whole) <= MOST_VALUES else []


def _queens(problem: Problem, domains: Domains) -> Iterator[Line]:
    cells = range(len(domains))
    for value in _values(problem, cells):
        line: Line = []
        for cell in cells:
            own = domains[cell]
            sign = GONE if value not in own else QUEEN if len(own) == 1 else FREE
            line += [Piece(sign, cell, value), Piece(" ")]
        yield line


def _grid(problem: Problem, domains: Domains, columns: int) -> Iterator[Line]:
    """Lines of variables, each value in the same column of all; none where there are too many."""
    values = _values(problem, range(len(domains)))
    if not values:
        return
    for first in range(0, len(domains), columns):
        line: Line = []
        for cell in range(first, first + columns):
            between = [Piece(" \u2502 ")] * (cell > first)
            line += [*between, *_chips(problem, cell, values, domains[cell])]
        yield line


def _chips(
    problem: Problem, cell: Cell, values: Sequence[Value], left: ValueSet
) -> Iterator[Piece]:
    """The values of a variable: those that are left, and blanks in the places of the others."""
    texts = [problem.value_text(cell, value) for value in values]
    between = " " * any(len(text) > 1 for text in texts)
    for place, (value, text) in enumerate(zip(values, texts, strict=True)):
        shown = text if value in left else " " * len(text)
        yield Piece((between if place else "") + shown, cell, value)


def _variable_rows(problem: Problem, domains: Domains, width: int) -> Iterator[Line]:
    longest = min(LONGEST_NAME, max(map(len, problem.names), default=0))
    for cell, name in enumerate(problem.names):
        known = [Piece(visible(name)[:longest].rjust(longest), cell), Piece(" \u2502 ")]
        values = _values(problem, [cell])
        chips = [*_chips(problem, cell, values, domains[cell])] if values else []
        if not chips or sum(len(piece.text) for piece in chips) + longest + 3 > width:
            text = problem.domain_text(cell, Domain.of(sorted(domains[cell])))
            chips = [Piece(text[: width - longest - 3], cell)]
        yield [*known, *chips]


def _seen(drawn: Lines, height: int, at: Cell | None) -> Lines:
    """Lines that there is room for, with that of the variable among them."""
    if len(drawn) <= height:
        return drawn
    places = [place for place, line in enumerate(drawn) if any(p.cell == at for p in line)]
    middle = places[0] if places else 0
    first = max(0, min(middle - height // 2, len(drawn) - height))
    return drawn[first : first + height]
