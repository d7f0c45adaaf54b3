"""A campaign: puzzles x solvers x repetitions under stated limits, in one folder.

Each puzzle may be asked in several forms: itself, and isomorphs of it (puzzles/sudoku/symmetry.py),
which the seed draws.  What is said of an isomorph is a claim on the puzzle: its grids are moved
back before they are written down, so that the judge holds a grid found in one form against
everybody who claims in another that there is none.  A solver contradicts itself where its luck
changes.

A campaign can be killed at any moment and started again: what is in the folder is not run again,
and another question in the same folder is an error.

Puzzles, plan and rows are streams that are held on disk (bench/campaigns/deduplicate.py,
bench/campaigns/plan.py, bench/campaigns/store.py): a million runs take no more memory than a
thousand.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import Any

from accord.bench.campaigns.deduplicate import Shard, deduplicate, put_puzzles
from accord.bench.campaigns.folder import (
    QUESTION,
    Asked,
    CampaignError,
    Entry,
    settle,
    write_environment,
)
from accord.bench.campaigns.plan import Solver, Step, plan
from accord.bench.campaigns.run import Run
from accord.bench.campaigns.schedule import Job, perform
from accord.bench.campaigns.sessions import session
from accord.bench.campaigns.store import Journal, is_barren, locked
from accord.bench.isolation.enforcement import demand
from accord.bench.isolation.limits import TEN_SECONDS, Limits
from accord.bench.isolation.report import Declaration, Report
from accord.bench.isolation.supervisor import CannotRunError, CannotStartError, Worker
from accord.bench.machine.environment import environment
from accord.bench.machine.overhead import overhead
from accord.bench.machine.reservation import reserved
from accord.puzzles.instance import Instance
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.symmetry import Symmetry, isomorph
from accord.solvers.budget import COUNTERS
from accord.solvers.registry import MissingBackendError, backends, usable

LARGEST = 2**63 - 1  # the results hold integers of 64 bits
MANY = 10_000  # runs; in a larger campaign short ones are not repeated for the sake of their times
MOST_ISOMORPHS = 100_000  # of a puzzle: all of them are planned at once
SCRATCH = ".scratch"


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
    isomorph: int = 0  # of the entry's puzzle, or that itself
    symmetry: Symmetry | None = None  # that leads to the isomorph


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
    isomorphs: int = 0,
    seed: int = 0,
    shard: Shard | None = None,
    slots: int = 1,
    scheduler: str | None = None,
    reading: str = "",
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
        isomorphs: of each puzzle, that are asked besides it.
        seed: draws the order, and the isomorphs.
        shard: I of N; then every N-th of the puzzles only, see bench/campaigns/folder.py.
        slots: how many runs go on at a time.
        scheduler: of Dask, `HOST:PORT`, whose workers make the runs, as many at a time as they have
            slots; empty for a scheduler and workers of our own on this machine; None to do without.
        reading: the options that say how the puzzles were read, to be written down.
        watch: told of every finished run, or of some together.

    Raises:
        CampaignError: nothing to run, a number that makes no sense, or the folder holds another
            question.
        CannotStartError: a solver from outside cannot be loaded.
        LimitError: a limit cannot be held here.
        LockedError: another process is writing to the folder.
        MissingBackendError: Dask is not installed, or a worker lacks something.
    """
    _reject_nonsense(collection, limit, repeat, isomorphs, seed, slots, shard)
    demand(limits)
    declared = list({str(each): each for each in map(declare, solvers)}.values())
    new = not folder.exists()
    with locked(folder), _scratch(folder, new=new) as scratch:
        found = deduplicate(instances, scratch, shard or (1, 1))
        if not found.puzzles:
            raise CampaignError(f"{collection}: found no puzzles, expected at least one")
        asked = Asked(
            *(collection, found.puzzles, found.digest, tuple(sorted(map(str, declared)))),
            *(limit or 0, limits.seconds, repeat, seed),
            memory_limit=limits.memory or 0,
            cpu_limit=limits.cpu_seconds or 0.0,
            cold=cold,
            shard="/".join(map(str, shard or ())),
            isomorphs=isomorphs,
            reading=reading,
        )
        if is_barren(folder):
            (folder / QUESTION).unlink(missing_ok=True)  # of a campaign of which nothing came to be
        settle(folder, asked)
        put_puzzles(folder, found.path)
        facts = environment()
        common = {"seed": seed, "limit": limit, "cold": cold, "host": facts["host"]}
        key = common | _limits(limits)
        if scheduler is not None:
            del key["host"]  # what is done is done, whichever machine did it
        who = [Solver(each.name, each.version, each.settings) for each in declared]
        planned = plan(folder, scratch, who, repeat, seed, key, isomorphs)
        number, total = planned.done, planned.total
        began = monotonic()

        def tell(runs: int, latest: Run | None) -> None:
            nonlocal number
            number += runs
            watch(Progress(number, total, planned.done, latest, monotonic() - began))

        tell(0, None)
        if number == total:
            return
        name = write_environment(folder, facts)
        once = asked.runs > MANY
        if scheduler is not None:
            from accord.bench.campaigns.cluster import Site, run_there
            from accord.bench.campaigns.work_unit import Terms

            site = Site(folder, scratch, scheduler, slots, facts["host"], name)
            run_there(site, planned, declared, Terms(limit, limits, cold, once, seed), tell)
            return
        common |= {"environment": name, "jobs": slots}
        jobs = _jobs(planned.steps(), declared, limit, limits, cold, seed, once=once)
        with (
            session(folder, facts["host"], name, slots) as record,
            closing(Journal(folder)) as journal,
            reserved(slots) as cores,
            closing(perform(jobs, slots, timed=True, cores=cores)) as reports,
        ):
            record.harness = overhead()
            for job, report in reports:
                run = as_run(job.tag, report, limits, **common)
                journal.append(run)
                record.runs += 1
                tell(1, run)


