"""Z3 and clingo: they solve the text that is written to files, stop in time, and claim no more."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from accord.bench.instances.collection import instances_of
from accord.bench.judging.conformance import CASES, EVERY_4X4, USUAL
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.answer import Answer, Status, answer
from accord.solvers.asp import clingo as asp_clingo
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget
from accord.solvers.interface import GaveUpError
from accord.solvers.registry import backends
from accord.solvers.smt import z3 as smt_z3
from hard_puzzles import PIGEONS
from optional import library
from places import SUPPORT

LIBRARIES = {"z3-int": "z3", "z3-bv": "z3", "clingo": "clingo"}
COUNTERS = {"conflicts", "decisions", "restarts"}


@pytest.fixture(params=LIBRARIES)
def name(request: pytest.FixtureRequest) -> str:
    library(LIBRARIES[request.param])
    return str(request.param)


def backend(name: str) -> Backend:
    library(LIBRARIES[name])
    return backends()[name]


def asked(name: str, puzzle: Puzzle, **arguments: Any) -> Answer:
    return answer(backend(name), puzzle, **arguments)


# All three.


def test_a_seed_changes_the_way_and_not_the_answer(name: str) -> None:
    puzzle = list(instances_of("16x16"))[-1].puzzle
    runs = [asked(name, puzzle, seed=seed) for seed in (0, 1, 2, 0)]
    assert len({run.solutions for run in runs}) == 1
    assert all(run.exhausted for run in runs)
    assert runs[0].counters == runs[3].counters
    assert len({run.counters["decisions"] for run in runs}) > 1


def test_counts_what_it_did_also_when_stopped(name: str) -> None:
    some, several = (asked(name, EVERY_4X4, limit=limit).counters for limit in (1, 50))
    for counters in (some, several):
        assert {*counters} - {"propagations"} == COUNTERS
        assert ("propagations" in counters) == name.startswith("z3")
    assert 0 < some["decisions"] < several["decisions"]


def test_stops_when_the_time_is_over_in_the_middle_of_a_search(name: str) -> None:
    threads = threading.active_count()
    before = time.monotonic()
    found = asked(name, PIGEONS, seconds=1.0)
    assert time.monotonic() - before < 5
    assert (found.status, found.reason) == (Status.UNKNOWN, "out of time")
    assert found.counters["conflicts"] > 0
    assert threading.active_count() == threads


def test_hears_ctrl_c_in_the_middle_of_a_search(name: str) -> None:
    backend(name)
    code = f"""
import os, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from accord.bench.judging.conformance import EVERY_4X4
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from hard_puzzles import PIGEONS
asked = backends()[{name!r}]
answer(asked, EVERY_4X4, limit=1)
threads, before = threading.active_count(), time.monotonic()
timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
timer.start()
try:
    answer(asked, PIGEONS, seconds=30)
except KeyboardInterrupt:
    timer.join()
    print("received", time.monotonic() - before < 6, threading.active_count() - threads)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=SUPPORT, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("received True 0\n", "")


def test_z3_does_not_search_when_ctrl_c_comes_while_its_thread_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library("z3")
    asked_for: list[str] = []

    class Interrupted(threading.Thread):
        def start(self) -> None:
            super().start()
            raise KeyboardInterrupt

    monkeypatch.setattr(smt_z3, "Thread", Interrupted)
    solver = says("sat")
    solver.check = lambda: asked_for.append("check")
    solver.ctx = SimpleNamespace(interrupt=lambda: asked_for.append("interrupt"))
    with pytest.raises(KeyboardInterrupt):
        list(smt_z3._grids(solver, [], 1, Budget()))
    assert "check" not in asked_for


# Z3.


@pytest.mark.parametrize("name", ["z3-int", "z3-bv"])
@pytest.mark.parametrize("constraints", ["distinct", "disequalities"])
def test_z3_finds_the_same_without_the_places(name: str, constraints: str) -> None:
    settings = {"constraints": constraints, "places": False}
    for case in CASES:
        if case.name in ("two solutions", "candidates", "givens leave no place for 4", "16 clues"):
            found = asked(name, case.puzzle, limit=None, **settings)
            assert len(set(found.solutions)) == case.count
            assert not [v for grid in found.solutions for v in case.puzzle.violations(grid)]
            assert found.exhausted


def test_z3_finds_it_easier_with_the_places() -> None:
    hard = list(instances_of("16x16"))[-1].puzzle
    with_, without = (asked("z3-int", hard, places=places).counters for places in (True, False))
    assert 3 * with_["conflicts"] < without["conflicts"]


@pytest.mark.parametrize("name", ["z3-int", "z3-bv"])
def test_z3_has_no_handler_of_ctrl_c_of_its_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    z3 = library("z3")
    received: dict[str, Any] = {}
    honest = z3.Solver.set
    monkeypatch.setattr(
        z3.Solver, "set", lambda self, **keys: (received.update(keys), honest(self, **keys))
    )
    asked(name, USUAL, limit=1)
    assert received["ctrl_c"] is False


def says(status: Any) -> Any:
    """A solver that says one thing, or raises it."""

    def check() -> Any:
        if isinstance(status, BaseException):
            raise status
        return status

    return SimpleNamespace(check=check, reason_unknown=lambda: "tired", statistics=list)


def test_z3_takes_no_other_status_for_a_proof() -> None:
    z3 = library("z3")
    assert list(smt_z3._grids(says(z3.unsat), [], 1, Budget())) == []
    for status in (z3.unknown, None, 0):
        with pytest.raises(GaveUpError, match="tired"):
            list(smt_z3._grids(says(status), [], 1, Budget()))


def test_z3_passes_on_what_went_wrong_in_its_thread() -> None:
    library("z3")
    with pytest.raises(MemoryError, match="all of it"):
        list(smt_z3._grids(says(MemoryError("all of it")), [], 1, Budget()))


# clingo.


def test_clingo_takes_no_search_for_a_proof_that_does_not_call_itself_exhausted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(exhausted: bool) -> Iterator[Grid]:
        result = SimpleNamespace(exhausted=exhausted)
        handle = SimpleNamespace(wait=lambda s: True, model=lambda: None, get=lambda: result)
        solvers = {"conflicts": 1.0, "choices": 2.0, "restarts": 3.0}
        control = SimpleNamespace(
            solve=lambda **how: Opened(handle), statistics={"solving": {"solvers": solvers}}
        )
        monkeypatch.setattr(asp_clingo, "_ground", lambda puzzle, arguments: control)
        return asp_clingo.solve(EVERY_4X4, Budget())

    assert list(ended(exhausted=True)) == []
    with pytest.raises(GaveUpError, match="does not call the search exhausted"):
        list(ended(exhausted=False))


class Opened:
    """A handle that can be opened and closed."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def __enter__(self) -> Any:
        return self.handle

    def __exit__(self, *error: object) -> None:
        pass


def test_clingo_chooses_tweety_by_itself() -> None:
    puzzle = list(instances_of("16x16"))[-1].puzzle
    names = ("auto", "tweety", "jumpy")
    counters = [asked("clingo", puzzle, configuration=name).counters for name in names]
    assert counters[0] == counters[1] != counters[2]
    with_seed, again = (asked("clingo", puzzle, seed=7).counters for _ in range(2))
    assert with_seed == again != counters[0]


def test_clingo_says_what_is_wrong_with_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    library("clingo")
    monkeypatch.setattr(asp_clingo, "write", lambda puzzle: ["value(1..4)"])
    with pytest.raises(RuntimeError, match=r"parsing failed: .* syntax error"):
        list(asp_clingo.solve(EVERY_4X4, Budget()))
