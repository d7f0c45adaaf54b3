"""What the runs on each puzzle of the page cost besides wall time: CPU time and peak memory.

The medians of CPU time over the runs that report it, and the most memory of any run.  A page with
more than MOST values is without.
"""

from collections.abc import Sequence

from accord.bench.campaigns.database import Database

MOST = 200_000  # solvers x puzzles
DIGITS = 3

Costs = list[list[float | None]]  # (solvers, puzzles)


def costs(base: Database, solvers: Sequence[str], puzzles: Sequence[str]) -> dict[str, Costs]:
    """Seconds as `cpu` and bytes as `memory`; empty where there are too many.

    Args:
        base: with the views of `narrowed`.
        solvers: their labels.
        puzzles: digests.
    """
    if len(solvers) * len(puzzles) > MOST:
        return {}
    rows = {label: place for place, label in enumerate(solvers)}
    columns = {digest: place for place, digest in enumerate(puzzles)}
    found: dict[str, Costs] = {
        name: [[None] * len(puzzles) for _ in solvers] for name in ("cpu", "memory")
    }
    for label, puzzle, cpu, memory in base.rows(_COSTS):
        if label in rows and puzzle in columns:
            for name, value in (("cpu", cpu), ("memory", memory)):
                found[name][rows[label]][columns[puzzle]] = _short(value)
    return found


_COSTS = "SELECT label, puzzle, median(cpu_time), max(peak_memory) FROM labelled_rows GROUP BY ALL"


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{DIGITS}g}")
