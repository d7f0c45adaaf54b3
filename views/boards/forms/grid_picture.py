"""Grids as drawings: a problem's values in cells, with what is printed of its constraints.

Values that are the only one of their domain are bold, as givens of a puzzle are.  Black cells have
a line from corner to corner between the sum below and the sum to the right.
"""

from collections.abc import Collection, Iterator

from accord.puzzles import Problem
from accord.views.boards.cells import UNIT, Cells
from accord.views.boards.elements import (
    THIN,
    WIDE,
    Colours,
    Picture,
    at,
    cut,
    short,
    stroked,
    tag,
    text,
)
from accord.views.boards.forms.grids import ProblemGrid
from accord.views.boards.forms.lists import Values, values_of

BROAD = 800.0  # units of a line
LETTERS = 14  # of a name
NAME = 7.0  # the height of its letters
LEAST = 13.0  # the least height of a value
ASIDE = 14.0  # of the width of a cell, beside a value
HEIGHTS = {  # with names, with sums of cages: the most a value has, and how far below the middle
    (False, False): (0.62 * UNIT, 0.0),
    (False, True): (0.56 * UNIT, 3.2),
    (True, False): (0.52 * UNIT, 4.0),
    (True, True): (0.42 * UNIT, -1.0),
}
SQUARE = 22.0  # the side of a cell of a picture
SUM = 12.0  # the height of a sum in a black cell
SPACE = 6.0  # from the side of a cell to its frame, where marks stand between cells


def grid_picture(
    problem: Problem, values: Values, changed: Collection[int], colours: Colours
) -> Picture:
    """The board as a drawing; cells that are `changed` are shaded."""
    grid = ProblemGrid(problem)
    cells = _cells(grid, values, colours.ink)
    parts = [
        tag("path", d=cells.squares(squares), fill=fill)
        for squares, fill in (
            ({*changed} - grid.black, colours.shade),
            (grid.black, colours.blocked),
        )
        if squares
    ]
    parts += cells.paths(grid.printed, colours.grey)
    if grid.printed.pictured:
        parts += _squares(cells, values, colours)
    if grid.in_rows and not grid.only_marked:
        parts += cells.lines()
    else:
        parts += cells.frames(SPACE if grid.in_rows else 1, 0, len(values))
    for cage in grid.printed.cages:
        parts += cells.cage(cage)
    for cell, sums in grid.sums.items():
        parts += _black_cell(cells, cell, sums, colours.clue)
    parts += () if grid.printed.pictured else _words(grid, cells, values)
    parts += (*cells.chevrons(), *cells.points(colours.ink), *cells.outside())
    return Picture(cells.across, cells.down, parts)


def _cells(grid: ProblemGrid, values: Values, ink: str) -> Cells:
    """Cells as wide as names and values need; a line is broken where it is full."""
    letters = max((len(cut(name, LETTERS)) for name in grid.names), default=0)
    digits = max(len(_value_words(grid, *each)) for each in enumerate(values))
    width = max(UNIT, WIDE * NAME * letters + 8, WIDE * LEAST * digits + ASIDE)
    columns = grid.columns if grid.in_rows else min(grid.columns, int(BROAD / width))
    rows = -(-len(grid.problem.domains) // columns)
    printed = grid.printed
    sides = (SQUARE, SQUARE) if printed.pictured else (width, UNIT)
    return Cells(
        *(rows, columns, grid.areas, ink, *sides, printed.signs, printed.dots, printed.clues)
    )


def _squares(cells: Cells, values: Values, colours: Colours) -> Iterator[str]:
    """The squares of a nonogram: ones filled, zeros with a point, open ones empty."""
    filled = ""
    for cell, value in enumerate(values):
        (left, top), side = cells.corner(cell), short(SQUARE - 2)
        if value == 1:
            filled += f"M{at((left + 1, top + 1))}h{side}v{side}h-{side}z"
        elif value == 0:
            x, y = cells.middle(cell)
            yield tag("circle", cx=x, cy=y, r=1.2, fill=colours.grey)
    if filled:
        yield tag("path", d=filled, fill=colours.ink)


def _value_words(grid: ProblemGrid, cell: int, value: int | None) -> str:
    return "" if value is None else cut(grid.problem.value_text(cell, value), LETTERS)


def _words(grid: ProblemGrid, cells: Cells, values: Values) -> Iterator[str]:
    """Names and values; names stand below the values where sums of cages stand above."""
    givens, summed = values_of(grid.problem), grid.printed.labelled
    most, lower = HEIGHTS[bool(grid.names), summed]
    for cell, value in enumerate(values):
        if cell in grid.black:
            continue
        x, y = cells.middle(cell)
        if grid.names:
            aside = (UNIT / 2 - NAME * 1.1) * (1 if summed else -1)
            yield text((x, y + aside), cut(grid.names[cell], LETTERS), NAME)
        if words := _value_words(grid, cell, value):
            size = min(most, (cells.width - ASIDE) / (WIDE * len(words)))
            weight = "bold" if givens[cell] is not None else ""
            yield text((x, y + lower), words, size, font_weight=weight)


def _black_cell(
    cells: Cells, cell: int, sums: tuple[int | None, int | None], ink: str
) -> Iterator[str]:
    """The line from corner to corner, the sum below on its lower left, the other on its right."""
    (left, top), (down, across) = cells.corner(cell), sums
    data = f"M{at((left, top))}L{at((left + cells.width, top + cells.height))}"
    yield stroked("path", ink, THIN, d=data)
    for total, x, y in ((down, 0.29, 0.72), (across, 0.71, 0.28)):
        if total is not None:
            words = str(total)
            size = min(SUM, 0.5 * cells.width / (WIDE * len(words)))
            place = left + x * cells.width, top + y * cells.height
            yield text(place, words, size, fill=ink)
