"""The truth about a small problem: its solutions, by trying every assignment.

Of a puzzle of up to 4x4 cells every Latin square is tried, as its rows and columns repeat nothing.
Nothing but the meaning of the constraints (`holds`) is used.  It is stated as the claim of one who
found these solutions and no others, so that the judge holds every other claim against it.  A
problem of more assignments than `MOST_TRIED` has no such claim: then a solver is refuted by
verified solutions that others found, and by the published number.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice, permutations, product
from math import prod
from typing import TypeGuard

from accord.bench.campaigns.planned_run import PlannedRun, as_run
from accord.bench.campaigns.run import Run
from accord.bench.isolation.report import Declaration, Grids, Report
from accord.bench.isolation.terms import Terms
from accord.puzzles.grid import Grid
from accord.puzzles.instance import Instance
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Puzzle

MOST_TRIED = 50_000  # assignments; a second or two
LARGEST_TRIED = 4  # size of puzzles: 576 Latin squares
BRUTE_FORCE = "brute force"  # as the finder of a solution
_ALL = Terms(limit=None)


def is_tried(problem: Problem) -> bool:
    """Whether what there is to try is little enough to try all of it."""
    return _is_small_puzzle(problem) or is_small(problem)


def is_small(problem: Problem) -> bool:
    """Whether its assignments are few enough to try them all."""
    return prod(map(len, problem.domains)) <= MOST_TRIED


def solutions_of(problem: Problem) -> list[Solution]:
    """All solutions in the order of the domains' values, of a problem that `is_tried`."""
    tried: Iterable[Solution]
    if _is_small_puzzle(problem):
        tried = sorted(latin_squares(problem.size))
    else:
        tried = map(problem.solution, product(*map(sorted, problem.domains)))
    return [each for each in tried if not [*islice(problem.violations(each), 1)]]


def _is_small_puzzle(problem: Problem) -> TypeGuard[Puzzle]:
    return isinstance(problem, Puzzle) and problem.size <= LARGEST_TRIED


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


def true_claim(instance: Instance) -> Run:
    """The claim of all solutions of a problem that `is_tried`."""
    return claim_of(instance, solutions_of(instance.puzzle), BRUTE_FORCE, exhausted=True)


def claim_of(
    instance: Instance, solutions: Iterable[Solution], finder: str, *, exhausted: bool
) -> Run:
    """The claim of whoever found these solutions of a problem."""
    grids = Grids(instance.puzzle)
    for solution in solutions:
        grids.add(solution)
    report = Report(grids, exhausted=exhausted)
    declared = Declaration(finder, "", "", "search", finder, finder)
    return as_run(PlannedRun(instance, declared), report, _ALL, seed=0)
