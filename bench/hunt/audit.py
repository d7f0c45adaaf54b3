"""The audit: each solver is asked for all solutions of each problem, in a process of its own.

The judge compares (bench/judge/judge.py).  Of a small problem it has the truth, found by trying
every assignment: right is who has exactly these solutions and says that there are no others.  Of a
larger one wrong is only who is refuted: by a solution that was verified, or by the published
number; right is who claims to have all and is not refuted.

An answer that stands in the record is not asked for again, unless the version of the solver, its
code in accord or the time limit is another.  Of a larger problem all are asked again, as they
refute each other.

Of each cell of the matrix the smallest problem with a wrong answer is made smaller while the
backend stays wrong; where the library alone is not wrong on what is left but on the whole problem,
while both stay wrong.  A problem of so many assignments that they cannot all be tried is kept as it
is.
"""

import platform
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from accord.bench.campaigns.store import locked
from accord.bench.hunt.ask import Asker, first_of
from accord.bench.hunt.finding import Finding, versions_outside
from accord.bench.hunt.problems import AuditProblem, log_assignments
from accord.bench.hunt.record import (
    OWN,
    Answered,
    AuditRow,
    AuditSession,
    AuditState,
    Writer,
    latest,
    read,
)
from accord.bench.hunt.shrink import shrunk
from accord.bench.hunt.truth import BRUTE_FORCE, is_tried, known_claims
from accord.bench.judge.judge import Judgement, Verdict
from accord.bench.run.check import PuzzleToCheck, verdicts
from accord.bench.run.cores import cores
from accord.bench.run.declare import declare_all
from accord.bench.run.enforcement import demand
from accord.bench.run.environment import environment
from accord.bench.run.report import Declaration, ReportedClaim
from accord.bench.run.supervisor import ForkServers
from accord.bench.run.terms import Terms
from accord.puzzles.files.outside_file import expect_own
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from accord.solvers.registry import backends, canonical, is_registered, registered

LONGEST = 300  # characters of a reason
MOST_SCRIPTS = 100  # that are run to find a smaller problem
_STATES: dict[str, AuditState] = {"correct": "right", "wrong": "wrong", "missing": "refused"}

Rows = list[tuple[AuditSession, AuditRow]]


def auditable() -> list[str]:
    """Every solver that can run here, and each engine that one of them can be set to."""
    texts = [
        text
        for name, each in backends().items()
        for text in (name, *(f"{name}:{value}" for value in each.variants))
    ]
    chosen = {str(each): each for each in map(registered, texts)}
    return [text for text, each in chosen.items() if not each.backend.missing]


class AuditProgress(NamedTuple):
    """The progress of an audit: problems done, of how many."""

    done: int  # problems
    total: int


def audit(
    problems: Sequence[AuditProblem],
    solvers: Sequence[str],
    folder: Path,
    terms: Terms,
    slots: int | None = None,
) -> Generator[AuditProgress, None, None]:
    """Ask what is not in the record of a folder yet, and add it there; after each problem, how far.

    Args:
        problems: what is asked.
        solvers: as people write them.
        folder: of the record.
        terms: what each solver may use for all solutions of a problem.
        slots: how many runs go on at a time; by default one per physical core.

    Raises:
        UnknownSolverError, MissingBackendError, SettingError, CannotStartError: a solver cannot be
            asked.
        CampaignError: the record is none.
        InputError: the folder holds something else and no audit.
        LockedError: another audit is writing to it.
    """
    terms = replace(terms, limit=None, once=True)
    demand(terms.limits)
    expect_own(folder, *OWN)
    with locked(folder), ForkServers() as servers:
        record = read(folder)
        found = declare_all(solvers, servers, terms.import_limit)
        declared = [each.with_source() for each in found]
        session = _session(declared, terms.limits.seconds)
        left = [*_left(problems, declared, record.rows, session)]
        yield AuditProgress(len(problems) - len(left), len(problems))
        asked = (_with_truth(each, chosen) for each, chosen in left)
        with (
            Writer(folder, session, record.complete) as writer,
            closing(verdicts(asked, terms, servers, slots or cores())) as judged,
        ):
            done = len(problems) - len(left)
            for (problem, _), (each, verdict) in zip(left, judged, strict=True):
                writer.add(_row(problem, each, verdict))
                done += 1
                yield AuditProgress(done, len(problems))


def rows_of(
    folder: Path,
    problems: Iterable[AuditProblem] | None = None,
    solvers: Sequence[str] | None = None,
) -> Rows:
    """The rows of a record, with the latest answer of each solver on each problem.

    Args:
        folder: of the record.
        problems: of which; by default all.
        solvers: as people write them; by default all.
    """
    chosen = None if solvers is None else {*solvers, *map(canonical, solvers)}
    rows = latest(read(folder).rows, chosen)
    if problems is None:
        return rows
    names = {(each.column, each.instance.name, each.instance.problem.digest) for each in problems}
    return [(session, row) for session, row in rows if (row.column, row.name, row.digest) in names]


def _session(declared: Sequence[Declaration], seconds: float) -> AuditSession:
    facts = environment()
    machine = {key: facts[key] for key in ("python", "system", "commit")}
    versions = {str(each): each.version for each in declared}
    sources = {str(each): each.source for each in declared}
    needs = {each: libraries(each) for each in versions}
    return AuditSession(versions, sources, needs, seconds, machine)


