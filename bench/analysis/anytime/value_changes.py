"""Changes of values from one campaign to another: better and worse ones, proofs won and lost.

Compared are the runs of a solver on a problem that it was asked in both, all under the smaller time
limit.  With repetitions runs differ by chance, so a change is only what sets all runs apart:

    better value    every run of the new campaign has a better value than every run of the old
    worse value     a worse one; no value is worse than any
    won proof       every run of the new campaign proved its answer, and no run of the old did
    lost proof      the other way round

Where n old and m new runs differ by chance alone, all of one campaign are before all of the other
in at most 2 of (n + m)! / (n! m!) cases (`by_chance`): with 3 and 3 runs in 1 of 10, with a single
one in each always.

The time to the value is that until the worse of the two median values, which both have; its ratio
over all problems is that of bench/analysis/statistics/pair.py.  Of a problem in which any solution
counts there is no value; proved is then that it was decided.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import groupby
from math import comb, inf
from operator import itemgetter
from statistics import median

import numpy

from accord.bench.analysis.anytime.histories import RUNS, History, history
from accord.bench.analysis.joint_judging import SIDES, JointJudging
from accord.bench.analysis.matching import SolverVariant
from accord.bench.analysis.statistics.pair import Pair, pair
from accord.bench.analysis.statistics.sample import Sample
from accord.bench.campaigns.database import Database
from accord.puzzles.objective import Objective, Value

BETTER, WORSE, WON, LOST = "better value", "worse value", "won proof", "lost proof"
CONFLICT = "conflict"  # an answer is wrong, in one of the campaigns or in both
CHANGES = (BETTER, WORSE, WON, LOST, CONFLICT)
Attempts = list[tuple[str, History]]  # the category of each run, and its history


@dataclass(frozen=True)
class ValueChange:
    """What became of a solver's answers to a problem; the value is that of its median run."""

    puzzle: str  # its hash
    name: str
    old: str  # the solver, as the old campaign calls it
    new: str
    changes: tuple[str, ...]  # of BETTER, WORSE, WON, LOST; or CONFLICT alone
    values: tuple[Value | None, Value | None]  # old and new, as all that follow
    proved: tuple[int, int]  # runs that proved their answer
    runs: tuple[int, int]
    times: tuple[float | None, float | None]  # median seconds to the worse value of the two


@dataclass(frozen=True)
class ValueLine:
    """The changes of one solver over all problems with an objective."""

    old: str
    new: str
    problems: int
    changes: Mapping[str, int]  # problems, by kind of change
    time: Pair  # to the value, of new to old; above 1 it comes later


@dataclass(frozen=True)
class ValueChanges:
    """The changes of all solvers, and a line for each."""

    lines: tuple[ValueLine, ...] = ()  # of those that were asked problems with an objective in both
    problems: tuple[ValueChange, ...] = ()  # with an objective, or with a change
    by_chance: float = 1.0  # how often runs that differ by chance alone make a change, at most


def value_changes(
    both: JointJudging, matches: Sequence[tuple[SolverVariant, SolverVariant]]
) -> ValueChanges:
    """The changes from the old campaign to the new, in the order of the old.

    Args:
        both: judged together.
        matches: which solvers are compared.

    Raises:
        CampaignError: what a row says of values is none.
    """
    limit = min(both.time_limits)
    sides = [
        _by_puzzle(each.base, side, limit, both.goals)
        for side, each in enumerate((both.old, both.new))
    ]
    found = []
    places = {digest: place for place, digest in enumerate(both.old.puzzles)}
    for digest, group in groupby(merge(*sides, key=itemgetter(0, 1)), itemgetter(0)):
        runs = [attempts for *_, attempts in group]
        for old, new in matches if len(runs) == 2 else ():
            if old.name in runs[0] and new.name in runs[1]:
                who = digest, both.old.names[places[digest]], old.name, new.name
                attempts = runs[0][old.name], runs[1][new.name]
                change = value_change(who, attempts, both.goals.get(digest))
                if digest in both.goals or change.changes:
                    found.append(change)
    found.sort(key=lambda each: places[each.puzzle])
    aims = [each for each in found if each.puzzle in both.goals]
    lines = (
        _line(old.name, new.name, [each for each in aims if (each.old, each.new) == names], limit)
        for old, new in matches
        for names in [(old.name, new.name)]
    )
    chances = (min(1.0, 2 / comb(sum(each.runs), each.runs[0])) for each in aims)
    return ValueChanges(
        tuple(each for each in lines if each.problems),
        tuple(found),
        max(chances, default=1.0),
    )


