"""Grids: problems whose variables stand in rows, or in one row that is broken where it is long.

What is printed of the constraints (printed.py) is drawn: cages, marks between cells, thermometers,
arrows, areas, and the sums in black cells, as magazines print them; of a line nothing.  Names stand
with the values, but where they only say row and column.  grid_text.py draws with characters,
grid_picture.py with vectors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.domain import Domain
from accord.puzzles.grid import cell_name
from accord.views.boards.printed import Printed, PrintedBoard, repeated_values
from accord.views.boards.relations import MOST_VALUES

MOST = 2_500  # cells
MOST_IN_LINE = 200


@dataclass(frozen=True)
class ProblemGrid:
    """The places of a problem's variables, and what is printed on them."""

    problem: Problem

    @property
    def in_rows(self) -> bool:
        """Whether the layout is a grid, not a line."""
        return self.problem.layout is not None and self.problem.layout.form == "grid"

    @property
    def columns(self) -> int:
        """The number of columns; of a line, the number of variables."""
        layout = self.problem.layout
        return layout.columns if layout and self.in_rows else len(self.problem.domains)

    @property
    def black(self) -> frozenset[int]:
        """Cells that hold sums, or nothing."""
        return frozenset(self.problem.layout.black) if self.problem.layout else frozenset()

    @cached_property
    def printed(self) -> Printed:
        """The constraints that are drawn, and the rest."""
        if not self.in_rows:
            return Printed(rest=self.problem.constraints)
        return self._board.printed(self.problem.constraints)

    @property
    def _board(self) -> PrintedBoard:
        domains = [Domain.of(each) for each in self.problem.domains]
        cells = (domain for cell, domain in enumerate(domains) if cell not in self.black)
        values = Domain(tuple(chain.from_iterable(domain.intervals for domain in cells)))
        few = frozenset(values) if len(values) <= MOST_VALUES else frozenset()
        return PrintedBoard(len(domains), self.columns, few, self.black)

    @cached_property
    def areas(self) -> Sequence[int]:
        """The number of each cell's area; 0 everywhere where there are none."""
        return self.printed.areas or (0,) * len(self.problem.domains)

    @cached_property
    def sums(self) -> dict[int, tuple[int | None, int | None]]:
        """By black cell the sum below it and the one to its right."""
        found: dict[int, tuple[int | None, int | None]] = {}
        for each in self.printed.sums:
            down, across = found.get(each.black, (None, None))
            found[each.black] = (down, each.total) if each.across else (each.total, across)
        return found

    @property
    def names(self) -> Sequence[str]:
        """The names of the variables; empty where they only say row and column."""
        names, columns = self.problem.names, self.columns
        array = names[0].removesuffix("[0,0]") if names else ""
        usual = self.in_rows and all(
            name in (cell_name(cell, columns), f"{array}[{cell // columns},{cell % columns}]")
            for cell, name in enumerate(names)
        )
        return () if usual else names

    @property
    def only_marked(self) -> bool:
        """Whether signs and dots are all that is drawn between cells."""
        printed = self.printed
        return printed.marked and not (printed.cages or printed.areas or printed.sums)

    @property
    def clued(self) -> bool:
        """Whether clues are all that is drawn outside, and nothing is drawn between cells."""
        printed = self.printed
        return bool(printed.clues) and not (printed.cages or printed.areas or printed.marked)

    def rest(self, *, drawing: bool) -> Sequence[Constraint]:
        """The constraints that are not shown: text has no marks besides other lines."""
        if drawing:
            return self.printed.rest
        printed = self.printed
        return printed.not_in_text(self.problem.constraints, self.only_marked, self.clued)


def fits(problem: Problem) -> bool:
    """Whether the cells are few enough to be drawn."""
    most = MOST if ProblemGrid(problem).in_rows else MOST_IN_LINE
    return 0 < len(problem.domains) <= most


def rest(problem: Problem, drawing: bool) -> Sequence[Constraint]:
    """The constraints that are not shown."""
    return ProblemGrid(problem).rest(drawing=drawing)


def note(problem: Problem) -> str:
    """A sentence on the sums in which values may repeat."""
    return repeated_values(ProblemGrid(problem).printed, problem.names)
