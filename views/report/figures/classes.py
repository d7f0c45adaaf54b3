"""The heat map of solvers and classes of puzzles: which solver is quick on which class.

A class is the family that an instance's name says, as in bench/analysis/breakdown.py.  A
field is the median over the puzzles of the class, unsolved ones counting as larger than any other:
where the median is one of these it is only known to be at least the limit, which has a colour of
its own.
"""

import re
from collections.abc import Sequence
from math import log10
from typing import Any

import altair
import numpy
from numpy.typing import NDArray

from accord.bench.analysis.breakdown import BEHIND_CLASS
from accord.bench.analysis.endings import counted_endings
from accord.bench.analysis.statistics.sample import Sample
from accord.views.report.figures.boxes import UNSOLVED, box, median_text
from accord.views.report.figures.figure import (
    BAD,
    LABEL_LIMIT,
    PAPER,
    Figure,
    Phrases,
    Row,
    by_solver,
    rows_high,
    spec_of,
)
from accord.views.tables.statistics import endings_text

MOST = 16  # classes; what comes after is one more
OTHERS = "others"
FIELD = 44  # pixels of what stands in a field: where there are fewer it is not written


def kind_of(name: str) -> str:
    """The class of a puzzle with this name."""
    return re.sub(BEHIND_CLASS, "", name, count=1) or name


def kinds(names: Sequence[str]) -> list[str]:
    """The class of each puzzle; all but the first MOST classes are one."""
    found = list(map(kind_of, names))
    kept = set(list(dict.fromkeys(found))[:MOST])
    return [kind if kind in kept else OTHERS for kind in found]


def heat(sample: Sample, names: Sequence[str], endings: NDArray[numpy.str_]) -> Figure:
    """A field for each solver and class.

    Args:
        sample: of the solvers.
        names: of its puzzles.
        endings: how they ended, row by row as in the sample.
    """
    of = kinds(names)
    order = list(dict.fromkeys(of))
    places = {kind: numpy.array([each == kind for each in of]) for kind in order}
    rows = [
        {"solver": solver, "kind": kind, **field}
        | {"unsolved": endings_text(counted_endings(endings[place, places[kind]]))}
        for place, solver in enumerate(sample.solvers)
        for kind in order
        if (field := _field(sample, place, places[kind]))
    ]
    least = min((row["level"] for row in rows if row["level"] is not None), default=0.0)
    for row in rows:
        row["level"] = least if row["level"] is None else row["level"]  # red, and so not seen
    phrases = Phrases(sample)
    costs = "the longer" if sample.limit is not None else f"the more {sample.measure}"
    return Figure(
        "classes",
        f"Who {phrases.few} on which kind of puzzle",
        f"Over the puzzles that were asked, of {len(sample.puzzles):,}: the darker a field, "
        f"{costs} the median puzzle of the class {phrases.takes}; k/n, where there is room for "
        "it: only k of n were solved; where it is red, half or more were not, so that the median "
        "is a bound or not known.",
        {**spec_of(_chart(sample, order)), "padding": {"right": 50}},
        {"fields": rows},
        LABEL_LIMIT // 2 + 60 * len(order),
    )


def _field(sample: Sample, place: int, where: Any) -> Row | None:
    asked = sample.asked[place] & where
    values, cut = sample.values[place][asked], sample.cut[place][asked]
    found = box(values, cut)
    if found is None:
        return None
    solved = int((~cut).sum())
    part = "" if solved == len(cut) else f"{solved}/{len(cut)}"
    median = median_text(sample, found)
    floor = 1.0 if sample.limit is None else 1e-9  # of how dark a field is
    return {
        "level": None if found["median"] is None else log10(max(found["median"], floor)),
        "cut": found["cut"],
        "text": median,
        "short": part if found["cut"] else f"{median} {part}".strip(),
        "solved": f"{solved} of {len(cut)}",
    }


def _chart(sample: Sample, order: list[str]) -> Any:
    base = by_solver("fields", sample.solvers).encode(
        x=altair.X(
            "kind:N",
            sort=order,
            title=None,
            axis=altair.Axis(orient="top", labelAngle=-30, ticks=False, labelPadding=6),
        ),
        tooltip=[
            "solver:N",
            "kind:N",
            altair.Tooltip("text:N", title="median"),
            "solved:N",
            UNSOLVED,
        ],
    )
    colour = altair.condition(
        "datum.cut",
        altair.value(BAD),
        altair.Color(
            "level:Q",
            legend=None,
            scale=altair.Scale(range=["#eaf3fb", "#9cc8e8", "#3f8fc4", "#0b5a94", "#08335c"]),
        ),
    )
    fields = base.mark_rect(stroke=PAPER, strokeWidth=2, cornerRadius=3).encode(color=colour)
    dark = base.transform_joinaggregate(least="min(level)", most="max(level)").transform_calculate(
        dark="datum.cut || datum.level > 0.55 * datum.most + 0.45 * datum.least"
    )
    room = dark.transform_filter(f"width >= {FIELD * len(order)}")
    words = room.mark_text(fontSize=10).encode(
        text="short:N",
        color=altair.condition("datum.dark", altair.value("#ffffff"), altair.value("#14202b")),
    )
    return rows_high((fields, words), len(sample.solvers))