@contextmanager
def _scratch(folder: Path, *, new: bool) -> Iterator[Path]:
    """A folder for what is thrown away, as what a killed session left of its own is at once.

    A new campaign of which nothing came to be leaves no folder.
    """
    place = folder / SCRATCH
    rmtree(place, ignore_errors=True)
    place.mkdir()
    try:
        yield place
    finally:
        rmtree(place, ignore_errors=True)
        if new and [each.name for each in folder.iterdir()] == [".lock"]:
            rmtree(folder)


def _reject_nonsense(
    collection: str,
    limit: int | None,
    repeat: int,
    isomorphs: int,
    seed: int,
    slots: int,
    shard: Shard | None,
) -> None:
    """Raise a CampaignError for what cannot be run, or not be written down."""
    numbers = {"solutions asked for": limit, "repetitions": repeat, "runs at a time": slots}
    for what, number in numbers.items():
        if number is not None and not 1 <= number <= LARGEST:
            raise CampaignError(f"found {number} {what}, expected 1 to {LARGEST}")
    if not 0 <= isomorphs <= MOST_ISOMORPHS:
        raise CampaignError(f"found {isomorphs} isomorphs, expected 0 to {MOST_ISOMORPHS}")
    if shard and not 1 <= shard[0] <= shard[1] <= LARGEST:
        raise CampaignError(f"found shard {shard[0]}/{shard[1]}, expected I/N with I from 1 to N")
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
    """The row of a report; what was found in an isomorph is moved back to the puzzle."""
    solver, grids = planned.solver, report.grids
    if planned.symmetry is not None:
        grids = grids.moved(planned.symmetry.inverse)
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
        isomorph=planned.isomorph,
        **_limits(limits),
        limits=report.limits,
        outcome=report.outcome,
        reason=report.reason,
        exhausted=report.exhausted,
        count=grids.count,
        valid=grids.valid,
        solutions=tuple(grids.kept),
        digest=grids.digest,
        contradictory=report.contradictory,
        started=report.started,
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


def _limits(limits: Limits) -> dict[str, Any]:
    """The columns of a run that say what it may use."""
    return {
        "time_limit": limits.seconds,
        "memory_limit": limits.memory,
        "cpu_limit": limits.cpu_seconds,
    }


def _jobs(
    steps: Iterable[Step],
    solvers: Sequence[Declaration],
    limit: int | None,
    limits: Limits,
    cold: bool,
    seed: int,
    *,
    once: bool,
) -> Iterator[Job[Planned]]:
    names = list(map(str, solvers))
    for step in steps:
        puzzle, tag = form(step, solvers[step.solver], seed)
        yield Job(puzzle, names[step.solver], limit, limits, tag, cold, once)


def form(step: Step, solver: Declaration, seed: int) -> tuple[Puzzle, Planned]:
    """The puzzle of a step in the form in which it is to be asked, and the run this will be."""
    puzzle, symmetry = step.entry.puzzle, None
    if step.isomorph:
        puzzle, symmetry = isomorph(puzzle, seed, step.isomorph)
    return puzzle, Planned(step.entry, solver, step.repetition, step.isomorph, symmetry)
