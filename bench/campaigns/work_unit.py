"""A work unit: some runs of one solver, which a worker of a cluster makes and sends back as a part.

The worker makes them as the local engine does with one slot: under the same supervisor, on a core
of its own (bench/run/cores.py), on the same terms; what it cannot hold to them, it
refuses.  It writes the rows into a part of its own, with the circumstances it finds itself in, and
sends that. After LONGEST it sends what it has: what is made at a time, and lost with a worker, is
bounded.

Each unit has interpreters of its own, which import the solver's library anew: 0.35 s for a solver
without one, less than a millisecond for each of 500 runs; with OR-Tools 1.1 to 1.8 s.  An import
that has failed at the client, or in an earlier unit on this machine, is not tried again.
"""

import os
import socket
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any

from accord.bench.campaigns.folder import SPOILED, CampaignError
from accord.bench.campaigns.making import make
from accord.bench.campaigns.parquet_parts import MOST_BYTES, parts
from accord.bench.campaigns.plan import CampaignQuestion
from accord.bench.campaigns.planned_run import PlannedRun, jobs_of
from accord.bench.campaigns.run import Run
from accord.bench.campaigns.sessions import Site
from accord.bench.campaigns.store import MOST_JOURNAL, Journal
from accord.bench.run.declare import declare_all
from accord.bench.run.enforcement import demand
from accord.bench.run.environment import environment, environment_hash
from accord.bench.run.overhead import overhead
from accord.bench.run.report import Declaration
from accord.bench.run.supervisor import CannotStartError, FailedImportError, ForkServers
from accord.bench.run.terms import Terms
from accord.puzzles.files.outside_file import OutsideFileError, open_outside, read_outside
from accord.solvers.budget import LimitError
from accord.solvers.registry import MissingBackendError, UnknownSolverError

if TYPE_CHECKING:
    from distributed import Worker

LONGEST = 30.0  # seconds after which a work unit is sent back, finished or not
MOST_SPOILED = 10  # files of something else that are sent back
NAMED = 5  # instances that a message names


@dataclass(frozen=True)
class WorkUnit:
    """Runs of one solver that one worker makes."""

    runs: tuple[PlannedRun, ...]
    question: CampaignQuestion
    slots: int  # runs at a time, on all machines
    died_at: str = ""  # the machine on which a worker died while it had this
    import_error: str = ""  # with which its solver's import has failed before

    @property
    def solver(self) -> Declaration:
        """The solver of these runs."""
        return self.runs[0].solver

    def __str__(self) -> str:
        names = [run.instance.name for run in self.runs]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        return f"{self.solver} on {', '.join(names[:NAMED])}{more}"


@dataclass(frozen=True)
class Delivery:
    """The rows, complaints and files that a worker returns for a work unit."""

    parts: tuple[bytes, ...]  # files of rows
    runs: int
    latest: Run | None
    left: tuple[int, ...]  # the places of the runs it had no time for
    environment: Mapping[str, Any]
    harness: Mapping[str, float]  # seconds per run of an empty solver: bench/run/overhead.py
    complaints: tuple[str, ...] = ()  # that something else has written where the rows were
    spoiled: tuple[tuple[str, bytes], ...] = ()  # what it has written: names, and the first bytes
    import_error: str = ""  # of the solver; its runs have it as their reason


def deliver(unit: WorkUnit) -> Delivery:
    """Make the runs of a work unit, in a worker of Dask.

    Raises:
        CampaignError, LimitError, MissingBackendError: it cannot be done here; names the host.
    """
    from distributed import get_worker

    worker = get_worker()
    _restore_variables()
    try:
        folder = TemporaryDirectory(
            prefix="accord-", dir=worker.local_directory, ignore_cleanup_errors=True
        )
        with ForkServers() as servers, folder as scratch:
            if unit.import_error:
                servers.fail(str(unit.solver), FailedImportError(unit.import_error))
            check(unit.solver, unit.question.terms, servers)
            return make_unit(unit, Path(scratch), servers, _is_wanted(worker))
    except (LimitError, MissingBackendError) as error:
        raise type(error)(f"{socket.gethostname()}: {error}") from None
    except (
        CampaignError, CannotStartError, UnknownSolverError, OutsideFileError, OSError
    ) as error:  # fmt: skip
        raise CampaignError(f"{socket.gethostname()}: {error}") from None


