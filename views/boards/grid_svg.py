"""Grids as drawings: a problem's values in cells, with what is printed of its constraints.

Values that are the only one of their domain are bold, as givens of a puzzle are.  Black cells have
a line from corner to corner between the sum below and the sum to the right.
"""

from collections.abc import Collection, Iterator, Sequence

from accord.puzzles import Problem
from accord.views.boards.cells import UNIT, Cells
from accord.views.boards.elements import THIN, WIDE, Colours, at, cut, document, stroked, tag, text
from accord.views.boards.grids import ProblemGrid
from accord.views.boards.lists import Values, values_of

BROAD = 800.0  # units of a line
LETTERS = 14  # of a name
NAME = 7.0  # the height of its letters
SUM = 12.0  # the height of a sum in a black cell
SPACE = 6.0  # from the side of a cell to its frame, where signs stand between cells


def grid_svg(
    problem: Problem,
    values: Values,
    changed: Collection[int],
    title: str,
    colours: Colours,
    below: Sequence[str],
) -> str:
    """The board as a drawing; cells that are `changed` are shaded."""
    grid = ProblemGrid(problem)
    cells = _cells(grid, colours.ink)
    parts = [
        tag("path", d=cells.squares(squares), fill=fill)
        for squares, fill in (
            ({*changed} - grid.black, colours.shade),
            (grid.black, colours.blocked),
        )
        if squares
    ]
    if grid.in_rows and not grid.only_signs:
        parts += cells.lines()
    else:
        parts += cells.frames(SPACE if grid.in_rows else 1, 0, len(values))
    for cage in grid.printed.cages:
        parts += cells.cage(cage)
    for cell, sums in grid.sums.items():
        parts += _black_cell(cells, cell, sums, colours.clue)
    parts += _words(grid, cells, values)
    parts += cells.chevrons()
    return document(cells.across, cells.down, parts, title, colours, below)


def _cells(grid: ProblemGrid, ink: str) -> Cells:
    """Cells as wide as names need; a line is broken where it is full."""
    longest = max((len(cut(name, LETTERS)) for name in grid.names), default=0)
    width = max(UNIT, WIDE * NAME * longest + 8)
    columns = grid.columns if grid.in_rows else min(grid.columns, int(BROAD / width))
    rows = -(-len(grid.problem.domains) // columns)
    return Cells(rows, columns, grid.areas, ink, width, signs=grid.printed.signs)


def _words(grid: ProblemGrid, cells: Cells, values: Values) -> Iterator[str]:
    """Names and values."""
    givens = values_of(grid.problem)
    lower = 4.0 if grid.names else 2.5 if grid.printed.summed else 0.0
    for cell, value in enumerate(values):
        if cell in grid.black:
            continue
        x, y = cells.middle(cell)
        if grid.names:
            yield text((x, y - UNIT / 2 + NAME * 1.1), cut(grid.names[cell], LETTERS), NAME)
        if value is not None:
            words = cut(str(value), LETTERS)
            most = UNIT * (0.52 if grid.names else 0.62)
            size = min(most, (cells.width - 8) / (WIDE * len(words)))
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
