"""The fast solvers agree with a readable one, on puzzles of all kinds; a wrong one is named."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy
import pytest

from accord.puzzles import Puzzle, Shape, Solution
from accord.solvers.interface import Budget
from accord.solvers.many import Answers
from accord.solvers.registry import available
from developer_tools import tool
from optional import REQUIRED
from places import ROOT

if TYPE_CHECKING:
    from accord.solvers.many import Grids

agreement = tool("agreement")
HONEST = available()["backtracking-bitset"]


def test_the_fast_solvers_are_those_of_arrays_and_agree_with_a_readable_one() -> None:
    solvers, expected = agreement.fast_solvers(), {"backtracking-bitset", "backtracking-kernel"}
    assert {*solvers} == expected if REQUIRED else {*solvers} <= expected
    found = agreement.compare(islice(agreement.puzzles(seed=7), 200), solvers)
    assert found.differences == []
    assert {*found.kinds} == {kind.__name__ for kind in agreement.KINDS}
    assert {*found.counts} == {"0", "1", "2-19", "20 or more"}
    assert found.passed_over < 50


def test_the_program_compares_all_parts() -> None:
    program = [sys.executable, "-P", str(ROOT / "tools/agreement.py"), "60", "9", "40"]
    ended = subprocess.run(program, capture_output=True, text=True, check=True)
    numbers = re.search(
        r": (\d+) puzzles compared\n(?:.*\n)*  (\d+) passed over, 0 diff", ended.stdout
    )
    assert numbers is not None
    assert int(numbers[1]) + int(numbers[2]) == 60
    assert ended.stderr.splitlines()[-1] == f"{numbers[1]} compared, 0 differ"


def array_call(figure: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
    assert HONEST.many is not None
    return HONEST.many(figure, givens, limit, threads)


def counts_one_more(*question: Any) -> Answers:
    found = array_call(*question)
    return Answers(found.solutions, found.counts + 1, found.guesses)


def is_full_of_ones(*question: Any) -> Answers:
    found = array_call(*question)
    return Answers(numpy.ones_like(found.solutions), found.counts, found.guesses)


def forgets_one(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    yield from list(HONEST.solve(puzzle, Budget(limit=40)))[1:]


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"many": counts_one_more}, "in an array"),
        ({"many": is_full_of_ones}, "in an array"),
        ({"solve": forgets_one}, "grids"),
    ],
)
def test_a_wrong_solver_is_named_with_the_puzzle(
    wrong: dict[str, Any], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, select = replace(HONEST, **wrong), agreement.select
    chosen = replace(select("backtracking-bitset"), name="wrong", backend=backend)
    monkeypatch.setattr(agreement, "available", lambda: {"wrong": backend})
    monkeypatch.setattr(
        agreement, "select", lambda name: chosen if name == "wrong" else select(name)
    )
    differences = agreement.compare(islice(agreement.puzzles(seed=8), 40), ["wrong"]).differences
    assert differences
    assert all(found in each.found for each in differences)