def _is_wanted(worker: "Worker") -> Callable[[], bool]:
    """A function that tells whether the client still waits for this worker's task."""
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    return is_wanted


def _restore_variables() -> None:
    """Remove environment variables that Dask has set, which solvers would inherit.

    OMP_NUM_THREADS and the like, and MALLOC_TRIM_THRESHOLD_.
    """
    import dask

    for name, value in dask.config.get("distributed.nanny.pre-spawn-environ", {}).items():
        if os.environ.get(name) == str(value):
            del os.environ[name]


def check(solver: Declaration, terms: Terms, fork_servers: ForkServers) -> None:
    """Require the solver here to be that of the client, in name, version and code.

    Args:
        solver: as the client declares it.
        terms: on which it is asked.
        fork_servers: that will ask it.

    Raises:
        CampaignError: another version of the solver is here.
        CannotStartError, UnknownSolverError: the solver is not here.
        LimitError: a limit cannot be held here.
        MissingBackendError: what the solver needs is not installed.
    """
    demand(terms.limits)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the client has shown it
        (found,) = declare_all([str(solver)], fork_servers, terms.import_limit)
    if solver.source:
        found = found.with_source()
    if found != solver:
        raise CampaignError(f"found {_in_words(found)}, expected {_in_words(solver)}")


def _in_words(solver: Declaration) -> str:
    source = f", source {solver.source}" if solver.source else ""
    return f"{solver} {solver.version} (engine {solver.engine}, model {solver.model}{source})"


def make_unit(
    unit: WorkUnit,
    scratch: Path,
    fork_servers: ForkServers,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Delivery:
    """Make the runs of a work unit, for at most LONGEST and while they are wanted.

    Args:
        unit: the runs.
        scratch: an empty folder.
        fork_servers: that ask its solver; closed by the caller.
        is_wanted: asked now and then.
    """
    facts, until = _facts(), monotonic() + LONGEST
    latest: Run | None = None
    site = Site(scratch, facts["host"], environment_hash(facts), unit.slots)
    jobs = list(jobs_of(unit.runs, unit.question.terms, unit.question.seed))
    left = {job: place for place, job in enumerate(jobs)}
    complaints: list[str] = []
    with closing(Journal(scratch, complaints.append)) as journal:
        most = unit.solver.cores
        runs = make(journal, site, jobs, unit.question, 1, most, fork_servers, is_wanted)
        with closing(runs) as rows:
            for job, run in rows:
                del left[job]
                latest = run
                if monotonic() > until:
                    break
    return Delivery(
        parts=tuple(read_outside(part, scratch, MOST_JOURNAL) for part in parts(scratch)),
        runs=len(jobs) - len(left),
        latest=latest,
        left=tuple(left.values()),
        environment=facts,
        harness=_harness(),
        complaints=tuple(
            f"{unit.solver} on {facts['host']}: {each.replace(f'{scratch}/', '')}"
            for each in complaints
        ),
        spoiled=tuple(_spoiled(scratch)),
        import_error=fork_servers.failure(str(unit.solver)),
    )


def _spoiled(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The first files that were set aside, with their content up to a part's size."""
    left = MOST_BYTES
    for path in islice(sorted((folder / SPOILED).glob("*")), MOST_SPOILED):
        with suppress(OSError, OutsideFileError), open_outside(path, folder) as file:
            content = file.read(left)
            left -= len(content)
            yield path.name, content


_facts = cache(environment)
_harness = cache(overhead)
