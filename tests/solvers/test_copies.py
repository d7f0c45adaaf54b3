"""What a solver does with the object it is asked about changes nothing of the caller's."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.puzzles.grid import Grid
from accord.solvers.answer import WrongAnswerError

GIVENS = "1...............", "..2............."
OTHER = "2134341212434321"  # a solution but for the given
ROWS = "1234" * 4  # keeps the given, and the rows
CHANGES = {  # what the solver changes, and the grid that is a solution then
    "its givens": ("object.__setattr__(puzzle, 'givens', Grid((2, *[0] * 15)))", OTHER),
    "its domains": ("vars(puzzle)['domains'] = (frozenset({2}), *puzzle.domains[1:])", OTHER),
    "the rules of its shape": ("keep_rows(puzzle)", ROWS),
    "the rules of every such shape": ("keep_rows(Puzzle(shape(4), puzzle.givens))", ROWS),
}
SOLVER = """
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

def keep_rows(puzzle):
    rows = tuple(puzzle.shape.houses[:4])
    vars(puzzle.shape).update(
        houses=rows, constraints=rows, differ=lambda grid: True, others=()
    )

def solve(puzzle, budget):
    {change}
    yield Grid.parse("{grid}")
"""


@pytest.fixture(params=CHANGES)
def solver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A solver that makes its grid a solution by changing what it was asked."""
    file = tmp_path / "changes.py"
    change, grid = CHANGES[request.param]
    file.write_text(SOLVER.format(change=change, grid=grid))
    shape = accord.puzzle(GIVENS[0]).shape
    there = dict(vars(shape))
    yield f"{file}:solve"
    vars(shape).clear()
    vars(shape).update(there)


def test_a_changed_puzzle_makes_no_grid_a_solution(solver: str) -> None:
    asked = accord.puzzle(GIVENS[0])
    with pytest.raises(WrongAnswerError, match="no solution"):
        accord.solve(asked, solver)
    assert asked.givens == Grid((1, *[0] * 15))
    assert asked.domains[0] == frozenset({1})


def test_nor_does_one_of_many(solver: str) -> None:
    arrays = np.array([Grid.parse(givens) for givens in GIVENS], np.uint8)
    for many in (list(map(accord.puzzle, GIVENS)), arrays):
        with pytest.raises(WrongAnswerError, match=r"puzzle 1: .* no solution"):
            accord.solve_many(many, solver, limit=1)


def test_the_answer_names_the_callers_puzzle() -> None:
    asked = accord.puzzle(GIVENS[0])
    assert accord.solve(asked).problem is asked