def libraries(solver: str) -> str:
    """The versions of what a solver needs, or of Python; empty for one from outside."""
    if not is_registered(solver):
        return ""  # its code is not imported here
    needs = registered(solver).backend.needs
    found = ", ".join(dict.fromkeys(need.version for need in needs if need.version))
    return found or f"Python {platform.python_version()}"


def _left(
    problems: Iterable[AuditProblem],
    declared: Sequence[Declaration],
    rows: Iterable[tuple[AuditSession, AuditRow]],
    session: AuditSession,
) -> Iterator[tuple[AuditProblem, Sequence[Declaration]]]:
    """The problems that have answers missing, each with the solvers to ask."""
    there = {
        (row.column, row.name, row.digest, solver, *_asked_as(before, solver))
        for before, row in rows
        for solver in row.answers
    }
    for each in problems:
        name, puzzle = each.instance.name, each.instance.problem
        missing = [
            solver
            for solver in declared
            if (each.column, name, puzzle.digest, str(solver), *_asked_as(session, str(solver)))
            not in there
        ]
        if missing:
            yield each, missing if is_tried(puzzle) else declared


def _asked_as(session: AuditSession, solver: str) -> tuple[str, str, float]:
    """The version, code and time limit that an answer depends on."""
    return session.solvers[solver], session.sources[solver], session.seconds


def _with_truth(problem: AuditProblem, solvers: Sequence[Declaration]) -> PuzzleToCheck:
    return PuzzleToCheck(problem.instance, solvers, known_claims(problem.instance.problem, {}))


def _row(problem: AuditProblem, asked: PuzzleToCheck, verdict: Verdict) -> AuditRow:
    """The row of a problem that was asked."""
    known = [each.run for each in verdict.runs if each.run.label == BRUTE_FORCE]
    answers = {
        each.run.label: _answered(each, problem.instance)
        for each in verdict.runs
        if each.run.label != BRUTE_FORCE
    }
    number, puzzle = (known[0].count if known else None), problem.instance.problem
    return AuditRow(problem.column, problem.instance.name, puzzle.digest, number, answers)


def _answered(judged: Judgement, instance: Instance) -> Answered:
    run, published = judged.run, instance.expected.count if instance.expected else None
    reason = run.report.reason if isinstance(run, ReportedClaim) else ""
    why = first_of(judged.refutations) or reason
    state: AuditState = _STATES.get(judged.category, "undecided")
    if judged.category == "error":
        state, why = "crashed", f"{run.outcome}: {why}"
    elif judged.category == "unknown" and run.outcome == "TIMEOUT":
        state, why = "timed out", ""
    elif state == "right":
        why = ""
        if instance.problem.goal is None and published is not None and run.count != published:
            state = "wrong"
            why = f"counts {counted(run.count, 'solution')}, published are {published}"
    return Answered(state, why[:LONGEST])


def needed_by(rows: Iterable[tuple[AuditSession, AuditRow]]) -> Mapping[str, str]:
    """The libraries of each solver, with versions, as the latest session has them."""
    return {solver: text for session, _ in rows for solver, text in session.libraries.items()}


def wrong_answers(
    rows: Iterable[tuple[AuditSession, AuditRow]],
    problems: Iterable[AuditProblem],
    terms: Terms,
    kept: Iterable[Finding] = (),
) -> Iterator[Finding]:
    """A finding for each cell of the matrix with a wrong answer.

    Args:
        rows: of the audit.
        problems: what was asked.
        terms: what a solver may use for all solutions of a problem.
        kept: those that were made smaller before.
    """
    there = {(each.solver, each.column, each.name, each.version): each for each in kept}
    asked = {(each.column, each.instance.name): each.instance for each in problems}
    smallest: dict[tuple[str, str], tuple[Instance, str, str]] = {}
    for session, row in rows:
        instance = asked[row.column, row.name]
        for solver, (state, why) in row.answers.items():
            if state == "wrong":
                known = smallest.get((solver, row.column))
                if known is None or _size(instance) < _size(known[0]):
                    libraries = session.libraries.get(solver, "")
                    smallest[solver, row.column] = instance, why, libraries
    for (solver, column), (instance, why, libraries) in sorted(
        smallest.items(), key=lambda each: each[0]
    ):
        before = there.get((solver, column, instance.name, libraries))
        yield before or _wrong_answer(solver, column, instance, why, libraries, terms)


def _size(instance: Instance) -> tuple[int, float, str]:
    return len(instance.problem.constraints), log_assignments(instance.problem), instance.name


def _wrong_answer(
    solver: str, column: str, instance: Instance, why: str, libraries: str, terms: Terms
) -> Finding:
    problem = instance.problem
    found = Finding(
        *(solver, libraries, column, "wrong", problem, why),
        name=instance.name,
        outside=versions_outside(solver),
    )
    if not is_tried(problem):
        return found
    with Asker(solver, terms) as asker:

        def why_wrong(problem: Problem) -> str:
            (answered,) = asker.ask(problem)
            return answered.why if answered.state == "wrong" else ""

        def is_wrong(problem: Problem) -> bool:
            return is_tried(problem) and bool(why_wrong(problem))

        def is_wrong_alone(problem: Problem) -> bool:
            return is_wrong(problem) and found.with_script(problem).is_reproduced

        small = found.with_script(shrunk(problem, is_wrong).problem)
        if not small.is_reproduced and is_wrong_alone(problem):
            least = shrunk(problem, is_wrong_alone, MOST_SCRIPTS).problem
            small = found.with_script(least)
        return replace(small, why=why_wrong(small.problem) or why)
