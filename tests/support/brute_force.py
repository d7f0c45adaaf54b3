"""Every grid that obeys the rules of a small puzzle, found by trying all of them."""

from functools import cache

from accord.bench.hunt.truth import latin_squares
from accord.puzzles import Grid, Puzzle


@cache
def brute_force(puzzle: Puzzle) -> set[Grid]:
    """The grids without a violation; for sizes up to 4."""
    return {grid for grid in latin_squares(puzzle.size) if not any(puzzle.violations(grid))}
