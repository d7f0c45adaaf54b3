"""The quick solvers say what the readable ones say, on puzzles of all kinds."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy
import pytest

from accord.bench import agreement
from accord.bench.agreement import compare, puzzles, quick_solvers
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget
from accord.solvers.many import Answers, Many
from accord.solvers.registry import available
from optional import REQUIRED

if TYPE_CHECKING:
    from accord.solvers.many import Grids


def test_the_quick_solvers_agree_with_a_readable_one_on_puzzles_of_all_kinds() -> None:
    found = compare(islice(puzzles(seed=7), 600), quick_solvers())
    assert found.differences == []
    assert {*found.kinds} == {kind.__name__ for kind in agreement.KINDS}
    assert {*found.counts} == {"0", "1", "2-19", "20 or more"}
    assert found.passed_over < 60


def test_all_parts_are_compared_and_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert agreement.main(agreement.PART + 20, seed=9) == 0
    said = capsys.readouterr()
    numbers = re.search(r": (\d+) puzzles compared\n(?:.*\n)*  (\d+) passed over, 0 diff", said.out)
    assert numbers is not None
    assert sum(map(int, numbers.groups())) == agreement.PART + 20
    assert said.err.splitlines()[-1] == f"{numbers[1]} compared, 0 differ"


def test_the_solvers_of_arrays_are_the_quick_ones() -> None:
    expected = {"backtracking-bitset", "backtracking-kernel"}
    assert {*quick_solvers()} == expected if REQUIRED else {*quick_solvers()} <= expected


def forgets_one(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from list(available()["backtracking-bitset"].solve(puzzle, Budget(limit=40)))[1:]


def counts_one_more(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
    many = available()["backtracking-bitset"].many
    assert many is not None
    found = many(shape, givens, limit, threads)
    return Answers(found.solutions, found.counts + 1, found.guesses)


def is_full_of_ones(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
    many = available()["backtracking-bitset"].many
    assert many is not None
    found = many(shape, givens, limit, threads)
    return Answers(numpy.ones_like(found.solutions), found.counts, found.guesses)


@pytest.mark.parametrize("lie", [counts_one_more, is_full_of_ones])
def test_who_lies_about_an_array_is_found_out(lie: Many, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = available()["backtracking-bitset"]
    _enter(monkeypatch, Backend(honest.solve, "x", "x", "other", many=lie))
    found = compare(islice(puzzles(seed=8), 40), ["quick"])
    assert found.differences
    assert all("in an array" in each.found for each in found.differences)


def test_who_forgets_a_grid_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = available()["backtracking-bitset"]
    _enter(monkeypatch, Backend(forgets_one, "x", "x", "other", many=honest.many))
    found = compare(islice(puzzles(seed=8), 40), ["quick"])
    assert found.differences
    assert all("grids" in each.found for each in found.differences)


def _enter(monkeypatch: pytest.MonkeyPatch, backend: Backend) -> None:
    """Let a backend be one of those that can run here, by the name `quick`."""
    monkeypatch.setattr(agreement, "available", lambda: {**available(), "quick": backend})
    select = agreement.select
    quick = select("backtracking-bitset")
    chosen = replace(quick, name="quick", backend=backend)
    monkeypatch.setattr(
        agreement, "select", lambda name: chosen if name == "quick" else select(name)
    )
