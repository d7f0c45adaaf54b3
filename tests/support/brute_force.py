"""Every grid that obeys the rules of a small puzzle, found by trying all of them."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, permutations

from accord.puzzles import Grid, Puzzle


@cache
def brute_force(puzzle: Puzzle) -> set[Grid]:
    """The grids without a violation; for sizes up to 4."""
    return {grid for grid in latin_squares(puzzle.size) if not any(puzzle.violations(grid))}


@cache
def latin_squares(n: int) -> list[Grid]:
    """Every n x n grid whose rows and columns repeat nothing."""
    rows = list(permutations(range(1, n + 1)))

    def extend(above: tuple[tuple[int, ...], ...]) -> Iterator[Grid]:
        if len(above) == n:
            yield Grid(chain.from_iterable(above))
            return
        for row in rows:
            if all(map(int.__ne__, row * len(above), chain.from_iterable(above))):
                yield from extend((*above, row))

    return list(extend(()))
