"""Which solvers of a campaign crashed, how often and why: what is said when it has ended."""

from dataclasses import dataclass
from pathlib import Path

from accord.bench.campaigns.run import LABEL
from accord.bench.campaigns.store import opened
from accord.puzzles.phrasing import counted


@dataclass(frozen=True)
class CrashedSolver:
    """A solver with runs that raised, exited or were ended by a signal."""

    label: str
    runs: int
    crashed: int
    reason: str  # of the first of them

    def __str__(self) -> str:
        number = f"{self.crashed} of {counted(self.runs, 'run')}"
        return f"{self.label} crashed in {number}, in the first: {self.reason}"


def crashed_solvers(folder: Path) -> tuple[CrashedSolver, ...]:
    """The solvers of the campaign in this folder that crashed, by name."""
    with opened(folder) as base:
        return tuple(CrashedSolver(*row) for row in base.execute(_CRASHED).fetchall())


_CRASHED = f"""
SELECT {LABEL} AS label, count(*) FILTER (outcome != 'UNSUPPORTED'),
    count(*) FILTER (outcome = 'ERROR') AS crashed,
    arg_min(reason, started) FILTER (outcome = 'ERROR')
FROM runs GROUP BY label HAVING crashed > 0 ORDER BY label
"""
