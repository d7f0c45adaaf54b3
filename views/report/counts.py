"""What solvers counted on each puzzle of the page: nodes, conflicts and other counters.

They stand beside the times of an answer, as a time depends on the machine and a count does not.
Kept are those of puzzles whose boards are, and not more than MOST in all: where
there are more, the last counters are left out.
"""

from collections.abc import Sequence
from typing import Any

from accord.bench.analysis.statistics.overview import Statistics
from accord.bench.analysis.statistics.sample import Campaign, Sample

MOST = 500_000

Counts = list[list[float | None] | None]


def counts(
    campaign: Campaign, known: Statistics, shown: Sequence[int], boards: Sequence[Any]
) -> dict[str, Counts]:
    """For each counter that a solver reports, solver and puzzle of the page the median of the runs.

    None for a solver that never reports it, and where it is not known.
    """
    wanted = [place if board else -1 for place, board in zip(shown, boards, strict=True)]
    found: dict[str, Counts] = {}
    left = MOST
    for counter in known.counters:
        sample = campaign.sample(counter)
        left -= len(sample.solvers) * sum(place >= 0 for place in wanted)
        if left < 0:
            break
        found[counter] = [_counted(sample, solver, wanted) for solver in known.everyone.solvers]
    return found


def _counted(sample: Sample, solver: str, wanted: Sequence[int]) -> list[float | None] | None:
    if solver not in sample.solvers:
        return None
    row = sample.values[sample.place(solver)].tolist()
    return [_short(row[place]) if place >= 0 else None for place in wanted]


def _short(count: float) -> float | None:
    """A count as JSON has it, without decimals that are none."""
    if count != count:
        return None
    return int(count) if count.is_integer() else count
