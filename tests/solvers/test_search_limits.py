"""Limits on conflicts and nodes, as settings: reaching one is giving up, and never a proof."""

import pytest

from accord.bench.instances.collection import instances_of
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import Status, answer
from accord.solvers.backend import Backend
from accord.solvers.registry import backends
from accord.solvers.settings import settings_of
from optional import REQUIRED

NEEDS_SEARCH = next(i.puzzle for i in instances_of("zoo") if i.name == "25x25-52-percent-21")
LIMITED = [
    pytest.param(name, setting, id=f"{name}:{setting}")
    for name, backend in backends().items()
    for setting in settings_of(backend.solve)
    if setting in ("conflicts", "nodes")
]


def usable(name: str) -> Backend:
    backend = backends()[name].chosen_by({})
    if backend.missing and not REQUIRED:
        pytest.skip(backend.missing)
    return backend


def test_several_solvers_have_one() -> None:
    assert len(LIMITED) >= 10


@pytest.mark.parametrize(("name", "setting"), LIMITED)
def test_a_limit_that_is_reached_is_no_proof(name: str, setting: str) -> None:
    found = answer(usable(name), NEEDS_SEARCH, limit=2, seconds=60, **{setting: 1})
    assert not found.exhausted
    assert found.status is Status.UNKNOWN
    assert found.reason != "out of time"


@pytest.mark.parametrize(("name", "setting"), LIMITED)
def test_a_limit_that_is_not_reached_changes_nothing(name: str, setting: str) -> None:
    blank = Puzzle(shape(4), Grid([0] * 16))
    found = answer(usable(name), blank, limit=None, **{setting: 10_000})
    assert found.exhausted
    assert len(set(found.solutions)) == 288
