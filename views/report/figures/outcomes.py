"""How every solver's puzzles ended: solved, and seven ways to end without."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import altair
import numpy
from numpy.typing import NDArray

from accord.bench.analysis.endings import ENDINGS
from accord.puzzles.phrasing import listed
from accord.views.report.figures.figure import PAPER, Figure, Row, by_solver, rows_high, spec_of

NOT_RUN = "not run"
FOUND = " Found: a solution, and no proof that none is better."
COLOURS = {
    "solved": "var(--solver-3)",
    "wrong": "var(--bad)",
    "found": "var(--solver-1)",
    "out of time": "var(--solver-5)",
    "out of memory": "var(--solver-4)",
    "crashed": "var(--ink)",
    "gave up": "var(--solver-6)",
    "not asked": "var(--faint)",
    NOT_RUN: "var(--desk)",
}


def outcomes(letters: NDArray[numpy.str_], solvers: Sequence[str]) -> Figure:
    """A bar for each solver, divided by how its puzzles ended.

    Args:
        letters: of bench/analysis/endings.py, with the shape (solvers, puzzles).
        solvers: their labels.
    """
    order, rows = list(COLOURS), []
    for solver, line in zip(solvers, letters, strict=True):
        rows += _outcome_rows(solver, Counter(line.tolist()), order)
    there = [ending for ending in order if any(row["ending"] == ending for row in rows)]
    return Figure(
        "outcomes",
        "How the puzzles ended",
        f"Each bar is all {letters.shape[1]:,} puzzles: {listed(there)}, and each is something "
        f"else.{FOUND if 'found' in there else ''}",
        spec_of(_chart(list(solvers), there, letters.shape[1])),
        {"outcomes": rows},
    )


def _outcome_rows(solver: str, numbers: Counter[str], order: Sequence[str]) -> list[Row]:
    found = {ENDINGS.get(letter, NOT_RUN): count for letter, count in numbers.items()}
    return [
        {"solver": solver, "ending": ending, "place": place, "puzzles": found[ending]}
        for place, ending in enumerate(order)
        if ending in found
    ]


def _chart(solvers: list[str], endings: list[str], puzzles: int) -> Any:
    scale = altair.Scale(domain=endings, range=[COLOURS[ending] for ending in endings])
    bars = by_solver("outcomes", solvers).mark_bar(stroke=PAPER, strokeWidth=1)
    encoded = bars.encode(
        x=altair.X(
            "puzzles:Q",
            title=f"puzzles, of {puzzles:,}",
            axis=altair.Axis(tickMinStep=1, format="d"),
            scale=altair.Scale(nice=False),
        ),
        order="place:Q",
        color=altair.Color("ending:N", scale=scale, legend=altair.Legend(title=None)),
        tooltip=["solver:N", "ending:N", "puzzles:Q"],
    )
    return rows_high([encoded], len(solvers))
