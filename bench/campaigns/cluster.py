"""The cluster: a campaign on many machines, by Dask.

Dask (Rocklin, "Dask: parallel computation with blocked algorithms and task scheduling", SciPy 2015)
brings functions to its workers and what they return back.  Here that is a work unit and a part
with its rows (bench/campaigns/work_unit.py); Dask knows nothing of a single run, nor of its
limits.  Only the client writes to the campaign's folder, so the machines need no common disk.

A unit is sent by name to a worker that is free, one that has the resource `slot`, and none is ever
queued at a worker: when the worker died, queued units would count as the cause, and a million runs
would be sent at once.  A unit of a solver that works on several cores takes as many slots of its
machine, or all: it is sent when so many are free, and no other unit is sent there before.

If a worker dies, its work unit goes to another, on another machine if there is one, once; a unit
whose workers died twice is given up and named in the end.  (Dask by itself would try three times
more, even with `retries=0`; our own scheduler does not, by the setting
`distributed.scheduler.allowed-failures`, and on any other a work unit that is bound to one worker
cannot go on without it.)  What is repeated was not written down before: one row for each run.

A worker must have the accord and the version of the solver that the client has; one that differs
ends the campaign, before it has made a run.
"""

import logging
import queue
import re
import signal
import threading
import warnings
from collections import Counter, defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from importlib import metadata
from multiprocessing import resource_tracker
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

from accord.bench.campaigns.folder import SCRATCH, CampaignError, keep_content, write_environment
from accord.bench.campaigns.making import Made
from accord.bench.campaigns.plan import CampaignQuestion, Plan
from accord.bench.campaigns.planned_run import PlannedRun
from accord.bench.campaigns.sessions import Site, session
from accord.bench.campaigns.store import ForeignWritingWarning, Journal
from accord.bench.campaigns.work_unit import Delivery, WorkUnit, deliver
from accord.bench.run.report import Declaration
from accord.bench.run.supervisor import ForkServers
from accord.solvers.registry import MissingBackendError, lacking

if TYPE_CHECKING:
    from distributed import Client, Future, Worker

SLOT = "slot"  # the resource of which a worker has one for each run it makes at a time
MOST = 500  # runs of a work unit
EACH = 4  # work units a slot gets at least, if there are as many runs
ANSWER_TIME = 10.0  # seconds in which a scheduler must answer, or a first worker come
ABSENCE = 180.0  # seconds without any worker, later
RENEWAL = 60.0  # seconds without any, after which those of our own are started anew
LOOK = 1.0  # seconds between two looks for workers, while no work unit comes back


def make_on_cluster(
    site: Site,
    scheduler: str,
    planned: Plan,
    question: CampaignQuestion,
    fork_servers: ForkServers,
    made: Made,
) -> None:
    """Make the missing runs on a cluster, and write each delivery down as it arrives.

    Args:
        site: a folder of which this process is the only writer.
        scheduler: its address; empty for one of our own.
        planned: the runs.
        question: on which terms.
        fork_servers: know which imports have failed here.
        made: called after some runs were made.

    Raises:
        CampaignError: there is no cluster, or it was lost; what is done is kept.
        LimitError, MissingBackendError: a worker cannot do what the campaign needs.
    """
    with connected(scheduler, site.slots, site.folder / SCRATCH) as client:
        site = replace(site, slots=sum(each.slots for each in workers_of(client).values()))
        size = work_unit_size(planned.total - planned.done, site.slots)
        chunks = chunks_by_solver(planned.runs(), size)
        units = (
            WorkUnit(
                chunk, question, site.slots, import_error=fork_servers.failure(str(chunk[0].solver))
            )
            for chunk in chunks
        )
        with (
            session(site, "dask") as record,
            closing(Journal(site.folder)) as journal,
            closing(Dispatcher(client, units).deliveries()) as deliveries,
        ):
            seen: set[str] = set()
            for delivery in deliveries:
                with _uninterrupted():
                    _keep(journal, delivery)
                    _warn_of_new(delivery.complaints, seen)
                    record.runs += delivery.runs
                    record.hosts.add(delivery.environment["host"])
                    record.harness = record.harness or dict(delivery.harness)
                    made(delivery.runs, delivery.latest)


