"""Boards: what a board takes over from the one before changes nothing that is found on it."""

import pytest

from accord.puzzles.files.texts import read
from accord.solvers.logic import Board, board_of, next_step, techniques_up_to

HARD = (
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".2......9..6.8.1..7......5...46.8....6.3..8......4...1.9.....2......5..7..1.6.3..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
)
KNOWN = ("where", "placed_at", "homes", "open", "counted", "broken")


@pytest.mark.parametrize("givens", HARD)
def test_a_board_that_takes_over_what_was_known_is_like_a_fresh_one(givens: str) -> None:
    techniques = techniques_up_to(unique=True)
    board, number = board_of(read(givens)), 0
    while step := next_step(board, techniques):
        fresh = Board(board.layout, board.values, board.marks, board.givens)
        alone = next_step(fresh, techniques)
        assert alone is not None
        assert (alone.technique, alone.deductions) == (step.technique, step.deductions)
        board, number = step.after, number + 1
        fresh = Board(board.layout, board.values, board.marks, board.givens)
        assert [getattr(board, name) for name in KNOWN] == [getattr(fresh, name) for name in KNOWN]
    assert number >= 3  # the path is short where techniques soon find nothing more
