"""Queens: a chess board with a queen in each column, in the row that is the variable's value.

A square that the domain of its column does not have is crossed out, where some are and some are
not.  The crown is a path, as not every program has a letter for it.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.domain import Domain
from accord.views.boards.cells import UNIT, Cells
from accord.views.boards.elements import Colours, Picture, Point, at, stroked, tag
from accord.views.boards.forms.lists import Values

MOST = 64  # columns
WIDE = 40  # columns of a text with spaces between them
SPIKES = ((-12, -6), (-5.5, -10), (0, -11.5), (5.5, -10), (12, -6))  # of the crown, from its middle
VALLEYS = ((-6.5, 1.5), (-2.5, -0.5), (2.5, -0.5), (6.5, 1.5))


def fits(problem: Problem) -> bool:
    """Whether every value is a row of a board that can be drawn."""
    layout, domains = problem.layout, [Domain.of(each) for each in problem.domains]
    if (
        layout is None
        or not 0 < len(domains) <= MOST
        or not all(each.intervals for each in domains)
    ):
        return False
    return all(0 <= each.min - layout.lowest <= each.max - layout.lowest < MOST for each in domains)


def rest(problem: Problem, drawing: bool) -> Sequence[Constraint]:
    """A board shows no constraint."""
    return problem.constraints


def _row_count(problem: Problem, values: Values) -> int:
    """The number of rows: as many as columns, or more where a value is higher."""
    known = (value for value in values if value is not None)
    highest = max(chain(known, (Domain.of(each).max for each in problem.domains)))
    return max(len(problem.domains), highest - _lowest(problem) + 1)


def _lowest(problem: Problem) -> int:
    return problem.layout.lowest if problem.layout else 0


def board_text(problem: Problem, values: Values) -> str:
    """The board: Q for a queen, x for what a domain does not have, where it is not one value."""
    lowest, space = _lowest(problem), " " if len(values) <= WIDE else ""
    return "\n".join(
        space.join(
            "Q" if value == row else "x" if value is None and row not in domain else "."
            for value, domain in zip(values, problem.domains, strict=True)
        )
        for row in range(lowest, lowest + _row_count(problem, values))
    )


def board_picture(
    problem: Problem, values: Values, changed: Collection[int], colours: Colours
) -> Picture:
    """The board as a drawing; columns that are `changed` are shaded."""
    columns, rows, lowest = len(values), _row_count(problem, values), _lowest(problem)
    cells = Cells(rows, columns, (0,) * (rows * columns), colours.ink)
    squares = range(rows * columns)
    dark = [each for each in squares if sum(divmod(each, columns)) % 2]
    parts = [tag("path", d=cells.squares(dark), fill=colours.shade)] if dark else []
    if shaded := [each for each in squares if each % columns in changed]:
        parts.append(tag("path", d=cells.squares(shaded), fill=colours.window))
    parts += cells.lines()
    crosses, queens = [], []
    for column, (value, domain) in enumerate(zip(values, problem.domains, strict=True)):
        if value is not None:
            queens.append(cells.middle((value - lowest) * columns + column))
            continue
        out = (row for row in range(rows) if row + lowest not in domain)
        crosses += [_cross(cells.middle(row * columns + column)) for row in out]
    if crosses:
        parts.append(stroked("path", colours.grey, 1.2, d="".join(crosses)))
    parts += [part for middle in queens for part in _crown(middle, colours.ink)]
    return Picture(cells.across, cells.down, parts)


def _cross(middle: Point) -> str:
    (x, y), arm = middle, UNIT / 8
    return "".join(
        f"M{at((x - arm, y - way * arm))}L{at((x + arm, y + way * arm))}" for way in (-1, 1)
    )


def _crown(middle: Point, ink: str) -> Iterator[str]:
    """A queen: five spikes with a ball each, over a foot."""
    x, y = middle
    tips = [(x + across, y + down) for across, down in SPIKES]
    valleys = [(x + across, y + down) for across, down in VALLEYS]
    edge = [tips[0], *(point for pair in zip(valleys, tips[1:], strict=True) for point in pair)]
    outline = "L".join(map(at, (*edge, (x + 9, y + 8), (x - 9, y + 8))))
    foot = f"M{at((x - 9, y + 10))}h18v3h-18z"
    yield tag("path", d=f"M{outline}z{foot}", fill=ink)
    for tip in tips:
        yield tag("circle", cx=tip[0], cy=tip[1], r=2, fill=ink)
