"""clingo: what it does not prove is not claimed, and what it is asked is what it does."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from accord.bench.hunt.conformance import EVERY_4X4
from accord.bench.make.instances.collection import instances_of
from accord.encodings.problems import asp
from accord.puzzles import Puzzle, Solution
from accord.solvers.answer import Answer, answer
from accord.solvers.asp import clingo as asp_clingo
from accord.solvers.budget import Budget
from accord.solvers.interface import GaveUpError
from accord.solvers.registry import backends
from optional import library
from puzzle_facts import puzzle_of


def asked(puzzle: Puzzle, **arguments: Any) -> Answer:
    library("clingo")
    return answer(backends()["clingo"], puzzle, **arguments)


def test_clingo_takes_no_search_for_a_proof_that_does_not_call_itself_exhausted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(exhausted: bool) -> Iterator[Solution]:
        result = SimpleNamespace(exhausted=exhausted)
        handle = SimpleNamespace(wait=lambda s: True, model=lambda: None, get=lambda: result)
        solvers = {"conflicts": 1.0, "choices": 2.0, "restarts": 3.0}
        control = SimpleNamespace(
            solve=lambda **how: OpenedHandle(handle), statistics={"solving": {"solvers": solvers}}
        )
        monkeypatch.setattr(asp_clingo, "_ground", lambda puzzle, arguments: control)
        return asp_clingo.solve(EVERY_4X4, Budget())

    assert list(ended(exhausted=True)) == []
    with pytest.raises(GaveUpError, match="does not call the search exhausted"):
        list(ended(exhausted=False))


class OpenedHandle:
    """A handle that can be opened and closed."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def __enter__(self) -> Any:
        return self.handle

    def __exit__(self, *error: object) -> None:
        pass


def test_clingo_chooses_tweety_by_itself() -> None:
    puzzle = puzzle_of(list(instances_of("16x16"))[-1])
    names = ("auto", "tweety", "jumpy")
    counters = [asked(puzzle, configuration=name).counters for name in names]
    assert counters[0] == counters[1] != counters[2]
    with_seed, again = (asked(puzzle, seed=7).counters for _ in range(2))
    assert with_seed == again != counters[0]


def test_clingo_says_what_is_wrong_with_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    library("clingo")
    monkeypatch.setattr(asp, "write", lambda problem: ["value(1..4)"])
    with pytest.raises(RuntimeError, match=r"parsing failed: .* syntax error"):
        list(asp_clingo.solve(EVERY_4X4, Budget()))
