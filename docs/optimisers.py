"""What the page "Which optimiser?" shows of a campaign of problems with an objective.

Every problem is asked several times, and a cell of a table says what each of these runs reached:
the weakest of them is shown.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from declarations import as_code, figure_table, word_table

from accord.bench.analysis.anytime.campaign_scores import CampaignScores, campaign_scores
from accord.bench.analysis.table import rows
from accord.bench.make.instances.collection import instances_of
from accord.puzzles.phrasing import listed
from accord.views.tables.scores import score_cells

if TYPE_CHECKING:
    import pandas

    from accord.bench.analysis.anytime.score_pairs import ScorePair

Run = Mapping[Any, Any]
SHOWN = (
    "proved",
    "best 10 s",
    "PAR-2",
    "gap 1 s",
    "gap 10 s",
    "to 1 %",
    "integral",
)  # headings of scores
ORDER = "integral"  # the score by which solvers are ordered and compared


@cache
def contested(folder: Path) -> CampaignScores:
    """The scores of all solvers."""
    return campaign_scores(folder, ORDER)


@cache
def pairs(folder: Path) -> Sequence["ScorePair"]:
    """Each two solvers, compared by ORDER; it needs scipy."""
    return campaign_scores(folder, ORDER, pairs=True).pairs


@cache
def runs(folder: Path) -> "pandas.DataFrame":
    """Every run, judged."""
    return rows(folder)


def scores(folder: Path) -> str:
    """A line for each solver, the best first: the problems that it proves, and its own scores."""
    board = contested(folder).board
    ranked = board.column(ORDER).totals.argsort(kind="stable")
    lines = [
        (f"`{board.contest.solvers[at]}`", *(found[each].text for each in SHOWN))
        for at in ranked
        for found in [score_cells(board, at)]
    ]
    return figure_table(("solver", *SHOWN), lines, 1)


def told_apart(folder: Path) -> str:
    """For each solver who is better by ORDER, who is worse, and from whom chance may set it off."""
    board = contested(folder).board
    totals = dict(zip(board.contest.solvers, board.column(ORDER).totals, strict=True))
    beaten: dict[str, list[str]] = {solver: [] for solver in sorted(totals, key=totals.__getitem__)}
    alike: dict[str, list[str]] = {solver: [] for solver in beaten}
    for pair in pairs(folder):
        one, other = sorted((pair.solver, pair.other), key=totals.__getitem__)
        if pair.standing == "different":
            beaten[one].append(other)
        else:
            alike[one].append(other)
            alike[other].append(one)
    lines = [
        (f"`{solver}`", str(len(worse)), as_code(sorted(alike[solver])) or "none")
        for solver, worse in beaten.items()
    ]
    return word_table(("solver", "better than", "not distinguishable from"), lines)


def values(folder: Path) -> str:
    """By problem what each solver says, or why it says nothing; then the reasons of refusals."""
    instances = [*instances_of("optimise")]
    reached: dict[str, dict[str, Run]] = {}
    refused: dict[tuple[str, str], dict[str, None]] = {}
    for run in runs(folder).to_dict("records"):
        known = reached.setdefault(run["solver"], {})
        name = run["instance"]
        known[name] = weakest([known.get(name, run), run])
        if run["outcome"] == "UNSUPPORTED":
            why = re.sub(r"of up to [\d,]+ ", "of too many ", run["reason"].rpartition("]): ")[2])
            refused.setdefault((run["solver"], why), {})[name] = None
    names = sorted(reached)
    headings = ("problem", "best", *(f"`{name}`" for name in names))
    lines = [
        (
            each.name,
            str(each.expected and each.expected.optimum),
            *(said(reached[name][each.name]) for name in names),
        )
        for each in instances
    ]
    proved = [sum(run["category"] == "correct" for run in reached[name].values()) for name in names]
    lines.append(("proved", str(len(instances)), *map(str, proved)))
    reasons = "\n".join(
        f"- `{solver}` refuses {listed(sorted(those))}: {why}."
        for (solver, why), those in sorted(refused.items())
    )
    return f"{figure_table(headings, lines, 1)}\n\n{reasons}"


def weakest(those: Sequence[Run]) -> Run:
    """Of runs of one solver on one problem that which reached least."""
    return min(those, key=_strength)


def _strength(run: Run) -> tuple[int, float]:
    """A proof is more than a value, a value more than a bound, a better one more than a worse."""
    is_least = run["sense"] == "minimize"
    if run["category"] in ("correct", "found"):
        value = int(run["value"])
        return 1 + (run["category"] == "correct"), -value if is_least else value
    if _is_absent(run["bound"]):
        return 0, float("-inf")
    bound = int(run["bound"])
    return 0, bound if is_least else -bound


def _is_absent(value: Any) -> bool:
    return value is None or value != value  # NaN


def said(run: Run) -> str:
    """A cell: the best value, in bold where it is proved to be; else a bound, or why not."""
    if run["category"] == "correct":
        return f"**{run['value']}**"
    if run["category"] == "found":
        return str(run["value"])
    if run["category"] == "missing":
        return "refused"
    why = {"MEMOUT": "memory", "ERROR": "error", "KILLED": "killed"}.get(run["outcome"], "time")
    sign = "≥" if run["sense"] == "minimize" else "≤"
    is_told = run["category"] == "unknown" and not _is_absent(run["bound"])
    return f"{why}, {sign} {run['bound']}" if is_told else why
