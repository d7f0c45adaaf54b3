"""Flattening a puzzle costs no more than it must; what is refused is named."""

import pytest

from accord.encodings.model import UnsupportedError
from accord.encodings.posts import Posts
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

PUZZLE = Puzzle(shape(4), Grid([0] * 16))


def posts(**limits: object) -> Posts:
    """Those of a backend with such limits that posts nothing but AllDifferent."""
    made = Posts("one", **limits)  # type: ignore[arg-type]
    made(AllDifferent)(lambda *_: None)
    return made


def test_the_names_of_all_cells_are_made_only_for_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_names(puzzle: Puzzle) -> tuple[str, ...]:
        raise AssertionError("asked for the names")

    monkeypatch.setattr(Puzzle, "names", property(no_names))
    assert len(posts(largest=4, values=range(1, 5)).flatten(PUZZLE).constraints) == 12
    with pytest.raises(AssertionError, match="names"):
        posts(largest=3).flatten(PUZZLE)


def test_a_domain_that_is_refused_is_named() -> None:
    with pytest.raises(UnsupportedError, match=r"^r1c1 has 4 values; it takes at most 3$"):
        posts(largest=3).flatten(PUZZLE)
    given = Puzzle(shape(4), Grid([1, 2, *[0] * 14]))
    with pytest.raises(UnsupportedError, match=r"^r1c1 has the values 1; it takes 2 to 4$"):
        posts(values=range(2, 5)).flatten(given)
