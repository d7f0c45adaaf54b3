"""Joint judging: each of two campaigns is judged by what is claimed in both.

What a new campaign finds may refute what an old one claimed: a second solution of a puzzle that was
called unique.  So all claims on a puzzle that stand in either are judged at once, and a run that
the other campaign refutes is wrong in every figure that follows.  Each refuted claim is a conflict.
Verdicts that contradict each other need no rule of their own: of an exhaustive claim and a grid
that it lacks one is false, and the judge names it.

Puzzles come from both in the order of their hashes, and are held one at a time.

Runs of different questions are not compared: in both campaigns there has to be the same number of
solutions asked for, and the same start, cold or not.  Time limits may differ between the two: then
both stand under the smaller.  A run that took longer counts as cut there, and of one that was cut
later neither CPU time nor counters are known for that point.  Of isomorphs the same seed has to
have drawn the same: others are left out of all figures, though not of the evidence.

The verdict on a puzzle of both is also given by what each campaign claims by itself.  It changes
where the answer is another, or the best known value; the grade of the evidence is not compared.  It
is weaker where less is known than before, stronger where more is, and else other: a contradiction,
or an answer to other solvers' claims.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from accord.bench.analysis.circumstances import Differences, differences
from accord.bench.analysis.judging import (
    JUDGING,
    Evidence,
    Place,
    RefutedSolver,
    RefutedSolvers,
    Write,
    evidence,
    judge_claims,
    judgements,
    keep,
    puzzles_with_claims,
)
from accord.bench.analysis.matching import SolverVariant, renamed_pair
from accord.bench.analysis.statistics.sample import Campaign, narrowed
from accord.bench.campaigns.database import Database
from accord.bench.campaigns.deduplicate import PUZZLES, add_puzzles
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import solvers_of
from accord.bench.campaigns.store import opened
from accord.bench.certify.certificates import CampaignCertificates
from accord.bench.judge.judge import Judgement, Verdict
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.objective import Objective
from accord.puzzles.phrasing import listed, solutions_text
from accord.solvers.budget import COUNTERS

SIDES = ("old", "new")


@dataclass(frozen=True)
class Conflict:
    """A solver whose claim on a puzzle is refuted by what stands in both campaigns."""

    puzzle: str  # its name
    solver: str  # with its settings
    campaign: str  # which has the claim: old, new or both
    reason: str
    verdicts: tuple[str, str]  # of each campaign by itself; empty where it has no runs


@dataclass(frozen=True)
class VerdictChange:
    """A puzzle on which the two campaigns, each by itself, have different verdicts."""

    puzzle: str  # its name
    old: str  # with the value and the grade: optimum 12 (claimed)
    new: str
    change: str  # weaker, stronger or other


@dataclass(frozen=True)
class JointJudging:
    """Two campaigns that are open."""

    old: Campaign
    new: Campaign
    conflicts: tuple[Conflict, ...]  # the first SHOWN
    refuted: int  # how many there are
    refuted_solvers: tuple[RefutedSolver, ...]  # each with the campaign that has its claims
    limit: int | None  # solutions asked for; None for all, or where puzzles differ, 0 for the best
    time_limits: tuple[float, float]  # seconds; both stand under the smaller
    isomorphs: tuple[int, int, int]  # of each puzzle: in the old campaign, the new, both
    differences: Differences  # in what else the runs differ
    verdicts: tuple[VerdictChange, ...]
    goals: dict[str, Objective]  # of the puzzles that have one, by hash


@contextmanager
def joint_judging(
    old: Path, new: Path, steps: ShowStep = not_shown, renamed: Sequence[str] = ()
) -> Iterator[JointJudging]:
    """Two campaigns, judged together and under one time limit.

    Args:
        old: the folder of one.
        new: of the other; it may be the same.
        steps: called before each puzzle is judged, with the puzzles of both.
        renamed: `OLD=NEW`, solvers that are to be compared.

    Raises:
        CampaignError: a folder has no campaign or no runs, they ask different questions, or one of
            `renamed` names no two solvers.
    """
    with opened(old) as one, opened(new) as two:
        before, after = ([SolverVariant(*each) for each in solvers_of(base)] for base in (one, two))
        for text in renamed:
            renamed_pair(before, after, text)
        add_puzzles(one, old / PUZZLES)
        add_puzzles(two, new / PUZZLES)
        limit, *time_limits = _one_question((old, one), (new, two))
        found, done = _Findings(), 0
        total = puzzles_with_claims(one) + puzzles_with_claims(two)
        certificates = CampaignCertificates(one, old), CampaignCertificates(two, new)
        with judgements(one) as write, judgements(two) as write_too:
            for sides in _side_by_side((one, two), certificates):
                steps(JUDGING, done, total)
                done += len(sides)
                _judge(sides, (write, write_too), found)
        for each in certificates:
            each.checks.save()
        forms = _forms(one), _forms(two)
        for base in (one, two):
            _cut(base, min(time_limits), forms[0] & forms[1])
        yield JointJudging(
            old=narrowed(one, old),
            new=narrowed(two, new),
            conflicts=found.conflicts,
            refuted=found.refuted,
            refuted_solvers=found.solvers,
            limit=limit,
            time_limits=(time_limits[0], time_limits[1]),
            isomorphs=(len(forms[0]), len(forms[1]), len(forms[0] & forms[1])),
            differences=differences((old, one), (new, two)),
            verdicts=found.verdicts,
            goals=found.goals,
        )


def _one_question(*campaigns: tuple[Path, Database]) -> tuple[Any, ...]:
    """The number of solutions asked for, and the time limit of each campaign."""
    known = "count(*), list_distinct(list(time_limit)), list_distinct(list(cold))"
    query = f"SELECT {known}, list_sort(list_distinct(list({ASKED}))) FROM runs"
    asked, limits = {}, []
    for folder, base in campaigns:
        runs, time_limits, colds, solutions = base.execute(query).fetchall()[0]
        if not runs:
            raise CampaignError(f"{folder}: found no runs, expected some")
        if len(time_limits) > 1:
            found = listed(f"{value:g}" for value in sorted(time_limits))
            raise CampaignError(f"{folder}: found runs with {found} as time limit, expected one")
        asked[folder] = (_question_in_words(solutions, colds), tuple(solutions))
        limits.append(time_limits[0])
    questions = list(asked.values())
    if questions[0][0] != questions[-1][0]:
        found = listed(f"{what} in {folder}" for folder, (what, _) in asked.items())
        raise CampaignError(f"found different questions, {found}; expected the same in both")
    numbers = {None if each < 0 else each for each in questions[0][1]}
    return numbers.pop() if len(numbers) == 1 else None, *limits


ASKED = 'CASE WHEN sense IS NULL THEN coalesce("limit", -1) ELSE 0 END'  # -1: all


def _question_in_words(solutions: Sequence[int], colds: list[bool]) -> str:
    """The questions of a campaign, which its puzzles decide."""
    starts = listed("cold" if cold else "warm" for cold in sorted(map(bool, colds)))
    asked = listed(solutions_text(None if each < 0 else each) for each in solutions)
    return f"{asked} asked for, {starts}"


def _side_by_side(
    bases: Iterable[Database], certificates: Iterable[CampaignCertificates]
) -> Iterator[list[tuple[str, int, Evidence]]]:
    """The evidence on each puzzle with runs, of the old campaign, the new one, or both."""
    sides = enumerate(zip(bases, certificates, strict=True))
    tagged = (_tagged(side, *each) for side, each in sides)
    for _, group in groupby(merge(*tagged, key=itemgetter(0, 1)), itemgetter(0)):
        yield list(group)


def _tagged(
    side: int, base: Database, certificates: CampaignCertificates
) -> Iterator[tuple[str, int, Evidence]]:
    return ((each.hash, side, each) for each in evidence(base, certificates.folder, certificates))


def _judge(
    sides: list[tuple[str, int, Evidence]], write: tuple[Write, Write], found: "_Findings"
) -> None:
    """Judge a puzzle by the claims of both, and give each campaign the judgements of its own."""
    first = sides[0][2]
    verdict = judge_claims(
        first.problem,
        [claim for _, _, each in sides for claim in each.claims],
        [proof for _, _, each in sides for proof in each.certificates],
    )
    judgements_left = iter(verdict.runs)
    by_side: tuple[list[Judgement], list[Judgement]] = ([], [])
    for _, side, each in sides:
        by_side[side].extend(next(judgements_left) for _ in each.claims)
    for side, mine in enumerate(by_side):
        write[side](verdict, mine)
    if verdict.problem.goal is not None:
        found.goals[first.hash] = verdict.problem.goal
    if not (verdict.refuted or len(sides) == 2):
        return
    place = sides[0][1], first.place
    alone = {
        side: judge_claims(each.problem, each.claims, each.certificates) for _, side, each in sides
    }
    if len(sides) == 2 and (change := _verdict_change(alone[0], alone[1])):
        old, new = (f"{each.words} ({each.grade})".removesuffix(" ()") for each in alone.values())
        found.add_verdict(place, VerdictChange(first.name, old, new, change))
    if verdict.refuted:
        said = {side: each.said for side, each in alone.items()}
        found.add(place, first.name, by_side, (said.get(0, ""), said.get(1, "")))


_KNOWING = {"undecided": 0, "best known": 1}  # how much an answer says; others 2


def _verdict_change(old: Verdict, new: Verdict) -> str:
    """How the verdict of one campaign differs from that of another; empty where it does not."""
    knows, knew = (_KNOWING.get(each.answer, 2) for each in (new, old))
    goal = new.problem.goal
    is_better, is_worse = (
        goal is not None
        and one.value is not None
        and (other.value is None or goal.is_better(one.value, other.value))
        for one, other in ((new, old), (old, new))
    )
    if knows == knew == 2:
        return "" if old.words == new.words else "other"
    if knows == knew:
        return "stronger" if is_better else "weaker" if is_worse else ""
    contradicts = is_worse if knows > knew else is_better  # a value beyond what was proved
    return "other" if contradicts else "stronger" if knows > knew else "weaker"


class _Findings:
    """The conflicts, of which the first SHOWN are kept, and the verdicts that change.

    Puzzles come in the order of hashes.
    """

    def __init__(self) -> None:
        self.refuted = 0
        self.goals: dict[str, Objective] = {}
        self._conflicts: list[tuple[Place, Conflict]] = []
        self._solvers = RefutedSolvers()
        self._verdicts: list[tuple[Place, VerdictChange]] = []

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The first ones."""
        return tuple(conflict for _, conflict in self._conflicts)

    @property
    def solvers(self) -> tuple[RefutedSolver, ...]:
        """The refuted solvers, the one refuted first at the head."""
        return self._solvers.found

    @property
    def verdicts(self) -> tuple[VerdictChange, ...]:
        """The changes of verdicts, in the order of the campaign."""
        return tuple(change for _, change in sorted(self._verdicts, key=itemgetter(0)))

    def add_verdict(self, place: Place, change: VerdictChange) -> None:
        """Add a puzzle on which the verdicts differ."""
        self._verdicts.append((place, change))

    def add(
        self,
        place: Place,
        puzzle: str,
        by_side: tuple[list[Judgement], list[Judgement]],
        verdicts: tuple[str, str],
    ) -> None:
        """Add a puzzle on which a solver is refuted."""
        reasons: dict[tuple[str, str], list[str]] = {}
        for side, mine in zip(SIDES, by_side, strict=True):
            for judgement in mine:
                for reason in judgement.refutations:
                    sides = reasons.setdefault((judgement.run.label, reason), [])
                    sides += [side] if side not in sides else []
        self.refuted += len(reasons)
        first: dict[str, str] = {}  # reason, by solver and campaign
        for (solver, reason), sides in reasons.items():
            which = sides[0] if len(sides) == 1 else "both"
            first.setdefault(f"{solver} ({campaigns_in_words(which)})", reason)
            conflict = Conflict(puzzle, solver, which, reason, verdicts)
            keep(self._conflicts, place, conflict)
        for solver, reason in first.items():
            self._solvers.add(place, solver, puzzle, reason)


