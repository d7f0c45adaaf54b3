"""Smaller: a puzzle or problem from which nothing can be taken away without the dispute going, too.

Of a puzzle first a small one is looked for on which the same solvers are refuted: a blank Latin
square, or a puzzle of an audit.  Then one given, the candidates or one rule after the other is left
out.  If both solvers take any problem, it is made smaller as an audit does it
(bench/auditing/shrink.py): by constraints, variables, values, entries and numbers.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from accord.bench.auditing.asked import small_puzzle
from accord.bench.auditing.shrink import MOST, shrunk, shrunk_puzzle
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

SECONDS = 300.0  # in which a problem is made smaller
SMALL = 4  # the size of small puzzles
DRAWS = 20  # of them


@dataclass(frozen=True)
class SmallerProblem:
    """What is left.

    Args:
        problem: the problem.
        tried: how many others were.
        is_least: whether each single step from here was tried, and the dispute was gone.
    """

    problem: Problem
    tried: int
    is_least: bool


def smaller(
    problem: Problem,
    persists: Callable[[Problem], bool],
    most: int = MOST,
    seconds: float = SECONDS,
) -> SmallerProblem:
    """A problem on which the dispute persists, and from which nothing can be taken away.

    Args:
        problem: one on which it does.
        persists: whether it does on another one.
        most: how many are tried.
        seconds: after which no other one is tried.
    """
    tried = 0

    ends = monotonic() + seconds

    def still(each: Problem) -> bool:
        nonlocal tried, most
        tried += 1
        if monotonic() > ends:
            most = min(most, tried - 1)
        return tried <= most and persists(each)

    current = problem
    if isinstance(problem, Puzzle):
        found = next(filter(still, _small_puzzles(problem.size)), problem)
        current = shrunk_puzzle(found, still)
        if not still(current.without_grid()):
            return SmallerProblem(current, min(tried, most), tried <= most)
    least = shrunk(current, still, most)
    return SmallerProblem(least, min(tried, most), tried <= most)


def _small_puzzles(size: int) -> Iterator[Puzzle]:
    """Puzzles of a smaller size."""
    for each in range(1, min(size, SMALL)):
        yield Puzzle(shape(each, rules=["latin"]), Grid([0] * each**2))
    if size > SMALL:
        yield from map(small_puzzle, range(DRAWS))
