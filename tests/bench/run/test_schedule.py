"""Each run has the cores its solver works on, on whatever machine, and no other run uses them."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.bench.analysis.table import ShortOfCores, table
from accord.bench.campaigns import making
from accord.bench.campaigns.campaign import run_campaign
from accord.bench.campaigns.folder import write_environment
from accord.bench.campaigns.plan import CampaignQuestion
from accord.bench.judge.claim import Grids
from accord.bench.run import schedule
from accord.bench.run.cores import FreeCores, siblings
from accord.bench.run.cutoff import Cutoff
from accord.bench.run.declare import declare
from accord.bench.run.environment import environment
from accord.bench.run.report import Declaration, Report
from accord.bench.run.schedule import Job, perform
from accord.bench.run.supervisor import CannotStartError, Worker
from accord.bench.run.terms import Limits, Question, Terms
from accord.bench.run.torture import EASY
from accord.puzzles.puzzle import Instance
from accord.views.tables.table import notes
from stored_rows import FOUR, put, some_run, written

TERMS = Terms(Limits(60.0))
TOPOLOGIES: dict[str, list[tuple[int, ...]]] = {  # the CPUs of each core
    "one core": [(0,)],
    "two cores": [(0,), (1,)],
    "four cores with two threads": [(0, 4), (1, 5), (2, 6), (3, 7)],
    "two sockets": [(n, n + 16) for n in range(16)],
    "fast cores with two threads and slow ones with one": [(0, 1), (2, 3), (4,), (5,), (6,)],
}


@dataclass
class Occupancy:
    """Who runs where, as workers without processes tell it."""

    running: list[tuple[int, ...]] = field(default_factory=list)
    seen: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    most: int = 0  # runs at a time
    shared: bool = False  # two runs had a CPU in common
    lock: threading.Lock = field(default_factory=threading.Lock)

    def worker(self, solver: str, *, core: Sequence[int] = (), **_: Any) -> "PretendedWorker":
        return PretendedWorker(self, solver, tuple(core))


@dataclass
class PretendedWorker:
    """Answers at once, on its CPUs."""

    machine: Occupancy
    solver: str
    cpus: tuple[int, ...]

    def ask_all(
        self, questions: Sequence[Any], watch: object, cutoffs: Sequence[Cutoff]
    ) -> Iterator[tuple[int, Report]]:
        machine = self.machine
        with machine.lock:
            taken = {cpu for cpus in machine.running for cpu in cpus}
            machine.shared |= not taken.isdisjoint(self.cpus)
            machine.running.append(self.cpus)
            machine.most = max(machine.most, len(machine.running))
            machine.seen.append((self.solver, self.cpus))
        sleep(0.001)
        with machine.lock:
            machine.running.remove(self.cpus)
        for place, question in enumerate(questions):
            yield place, Report(Grids(question.problem))

    def interrupt(self) -> None: ...
    def close(self) -> None: ...


def job(solver: str, cores: int = 1) -> Job[None]:
    return Job(Question(EASY, TERMS), Declaration(solver, "", "", "", "", "", cores=cores), None)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("slots", [1, 2, 5])
def test_runs_have_their_cores_to_themselves(
    topology: str, slots: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cores, machine = TOPOLOGIES[topology], Occupancy()
    monkeypatch.setattr(schedule, "Worker", machine.worker)
    wanted = {f"on {number}": number for number in (1, 2, 4, 1, 3, 100)}
    jobs = [job(name, number) for name, number in wanted.items()] * 8
    with closing(perform(jobs, slots, timed=True, cores=cores)) as reports:
        assert len(list(reports)) == len(jobs)
    assert not machine.shared
    assert machine.most <= min(slots, len(cores))
    for solver, cpus in machine.seen:
        had = [core for core in cores if {*core} <= {*cpus}]
        assert len(had) == min(wanted[solver], len(cores))
        assert sorted(cpu for core in had for cpu in core) == sorted(cpus)


def test_one_that_needs_every_core_is_not_overtaken(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Occupancy()
    monkeypatch.setattr(schedule, "Worker", machine.worker)
    jobs = [job("small")] * 3 + [job("large", 4)] + [job("small")] * 20
    with closing(perform(jobs, 4, cores=TOPOLOGIES["four cores with two threads"])) as reports:
        assert len(list(reports)) == 24
    assert [solver for solver, _ in machine.seen].index("large") == 3


def test_a_schedule_that_has_to_end_passes_over_no_job(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Occupancy()
    monkeypatch.setattr(schedule, "Worker", machine.worker)
    long = replace(job("long"), question=Question(EASY, Terms(Limits(1e6))))
    jobs = [job("short"), job("short"), long, job("short")]
    for seconds, done in ((1e9, 4), (1e5, 2), (1.0, 0)):
        with closing(perform(jobs, until=monotonic() + seconds)) as reports:
            assert len(list(reports)) == done


@given(st.integers(1, 8), st.lists(st.integers(1, 12), max_size=30))
def test_cores_are_taken_and_given_back_as_they_were(there: int, wanted: list[int]) -> None:
    free, held = FreeCores([(n,) for n in range(there)]), list[tuple[int, ...]]()
    for number in wanted:
        while not (taken := free.take(number)):
            free.give_back(held.pop(0))
        assert len(taken) == min(number, there)
        assert not {*taken} & {place for each in held for place in each}
        held.append(taken)
    for each in held:
        free.give_back(each)
    assert free.take(there) == tuple(range(there))


def test_a_machine_is_read_by_its_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cores = TOPOLOGIES["fast cores with two threads and slow ones with one"]
    for number, core in enumerate(cores):
        for cpu in core:
            place = tmp_path / f"cpu{cpu}" / "topology"
            place.mkdir(parents=True)
            (place / "physical_package_id").write_text("0\n")
            (place / "core_id").write_text(f"{number}\n")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(7)), raising=False)
    assert siblings(tmp_path) == cores


def test_what_a_solver_works_on_is_declared_by_its_setting_or_its_description(
    tmp_path: Path,
) -> None:
    description = tmp_path / "program.toml"
    text = 'command = ["true", "{cnf}"]\ninput = "dimacs"\nengine = "e"\ncores = 3\n'
    description.write_text(text)
    declared = [declare(name).cores for name in ("cpsat", "cpsat:workers=4", "logic")]
    assert [*declared, declare(str(description)).cores] == [1, 4, 1, 3]


MINE = """
from accord.solvers.backend import Backend