def campaigns_in_words(campaign: str) -> str:
    """The campaign of a claim in words: `old`, `new`, `old and new`."""
    return "old and new" if campaign == "both" else campaign


def _forms(base: Database) -> set[tuple[int, int]]:
    """The isomorphs that were asked: their numbers, and the seeds that drew them."""
    return set(base.rows("SELECT DISTINCT isomorph, seed FROM runs WHERE isomorph > 0"))


def _cut(base: Database, limit: float, forms: set[tuple[int, int]]) -> None:
    """Have the view `judged` hold what it would under a smaller time limit."""
    same = " OR ".join(f"(isomorph = {number} AND seed = {seed})" for number, seed in forms)
    unknown = ", ".join(f"CASE WHEN known THEN {name} END AS {name}" for name in _SPENT)
    base.execute("ALTER VIEW judged RENAME TO judged_in_full")
    base.execute(
        "CREATE VIEW judged AS SELECT * EXCLUDE (known, late) REPLACE ("
        "CASE WHEN NOT late THEN category WHEN incumbents IS NULL THEN 'unknown' ELSE 'found' END "
        "AS category, "
        "CASE WHEN late THEN 'TIMEOUT' ELSE outcome END AS outcome, "
        f"{limit}::DOUBLE AS time_limit, {unknown}) FROM ("
        f"SELECT *, category = 'correct' AND wall_time > {limit}::DOUBLE AS late, "
        f"time_limit <= {limit}::DOUBLE OR (category = 'correct' AND NOT late) AS known "
        f"FROM judged_in_full WHERE isomorph = 0 OR {same or 'false'})"
    )


_SPENT = ("cpu_time", *COUNTERS)
