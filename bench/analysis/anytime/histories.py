"""Histories of a campaign's runs: which values a run found and when, and whether it proved one.

Times are seconds of wall time of the solver's own work.  Values are those that the harness has
verified when they came, each better than the one before.  A run that the judge refutes has neither
values nor proof.

The best value that is known of a problem comes from the first of these that there is: a certificate
that proves it; a file of known values (known_values.py), if nothing better was verified; the best
solution that was verified in the campaign.  Whatever it is, `Contested.source` says so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from accord.bench.analysis.circumstances import disturbances
from accord.bench.analysis.judging import Evidence, judging
from accord.bench.analysis.known_values import KnownValues
from accord.bench.analysis.shown_solvers import ShownSolvers
from accord.bench.analysis.table import Findings
from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import CampaignError, known_question
from accord.bench.campaigns.run import LABEL
from accord.bench.judge.judge import Verdict
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.objective import Objective, Value
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import listed

CERTIFIED, RECORDED = "certified", "recorded"  # where a best value is from


@dataclass(frozen=True)
class History:
    """What a run found and when; of a solver that cannot be asked the problem nothing."""

    ended: float  # seconds; the limit where it was stopped there
    compiled: float = 0.0  # seconds before, of MiniZinc's compiler
    found: tuple[tuple[float, Value], ...] = ()  # seconds and value, each better than the last
    bounds: tuple[tuple[float, Value], ...] = ()  # seconds, and what it claims nothing to be beyond
    solved: bool = False  # it has a solution, or claims that there is none
    proved: bool = False  # it claims that nothing is better, or that there is no solution

    @property
    def value(self) -> Value | None:
        """The best value that it found; None of none."""
        return self.found[-1][1] if self.found else None

    def value_at(self, moment: float) -> Value | None:
        """The best value that it had found after so many seconds; None of none."""
        return next((value for at, value in reversed(self.found) if at <= moment), None)

    def until(self, limit: float) -> "History":
        """The history of the run as if it had been stopped after so many seconds."""
        found, bounds = (
            tuple(each for each in moments if each[0] <= limit)
            for moments in (self.found, self.bounds)
        )
        is_proved = self.proved and self.ended <= limit
        solved = bool(found) or is_proved
        return History(min(self.ended, limit), self.compiled, found, bounds, solved, is_proved)


@dataclass(frozen=True)
class Contested:
    """A problem and the runs of all solvers on it, one of each: those of one repetition."""

    name: str
    goal: Objective | None  # None where any solution counts
    best: Value | None  # the best that is known
    source: str  # of this: certified, recorded, or who says so; empty where none is known
    limit: float  # seconds
    runs: Mapping[str, History]  # by solver

    @property
    def has_numbers(self) -> bool:
        """Whether values are numbers: there is an objective, which is not `lex`."""
        return self.goal is not None and self.goal.measure != "lex"

    def is_better(self, one: Value | None, other: Value | None) -> bool:
        """Whether one value is better than another; neither is where one is missing."""
        if one is None or other is None or self.goal is None:
            return False
        return self.goal.is_better(one, other)


@dataclass(frozen=True)
class Contest:
    """The problems of a campaign, each with its runs of every repetition."""

    solvers: tuple[str, ...]
    problems: tuple[tuple[Contested, ...], ...]  # of each problem its repetitions
    limit: float  # seconds
    disqualified: tuple[str, ...] = ()  # solvers with a wrong answer
    refuted: int = 0  # sentences there are on wrong answers and contradicted expectations
    disturbances: tuple[str, ...] = ()
    rules: str = ""  # of a competition, by which it was held

    def without(self, gone: Iterable[str]) -> "Contest":
        """The contest as if some solvers had not taken part."""
        gone = {*gone}
        return replace(
            self,
            solvers=tuple(each for each in self.solvers if each not in gone),
            problems=tuple(
                tuple(replace(each, runs=_others(each.runs, gone)) for each in rounds)
                for rounds in self.problems
            ),
        )

    @cached_property
    def sources(self) -> dict[str, int]:
        """How many problems' best values are from where."""
        found = dict[str, int]()
        for first, *_ in self.problems:
            if first.best is not None:
                found[first.source] = found.get(first.source, 0) + 1
        return found


def _others(runs: Mapping[str, History], gone: set[str]) -> dict[str, History]:
    return {solver: run for solver, run in runs.items() if solver not in gone}


class BestKnown:
    """What the judge and a file of known values say of the problems, by digest."""

    def __init__(self, known: KnownValues | None = None) -> None:
        """Nothing is known of any yet.

        Args:
            known: best values that somebody knows.
        """
        self.values = known or KnownValues()
        self.problems: dict[str, tuple[int, str, Objective | None, Value | None, str]] = {}
        """Of each its place, name, objective, best value, and where that is from."""

    def watch(self, puzzle: Evidence, verdict: Verdict) -> None:
        """Take the verdict on a problem."""
        goal, best, source = verdict.problem.goal, verdict.value, RECORDED
        told = self.values.of(puzzle.name, verdict.problem.digest)
        if verdict.answer == "optimum" and verdict.grade == "certified":
            source = CERTIFIED
        elif told is not None and goal is not None and goal.fits(told.best):
            said = goal.best(value for value in (best, told.best) if value is not None)
            source = told.source if said == told.best else RECORDED
            best = said
        source = "" if best is None else source
        self.problems[puzzle.hash] = puzzle.place, puzzle.name, goal, best, source


