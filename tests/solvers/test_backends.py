"""What every backend does besides answering, which conformance asks: for all of them at once."""

import subprocess
import sys
import threading
import time
from contextlib import suppress
from importlib import metadata
from typing import Any

import pytest

from accord.bench.hunt.conformance import CASES, EVERY_4X4
from accord.bench.make.instances.collection import instances_of
from accord.puzzles import Grid, Puzzle, shape
from accord.solvers.answer import Status, answer, ask
from accord.solvers.budget import COUNTERS as BUDGETED
from accord.solvers.budget import OUT_OF_TIME, Budget
from accord.solvers.interface import GaveUpError
from accord.solvers.registry import available, backends, select
from accord.solvers.sat.pysat import ENGINES
from accord.solvers.settings import SettingError, settings_of
from children import children
from known_puzzles import PIGEONS, fourteen_cells_with_thirteen_values
from optional import slow
from places import shared

TWO = next(case.puzzle for case in CASES if case.name == "two solutions")
HERE = sorted(available())
OF_LIBRARIES = [name for name in HERE if any(need.module for need in available()[name].needs)]
KEEPING_TIME = ("cpsat", "cpsat-bool", "z3-int", "clingo")  # by a thread or a clock of their own
SEEDED = [name for name, backend in backends().items() if "seed" in settings_of(backend.solve)]
INTERRUPTIBLE = [name for name, each in ENGINES.items() if each.interruptible]
LIMITED = [
    pytest.param(name, setting, id=f"{name}:{setting}")
    for name, backend in backends().items()
    for setting in settings_of(backend.solve)
    if setting in ("conflicts", "nodes")
]
SEARCHED = "conflicts decisions propagations restarts"
COUNTERS = {  # of what it did
    **dict.fromkeys([*ENGINES, "z3-int", "z3-bv", "cpsat", "cpsat-bool"], SEARCHED),
    "clingo": "conflicts decisions restarts",
    "minizinc": "nodes conflicts propagations restarts",
    "choco": "nodes conflicts backtracks restarts",
    "highs": "nodes",
    "scip": "nodes",
}
BLANK = Puzzle(shape(25), Grid([0] * 625))
HARD = next(each.problem for each in instances_of("zoo") if each.name == "25x25-52-percent-21")
ENDLESS = [  # what searches on and on
    *((f"{name}:minimal", fourteen_cells_with_thirteen_values(), 1) for name in INTERRUPTIBLE),
    ("cryptominisat:minimal", fourteen_cells_with_thirteen_values(), 1),
    *((name, PIGEONS, 1) for name in ("z3-int", "z3-bv", "clingo")),
    *((name, BLANK, None) for name in ("highs", "highs:presolve=off", "scip")),
    *((name, BLANK, None) for name in ("scip:forbid", "scip:emphasis=cpsolver")),
    *((name, BLANK, None) for name in ("cpsat", "cpsat:forbid", "cpsat-bool", "cpsat-bool:forbid")),
    ("cpsat-bool:workers=2", BLANK, None),
    *(
        (name, HARD, 1)
        for name in ("minizinc:constraints=unannotated", "choco", "choco:disequalities")
    ),
    ("pumpkin", HARD, 1),
]
OPEN = """
import sys
from accord.bench.hunt.conformance import EVERY_4X4
from accord.solvers.budget import Budget
from accord.solvers.registry import backends
grids = backends()[sys.argv[1]].solve(EVERY_4X4, Budget())
print(next(grids))
"""  # the program ends, and nobody has closed the generator


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


@pytest.mark.parametrize("name", COUNTERS)
def test_a_backend_counts_what_it_did_also_when_it_stops_early(name: str) -> None:
    few, more = (answer(select(name).backend, EVERY_4X4, limit=n).counters for n in (1, 40))
    assert {*few} == {*more} == set(COUNTERS[name].split()) <= {*BUDGETED}
    assert 0 <= sum(few.values()) < sum(more.values())


@pytest.mark.parametrize("name", HERE)
def test_a_backend_asked_on_after_a_single_solution_goes_on_or_gives_up(name: str) -> None:
    solve: Any = available()[name].solve
    found = []
    with suppress(GaveUpError):
        found += solve(TWO, Budget(limit=1))
        assert len(set(found)) == len(found) == 2


@pytest.mark.parametrize(("name", "puzzle", "limit"), [(*each,) for each in ENDLESS])
def test_a_backend_keeps_its_time_in_the_middle_of_a_search(
    name: str, puzzle: Puzzle, limit: int | None
) -> None:
    """Claims nothing, says so, and leaves no thread and no process behind."""
    chosen, threads, before = select(name), threading.active_count(), children()
    found = answer(chosen.backend, puzzle, limit=limit, seconds=0.5, **chosen.settings)
    assert not found.exhausted
    said = {"choco": "Choco's search is STOPPED", "pumpkin": "Pumpkin says Unknown"}
    assert found.reason in (OUT_OF_TIME, said.get(name.partition(":")[0]))
    assert found.seconds.cpu < 10
    assert threading.active_count() == threads
    assert [child for child in children() if child not in before] == []


@pytest.mark.parametrize("name", [name for name in KEEPING_TIME if name in HERE])
def test_a_backend_does_not_pay_for_the_time_its_grids_are_looked_at(name: str) -> None:
    backend, seen = available()[name], 0
    answer(backend, TWO, limit=1)  # the import is not its own either
    began = time.perf_counter()
    for _ in ask(backend, TWO, budget := Budget(seconds=2.0, limit=2)):
        seen += 1
        time.sleep(2.2 if seen == 1 else 0.0)
    assert seen == 2
    assert budget.total.wall <= time.perf_counter() - began - 2.2


@pytest.mark.parametrize("name", OF_LIBRARIES)
def test_a_backend_ends_with_the_program_even_when_nobody_closed_it(name: str) -> None:
    command = [sys.executable, "-W", "error", "-c", OPEN, name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(EVERY_4X4.violations(Grid.parse(done.stdout.strip())))


@pytest.mark.parametrize("name", ["sat-pycosat", "backtracking-mrv"])
def test_counts_are_as_recorded(name: str) -> None:
    for record in shared("derived_counts.jsonl"):
        limit = min(record["count"], 1000) + 1
        found = answer(
            available()[name], Puzzle(shape(9), Grid.parse(record["puzzle"])), limit=limit
        )
        assert len(set(found.solutions)) == min(record["count"], limit), record["id"]
        assert found.exhausted == (record["count"] < limit), record["id"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "setting"), LIMITED)
def test_a_limit_on_conflicts_or_nodes_that_is_reached_is_no_proof(name: str, setting: str) -> None:
    slow()
    puzzle = next(i.problem for i in instances_of("zoo") if i.name == "25x25-52-percent-21")
    found = answer(select(name).backend, puzzle, limit=2, seconds=600, **{setting: 1})
    assert (found.exhausted, found.status) == (False, Status.UNKNOWN)
    assert found.reason != OUT_OF_TIME
    first_row = Puzzle(shape(4), Grid([1, 2, 3, 4, *[0] * 12]))
    found = answer(select(name).backend, first_row, limit=None, **{setting: 10_000})
    assert (found.exhausted, len(set(found.solutions))) == (True, 12)
    assert len(LIMITED) >= 10
