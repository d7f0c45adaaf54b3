"""Check: one verdict on a puzzle, with its evidence.

Each solver is asked for up to two solutions, in a process of its own with a limit kept from
outside.  Every grid is verified, every claim held against every witness (bench/judge/judge.py).
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import combinations
from typing import NamedTuple

from accord.bench.judge.claim import Claim
from accord.bench.judge.judge import Verdict, judge
from accord.bench.judge.steps import ShowStep, not_shown
from accord.bench.run.cores import cores, most_at_once
from accord.bench.run.declare import declare_all
from accord.bench.run.enforcement import demand
from accord.bench.run.report import Declaration, ReportedClaim
from accord.bench.run.schedule import Job, perform
from accord.bench.run.supervisor import ForkServers
from accord.bench.run.terms import USUAL_TERMS, Question, Terms
from accord.puzzles.problem import Problem, expect_no_objective
from accord.puzzles.puzzle import Instance
from accord.solvers.budget import expect_whole
from accord.solvers.registry import available

_FIRST_CHOICE = ("cp-sat", "sat")  # families that decide every size that ships


class PuzzleToCheck(NamedTuple):
    """A puzzle, the solvers that are asked, and claims on it that are known already."""

    instance: Instance
    solvers: Sequence[Declaration]  # one at least
    known: Sequence[Claim] = ()


def check(
    problem: Problem,
    solvers: Sequence[str] = (),
    terms: Terms = USUAL_TERMS,
    *,
    steps: ShowStep = not_shown,
) -> Verdict:
    """The verdict on one puzzle: see `check_all`."""
    with closing(check_all([Instance("puzzle", problem)], solvers, terms, steps=steps)) as all_:
        return next(all_)[1]


def check_all(
    instances: Iterable[Instance],
    solvers: Sequence[str] = (),
    terms: Terms = USUAL_TERMS,
    *,
    slots: int | None = None,
    steps: ShowStep = not_shown,
) -> Generator[tuple[Instance, Verdict], None, None]:
    """One verdict for each instance, in their order.

    Args:
        instances: read only as far as there are free slots.
        solvers: as people write them; by default every solver that is available.
        terms: what is asked about each puzzle, and what each solver may use.
        slots: how many runs go on at a time; by default one per physical core.
        steps: called with the runs that are done of each instance, in the order they end.

    Raises:
        UnknownSolverError, SettingError, CannotStartError: a solver cannot be asked.
        LimitError: a limit cannot be held here, or so many runs at a time make no sense.
    """
    expect_whole("runs at a time", slots, most=most_at_once())
    demand(terms.limits)
    with ForkServers() as servers:
        declared = declare_all(solvers or available(), servers, terms.import_limit)
        asked = (PuzzleToCheck(instance, declared) for instance in instances)
        found = verdicts(asked, terms, servers, slots or cores(), steps)
        yield from ((each.instance, verdict) for each, verdict in found)


def verdicts(
    asked: Iterable[PuzzleToCheck],
    terms: Terms,
    fork_servers: ForkServers,
    slots: int,
    steps: ShowStep = not_shown,
) -> Generator[tuple[PuzzleToCheck, Verdict], None, None]:
    """One verdict for each puzzle, in their order, with the runs of its solvers and known claims.

    Args:
        asked: read only as far as there are free slots.
        terms: what is asked about each puzzle, and what each solver may use.
        fork_servers: those that have declared the solvers.
        slots: how many runs go on at a time.
        steps: called with the runs that are done of a puzzle, in the order they end.
    """
    pending: list[tuple[PuzzleToCheck, list[ReportedClaim]]] = []

    def jobs() -> Iterator[Job[tuple[PuzzleToCheck, list[ReportedClaim]]]]:
        for each in asked:
            expect_no_objective(each.instance.problem, each.instance.name)
            claims: list[ReportedClaim] = []
            if not pending:
                steps("asking solvers", 0, len(each.solvers))
            pending.append((each, claims))
            question = Question(each.instance.problem, terms)
            for solver in each.solvers:
                yield Job(question, solver, (each, claims))

    reports = perform(jobs(), slots, one_worker_each=True, fork_servers=fork_servers)
    with closing(reports):
        for job, report in reports:
            each, claims = job.tag
            claims.append(ReportedClaim.of(job.solver, terms, report))
            steps("asking solvers", len(claims), len(each.solvers))
            while pending and len(pending[0][1]) == len(pending[0][0].solvers):
                first, finished = pending.pop(0)
                order = {str(solver): place for place, solver in enumerate(first.solvers)}
                finished.sort(key=lambda claim: order[claim.label])
                yield first, judge(first.instance.problem, [*finished, *first.known])


def independent_pair() -> tuple[str, ...]:
    """Two solvers whose agreement is evidence: different in engine and model, able to prove.

    Of those that can run here: CP-SAT and a SAT solver where they can; one solver, or none, where
    no two differ.
    """
    able = {
        name: backend
        for name, backend in available().items()
        if backend.complete and backend.proves and backend.enumerates
    }
    ranks = {family: rank for rank, family in enumerate(_FIRST_CHOICE)}
    names = sorted(able, key=lambda name: ranks.get(able[name].family, len(ranks)))
    for one, other in combinations(names, 2):
        if able[one].engine != able[other].engine and able[one].model != able[other].model:
            return one, other
    return tuple(names[:1])