def _by_puzzle(
    base: Database, side: int, limit: float, goals: Mapping[str, Objective]
) -> Iterator[tuple[str, int, dict[str, Attempts]]]:
    """Each puzzle of a campaign with the runs of every solver, in the order of hashes."""
    for digest, group in groupby(base.rows(RUNS), itemgetter(0)):
        runs = dict[str, Attempts]()
        for row in group:
            attempt = row[3], history(row, goals.get(digest)).until(limit)
            runs.setdefault(row[1], []).append(attempt)
        yield digest, side, runs


def value_change(
    who: tuple[str, str, str, str], attempts: tuple[Attempts, Attempts], goal: Objective | None
) -> ValueChange:
    """What became of a solver's answers to a problem.

    Args:
        who: the hash and the name of the problem, and the solver's name, old and new.
        attempts: its runs in the old campaign and in the new.
        goal: of the problem; None where any solution counts.
    """
    sides = [[run for _, run in side] for side in attempts]
    proofs = [[run.proved for run in side] for side in sides]
    values = [[run.value for run in side] for side in sides]
    middle = [_middle(side, goal) for side in values]
    changes = [
        *([BETTER] if _are_better(values[1], values[0], goal) else []),
        *([WORSE] if _are_better(values[0], values[1], goal) else []),
        *([WON] if all(proofs[1]) and not any(proofs[0]) else []),
        *([LOST] if all(proofs[0]) and not any(proofs[1]) else []),
    ]
    if any(category == "wrong" for side in attempts for category, _ in side):
        changes = [CONFLICT]
    times = [_time(side, middle, goal) for side in sides]
    return ValueChange(
        *who,
        tuple(changes),
        values=(middle[0], middle[1]),
        proved=(sum(proofs[0]), sum(proofs[1])),
        runs=(len(sides[0]), len(sides[1])),
        times=(times[0], times[1]),
    )


def _are_better(
    ones: Sequence[Value | None], others: Sequence[Value | None], goal: Objective | None
) -> bool:
    """Whether each of some values is better than each of others; no value is worse than any."""
    worst, best = _ranked(ones, goal)[-1], _ranked(others, goal)[0]
    if goal is None or worst is None:
        return False
    return best is None or goal.is_better(worst, best)


def _ranked(values: Sequence[Value | None], goal: Objective | None) -> list[Value | None]:
    """Values, the best first."""
    there = [value for value in values if value is not None]
    there.sort(reverse=goal is not None and goal.sense == "maximize")
    return [*there, *[None] * (len(values) - len(there))]


def _middle(values: Sequence[Value | None], goal: Objective | None) -> Value | None:
    """The median value; of two the worse one."""
    return _ranked(values, goal)[len(values) // 2]


def _time(
    runs: Sequence[History], middle: Sequence[Value | None], goal: Objective | None
) -> float | None:
    """The median of the seconds after which runs had the worse of two median values."""
    worst = _ranked(middle, goal)[-1]
    if goal is None or worst is None:
        return None
    return median(
        next((at for at, value in run.found if not goal.is_better(worst, value)), inf)
        for run in runs
    )


def _line(old: str, new: str, problems: Sequence[ValueChange], limit: float) -> ValueLine:
    found = Counter(change for each in problems for change in each.changes)
    changes = {change: found[change] for change in CHANGES}
    timed = [each for each in problems if CONFLICT not in each.changes and None not in each.times]
    times = numpy.array([each.times for each in timed], float).reshape(-1, 2).T
    puzzles, never = tuple(each.puzzle for each in timed), numpy.zeros(times.shape, bool)
    sample = Sample(SIDES, puzzles, "wall", limit, times, never, ~never)
    return ValueLine(old, new, len(problems), changes, pair(sample, "new", "old"))
