"""What starting a program costs is measured on an empty question, or it is said that it is not.

The fake programs are Python scripts (tests/support/fake_programs.py).
"""

import sys
from pathlib import Path

import pytest

from accord.bench.hunt.conformance import CASES
from accord.bench.run import start_up as measured
from accord.bench.run.start_up import TOO_LONG, UNKNOWN, StartUp, start_up
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.solvers.answer import answer
from accord.solvers.programs.external import SHIPPED
from accord.solvers.registry import Selection, backends, select
from fake_programs import SOLVER, TRUTH, Describe, describing, line_program
from optional import absent, program

TWO = next(case.puzzle for case in CASES if case.name == "two solutions")
LOG = """
with open(sys.argv[0] + ".log", "a") as log:
    print(sys.argv[2:], open(sys.argv[1]).read().split("\\n")[1:], file=log)
"""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take long."""
    monkeypatch.setattr(measured, "ENOUGH", 60.0)
    monkeypatch.setattr(measured, "LONGEST", 60.0)


@pytest.fixture
def describe(tmp_path: Path) -> Describe:
    return describing(tmp_path)


@pytest.mark.parametrize("name", [*SHIPPED, "minizinc"])
def test_a_program_that_ships_described_answers_the_empty_question(name: str) -> None:
    shipped = SHIPPED.get(name)
    program(shipped.need.path or name if shipped else name)
    chosen = select(f"external:{name}" if shipped else name)
    if chosen.backend.missing:
        absent(chosen.backend.missing)
    assert (start_up(chosen).seconds or 0) > 0


def test_a_program_is_asked_nothing_three_times_with_its_settings(
    describe: Describe, tmp_path: Path
) -> None:
    command = ["{folder}/fake", "{cnf}", "{seed}"]
    solver = describe(SOLVER + LOG + TRUTH, command=command)
    assert start_up(select(f"{solver}:log,seed=7")).seconds
    log = (tmp_path / "fake.log").read_text(encoding="utf-8").splitlines()
    assert log == ["['7'] ['p cnf 0 0', '']"] * 3


@pytest.mark.parametrize(
    ("times", "least", "left"),
    [
        ([0.4, 0.2, 0.3], 0.2, [30.0, 29.6, 29.4]),
        ([0.7, 0.4], 0.4, [30.0, 29.3]),
        ([29.0], 29.0, [30.0]),
    ],
)
def test_the_least_of_its_times_counts_and_long_ones_are_few(
    times: list[float], least: float, left: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured, "ENOUGH", 1.0)
    monkeypatch.setattr(measured, "LONGEST", 30.0)
    runs, allowed = iter(times), list[float]()

    def once(_: Selection, seconds: float) -> float:
        allowed.append(seconds)
        return next(runs)

    monkeypatch.setattr(measured, "_once", once)
    chosen = next(name for name, backend in backends().items() if backend.start_up)
    assert start_up(select(chosen)) == StartUp(least)
    assert allowed == pytest.approx(left)


def test_a_library_starts_no_program_and_no_puzzle_is_no_line(describe: Describe) -> None:
    line = select(line_program(describe, "print('No grid')"))
    for solver in (select("backtracking-mrv"), select("sat-pycosat"), line):
        assert solver.backend.start_up is None
        assert start_up(solver) == StartUp()


def test_every_backend_of_programs_can_start_them() -> None:
    for backend in backends().values():
        variants = [variant.needs for variant in backend.variants.values()]
        needs = [need for group in (backend.needs, *variants) for need in group]
        assert bool(backend.start_up) == any(need.program for need in needs)


@pytest.mark.parametrize(
    "script",
    [
        "sys.exit('expected a clause, found none')",
        "sys.exit(20)",
        "print('s UNSATISFIABLE'); sys.exit(20)",
        "print('s SATISFIABLE'); print('v 1 0'); sys.exit(10)",
        "os.kill(os.getpid(), signal.SIGSEGV)",
        "time.sleep(3600)",
    ],
)
def test_a_program_that_cannot_be_asked_nothing_goes_on_as_before(
    describe: Describe, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    hangs = "sleep" in script
    if hangs:
        monkeypatch.setattr(measured, "LONGEST", 0.5)
    chosen = select(describe(f"{SOLVER}\nif not clauses:\n    {script}\n{TRUTH}"))
    assert start_up(chosen) == StartUp(flag=TOO_LONG if hangs else UNKNOWN)
    found = answer(chosen.backend, TWO, limit=None)
    assert (len(found.solutions), found.exhausted) == (2, True)


def test_the_start_of_a_program_that_is_not_there_is_unknown(
    describe: Describe, tmp_path: Path
) -> None:
    chosen = select(describe(""))
    (tmp_path / "fake").unlink()
    assert start_up(chosen) == StartUp(flag=UNKNOWN)


@pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")
@pytest.mark.parametrize(
    ("script", "flags"),
    [("time.sleep(2.1)", ()), ("sys.exit('expected a clause, found none')", (UNKNOWN,))],
    ids=["slow", "fails"],
)
def test_a_start_above_two_seconds_is_in_its_column_and_one_that_is_not_known_is_a_flag(
    describe: Describe, script: str, flags: tuple[str, ...]
) -> None:
    solver = describe(f"{SOLVER}\nif not clauses:\n    {script}\n{TRUTH}")
    with Worker(solver) as worker:
        report = worker.ask(TWO, Terms(Limits(60.0), None))
    assert (report.outcome, report.grids.valid, report.flags) == ("OK", 2, flags)
    assert (report.cost.get("startup_time", 0.0) >= 2.1) is not bool(flags)
    assert (UNKNOWN in report.reason) is bool(flags)
