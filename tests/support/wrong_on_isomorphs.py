"""Solvers that are wrong about some forms of a puzzle only: for the tests of isomorphs."""

from collections.abc import Iterator

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.budget import Budget
from accord.solvers.search.backtracking_mrv import solve as honest


def begins_with_one(puzzle: Puzzle) -> bool:
    """Whether the first given is 1."""
    return next(filter(None, puzzle.givens), 1) == 1


def knows_one_beginning(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Says that there is no solution, unless the first given is 1."""
    yield from honest(puzzle, budget) if begins_with_one(puzzle) else ()


def garbles_other_beginnings(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Yields a grid that lacks a cell, and one with a value of 99, unless the first given is 1."""
    for grid in honest(puzzle, budget):
        if not begins_with_one(puzzle):
            yield Grid(grid[:-1])
            yield Grid((99, *grid[1:]))
        yield grid


def stops_one_grid_early(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Leaves its last grid out, and says that there is none."""
    yield from list(honest(puzzle, budget))[:-1]
