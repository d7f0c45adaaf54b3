"""Z3: it leaves Ctrl-C to accord, and what it does not prove is not claimed."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from accord.bench.hunt.conformance import USUAL
from accord.bench.make.instances.collection import instances_of
from accord.puzzles.puzzle import Puzzle
from accord.solvers.answer import Answer, answer
from accord.solvers.budget import Budget
from accord.solvers.interface import GaveUpError
from accord.solvers.registry import backends
from accord.solvers.smt import z3 as smt_z3
from optional import library
from puzzle_facts import puzzle_of


def asked(name: str, puzzle: Puzzle, **arguments: Any) -> Answer:
    library("z3")
    return answer(backends()[name], puzzle, **arguments)


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
        list(smt_z3._models(solver, [], [], Budget()))
    assert "check" not in asked_for


def test_z3_finds_it_easier_with_the_places() -> None:
    (hard,) = (each for each in instances_of("famous") if each.name == "inkala-2012")
    with_, without = (
        asked("z3-int", puzzle_of(hard), places=places).counters for places in (True, False)
    )
    assert 10 * with_["conflicts"] < without["conflicts"]


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
    assert list(smt_z3._models(says(z3.unsat), [], [], Budget())) == []
    for status in (z3.unknown, None, 0):
        with pytest.raises(GaveUpError, match="tired"):
            list(smt_z3._models(says(status), [], [], Budget()))


def test_z3_passes_on_what_went_wrong_in_its_thread() -> None:
    library("z3")
    with pytest.raises(MemoryError, match="all of it"):
        list(smt_z3._models(says(MemoryError("all of it")), [], [], Budget()))
