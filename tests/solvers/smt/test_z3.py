"""Z3: it leaves Ctrl-C to accord, and what it does not prove is not claimed."""

from types import SimpleNamespace
from typing import Any

import pytest

from accord.bench.hunt.conformance import USUAL
from accord.bench.make.instances.collection import instances_of
from accord.puzzles.problem import Problem
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

    ctx = SimpleNamespace(interrupt=lambda: None)
    return SimpleNamespace(check=check, reason_unknown=lambda: "tired", statistics=list, ctx=ctx)


def models(status: Any) -> list[Any]:
    return list(smt_z3._models(says(status), [], Problem([]), 0, Budget()))


def test_z3_takes_no_other_status_for_a_proof() -> None:
    z3 = library("z3")
    assert models(z3.unsat) == []
    for status in (z3.unknown, None, 0):
        with pytest.raises(GaveUpError, match="tired"):
            models(status)


def test_z3_passes_on_what_went_wrong_in_its_thread() -> None:
    library("z3")
    with pytest.raises(MemoryError, match="all of it"):
        models(MemoryError("all of it"))