def solve(puzzle, budget, *, threads: int = 1, shown: bool = True):
    return iter(())

mine = Backend(solve, engine="mine", model="mine", family="search", cores={cores})
"""


@pytest.mark.parametrize(
    ("cores", "settings", "found"),
    [
        *(("0", "", "cores: found 0"), ("-1", "", "cores: found -1"), ("257", "", "found 257")),
        *(("1.5", "", "found 1.5"), ("True", "", "found True"), ("'no'", "", "found 'no'")),
        *(("'shown'", "", "shown: found True"), ("'threads'", ":threads=0", "threads: found 0")),
    ],
)
def test_what_is_no_number_of_cores_is_refused(
    tmp_path: Path, cores: str, settings: str, found: str
) -> None:
    place = tmp_path / "mine.py"
    place.write_text(MINE.format(cores=cores))
    with pytest.raises(CannotStartError, match=f"{found}, expected the number of cores"):
        declare(f"{place}:mine{settings}")


def test_a_campaign_reserves_the_cores_of_its_largest_run_and_its_rows_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, ...]] = []
    cores = TOPOLOGIES["four cores with two threads"]

    class Recorded(Worker):
        def __init__(self, *arguments: Any, core: Sequence[int] = (), **others: Any) -> None:
            asked.append(tuple(core))
            super().__init__(*arguments, **others)

    monkeypatch.setattr("accord.bench.run.cores.siblings", lambda: cores)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(making, "cores", lambda: len(cores))
    monkeypatch.setattr(schedule, "Worker", Recorded)
    question = CampaignQuestion("one", ("cpsat:workers=2", "logic"), TERMS)
    run_campaign(tmp_path / "campaign", [Instance("easy", EASY)], question)
    rows = accord.load(tmp_path / "campaign")
    assert dict(zip(rows["engine"], rows["cores"], strict=True)) == {"or-tools": 2, "logic": 1}
    assert sorted(map(len, asked)) == [2, 4]  # CPUs


@pytest.mark.parametrize(("usable", "said"), [(8, None), (2, 2)])
def test_an_environment_says_how_many_cores_could_be_used(
    monkeypatch: pytest.MonkeyPatch, usable: int, said: int | None
) -> None:
    monkeypatch.setattr("psutil.cpu_count", lambda logical=True: 8)
    for what in ("cores", "usable_cpus"):
        monkeypatch.setattr(f"accord.bench.run.environment.{what}", lambda: usable)
    assert environment().get("usable_cores") == environment().get("usable_cpus") == said


@pytest.mark.parametrize("known", [{"cores": 2}, {"cores": 8, "usable_cores": 2}])
def test_a_table_names_the_machine_that_has_fewer_cores(
    tmp_path: Path, known: dict[str, int]
) -> None:
    facts = {"host": "small", "commit": "", "python": "", **known}
    where: dict[str, Any] = {"host": "small", "environment": write_environment(tmp_path, facts)}
    runs = [some_run(solver=f"s{n}", cores=n, **where) for n in (1, 2, 4)]
    put(tmp_path, *FOUR)
    written(tmp_path, *runs)
    result = table(tmp_path)
    assert result.short_of_cores == (ShortOfCores("s4", 4, "small", 2),)
    assert "cores: s4 works on 4, and small had 2 cores for it alone." in notes(result)
