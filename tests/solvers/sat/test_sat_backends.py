"""The SAT solvers that are libraries: all read every encoding alike, and can be stopped."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import psutil
import pytest

from accord.bench.hunt.conformance import CASES, EVERY_4X4
from accord.encodings.clauses import cnf
from accord.encodings.model import UnsatisfiableError
from accord.puzzles.puzzle import Puzzle
from accord.solvers.answer import Answer, answer
from accord.solvers.budget import Budget
from accord.solvers.interface import GaveUpError, UnsupportedError
from accord.solvers.registry import backends
from accord.solvers.sat import cryptominisat as sat_cryptominisat
from accord.solvers.sat import pysat as sat_pysat
from accord.solvers.sat.added_clauses import every_grid
from accord.solvers.traces.trace import Trace
from known_puzzles import fourteen_cells_with_thirteen_values
from optional import library, slow
from places import SUPPORT

PYSAT = tuple(sat_pysat.ENGINES)
INTERRUPTIBLE = tuple(name for name, each in sat_pysat.ENGINES.items() if each.interruptible)
MODULES = {**dict.fromkeys(PYSAT, "pysat.solvers"), "cryptominisat": "pycryptosat"}
FULL = next(case.puzzle for case in CASES if case.name == "a full grid")
TWO = next(case.puzzle for case in CASES if case.name == "two solutions")


def ask(name: str, puzzle: Puzzle, **question: Any) -> Answer:
    library(MODULES[name])
    return answer(backends()[name], puzzle, **question)


@pytest.mark.parametrize("name", PYSAT)
def test_closing_a_run_half_way_frees_the_library(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solvers = library("pysat.solvers")
    freed = []
    before = threading.active_count()  # of other tests, too

    class Spy(getattr(solvers, sat_pysat.ENGINES[name].library)):  # type: ignore[misc]
        def delete(self) -> None:
            if counters := self.accum_stats():  # nothing, when it has been freed
                freed.append(counters)
            super().delete()

    monkeypatch.setattr(solvers, sat_pysat.ENGINES[name].library, Spy)
    budget = Budget()
    solve: Any = backends()[name].solve  # a generator function
    with closing(solve(EVERY_4X4, budget)) as run:
        for _ in range(20):
            next(run)
        assert threading.active_count() == before + (name in INTERRUPTIBLE)
        assert not freed
    assert freed == [budget.spent]
    assert budget.spent["propagations"]
    assert threading.active_count() == before


INTERRUPTED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have it ignored
from accord.solvers.registry import backends, select
from accord.solvers.budget import Budget
from known_puzzles import fourteen_cells_with_thirteen_values as puzzle
run = backends()[sys.argv[1]].solve(puzzle(), Budget(), encoding="minimal")
print("begins", flush=True)
try:
    next(run)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_reaches_every_engine_of_pysat() -> None:
    slow()
    library("pysat.solvers")
    path = os.pathsep.join([str(SUPPORT), os.environ.get("PYTHONPATH", "")])
    running = [
        subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, name],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        for name in PYSAT
    ]
    for child in running:
        assert child.stdout
        assert child.stdout.readline() == "begins\n"
    searching = {child: psutil.Process(child.pid).cpu_times().user + 0.7 for child in running}
    while searching:  # each is interrupted when it searches: the first may end before the last
        for child, enough in [*searching.items()]:
            if psutil.Process(child.pid).cpu_times().user >= enough:
                child.send_signal(signal.SIGINT)
                del searching[child]
        time.sleep(0.05)
    said = [child.communicate(timeout=600)[0] for child in running]
    assert dict(zip(PYSAT, said, strict=True)) == dict.fromkeys(PYSAT, "interrupted\n")


@pytest.mark.parametrize("name", [*INTERRUPTIBLE, "sat-cadical"])
def test_ctrl_c_while_a_search_begins_ends_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library("pysat.solvers")

    class Striking(ThreadPoolExecutor):
        def submit(self, call: Any, /, *args: Any, **named: Any) -> Any:
            begun = super().submit(call, *args, **named)
            if "expect_interrupt" in named:
                raise KeyboardInterrupt
            return begun

    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor", Striking)
    before, puzzle, budget = (
        threading.active_count(),
        fourteen_cells_with_thirteen_values(),
        Budget(),
    )
    if name not in INTERRUPTIBLE:
        budget.trace = Trace(puzzle, lambda event: None)
    solve: Any = backends()[name].solve
    with pytest.raises(KeyboardInterrupt):
        next(solve(puzzle, budget, encoding="natural"))
    assert threading.active_count() == before


@pytest.mark.parametrize("name", sorted(set(PYSAT) - set(INTERRUPTIBLE)))
def test_an_engine_that_ctrl_c_jumped_out_of_is_not_freed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solvers = library("pysat.solvers")
    freed = []

    class Struck(getattr(solvers, sat_pysat.ENGINES[name].library)):  # type: ignore[misc]
        def solve(self) -> None:
            raise solvers.pysolvers.error("Caught keyboard interrupt")

        def delete(self) -> None:
            freed.append(name)

    monkeypatch.setattr(solvers, sat_pysat.ENGINES[name].library, Struck)
    with pytest.raises(KeyboardInterrupt):
        list(backends()[name].solve(TWO, Budget()))
    assert not freed


@pytest.mark.parametrize("nothing", [None, 0, [], ""])
def test_an_engine_of_pysat_that_says_nothing_has_proved_nothing(
    nothing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    solvers = library("pysat.solvers")
    monkeypatch.setattr(solvers.Cadical195, "solve", lambda self: nothing)
    monkeypatch.setattr(solvers.Minisat22, "solve_limited", lambda self, **how: nothing)
    for name in ("sat-cadical", "sat-minisat"):
        with pytest.raises(GaveUpError):
            list(backends()[name].solve(EVERY_4X4, Budget()))


def test_an_old_pysat_says_what_it_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers = library("pysat.solvers")
    monkeypatch.delattr(solvers, "Cadical195")
    with pytest.raises(UnsupportedError, match=r"python-sat .* has no Cadical195"):
        next(iter(backends()["sat-cadical"].solve(TWO, Budget())))


def test_what_descends_from_minisat_is_one_engine() -> None:
    engines = {name: backends()[name].engine for name in MODULES}
    assert engines == {
        "sat-cadical": "cadical",
        "sat-lingeling": "lingeling",
        "sat-minisat": "minisat",
        "sat-glucose": "minisat",
        "sat-maplechrono": "minisat",
        "cryptominisat": "minisat",
    }
    assert {backends()[name].model for name in MODULES} == {"cnf"}


def test_cadical_takes_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers = library("pysat.solvers")
    found = ask("sat-cadical", TWO, limit=None, seed=2**31 - 1)
    assert (len(set(found.solutions)), found.exhausted) == (2, True)
    received: list[dict[str, int]] = []
    monkeypatch.setattr(solvers.Cadical195, "configure", lambda self, how: received.append(how))
    ask("sat-cadical", TWO, seed=3)
    ask("sat-cadical", TWO)
    assert received == [{"seed": 3}]


# CryptoMiniSat.


class Mute:
    """What pycryptosat returns when it was stopped."""

    def __init__(self, threads: int, **limits: Any) -> None:
        assert threads == 1

    def add_clauses(self, clauses: Any) -> None:
        pass

    def add_clause(self, clause: Any) -> None:
        pass

    def solve(self, time_limit: float) -> tuple[None, None]:
        return None, None


def test_cryptominisat_that_was_stopped_has_proved_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(library("pycryptosat"), "Solver", Mute)
    with pytest.raises(GaveUpError, match="before its time was over"):
        next(sat_cryptominisat.solve(TWO, Budget()))


def test_an_old_cryptominisat_takes_no_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library("pycryptosat"), "Solver", Mute)
    with pytest.raises(UnsupportedError, match=r"pycryptosat .* takes no seed"):
        next(sat_cryptominisat.solve(TWO, Budget(), seed=1))


# Nogoods.


def test_each_grid_is_forbidden_by_its_open_cells_and_no_grid_by_nothing() -> None:
    for puzzle, cells in ((TWO, 4), (FULL, 0)):
        formula = cnf.encode(puzzle, "reduced")
        grids = list(backends()["backtracking-first"].solve(puzzle, Budget()))
        models = [
            [
                literal
                for meaning, value in zip(formula.cells, grid, strict=True)
                for literal in meaning[value]
            ]
            for grid in grids
        ]
        received: list[tuple[int, ...]] = []

        def solve(models: Iterator[list[int]] = iter(models)) -> list[int]:  # noqa: B008
            if (model := next(models, None)) is None:
                raise UnsatisfiableError("proved")
            return model

        assert list(every_grid(formula, Budget(), solve, received.append)) == grids
        assert received == [tuple(-literal for literal in model) for model in models if model]
        assert {len(clause) for clause in received} == ({cells} if cells else set())