def contest(
    folder: Path,
    known: KnownValues | None = None,
    shown: ShownSolvers | None = None,
    *,
    keep_wrong: bool = False,
    steps: ShowStep = not_shown,
) -> Contest:
    """The contest that a campaign is.

    Args:
        folder: of the campaign.
        known: best values that somebody knows.
        shown: the solvers that take part; all by default.
        keep_wrong: disqualify nobody; a wrong run counts as one without a solution.
        steps: called before each problem is judged.

    Raises:
        CampaignError: there is no campaign, no problem of it has an objective, or its runs have
            several time limits.
        KnownValuesError: the known values are about none of its problems.
    """
    best, findings = BestKnown(known), Findings(shown, known)

    def watch(puzzle: Evidence, verdict: Verdict) -> None:
        findings.watch(puzzle, verdict)
        best.watch(puzzle, verdict)

    with judging(folder, watch, steps, shown=shown) as base:
        findings.known.expect_used()
        found = contested(base, folder, best, keep_wrong=keep_wrong)
        disturbed = disturbances(folder, base)
    if found is None:
        raise CampaignError(
            f"{folder}: found no problem with an objective, expected one; `accord stats` ranks "
            "solvers by times"
        )
    number = findings.refuted + findings.contradicted
    asked = known_question(folder)
    rules = asked.rules if asked else ""
    return replace(found, refuted=number, disturbances=disturbed, rules=rules)


def contested(
    base: Database, folder: Path, known: BestKnown, *, keep_wrong: bool = False
) -> Contest | None:
    """The contest in a database with the view `judged`; None where no problem has an objective.

    Args:
        base: of the campaign.
        folder: of it.
        known: has watched every problem.
        keep_wrong: as of `contest`.

    Raises:
        CampaignError: its runs have several time limits, or every solver has a wrong answer.
    """
    if not any(goal for _, _, goal, *_ in known.problems.values()):
        return None
    rows = base.execute(RUNS).fetchall()
    limits = sorted({row[2] for row in rows})
    if len(limits) > 1:
        found = listed(f"{limit:g} s" for limit in limits)
        raise CampaignError(f"{folder}: found runs limited to {found}, expected one time limit")
    wrong = {solver for _, solver, _, category, *_ in rows if category == "wrong"}
    out = set[str]() if keep_wrong else wrong
    solvers = tuple(sorted({solver for _, solver, *_ in rows} - out))
    if not solvers:
        raise CampaignError(
            f"{folder}: found a wrong answer of every solver ({listed(sorted(wrong))}), expected a "
            "solver without; --keep-wrong counts wrong runs as those without a solution"
        )
    runs = dict[str, dict[str, list[History]]]()
    for (digest, solver), group in groupby(rows, lambda row: row[:2]):
        if solver in solvers:
            goal = known.problems[digest][2]
            runs.setdefault(digest, {})[solver] = [history(row, goal) for row in group]
    order = sorted(runs, key=lambda digest: known.problems[digest][0])
    problems = tuple(
        tuple(_rounds(runs[digest], known.problems[digest][1:], limits[0])) for digest in order
    )
    return Contest(solvers, problems, limits[0], tuple(sorted(out)))


def _rounds(
    runs: Mapping[str, Sequence[History]],
    known: tuple[str, Objective | None, Value | None, str],
    limit: float,
) -> Iterator[Contested]:
    """A problem with the first runs of all solvers, the second, and so on.

    A solver with fewer runs than others begins again.
    """
    for number in range(max(map(len, runs.values()))):
        own = {solver: each[number % len(each)] for solver, each in runs.items()}
        yield Contested(*known, limit, own)


def history(row: Sequence[Any], goal: Objective | None) -> History:
    """The history in a row of RUNS, on a problem with this objective.

    Raises:
        CampaignError: what it says of values is none.
    """
    _, _, limit, category, wall, compiled, incumbents, bounds = row
    ended = limit if wall is None or category == "missing" else wall
    is_decided, found = category == "correct", list[tuple[float, Value]]()
    claimed = list[tuple[float, Value]]()
    if goal is not None and category in ("correct", "found"):
        claimed = [*_moments(bounds or "[]", goal, row)]
        for at, value in _moments(incumbents or "[]", goal, row):
            if not found or goal.is_better(value, found[-1][1]):
                found.append((at, value))
    solved = is_decided or bool(found)
    return History(ended, compiled or 0.0, tuple(found), tuple(claimed), solved, is_decided)


def _moments(text: str, goal: Objective, row: Sequence[Any]) -> Iterator[tuple[float, Value]]:
    """The seconds and values of a row, in the order in which they came.

    Raises:
        CampaignError: they are none.
    """
    try:
        for at, found in json_value(text):
            value = tuple(found) if isinstance(found, list) else found
            if not (goal.fits(value) and type(at) in (int, float) and at >= 0):
                raise ValueError
            yield at, cast("Value", value)
    except (ValueError, TypeError):
        raise CampaignError(
            f"found {text!r:.80} as what {row[1]} said of the puzzle {row[0]}, expected lists of "
            "seconds and a value of the objective"
        ) from None


RUNS = f"""
SELECT puzzle, {LABEL} AS label, time_limit, category,
    CASE WHEN outcome = 'TIMEOUT' THEN time_limit ELSE least(wall_time, time_limit) END,
    compile_time, incumbents, bounds
FROM judged ORDER BY puzzle, label, isomorph, repetition, started
"""
