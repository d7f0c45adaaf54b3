"""Deciding: how many solutions a puzzle has, by the fastest solver that is exact.

`exact()` is asked first: the compiled kernel where numba is installed, else the bitset solver.
Both are searches, which may take very long on large boards; a puzzle that is not decided after
some time goes to PicoSAT on the reduced clauses, which learns, for as long as it takes.  The clock
so decides which solver answers, never the answer: the number of solutions is the same, and a
solution that is the only one is the same too.  Which of several is found first may differ: of what
stands here, only the counts and the solutions of puzzles that have one may decide anything.

What `exact()` cannot post, as the sums of a killer or a problem that is no puzzle, is decided in
the same way by `backtracking-mrv` and CP-SAT.

A puzzle that comes alone is the bitset solver's, until those that came alone have taken as long as
the kernel takes to be loaded: so a process spends at most twice the time of the better choice.

Arrays of puzzles are asked in one call where the kernel is, up to 12x12; beyond, and without it,
one after the other, so that each has its own time.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from time import thread_time
from typing import TYPE_CHECKING

from accord.puzzles import Domain, Problem, Shape, Solution, shape
from accord.puzzles.batch import Batch
from accord.puzzles.optimization import better_than
from accord.puzzles.puzzle import is_plain
from accord.solvers.answer import answer, verified_answer
from accord.solvers.backend import Backend
from accord.solvers.interface import Grid, Puzzle, Settings
from accord.solvers.registry import backends, runnable, usable

if TYPE_CHECKING:
    from accord.solvers.interface import Grids, Numbers

SECONDS = 0.1  # that the search has for a puzzle before it is PicoSAT's turn
LOADING = 0.5  # seconds that numba and the kernel take to be loaded
LEARNER = "sat-pycosat:reduced"
SEARCH, CONSTRAINTS = "backtracking-mrv", "cpsat"  # who decides any problem, in this order
NINE = shape(9)
TOGETHER = 12  # the largest size at which arrays are asked in one call


@dataclass(frozen=True)
class Decided:
    """The number of solutions of N puzzles, up to 2, and the solution where it is unique."""

    counts: "Numbers"  # N: 0, 1, or 2 where there are several solutions
    solutions: "Grids"  # N x cells: the solution, where there is one only


def exact() -> Backend:
    """The backend that validates: what generates, deduces and tests asks it what is true.

    It is `backtracking-kernel` where numba is installed (accord[fast]) and `backtracking-bitset`
    where it is not.  Both decide every puzzle in the end, and take arrays of puzzles (`many`).
    """
    kernel = backends()["backtracking-kernel"]
    return backends()["backtracking-bitset"] if kernel.missing else kernel


def in_nine(figure: Shape) -> bool:
    """Whether puzzles of this shape are decided by the 9x9 kernel, which can also make them."""
    return figure == NINE and exact().compiled


def first_two(puzzle: Puzzle) -> tuple[Grid, ...]:
    """Two solutions of the puzzle, or all it has; takes as long as it takes.

    Raises:
        UnsupportedError: no solver takes it.
    """
    if not is_plain(puzzle):
        return tuple(map(Grid, _decided(puzzle, 2)))
    for backend, settings, seconds in _provers():
        began = thread_time()
        found = answer(backend, puzzle, limit=2, seconds=seconds, **settings)
        _alone.seconds += thread_time() - began
        if found.exhausted or len(found.solutions) > 1:
            return found.grids
    raise AssertionError(f"{puzzle} was not decided, though nothing limited the last solver")


@dataclass
class _Alone:
    """The seconds that puzzles asked one by one have taken in this process."""

    seconds: float = 0.0


_alone = _Alone()


def _provers() -> Iterator[tuple[Backend, Settings, float]]:
    """The backends that are asked in turn, with the settings and the seconds of each."""
    if exact().compiled and "numba" not in sys.modules and _alone.seconds < LOADING:
        yield backends()["backtracking-bitset"], {}, SECONDS
    yield exact(), {}, SECONDS
    learner = usable(LEARNER)
    yield learner.backend, learner.settings, inf


def first_two_of(problem: Problem) -> tuple[Solution, ...]:
    """Two solutions of any problem, or all it has; takes as long as it takes.

    Raises:
        UnsupportedError: none of them takes it.
    """
    if isinstance(problem, Puzzle):
        return first_two(problem)
    return _decided(problem.without_objective(), 2)


def best_of(problem: Problem) -> Solution | None:
    """The best solution of a problem with an objective, None if it has none; however long it takes.

    It is verified; that nothing is better is the solver's claim.

    Raises:
        UnsupportedError: no solver takes it.
    """
    found = _decided(problem, None)
    return found[-1] if found else None


def _decided(problem: Problem, limit: int | None) -> tuple[Solution, ...]:
    """The solutions of a problem, by whichever solver decides it.

    Args:
        problem: of any kind.
        limit: of the solutions; None for all of them, or with an objective for ever better ones.
    """
    for name, seconds in ((SEARCH, SECONDS), (CONSTRAINTS, inf), (SEARCH, inf)):
        chosen = runnable(name)
        if chosen.backend.unsupported(problem) and (name, seconds) != (SEARCH, inf):
            continue
        found = verified_answer(chosen, problem, limit, seconds)
        if found.exhausted or len(found.solutions) == limit:
            return found.solutions
    raise AssertionError(f"{problem} was not decided, though nothing limited the last solver")


def completed(problem: Problem, shown: Solution) -> Solution | None:
    """A solution with these values of the shown variables; None where there is none.

    Of a problem with an objective any of which it has a value.

    Raises:
        UnsupportedError: no solver takes the problem.
    """
    asked = better_than(problem, None) if problem.goal is not None else problem
    domains = [Domain.of(each) for each in asked.domains]
    for variable, value in zip(problem.shown, shown, strict=True):
        domains[variable] = Domain.of([value] if value in domains[variable] else [])
    found = first_two_of(Problem(domains, asked.constraints, shown=()))
    return found[0][: len(problem.domains)] if found else None


def decided(shape: Shape, givens: "Grids") -> Decided:
    """The numbers of solutions of puzzles of one shape, up to 2, and unique solutions.

    Args:
        shape: size and rules.
        givens: N x cells, 0 for a blank.
    """
    import numpy as np

    backend = exact()
    compiled = bool(backend.needs)  # what is in Python alone needs nothing
    if compiled and backend.many and shape.size <= TOGETHER:
        found = backend.answers(Batch(shape, givens), 2)
        return Decided(found.counts, found.solutions)
    counts = np.zeros(len(givens), np.int64)
    solutions = np.zeros_like(givens)
    for row, values in enumerate(givens.tolist()):
        grids = first_two(Puzzle(shape, Grid(values)))
        counts[row] = len(grids)
        if grids:
            solutions[row] = grids[0]
    return Decided(counts, solutions)
