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
from math import isfinite
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
    limit: int | None = 2,
    seconds: float = 10.0,
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
        limit: solutions asked for; None for all.
        seconds: wall time limit of each run.
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
    _reject_nonsense(collection, limit, seconds, repeat, seed, slots)
    entries = entries_of(instances)
    if not entries:
        raise CampaignError(f"{collection}: found no puzzles, expected at least one")
    declared = list({str(each): each for each in map(declare, solvers)}.values())
    labels = tuple(sorted(map(str, declared)))
    asked = Asked(
        collection, len(entries), digest_of(entries), labels, limit or 0, seconds, repeat, seed
    )
    with locked(folder):
        settle(folder, asked)
        write_puzzles(folder, entries)
        facts = environment()
        common = {"seed": seed, "limit": limit, "time_limit": seconds, "host": facts["host"]}
        done = keys(folder)
        plan = list(_plan(entries, declared, repeat, seed))
        left = [each for each in plan if _key(each, **common) not in done]
        number = skipped = len(plan) - len(left)
        began = monotonic()
        watch(Progress(number, len(plan), skipped, None, 0.0))
        common |= {"environment": write_environment(folder, facts), "jobs": slots}
        with (
            closing(Journal(folder)) as journal,
            closing(perform(_jobs(left, limit, seconds), slots)) as reports,
        ):
            for job, report in reports:
                run = as_run(job.tag, report, **common)
                journal.append(run)
                number += 1
                watch(Progress(number, len(plan), skipped, run, monotonic() - began))


def _reject_nonsense(
    collection: str, limit: int | None, seconds: float, repeat: int, seed: int, slots: int
) -> None:
    """Raise a CampaignError for what cannot be run, or not be written down."""
    if not isfinite(seconds) or seconds <= 0:
        raise CampaignError(f"found a time limit of {seconds:g} s, expected a finite one above 0")
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


def as_run(planned: Planned, report: Report, **columns: Any) -> Run:
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
        limits="enforced",
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
    planned: Planned, *, seed: int, limit: int | None, time_limit: float, host: str
) -> tuple[object, ...]:
    """The key of the row that this will be: see bench/run.py."""
    solver = planned.solver
    who = (planned.entry.puzzle.digest, solver.name, solver.version, solver.settings)
    return (*who, seed, limit, time_limit, planned.repetition, host)


def _jobs(plan: Iterable[Planned], limit: int | None, seconds: float) -> Iterator[Job[Planned]]:
    for each in plan:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        tag = Planned(each.entry, each.solver, each.repetition, now)
        yield Job(each.entry.puzzle, str(each.solver), limit, seconds, tag)
