"""Every grid that obeys the rules of a small puzzle, or solution, found by trying all of them."""

from functools import cache
from itertools import product

from accord.bench.hunt.truth import latin_squares
from accord.puzzles import Grid, Problem, Puzzle, Solution


@cache
def brute_force(puzzle: Puzzle) -> set[Grid]:
    """The grids without a violation; for sizes up to 4."""
    return {grid for grid in latin_squares(puzzle.size) if not any(puzzle.violations(grid))}


def solutions_by_trying(problem: Problem) -> set[Solution]:
    """All solutions of a small problem, each assignment held against the constraints."""
    every = product(*problem.domains)
    return {values for values in every if not any(problem.violations(values))}
