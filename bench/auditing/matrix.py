"""The matrix of an audit: for each backend and column, how many problems it answered how.

A cell is worth its worst state, in the order of `WORST`, and keeps the first problem of each state
but right, with the reason.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from accord.bench.auditing.record import AuditRow, AuditSession, State

WORST: tuple[State, ...] = ("wrong", "crashed", "timed out", "undecided", "refused", "right")


@dataclass
class AuditCell:
    """What became of the problems of a column, asked of one backend."""

    counts: Counter[State] = field(default_factory=Counter)
    examples: dict[State, tuple[str, str]] = field(default_factory=dict)  # problem, and why

    def add(self, state: State, name: str, why: str) -> None:
        """Count one more problem."""
        self.counts[state] += 1
        if state != "right":
            self.examples.setdefault(state, (name, why))

    @property
    def total(self) -> int:
        """Problems asked."""
        return self.counts.total()

    @property
    def worst(self) -> State | None:
        """The worst state; None where nothing was asked."""
        return next((state for state in WORST if self.counts[state]), None)


@dataclass(frozen=True)
class AuditMatrix:
    """Cells by backend and column."""

    solvers: Sequence[str]
    columns: Sequence[str]
    cells: dict[tuple[str, str], AuditCell]
    problems: Counter[str]  # of each column

    def cell(self, solver: str, column: str) -> AuditCell:
        """One of the cells, also where nothing was asked."""
        return self.cells.get((solver, column), AuditCell())

    def totals(self, solver: str | None = None) -> Counter[State]:
        """Answers by state, of one backend or of all."""
        counted: Counter[State] = Counter()
        for (name, _), cell in self.cells.items():
            if solver in (None, name):
                counted += cell.counts
        return counted


def matrix_of(rows: Iterable[tuple[AuditSession, AuditRow]]) -> AuditMatrix:
    """The rows counted; backends by name, columns as they come."""
    cells: dict[tuple[str, str], AuditCell] = {}
    problems: dict[str, set[str]] = {}
    for _, row in rows:
        problems.setdefault(row.column, set()).add(row.name)
        for solver, (state, why) in row.answers.items():
            cells.setdefault((solver, row.column), AuditCell()).add(state, row.name, why)
    solvers = sorted({solver for solver, _ in cells})
    numbers = Counter({column: len(names) for column, names in problems.items()})
    return AuditMatrix(solvers, [*problems], cells, numbers)
