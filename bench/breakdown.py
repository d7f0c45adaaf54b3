"""A campaign broken down: how long does each solver take on each kind of puzzle?

One figure over puzzles of all kinds hides who is quick where.  Here the puzzles are divided by
size, or by class, which is an instance's name without the number at its end (`9x9-hard-110` is of
the class `9x9-hard`).  A solver has a figure for each: the median of what its runs took.  An
unsolved run counts as the time limit, as in the table of the whole, so that the median is known to
be at least that where half of the runs or more are unsolved.  Versions and hosts are told apart.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.bench.folder import Entry, read_puzzles
from accord.bench.table import MEASURES, rows

if TYPE_CHECKING:
    import pandas

DIVISIONS = ("size", "class")


@dataclass(frozen=True)
class Part:
    """The runs of one solver on one kind of puzzle."""

    runs: int  # without those the solver declares it cannot be asked
    solved: int
    median: float | None  # seconds
    known: bool  # or at least that


@dataclass(frozen=True)
class Breakdown:
    """A line of parts for each solver; the order of both is that of the kinds and of merit."""

    kinds: tuple[str, ...]
    lines: dict[str, tuple[Part, ...]]  # by solver with its settings


def breakdown(folder: Path, division: str = "size", measure: str = "wall") -> Breakdown:
    """The campaign in this folder, broken down by size or class.

    The solver with most solved runs comes first, and of these the one that spent least.

    Raises:
        CampaignError: there is none.
    """
    frame = rows(folder)
    entries = read_puzzles(folder)
    found = {digest: _kind(entry, division) for digest, entry in entries.items()}
    if division == "size":
        entries = dict(sorted(entries.items(), key=lambda entry: entry[1].puzzle.size))
    kinds = tuple(dict.fromkeys(found[digest] for digest in entries))
    frame["label"] = _labels(frame)
    frame["kind"] = frame.puzzle.map(found)
    frame["is_solved"] = (frame.category == "correct") & frame[MEASURES[measure]].notna()
    frame["spent"] = frame[MEASURES[measure]].where(frame.is_solved, frame.time_limit)
    merit = frame.groupby("label").agg(solved=("is_solved", "sum"), spent=("spent", "sum"))
    order = merit.sort_values(["solved", "spent"], ascending=[False, True]).index
    asked = frame[frame.category != "missing"]
    groups: dict[Any, Any] = dict(iter(asked.groupby(["label", "kind"])))
    nothing = asked.iloc[:0]
    return Breakdown(
        kinds,
        {
            str(label): tuple(_part(groups.get((label, kind), nothing)) for kind in kinds)
            for label in order
        },
    )


def _labels(frame: "pandas.DataFrame") -> "pandas.Series[str]":
    """Solver and settings, with version and host where there are several."""
    labels = frame.solver + (":" + frame.settings).where(frame.settings != "", "")
    several = frame.solver_version.groupby(labels).transform("nunique") > 1
    labels += (" (" + frame.solver_version + ")").where(several, "")
    return labels + (" @ " + frame.host if frame.host.nunique() > 1 else "")


def _kind(entry: Entry, division: str) -> str:
    if division == "size":
        return f"{entry.puzzle.size}x{entry.puzzle.size}"
    return re.sub(r"[-_ #]?[0-9]+$", "", entry.names[0]) or entry.names[0]


def _part(runs: "pandas.DataFrame") -> Part:
    if runs.empty:
        return Part(0, 0, None, known=False)
    endless = runs.spent.where(runs.is_solved, float("inf"))
    median = float(runs.spent.median())
    return Part(len(runs), int(runs.is_solved.sum()), median, known=median == endless.median())
