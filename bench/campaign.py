"""A campaign: puzzles x solvers x repetitions under stated limits, in one folder.

A campaign can be killed at any moment and started again: what is in the folder is not run again,
and another question in the same folder is an error.

The order of the runs is drawn from the seed: in each repetition the puzzles are shuffled and, for
each puzzle, the solvers, so that a slow spell of the machine hits nobody in particular and an
interrupted campaign is still comparable.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from accord.bench.environment import environment
from accord.bench.folder import (
    Asked,
    CampaignError,
    Entry,
    digest_of,
    entries_of,
    settle,
    write_environment,
    write_puzzles,
)
from accord.bench.limits import TEN_SECONDS, Limits
from accord.bench.run import Run
from accord.bench.schedule import Job, perform
from accord.bench.store import Journal, keys, locked
from accord.bench.supervisor import CannotRunError, CannotStartError, Declaration, Report, Worker
from accord.puzzles.instance import Instance
from accord.solvers.budget import COUNTERS
from accord.solvers.registry import MissingBackendError, backends, usable

LARGEST = 2**63 - 1  # the results hold integers of 64 bits


@dataclass(frozen=True)
class Progress:
    """How far a campaign is."""

    done: int
    total: int
    skipped: int  # done in an earlier session
    run: Run | None  # the latest
    seconds: float  # since this session began


@dataclass(frozen=True)
class Planned:
    """A run that is to be made."""

    entry: Entry
    solver: Declaration
    repetition: int
    started: str = ""  # UTC, ISO 8601


def run_campaign(
    folder: Path,
    instances: Iterable[Instance],
    solvers: Sequence[str],
    *,
    collection: str,
    limits: Limits = TEN_SECONDS,
    limit: int | None = 2,
    cold: bool = False,
    repeat: int = 1,
    seed: int = 0,
    slots: int = 1,
    watch: Callable[[Progress], None] = lambda progress: None,
) -> None:
    """Run what is not yet in the folder, and write every finished run down at once.

    Args:
        folder: made if it is not there.
        instances: the puzzles; equal ones are run once.
        solvers: as people write them, `NAME[:SETTINGS]` or `PLACE:OBJECT[:SETTINGS]`.
        collection: where the puzzles came from, in words.
        limits: what each run may use.
        limit: solutions asked for; None for all.
        cold: ask each question in a fresh process, and charge what it prepares.
        repeat: how often each question is asked.
        seed: draws the order.
        slots: how many runs go on at a time.
        watch: told of every finished run.

    Raises:
        CampaignError: nothing to run, a number that makes no sense, or the folder holds another
            question.
        CannotStartError: a solver from outside cannot be loaded.
        LockedError: another process is writing to the folder.
    """
    _reject_nonsense(collection, limit, repeat, seed, slots)
    entries = entries_of(instances)
    if not entries:
        raise CampaignError(f"{collection}: found no puzzles, expected at least one")
    declared = list({str(each): each for each in map(declare, solvers)}.values())
    labels = tuple(sorted(map(str, declared)))
    asked = Asked(
        *(collection, len(entries), digest_of(entries), labels, limit or 0),
        *(limits.seconds, repeat, seed),
        memory_limit=limits.memory or 0,
        cpu_limit=limits.cpu_seconds or 0.0,
        cold=cold,
    )
    with locked(folder):
        settle(folder, asked)
        write_puzzles(folder, entries)
        facts = environment()
        common = {"seed": seed, "limit": limit, "cold": cold, "host": facts["host"]}
        done = keys(folder)
        plan = list(_plan(entries, declared, repeat, seed))
        left = [each for each in plan if _key(each, limits, **common) not in done]
        number = skipped = len(plan) - len(left)
        began = monotonic()
        watch(Progress(number, len(plan), skipped, None, 0.0))
        common |= {"environment": write_environment(folder, facts), "jobs": slots}
        with (
            closing(Journal(folder)) as journal,
            closing(perform(_jobs(left, limit, limits, cold), slots)) as reports,
        ):
            for job, report in reports:
                run = as_run(job.tag, report, limits, **common)
                journal.append(run)
                number += 1
                watch(Progress(number, len(plan), skipped, run, monotonic() - began))


def _reject_nonsense(
    collection: str, limit: int | None, repeat: int, seed: int, slots: int
) -> None:
    """Raise a CampaignError for what cannot be run, or not be written down."""
    numbers = {"solutions asked for": limit, "repetitions": repeat, "runs at a time": slots}
    for what, number in numbers.items():
        if number is not None and not 1 <= number <= LARGEST:
            raise CampaignError(f"found {number} {what}, expected 1 to {LARGEST}")
    if not -LARGEST <= seed <= LARGEST:
        raise CampaignError(f"found the seed {seed}, expected {-LARGEST} to {LARGEST}")
    try:
        collection.encode()
    except UnicodeEncodeError:
        raise CampaignError(f"found the name {collection!r}, expected one in UTF-8") from None


def declare(solver: str) -> Declaration:
    """What a solver is; code from outside is loaded in a process of its own to be asked.

    Raises:
        CannotStartError: the solver from outside cannot be loaded.
        UnknownSolverError: there is no such solver.
        MissingBackendError: what it needs is not installed.
        SettingError: it has no such setting.
    """
    name = solver.partition(":")[0]
    if "." in name and name not in backends() and not name.endswith(".toml"):
        with Worker(solver) as worker:
            try:
                return worker.start()
            except CannotRunError as error:
                raise MissingBackendError(str(error)) from None
            except CannotStartError as error:
                raise CannotStartError(f"{solver}: {error}") from None
    chosen = usable(solver)
    its = chosen.backend
    if its.warning:
        warnings.warn(f"{chosen.name}: {its.warning}", stacklevel=2)
    return Declaration(
        chosen.name, chosen.settings_text, chosen.version, its.family, its.engine, its.model
    )


def as_run(planned: Planned, report: Report, limits: Limits, **columns: Any) -> Run:
    """The row of a report."""
    solver = planned.solver
    known = {name: value for name, value in report.cost.items() if name in _COST}
    return Run(
        puzzle=planned.entry.puzzle.digest,
        instance=planned.entry.names[0],
        solver=solver.name,
        solver_version=solver.version,
        settings=solver.settings,
        family=solver.family,
        engine=solver.engine,
        model=solver.model,
        repetition=planned.repetition,
        time_limit=limits.seconds,
        memory_limit=limits.memory,
        cpu_limit=limits.cpu_seconds,
        limits=report.limits,
        outcome=report.outcome,
        reason=report.reason,
        exhausted=report.exhausted,
        count=report.grids.count,
        valid=report.grids.valid,
        solutions=tuple(report.grids.kept),
        digest=report.grids.digest,
        contradictory=report.contradictory,
        started=planned.started,
        **known,
        **columns,
    )


_PHASES = ("encode", "search", "decode")
_COST = {  # what a report may say of a run
    *COUNTERS,
    *("wall_time", "cpu_time", "first_solution_time", "peak_memory", "inner_repetitions"),
    *("prepare_time", "startup_time"),
    *(f"{phase}_{clock}" for phase in _PHASES for clock in ("time", "cpu_time")),
}


def _plan(
    entries: Sequence[Entry], solvers: Sequence[Declaration], repeat: int, seed: int
) -> Iterator[Planned]:
    random = Random(seed)
    for repetition in range(repeat):
        for entry in random.sample(entries, len(entries)):
            for solver in random.sample(solvers, len(solvers)):
                yield Planned(entry, solver, repetition)


def _key(
    planned: Planned, limits: Limits, *, seed: int, limit: int | None, cold: bool, host: str
) -> tuple[object, ...]:
    """The key of the row that this will be: see bench/run.py."""
    solver = planned.solver
    who = (planned.entry.puzzle.digest, solver.name, solver.version, solver.settings)
    asked = (seed, limit, limits.seconds, limits.memory, limits.cpu_seconds, cold)
    return (*who, *asked, planned.repetition, host)


def _jobs(
    plan: Iterable[Planned], limit: int | None, limits: Limits, cold: bool
) -> Iterator[Job[Planned]]:
    for each in plan:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        tag = Planned(each.entry, each.solver, each.repetition, now)
        yield Job(each.entry.puzzle, str(each.solver), limit, limits, tag, cold)
