"""A campaign: puzzles x solvers x repetitions under stated limits, in one folder.

Each puzzle may be asked in several forms: itself, and isomorphs of it, which the seed draws.  What
a solver answers about an isomorph is a claim on the puzzle: its grids are moved back before they
are written down, so that the judge compares a grid found in one form with every claim, made in any
form, that there is none.  A solver that is wrong about some forms only contradicts itself.

How many solutions its puzzles have is certified when the runs are made, where that is cheap
(bench/certify/certificates.py).

A campaign can be killed at any moment and started again: what is in the folder is not run again,
and another question in the same folder is an error.

Puzzles, plan and rows are streams that are held on disk (bench/campaigns/deduplicate.py,
bench/campaigns/plan.py, bench/campaigns/store.py): a million runs take no more memory than a
thousand.

Rows of a solver are withdrawn here, too: see bench/campaigns/withdrawn.py.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain, count
from math import inf
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import Any

from accord.bench.campaigns.cluster import make_on_cluster
from accord.bench.campaigns.deduplicate import (
    DifferentPuzzles,
    deduplicate,
    given_twice,
    put_puzzles,
)
from accord.bench.campaigns.folder import (
    QUESTION,
    SCRATCH,
    CampaignError,
    RecordedQuestion,
    read_environment,
    settle,
    write_environment,
)
from accord.bench.campaigns.making import make_locally
from accord.bench.campaigns.plan import CampaignQuestion, Plan, expect_text, plan
from accord.bench.campaigns.run import PLAIN, Run
from accord.bench.campaigns.sessions import Site
from accord.bench.campaigns.store import is_barren, locked, opened
from accord.bench.campaigns.withdrawn import Withdrawal, withdrawals, write_withdrawals
from accord.bench.certify.certificates import certify_cheaply
from accord.bench.run.cores import most_at_once
from accord.bench.run.declare import declare_all
from accord.bench.run.enforcement import demand
from accord.bench.run.environment import environment, is_same_machine, machine_text
from accord.bench.run.report import Declaration
from accord.bench.run.supervisor import ForkServers
from accord.bench.run.terms import USUAL
from accord.puzzles.phrasing import counted, listed
from accord.puzzles.puzzle import Instance
from accord.solvers.budget import LimitError, expect_whole

MOST_RUNS = 10**9  # in all repetitions
LONG = 10.0  # seconds of all runs, from which on their puzzles are certified
CERTIFYING = 0.01  # of the time that was spent, in all slots, for certificates
AT_LEAST = 1.0  # seconds of CPU time for them: a dozen puzzles of 9x9 take half of it


class StaleWarning(UserWarning):
    """Recorded runs were made by code that has changed since."""


class OtherMachineWarning(UserWarning):
    """Recorded runs were made by another machine, whose times are not comparable."""


class SamePuzzleWarning(UserWarning):
    """A puzzle was given under several names; it is asked once."""


_STALE = (
    "{}: {} made by other code than it has now; kept as they are, and not comparable with runs of "
    "today: --stale makes them again"
)
_OTHER_MACHINE = (
    "{}: found runs of another machine, {}; those of this one, {}, have rows of their own, of {}"
)


@dataclass(frozen=True)
class Progress:
    """The numbers of runs done and planned, and the time they took."""

    done: int
    total: int
    skipped: int  # done in an earlier session
    run: Run | None  # the latest
    seconds: float  # since this session began


def run_campaign(
    folder: Path,
    instances: Iterable[Instance],
    question: CampaignQuestion,
    *,
    slots: int = 1,
    scheduler: str | None = None,
    stale: bool = False,
    noisy: bool = False,
    discard: Sequence[str] = (),
    watch: Callable[[Progress], None] = lambda progress: None,
    seconds: float = inf,
) -> None:
    """Make the runs that are not yet in the folder, and write each down at once.

    Args:
        folder: made if it is not there.
        instances: the puzzles; equal ones are run once.
        question: what is asked about each.
        slots: how many runs go on at a time.
        scheduler: of Dask, `HOST:PORT`, whose workers make the runs, as many at a time as they have
            slots; empty for a scheduler and workers of our own on this machine; None to do without.
        discard: SOLVER@VERSION, whose rows are withdrawn first; see bench/campaigns/withdrawn.py.
        stale: run again what a solver has run with other code than it has now.
        noisy: ask questions again, at most twice, while a solver has noisy runs on them only.
        watch: called after every finished run, or after some together.
        seconds: that making runs may take, without Dask; it ends before the first run, in the order
            of the plan, whose whole time limit does not fit.

    Warns:
        OtherMachineWarning: all runs that are there were made by another machine.
        StaleWarning: such runs are there, and are kept.

    Raises:
        CampaignError: nothing to run or to withdraw, or the folder holds another question.
        CannotStartError: a solver from outside cannot be loaded.
        LimitError: a limit cannot be held here, so many runs at a time make no sense, or the
            seconds are fewer than the limit of a run.
        LockedError: another process is writing to the folder.
        MissingBackendError: Dask is not installed, or a worker lacks something.
    """
    expect_whole("runs at a time", slots, most=most_at_once())
    expect_text(str(folder))
    demand(question.terms.limits)
    if seconds < question.terms.limits.seconds:
        raise LimitError(
            f"found {seconds:g} s for all runs, expected at least the limit of one, "
            f"{question.terms.limits.seconds:g} s"
        )
    import_limit = question.terms.import_limit
    new = [each for each in (folder, *folder.parents) if not each.exists()]
    with ForkServers() as servers, locked(folder), _scratch(folder, new) as scratch:
        declared = declare_all(question.solvers, servers, import_limit)
        question.rules.expect(declared)
        solvers = [each.with_source() for each in declared]
        _settle(folder, question, solvers, instances)
        if discard:
            withdraw(folder, discard)
        facts = environment()
        # What a cluster has done is done, whichever machine did it.
        host = _host(folder, facts) if scheduler is None else None
        until, made = monotonic() + seconds, _Counting(watch)
        while True:
            planned = plan(folder, scratch, solvers, question, host, again=stale, noisy=noisy)
            for solver, runs in planned.stale.items():
                said = _STALE.format(solver, counted(runs, "run"))
                warnings.warn(said, StaleWarning, stacklevel=2)
            made.begin(planned)
            if made.all_are_done:
                break
            site = Site(folder, host or facts["host"], write_environment(folder, facts), slots)
            if scheduler is None:
                make_locally(site, planned, question, servers, made, until)
            else:
                make_on_cluster(site, scheduler, planned, question, servers, made)
            if not (noisy and made.all_are_done):  # there may be new ones to be made again
                break
    if made.run_time >= LONG:
        seconds = max(AT_LEAST, CERTIFYING * slots * made.seconds)
        certify_cheaply(folder, question.terms.limit_on, seconds)


@contextmanager
def _scratch(folder: Path, new: Sequence[Path]) -> Iterator[Path]:
    """A temporary folder inside the campaign's.

    A campaign of which nothing came to be leaves none of the folders that are new.
    """
    place = folder / SCRATCH
    place.mkdir()
    try:
        yield place
    finally:
        rmtree(place, ignore_errors=True)
        if new and [each.name for each in folder.iterdir()] == [".lock"]:
            rmtree(folder)
            with suppress(OSError):  # something else has come into one
                for each in new[1:]:
                    each.rmdir()


def _settle(
    folder: Path,
    question: CampaignQuestion,
    solvers: Sequence[Declaration],
    instances: Iterable[Instance],
) -> None:
    """Write the question and the puzzles into the folder, or find the same ones there.

    Raises:
        CampaignError: there are no puzzles, or the folder holds another question.
    """
    if question.terms.limit != USUAL:  # a number is asked for, and not the best
        instances = (replace(each, problem=each.problem.without_objective()) for each in instances)
    found = deduplicate(instances, folder / SCRATCH, question.shard or (1, 1))
    if not found.puzzles:
        raise CampaignError(f"{question.collection}: found no puzzles, expected at least one")
    asked = _recorded(question, solvers, found)
    expect_whole("runs in all", asked.runs, most=MOST_RUNS, error=CampaignError)
    if is_barren(folder):
        (folder / QUESTION).unlink(missing_ok=True)  # of a campaign of which nothing came to be
    settle(folder, asked)
    if twice := given_twice(found.path):
        warnings.warn(twice, SamePuzzleWarning, stacklevel=3)
    put_puzzles(folder, found.path)


def _recorded(
    question: CampaignQuestion, solvers: Sequence[Declaration], found: DifferentPuzzles
) -> RecordedQuestion:
    """A question with its puzzles, as the folder keeps it."""
    columns = question.terms.columns
    if columns["limit"] == USUAL and not found.has_problems:
        columns["limit"] = 2
    return RecordedQuestion(
        collection=question.collection,
        puzzles=found.puzzles,
        digest=found.digest,
        solvers=tuple(sorted(map(str, solvers))),
        repeat=question.repeat,
        seed=question.seed,
        shard="/".join(map(str, question.shard or ())),
        isomorphs=question.isomorphs,
        reading=question.reading,
        rules=question.rules.name,
        score=question.rules.score,
        wrong=question.rules.wrong,
        **columns,
    )


def _host(folder: Path, facts: dict[str, Any]) -> str:
    """The name of this machine in the rows of a campaign.

    It is the one that it had there before; a name that another machine has there gets a number.

    Warns:
        OtherMachineWarning: another machine has made runs, and this one none.
    """
    named: dict[str, list[dict[str, Any]]] = {}
    with opened(folder) as base:
        for host, name in base.rows("SELECT DISTINCT host, environment FROM runs ORDER BY ALL"):
            named.setdefault(host, []).append(read_environment(folder, name))
    mine = str(facts["host"])
    for host in sorted(named, key=lambda each: each != mine):
        # Of an environment that is not known the name has to do.
        if any(is_same_machine(each, facts) if each else host == mine for each in named[host]):
            return host
    names = chain([mine], (f"{mine}-{number}" for number in count(2)))
    name = next(each for each in names if each not in named)
    others = dict.fromkeys(machine_text(e) for each in named.values() for e in each if e)
    if others:
        said = _OTHER_MACHINE.format(folder, listed(others), machine_text(facts), name)
        warnings.warn(said, OtherMachineWarning, stacklevel=3)
    return name


class _Counting:
    """Counts finished runs and their time, and reports progress with each."""

    def __init__(self, watch: Callable[[Progress], None]) -> None:
        self._watch, self._began = watch, monotonic()
        self.run_time = 0.0  # seconds; of runs that come together, each as long as the latest

    def begin(self, planned: Plan) -> None:
        """Take a plan, and report what is done of it."""
        self._planned, self._done = planned, planned.done
        self(0, None)

    @property
    def all_are_done(self) -> bool:
        """Whether no run of the plan is left."""
        return self._done == self._planned.total

    @property
    def seconds(self) -> float:
        """Seconds since counting began."""
        return monotonic() - self._began

    def __call__(self, runs: int, latest: Run | None) -> None:
        planned, self._done = self._planned, self._done + runs
        if latest is not None:
            self.run_time += runs * (latest.wall_time or 0.0)
        self._watch(Progress(self._done, planned.total, planned.done, latest, self.seconds))


def discard(folder: Path, names: Iterable[str]) -> list[Withdrawal]:
    """Withdraw the rows of these solvers from a campaign.

    Args:
        folder: of the campaign.
        names: SOLVER@VERSION, where the solver has its settings.

    Raises:
        CampaignError: there are no such rows; names those that there are.
        LockedError: another process is writing to the folder.
    """
    if not folder.is_dir():
        raise CampaignError(f"{folder}: found no campaign to discard runs of")
    with locked(folder):
        return withdraw(folder, names)


def withdraw(folder: Path, names: Iterable[str]) -> list[Withdrawal]:
    """As `discard`, in a folder that is locked already."""
    there = _there(folder, datetime.now(UTC).isoformat(timespec="milliseconds"))
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in there:
            known = ", ".join(sorted(there)) or "none, as there are no runs"
            raise CampaignError(f"{folder}: found no runs of {name!r}, expected {known}")
    withdrawn = [there[name] for name in wanted]
    write_withdrawals(folder, [*withdrawals(folder), *withdrawn])
    return withdrawn


def _there(folder: Path, until: str) -> dict[str, Withdrawal]:
    """The rows that can be withdrawn, by SOLVER@VERSION."""
    query = (
        f"SELECT {PLAIN}, solver_version, list_sort(list(DISTINCT host)), count(*) "
        "FROM everything GROUP BY ALL"
    )
    with opened(folder) as base:
        rows = base.execute(query).fetchall()
    return {
        f"{solver}@{version}": Withdrawal(solver, version, tuple(hosts), until, number)
        for solver, version, hosts, number in rows
    }
