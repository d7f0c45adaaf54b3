"""Both ways of asking a library find the same, and a way that does not is refused."""

import pytest

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import answer
from accord.solvers.registry import select
from developer_tools import tool

adapters = tool("adapters")
UNIQUE, NONE = (
    Puzzle(shape(4), Grid(map(int, text))) for text in ("1000002000030400", "1200003000100300")
)


@pytest.mark.parametrize("solver", adapters.BY_HAND)
def test_by_hand_is_found_what_the_adapter_finds(solver: str) -> None:
    backend = select(solver).backend
    for puzzle in (UNIQUE, NONE):
        found = answer(backend, puzzle, limit=2)
        assert found.exhausted
        by_hand = adapters.BY_HAND[solver](puzzle)
        assert by_hand == [[*each] for each in found.solutions]


def test_a_way_by_hand_that_finds_something_else_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(adapters.BY_HAND, "backtracking-mrv", lambda puzzle: [])
    with pytest.raises(SystemExit, match="found \\[\\] by hand, \\[\\[1, "):
        adapters.ratios("backtracking-mrv", [UNIQUE])
