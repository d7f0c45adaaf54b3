"""Certify within a time limit: in a process of its own, which is ended when that is over.

What it compiles the first time that it is used here is compiled before the limit begins: ended in
the middle, it would be compiled again and again.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from accord.bench.certify.certify import SECONDS, Certified, UncertifiedError, certify
from accord.bench.certify.limited_process import LimitedProcess
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.grid import Grid
from accord.puzzles.objective import Objective, Value
from accord.puzzles.phrasing import seconds as seconds_in_words
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.deciding import exact


class LimitedCertifier(LimitedProcess):
    """A process that certifies within a limit of wall time, in seconds; a context manager."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    def certify(
        self,
        problem: Problem,
        producer: str,
        at_most: int,
        known: Iterable[Solution] = (),
        *,
        bound: Value | None = None,
    ) -> Certified:
        """The certificate of a problem: see `accord.bench.certify.certify.certify`.

        Raises:
            UncertifiedError: not within the limit, or its process died; or as there.
        """
        reached = [""]
        try:
            self.call(_prepare, None, problem, producer)
            asked = bound, self.seconds, problem, producer, at_most, [*known]
            found = self.call(_certified, self.seconds, *asked, watch=reached.append)
        except TimeoutError:
            within = seconds_in_words(self.seconds)
            why = f"{producer} has no proof within {within}{reached[-1]}"
            raise UncertifiedError(why) from None
        except ChildProcessError as error:
            raise UncertifiedError(f"{producer} {error}{reached[-1]}") from None
        assert isinstance(found, Certified)
        return found


def _certified(
    bound: Value | None, within: float, *asked: Any, watch: Callable[[str], object]
) -> Certified:
    """Certify, searching for half of the time at most; without the values that it caches."""
    made = certify(*asked, bound=bound, seconds=min(SECONDS, within / 2), watch=watch)
    return replace(made, certificate=replace(made.certificate))


def _prepare(problem: Problem, producer: str) -> None:
    """Compile and import the code for searching and certifying, where that was never done."""
    _certify_once(SMALL, producer)
    if problem.goal is not None:
        _certify_once(SMALL_BEST, producer)
    backend = exact()
    if backend.prepare and isinstance(problem, Puzzle) and not backend.unsupported(problem):
        backend.prepare(problem)


# a puzzle whose proof has a conflict, and a problem that is searched by a solver that optimises
SMALL = Puzzle(shape(4), Grid([1, 0, 0, 0, 0, 1, *[0] * 10]))
SMALL_BEST = Problem([range(2)], objective=Objective("minimize", (Variable(0),)))


@cache
def _certify_once(small: Problem, producer: str) -> None:
    """Certify a small problem, so that all code is compiled and imported."""
    with suppress(Exception):  # of a producer that does not take it
        certify(small, producer, 1)
