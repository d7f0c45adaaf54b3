"""Choosing a solver: settings from signatures, variants that settings choose, what is prepared."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

import accord
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.phrasing import alternatives, nearest
from accord.solvers import registry
from accord.solvers.answer import answer
from accord.solvers.backend import Backend, EngineVariant, Need
from accord.solvers.interface import Budget
from accord.solvers.settings import SettingError, read_settings, settings_of, written

WORDS = ("plain", "fancy", "plain+bow", "fancy+bow", "plain+hat", "fancy+hat")
HERE = Need("sys", ("pytest",))
NOWHERE = Need(program="a-program-nobody-has")


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    engine: Literal["one", "other"] = "one",
    dress: Annotated[str, WORDS] = "plain",
) -> Iterator[Grid]:
    """A bridge to two engines."""
    yield from ()


BRIDGE = Backend(
    solve,
    engine="various",
    model="bridge",
    family="other",
    variants={"one": EngineVariant("first", (HERE,)), "other": EngineVariant("second", (NOWHERE,))},
)


@pytest.fixture
def bridge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "backends", lambda: {"bridge": BRIDGE})


@pytest.mark.usefixtures("bridge")
def test_the_principal_setting_chooses_engine_needs_and_version() -> None:
    chosen = registry.select("bridge:other")
    assert (chosen.backend.engine, chosen.version) == ("second", "")
    assert registry.select("bridge").backend.engine == "first"
    assert registry.select("bridge").version == f"pytest {pytest.__version__}"
    with pytest.raises(registry.MissingBackendError, match="a-program-nobody-has"):
        registry.usable("bridge:other")


@pytest.mark.usefixtures("bridge")
def test_what_its_default_needs_says_whether_it_is_available(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert registry.available()["bridge"].engine == "first"
    defaults = {"engine": "other", "dress": "plain"}
    monkeypatch.setattr(solve, "__kwdefaults__", defaults)
    assert "bridge" not in registry.available()


def test_no_backend_has_a_point_in_its_name_as_files_and_places_have() -> None:
    assert [name for name in registry.backends() if "." in name] == []


def test_a_tuple_of_words_is_a_setting() -> None:
    assert settings_of(solve)["dress"].values == WORDS
    assert written(read_settings("dress=fancy+hat,engine=other", solve)) == (
        "dress=fancy+hat,engine=other"
    )
    with pytest.raises(SettingError, match=r"fancy\+hat; one of plain, fancy, or \{plain, fancy\}"):
        read_settings("dress=fancy+hut", solve)


def test_a_value_that_is_near_none_is_told_all_and_no_nearest() -> None:
    assert nearest("best", ["fewest", "first"]) == "one of fewest, first"
    assert nearest("fewset", ["fewest", "first"]) == "fewest; one of fewest, first"


@pytest.mark.parametrize(
    "ask", [lambda each: accord.solve(".", each), lambda each: accord.check(".", [each])]
)
def test_a_solver_is_given_by_its_name(ask: Callable[[Any], object]) -> None:
    with pytest.raises(registry.UnknownSolverError, match="found 3 as a solver, expected its name"):
        ask(3)


def test_one_solver_is_asked_by_its_name_alone() -> None:
    with pytest.raises(registry.UnknownSolverError, match="found the solver 'cpsta'"):
        accord.check(".", "cpsta")


def test_words_with_variants_are_listed_by_how_they_are_made() -> None:
    assert alternatives(WORDS, " ") == "plain fancy or {plain fancy}+{bow hat}"
    assert alternatives(("a", "b")) == "a, b"


PREPARED = """
from accord.solvers.answer import answer
from accord.solvers.backend import Backend

MADE = []

def prepare(puzzle, *, dress):
    MADE.append((puzzle.size, dress))

def solve(puzzle, budget, *, dress: bool = True):
    if MADE[-1] == (puzzle.size, False) and "search" not in budget.phases:
        yield from [[1]]

THING = Backend(solve, "it", "it", "other", prepare=prepare)
"""


def test_a_worker_prepares_the_geometry_before_the_clock_starts(tmp_path: Path) -> None:
    file = tmp_path / "prepared.py"
    file.write_text(PREPARED)
    with Worker(f"{file}:THING:dress=false") as worker:
        report = worker.ask(Puzzle(shape(1), Grid([0])), Terms(Limits(10), None))
    assert (report.outcome, report.grids.valid, report.exhausted) == ("OK", 1, True), report.reason


@pytest.mark.parametrize("name", [n for n, b in registry.backends().items() if b.prepare])
def test_what_prepares_takes_every_setting(name: str) -> None:
    backend = registry.backends()[name]
    prepare, known = backend.prepare, settings_of(backend.solve)
    assert prepare is not None
    prepare(Puzzle(shape(4), Grid([0] * 16)), **{key: each.default for key, each in known.items()})


def test_cpu_time_is_that_of_programs_too() -> None:
    busy = "import time\nwhile time.process_time() < 0.2: pass"

    def starts_a_program(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
        subprocess.run([sys.executable, "-c", busy], check=True)
        yield from ()

    found = answer(registry.as_backend(starts_a_program, "it"), Puzzle(shape(1), Grid([0])))
    assert found.seconds.cpu >= 0.2


FORGETFUL = """
import tempfile, time
from pathlib import Path

def solve(puzzle, budget):
    Path(__file__).with_name("where").write_text(tempfile.mkdtemp())
    time.sleep(60)
    yield from ()
"""


def test_temporary_files_go_with_their_worker(tmp_path: Path) -> None:
    file = tmp_path / "forgetful.py"
    file.write_text(FORGETFUL)
    with Worker(f"{file}:solve") as worker:
        assert (
            worker.ask(Puzzle(shape(1), Grid([0])), Terms(Limits(0.2), None)).outcome == "TIMEOUT"
        )
    folder = Path(tmp_path.joinpath("where").read_text())
    assert folder.parent.name.startswith("accord-")
    assert not folder.parent.exists()