def _keep(journal: Journal, delivery: Delivery) -> None:
    """Write down the rows and files that a worker has delivered."""
    write_environment(journal.folder, dict(delivery.environment))
    for part in delivery.parts:
        journal.add_part(part)
    for name, content in delivery.spoiled:
        keep_content(journal.folder, name.partition("-")[2], content)


def _warn_of_new(complaints: Iterable[str], seen: set[str]) -> None:
    """Warn of each kind of complaint once; complaints of a kind differ in figures only."""
    for complaint in complaints:
        kind = re.sub("[0-9,]", "", complaint)
        if kind not in seen:
            warnings.warn(complaint, ForeignWritingWarning, stacklevel=2)
        seen.add(kind)


def chunks_by_solver(runs: Iterable[PlannedRun], size: int) -> Iterator[tuple[PlannedRun, ...]]:
    """The runs in chunks of one solver each, complete ones first, in the order of the runs.

    A large problem ends its chunk, so that few are in memory at a time.
    """
    begun: dict[Declaration, list[PlannedRun]] = defaultdict(list)
    for run in runs:
        begun[run.solver].append(run)
        if len(begun[run.solver]) == size or run.is_large:
            yield tuple(begun.pop(run.solver))
    yield from map(tuple, begun.values())


def work_unit_size(runs: int, slots: int) -> int:
    """The number of runs in a work unit, such that each slot gets several."""
    return max(1, min(MOST, runs // (EACH * slots)))


@contextmanager
def connected(address: str, slots: int, scratch: Path) -> Iterator["Client"]:
    """A client of the scheduler at this address, or of a local one with its workers.

    Args:
        address: as Dask has it, `HOST:PORT` or `PROTOCOL://HOST:PORT`; empty for workers here.
        slots: how many workers, where they are our own.
        scratch: a folder for what our own workers throw away.

    Raises:
        CampaignError: there is no scheduler at the address, or no worker with a slot comes.
        MissingBackendError: Dask is not installed.
    """
    try:
        import distributed
    except ImportError as error:
        raise MissingBackendError(f"--engine dask: {lacking(error, 'cluster')}") from None
    if not address:
        with _own_cluster(slots, scratch) as client:
            yield client
        return
    if not re.fullmatch(r"([a-z]+://)?[^/:]+:[0-9]{1,5}", address):
        raise CampaignError(f"found the scheduler {address!r}, expected HOST:PORT")
    try:
        client = distributed.Client(address, timeout=ANSWER_TIME, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CampaignError(
            f"{address}: found no scheduler of Dask, expected what `dask scheduler` starts: {error}"
        ) from None
    with client:
        _wait_for_a_slot(client, address)
        yield client


@contextmanager
def _own_cluster(slots: int, scratch: Path) -> Iterator["Client"]:
    import dask
    from distributed import Client, LocalCluster

    settings = {
        "distributed.scheduler.allowed-failures": 0,
        "distributed.nanny.pre-spawn-environ": {},
        "distributed.worker.profile.enabled": False,
    }
    resource_tracker.ensure_running()  # which would let Ctrl-C through when it starts
    with dask.config.set(settings):
        with _uninterrupted():
            cluster = LocalCluster(
                n_workers=slots,
                threads_per_worker=1,
                processes=True,
                resources={SLOT: 1},
                memory_limit=0,
                dashboard_address="127.0.0.1:0",  # else port 8787, and a warning where it is taken
                silence_logs=logging.CRITICAL,
                preload=[__name__],
                local_directory=str(scratch),
            )
        try:
            with Client(cluster, set_as_default=False) as client:
                yield client
        finally:
            with _uninterrupted():
                cluster.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C in this process and in those started in the block.

    While Dask starts workers, neither it nor the workers handle it: they end with tracebacks.
    """
    came: list[int] = []
    handler = None
    if threading.current_thread() is threading.main_thread():
        handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if handler is not None:
            signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)


def dask_setup(worker: "Worker") -> None:
    """Ignore Ctrl-C in a local worker, which the client ends.  Dask calls this."""
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


class ClusterWorker(NamedTuple):
    """A worker of the cluster: its machine and its free slots."""

    machine: str
    slots: int


def workers_of(client: "Client") -> dict[str, ClusterWorker]:
    """The workers that have slots, by their addresses.

    Raises:
        CampaignError: the scheduler does not answer.
    """
    try:
        found = client.scheduler_info(n_workers=-1)["workers"]
    except OSError as error:
        raise CampaignError(f"the scheduler has gone; what is done is kept ({error})") from None
    slots = {
        address: ClusterWorker(
            worker["host"], int(min(worker["nthreads"], worker["resources"].get(SLOT, 0)))
        )
        for address, worker in found.items()
    }
    return {address: each for address, each in slots.items() if each.slots > 0}


def _wait_for_a_slot(client: "Client", address: str) -> None:
    """Wait until the cluster has a worker with a slot.

    Raises:
        CampaignError: none came.
    """
    deadline = monotonic() + ANSWER_TIME
    while not workers_of(client):
        if monotonic() > deadline:
            raise CampaignError(f"{address}: found no worker {_WANTED.format(address=address)}")
        sleep(0.1)


_WANTED = (
    f"with the resource {SLOT!r}, expected at least one, started by: "
    f'dask worker {{address}} --nthreads 1 --resources "{SLOT}=1"'
)


class DispatchedUnit(NamedTuple):
    """A work unit that a worker has been sent, and its future result."""

    unit: WorkUnit
    future: "Future"
    worker: str  # its address
    machine: str


def _slots_of(unit: WorkUnit, there: int) -> int:
    """The number of a machine's slots that a unit takes: its solver's cores, or all."""
    return min(unit.solver.cores, there)


class Dispatcher:
    """Sends each work unit to a free worker, and a second time if that worker dies."""

    def __init__(self, client: "Client", units: Iterator[WorkUnit]) -> None:
        self._client = client
        self._units = units
        self._more = True  # of these
        self._again: list[WorkUnit] = []  # that came back
        self._lost: list[WorkUnit] = []
        self._under_way: dict[str, DispatchedUnit] = {}  # by the key of its future
        self._ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self._seen = self._renewed = monotonic()  # when there was a worker, or ours were started
        self._checked: set[str] = set()  # workers with the same version of accord
        self._failed: dict[tuple[Declaration, str], str] = {}  # imports, by solver and machine

    def deliveries(self) -> Generator[Delivery, None, None]:
        """The deliveries of the work units, as they arrive.

        Raises:
            CampaignError: workers died of units, twice; all workers have gone, or the scheduler;
                or a worker is not what the campaign needs.
            LimitError, MissingBackendError: a worker cannot do what the campaign needs.
        """
        while self._send():
            if (dispatched := self._next()) is not None and (
                came := self._result(dispatched)
            ) is not None:
                yield came
        if self._lost:
            raise CampaignError(
                "workers died of these runs, twice, and they were given up: "
                f"{'; '.join(map(str, self._lost))}; the same command tries again"
            )

    def _send(self) -> bool:
        """Send a work unit to every free slot; whether any unit is left or under way."""
        there = workers_of(self._client)
        self._take_back(there)
        self._check_versions(there)
        workers = {name: worker for name, worker in there.items() if name in self._checked}
        slots, taken = Counter[str](), Counter[str]()  # by machine
        for machine, number in workers.values():
            slots[machine] += number
        for dispatched in self._under_way.values():
            taken[dispatched.machine] += _slots_of(dispatched.unit, slots[dispatched.machine])
        busy = Counter(dispatched.worker for dispatched in self._under_way.values())
        for address, (machine, number) in workers.items():
            for _ in range(number - busy[address]):
                unit = self._choose(machine, slots)
                if unit is None:
                    break
                wanted = _slots_of(unit, slots[machine])
                if taken[machine] + wanted > slots[machine]:
                    self._again.insert(0, unit)  # it waits, and no other overtakes it
                    break
                taken[machine] += wanted
                self._send_to(address, machine, unit)
        return bool(self._under_way or self._again or self._more)

    def _send_to(self, address: str, machine: str, unit: WorkUnit) -> None:
        failed = self._failed.get((unit.solver, machine), unit.import_error)
        future = self._client.submit(
            deliver,
            replace(unit, import_error=failed),
            workers=[address],
            resources={SLOT: 1},
            pure=False,
            retries=0,
        )
        self._under_way[future.key] = DispatchedUnit(unit, future, address, machine)
        future.add_done_callback(self._ended.put)

    def _choose(self, machine: str, machines: Collection[str]) -> WorkUnit | None:
        """A unit for this machine, preferably none of which a worker died there."""
        for unit in self._again:
            if unit.died_at != machine or len(machines) == 1:
                self._again.remove(unit)
                return unit
        fresh = next(self._units, None) if self._more else None
        self._more = fresh is not None
        return fresh

    def _take_back(self, workers: Collection[str]) -> None:
        """Take units back from workers that have gone.

        Raises:
            CampaignError: there has been none for too long.
        """
        for dispatched in list(self._under_way.values()):
            if dispatched.worker not in workers and not dispatched.future.done():
                del self._under_way[dispatched.future.key]
                dispatched.future.cancel()
                self._repeat(dispatched)
        if workers:
            self._seen = self._renewed = monotonic()
        elif monotonic() > self._seen + ABSENCE:
            raise CampaignError(
                f"all workers have gone, and for {ABSENCE:g} s none has come; what is done is kept"
            )
        elif self._client.cluster is not None and monotonic() > self._renewed + RENEWAL:
            self._renew_workers()

    def _renew_workers(self) -> None:
        """Start our own workers anew: Dask now and then does not after one has died."""
        cluster = self._client.cluster
        workers = len(cluster.worker_spec)
        cluster.scale(0)
        cluster.scale(workers)
        self._renewed = monotonic()

    def _check_versions(self, workers: Collection[str]) -> None:
        """Require the client's version of accord of new workers.

        Raises:
            MissingBackendError: one has another, or none.
        """
        new = [address for address in workers if address not in self._checked]
        if not new:
            return
        expected = metadata.version("accord")
        versions = self._client.run(metadata.version, "accord", workers=new, on_error="return")
        for address, found in versions.items():
            if isinstance(found, OSError):  # it has gone
                continue
            if found != expected:
                there = "none" if isinstance(found, Exception) else found
                raise MissingBackendError(f"{address}: found accord {there}, expected {expected}")
            self._checked.add(address)

    def _next(self) -> DispatchedUnit | None:
        """The next result; None if none arrives for a while."""
        try:
            future = self._ended.get(timeout=LOOK)
        except queue.Empty:
            return None
        return self._under_way.pop(future.key, None)

    def _result(self, dispatched: DispatchedUnit) -> Delivery | None:
        """The delivery of a work unit; None if its worker died."""
        from distributed import CancelledError, KilledWorker

        try:
            delivery: Delivery = dispatched.future.result(timeout=ANSWER_TIME)
        except (KilledWorker, TimeoutError):
            self._repeat(dispatched)
            return None
        except CancelledError:
            raise CampaignError("the scheduler has gone; what is done is kept") from None
        if delivery.import_error:
            self._failed[dispatched.unit.solver, dispatched.machine] = delivery.import_error
        if delivery.left:
            left = tuple(dispatched.unit.runs[place] for place in delivery.left)
            self._again.append(replace(dispatched.unit, runs=left, died_at=""))
        return delivery

    def _repeat(self, dispatched: DispatchedUnit) -> None:
        """Put a work unit back, if it has been sent once only."""
        if dispatched.unit.died_at:
            self._lost.append(dispatched.unit)
        else:
            self._again.append(replace(dispatched.unit, died_at=dispatched.machine))
