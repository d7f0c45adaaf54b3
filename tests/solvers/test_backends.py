"""What every backend does besides answering, which conformance asks: for all of them at once."""

import json
import subprocess
import sys
import time
from importlib import metadata

import pytest

from accord.bench.judging.conformance import CASES, EVERY_4X4
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import answer, ask
from accord.solvers.budget import Budget
from accord.solvers.registry import available, backends, select
from accord.solvers.settings import SettingError, settings_of
from places import SHARED

TWO = next(case.puzzle for case in CASES if case.name == "two solutions")
HERE = sorted(available())
OF_LIBRARIES = [name for name in HERE if any(need.module for need in available()[name].needs)]
COUNTING = ["cpsat", "cpsat-bool", "sat-pycosat", "highs", "scip", "backtracking-mrv"]
ONE_BY_ONE = ("highs", "scip")  # where a further solution takes milliseconds
KEEPING_TIME = ("cpsat", "cpsat-bool", "z3-int", "clingo")  # by a thread or a clock of their own
SEEDED = [name for name, backend in backends().items() if "seed" in settings_of(backend.solve)]
OPEN = """
import sys
from accord.bench.judging.conformance import EVERY_4X4
from accord.solvers.budget import Budget
from accord.solvers.registry import backends
grids = backends()[sys.argv[1]].solve(EVERY_4X4, Budget())
print(next(grids))
"""  # the program ends, and nobody has closed the generator


def test_listing_the_backends_imports_no_library() -> None:
    code = (
        "import sys; from accord.solvers.registry import available;"
        "needs = [need.module.partition('.')[0] for each in available().values()"
        " for need in each.needs];"
        "print(*sorted(set(needs) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", OF_LIBRARIES)
def test_a_backend_names_its_library_and_version(name: str) -> None:
    distribution, version = available()[name].version.split()
    assert metadata.version(distribution) == version
    assert any(distribution in need.distributions for need in available()[name].needs)


@pytest.mark.parametrize("name", SEEDED)
@pytest.mark.parametrize("seed", ["x", "1.5", "1" * 20])
def test_a_seed_that_cannot_be_is_refused(name: str, seed: str) -> None:
    with pytest.raises(SettingError, match="expected a whole number"):
        select(f"{name}:seed={seed}")


@pytest.mark.parametrize("name", HERE)
def test_a_backend_prints_nothing(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    answer(available()[name], TWO, limit=3)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", [name for name in KEEPING_TIME if name in HERE])
def test_a_backend_does_not_pay_for_the_time_its_grids_are_looked_at(name: str) -> None:
    backend, seen = available()[name], 0
    answer(backend, TWO, limit=1)  # the import is not its own either
    for _ in ask(backend, TWO, budget := Budget(seconds=2.0, limit=2)):
        seen += 1
        time.sleep(2.2 if seen == 1 else 0.0)
    assert seen == 2
    assert budget.total.wall < 2.0


@pytest.mark.parametrize("name", OF_LIBRARIES)
def test_a_backend_ends_with_the_program_even_when_nobody_closed_it(name: str) -> None:
    command = [sys.executable, "-W", "error", "-c", OPEN, name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(EVERY_4X4.violations(Grid.parse(done.stdout.strip())))


@pytest.mark.parametrize("name", [name for name in COUNTING if name in HERE])
def test_counts_are_as_recorded(name: str) -> None:
    file = SHARED / "derived_counts.jsonl"
    if not file.is_file():
        pytest.skip("no recorded counts beside the project")
    for record in map(json.loads, file.read_text().splitlines()):
        limit = min(record["count"], 30 if name in ONE_BY_ONE else 1000) + 1
        found = answer(
            available()[name], Puzzle(shape(9), Grid.parse(record["puzzle"])), limit=limit
        )
        assert len(set(found.solutions)) == min(record["count"], limit), record["id"]
        assert found.exhausted == (record["count"] < limit), record["id"]
