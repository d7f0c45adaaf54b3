"""Nonograms: both models of a line are the lines that have its runs."""

from itertools import groupby, product

import pytest

from accord import classics
from accord.puzzles.problem import MalformedProblemError


@pytest.mark.parametrize("model", ["regular", "table"])
def test_a_line_is_every_one_with_these_runs(model: str) -> None:
    lines = [*product((0, 1), repeat=7)]
    runs = {line: tuple(len([*run]) for filled, run in groupby(line) if filled) for line in lines}
    for clue in {*runs.values()}:
        made = classics.nonogram([clue], [[]] * 7, model)  # type: ignore[arg-type]
        (row,) = (each for each in made.constraints if each.name.startswith("row"))
        assert {line for line in lines if row.holds(line)} == {
            line for line in lines if runs[line] == clue
        }


def test_a_clue_that_does_not_fit_is_refused() -> None:
    with pytest.raises(
        MalformedProblemError, match=r"row 2: found the clue \[2, 1\], which takes 4"
    ):
        classics.nonogram([[0], [2, 1]], [[], [], []])
    with pytest.raises(MalformedProblemError, match=r"column 1: found the clue \[1, 0\]"):
        classics.nonogram([[], [], []], [[1, 0]])
