"""Work units hold every run once, go to whoever is free, and come back from whoever dies."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from accord.bench.campaigns import cluster, work_unit
from accord.bench.campaigns.cluster import Dispatcher, chunks_by_solver, work_unit_size
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.plan import CampaignQuestion
from accord.bench.campaigns.planned_run import PlannedRun
from accord.bench.campaigns.work_unit import Delivery, WorkUnit, check, make_unit
from accord.bench.run.cores import reserved
from accord.bench.run.declare import declare, declare_all
from accord.bench.run.supervisor import ForkServers
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.registry import MissingBackendError
from optional import library
from places import SUPPORT

distributed = library("distributed")

SLEEPS = f"{SUPPORT / 'wrong_solvers.py'}:sleeps"
FOUR = [Puzzle(shape(4), Grid((a, b, *[0] * 14))) for a in range(4) for b in range(4)]
SOLVERS = [declare("backtracking-mrv"), declare("sat-pycosat")]
RUNS = [
    PlannedRun(Instance(f"four#{number}", puzzle), solver)
    for number, puzzle in enumerate(FOUR)
    for solver in SOLVERS
]
TERMS = Terms(Limits(100.0))
QUESTION = CampaignQuestion("four", tuple(map(str, SOLVERS)), TERMS)


@pytest.fixture
def servers() -> Iterator[ForkServers]:
    with ForkServers() as servers:
        yield servers


def unit_of(runs: Iterable[PlannedRun]) -> WorkUnit:
    return WorkUnit(tuple(runs), QUESTION, slots=1)


def test_work_units_hold_every_run_once_and_take_turns() -> None:
    made = list(chunks_by_solver(RUNS, 5))
    assert [runs[0].solver for runs in made] == SOLVERS * 4
    assert [len(runs) for runs in made] == [5] * 6 + [1] * 2
    for number, solver in enumerate(SOLVERS):
        assert [run for runs in made for run in runs if run.solver == solver] == RUNS[number::2]
    large = [replace(run, is_large=True) for run in RUNS[:3]]
    assert [len(runs) for runs in chunks_by_solver(large, 5)] == [1] * 3
    assert [work_unit_size(*each) for each in [(10**6, 8), (800, 10), (3, 64)]] == [500, 20, 1]


def test_a_work_unit_comes_back_unfinished_when_it_has_taken_long(
    tmp_path: Path, servers: ForkServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = unit_of(RUNS[:8:2])
    monkeypatch.setattr(work_unit, "LONGEST", 0.0)
    some = make_unit(first, tmp_path, servers)
    assert some.runs == 1
    assert len(some.left) == 3
    assert some.latest
    assert some.latest.instance not in {first.runs[place].instance.name for place in some.left}
    assert len(some.parts) == 1


def test_a_work_unit_that_nobody_wants_is_left(tmp_path: Path, servers: ForkServers) -> None:
    sleeps = declare(SLEEPS)
    asleep = unit_of(replace(run, solver=sleeps) for run in RUNS[:2])
    until = monotonic() + 0.5
    none = make_unit(asleep, tmp_path, servers, lambda: monotonic() < until)  # no run times out
    assert (none.runs, none.left, none.parts) == (0, (0, 1), ())


def test_a_worker_of_another_version_is_refused(servers: ForkServers) -> None:
    check(SOLVERS[0], TERMS, servers)
    with pytest.raises(CampaignError, match=r"found backtracking-mrv .* expected .* \(engine z3"):
        check(replace(SOLVERS[0], engine="z3"), TERMS, servers)


def test_a_core_is_one_slots_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("accord.bench.run.cores.siblings", lambda: [(0, 4), (1, 5), (2, 6)])
    with reserved(1) as first, reserved(1) as second:
        assert (first, second) == ([(2, 6)], [(1, 5)])
        with reserved(2) as too_many:
            assert too_many == [(), ()]
            with reserved(1) as third, reserved(1) as none:
                assert (third, none) == ([(0, 4)], [()])
    with reserved(3) as cores:
        assert cores == [(2, 6), (1, 5), (0, 4)]


@dataclass
class FakeFuture:
    """What becomes of a work unit; None if nothing ever does."""

    key: str
    outcome: Delivery | Exception | None
    fetch: Callable[[], None]  # called when the outcome is asked for

    def add_done_callback(self, call: Callable[["FakeFuture"], None]) -> None:
        if self.outcome:
            call(self)

    def done(self) -> bool:
        return self.outcome is not None

    def cancel(self) -> None:
        self.fetch()

    def result(self, timeout: float) -> Delivery:
        self.fetch()
        if isinstance(self.outcome, Exception):
            raise self.outcome
        assert self.outcome
        return self.outcome


class FakeClient:
    """A cluster on which it is known what happens to each work unit."""

    cluster = None  # whose workers are not our own

    def __init__(self, machines: dict[str, str], fates: dict[WorkUnit, list[str]]) -> None:
        """A client with these workers, and for each unit what happens to it, in turn.

        A worker dies, vanishes, or has no time for the last run.
        """
        self.machines = machines
        self.fates = fates
        self.accord: object = metadata.version("accord")
        self.busy: set[str] = set()
        self.log: list[tuple[str, WorkUnit]] = []

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        has = {"nthreads": 1, "resources": {"slot": 1}}
        there = {name: has | {"host": machine} for name, machine in self.machines.items()}
        return {"workers": there | {"other": {"nthreads": 1, "resources": {}, "host": "c"}}}

    def run(self, *_: object, workers: list[str], on_error: str) -> dict[str, object]:
        return dict.fromkeys(workers, self.accord)

    def submit(
        self, function: object, unit: WorkUnit, workers: list[str], **_: object
    ) -> FakeFuture:
        (worker,) = workers
        assert worker not in self.busy
        self.busy.add(worker)
        unit = replace(unit, died_at="")
        self.log.append((worker, unit))
        outcome = self._outcome(worker, unit)
        return FakeFuture(str(len(self.log)), outcome, lambda: self.busy.remove(worker))

    def _outcome(self, worker: str, unit: WorkUnit) -> Delivery | Exception | None:
        fates = self.fates.get(unit)
        fate = fates.pop(0) if fates else "is done"
        if fate == "dies":
            killed: Exception = distributed.KilledWorker("deliver", None, 0)
            return killed
        if fate == "vanishes":
            self.machines[f"{worker}-again"] = self.machines.pop(worker)
            return None
        runs = len(unit.runs)
        left = (runs - 1,) if fate == "takes long" else ()
        fails = fate if fate == "import fails" else ""
        return Delivery((), runs - len(left), None, left, {}, {}, import_error=fails)


def delivered(client: Any, *sent: WorkUnit) -> int:
    """How many runs come back."""
    return sum(each.runs for each in Dispatcher(client, iter(sent)).deliveries())


ONE, TWO, THREE = (unit_of(RUNS[n : n + 4 : 2]) for n in (0, 4, 8))


def test_a_work_unit_whose_worker_died_goes_to_another_machine_once() -> None:
    client = FakeClient({"a1": "a", "b1": "b"}, {ONE: ["dies"]})
    assert delivered(client, ONE, TWO, THREE) == 6
    assert client.log == [("a1", ONE), ("b1", TWO), ("a1", THREE), ("b1", ONE)]
    client = FakeClient({"a1": "a", "b1": "b"}, {ONE: ["dies", "dies", "is done"]})
    with pytest.raises(CampaignError, match=f"twice, and they were given up: {ONE}; the same"):
        delivered(client, ONE, TWO, THREE)
    assert [unit for _, unit in client.log] == [ONE, TWO, THREE, ONE]


def test_a_worker_that_is_gone_without_notice_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LOOK", 0.01)
    client = FakeClient({"a1": "a"}, {ONE: ["vanishes"]})
    assert delivered(client, ONE, TWO) == 4
    assert client.log == [("a1", ONE), ("a1-again", ONE), ("a1-again", TWO)]
    client = FakeClient({"a1": "a"}, {ONE: ["vanishes", "vanishes"]})
    with pytest.raises(CampaignError, match=str(ONE)):
        delivered(client, ONE)
    monkeypatch.setattr(cluster, "ABSENCE", 0.05)
    with pytest.raises(CampaignError, match=r"all workers have gone, and for 0\.05 s none has"):
        delivered(FakeClient({}, {}), ONE)


def test_what_a_worker_had_no_time_for_goes_out_again() -> None:
    rest = unit_of(ONE.runs[1:])
    client = FakeClient({"a1": "a"}, {ONE: ["dies", "takes long"], rest: ["dies"]})
    assert delivered(client, ONE) == 2
    assert [unit for _, unit in client.log] == [ONE, ONE, rest, rest]


def test_a_solver_of_several_cores_takes_as_many_slots_of_a_machine() -> None:
    big = unit_of(replace(run, solver=replace(run.solver, cores=4)) for run in RUNS[:2])
    client = FakeClient({"a1": "a", "a2": "a"}, {})
    assert delivered(client, ONE, big, TWO, THREE) == 8
    assert client.log == [("a1", ONE), ("a1", big), ("a1", TWO), ("a2", THREE)]
    client = FakeClient({"a1": "a", "a2": "a", "b1": "b"}, {})
    assert delivered(client, ONE, big, TWO) == 6
    assert client.log == [("a1", ONE), ("b1", big), ("a1", TWO)]


def test_an_import_that_fails_is_tried_once_on_a_machine() -> None:
    client = FakeClient({"a1": "a", "b1": "b"}, {ONE: ["import fails"]})
    other = unit_of(RUNS[1:5:2])
    last = unit_of(RUNS[12:16:2])
    assert delivered(client, ONE, TWO, other, THREE, last) == 10
    assert [(worker, unit.import_error) for worker, unit in client.log] == [
        ("a1", ""),
        ("b1", ""),
        ("a1", ""),  # another solver
        ("b1", ""),
        ("a1", "import fails"),
    ]


def test_a_work_unit_reports_that_an_import_has_failed(
    tmp_path: Path, servers: ForkServers
) -> None:
    broken, imports = tmp_path / "broken.py", tmp_path / "imports"
    broken.write_text(f"open({str(imports)!r}, 'a').write('one ')\nraise OSError('no')\n")
    (solver,) = declare_all([f"{broken}:solve"], servers, 60.0)
    unit = unit_of(replace(run, solver=solver) for run in RUNS[:2])
    with ForkServers() as elsewhere:
        there = make_unit(unit, tmp_path / "there", elsewhere)
    assert there.runs == 2
    assert there.import_error == servers.failure(str(solver))
    assert there.import_error.endswith("OSError: no")
    assert imports.read_text() == "one " * 2
    assert make_unit(unit, tmp_path / "here", servers).import_error
    assert imports.read_text() == "one " * 2


def test_a_worker_without_our_accord_gets_nothing() -> None:
    ours = metadata.version("accord")
    for accord, said in (("7", "7"), (metadata.PackageNotFoundError(), "none")):
        client = FakeClient({"a1": "a"}, {})
        client.accord = accord
        with pytest.raises(MissingBackendError, match=f"^a1: found accord {said}, expected {ours}"):
            delivered(client, ONE)
        assert not client.log
