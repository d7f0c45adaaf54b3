"""The truth about a problem, as far as it is known without the solver that is asked.

    tried          all solutions of a small problem, or a best one, by trying every assignment
    verified       solutions that somebody has found, each held against the constraints
    certificate    how many there are, proved, and checked (bench/certify)

Of a puzzle of up to 4x4 cells every Latin square is tried, as its rows and columns repeat nothing.
Nothing but the meaning of the constraints (`holds`) is used.  The truth is stated as the claim of
one who found these solutions, so that the judge holds every other claim against it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, permutations, product
from math import prod
from typing import TypeGuard

from accord.bench.certify.certify import UncertifiedError, default_producer
from accord.bench.certify.limited import LimitedCertifier
from accord.bench.judge.best import best_witness
from accord.bench.judge.claim import Claim, Grids
from accord.bench.make.random_puzzles import LARGEST_TRIED
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.puzzle import Puzzle
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import MissingBackendError

MOST_TRIED = 50_000  # assignments; a second or two
BRUTE_FORCE = "brute force"  # as the finder of a solution


def is_tried(problem: Problem) -> bool:
    """Whether all solutions can be found by trying: few assignments, or a puzzle to 4x4."""
    return _is_small_puzzle(problem) or is_small(problem)


def is_small(problem: Problem) -> bool:
    """Whether it has at most MOST_TRIED assignments."""
    return prod(map(len, problem.domains)) <= MOST_TRIED


def solutions_of(problem: Problem) -> list[Solution]:
    """All solutions in the order of the domains' values, of a problem that `is_tried`.

    Of those with the same shown values it is the first one; where the best is asked for, it is the
    first best one alone.
    """
    tried: Iterable[Solution]
    if _is_small_puzzle(problem):
        tried = sorted(latin_squares(problem.size))
    else:
        tried = map(problem.solution, product(*map(sorted, problem.domains)))
    valid = (each for each in tried if not any(problem.violations(each)))
    if problem.goal is not None:
        best = best_witness(problem.goal, dict.fromkeys(valid, BRUTE_FORCE))
        return [best.solution] if best else []
    found: dict[Solution, Solution] = {}  # by the shown values
    for each in valid:
        found.setdefault(problem.projected(each), each)
    return [*found.values()]


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


@lru_cache(maxsize=8)  # a problem is asked several times in succession
def true_claim(problem: Problem) -> Claim:
    """The claim of all solutions of a problem that `is_tried`, or of a best one."""
    return _claim(problem, solutions_of(problem), BRUTE_FORCE, exhausted=True)


def known_claims(
    problem: Problem, found: Mapping[str, Iterable[Solution]], *, tries: bool = True
) -> list[Claim]:
    """The claims that stand beside those of the solvers which are asked.

    Args:
        problem: what is asked.
        found: what may be solutions, by who has found them; those that are count.
        tries: whether all solutions are looked for where there is little to try.
    """
    if tries and is_tried(problem):
        return [true_claim(problem)]
    claims = (
        _claim(problem, (each for each in some if not any(problem.violations(each))), finder)
        for finder, some in found.items()
    )
    return [each for each in claims if each.count]


def _claim(
    problem: Problem, solutions: Iterable[Solution], finder: str, *, exhausted: bool = False
) -> Claim:
    """The claim of whoever found these solutions of a problem."""
    grids = Grids(problem)
    for solution in solutions:
        grids.add(solution)
    return Claim(finder, finder, finder, None, exhausted=exhausted, **grids.claimed)


def certificate_of(
    problem: Problem, certifier: LimitedCertifier, at_most: int, known: Iterable[Solution] = ()
) -> tuple[Certificate | None, str]:
    """A certificate of a problem with so many solutions at most, or why there is none.

    Args:
        problem: what is certified.
        certifier: who certifies.
        at_most: solutions.
        known: some of them.
    """
    try:
        return certifier.certify(problem, default_producer(), at_most, known).certificate, ""
    except (UncertifiedError, UnsupportedError, MissingBackendError) as error:
        return None, str(error)
