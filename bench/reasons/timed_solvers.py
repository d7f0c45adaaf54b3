"""TimedSolvers: a solution of a problem, or a certificate that there is none, until a time is over.

A solution is verified.  That there is none is a claim of a solver until a certificate says so; what
cannot be certified, as its proof takes too long or its formula would be too large, keeps the name
of the solver that claims it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import monotonic

from accord.bench.certify.certify import Certified, UncertifiedError, default_producer
from accord.bench.certify.limited import LimitedCertifier
from accord.puzzles import Grid, Problem, Puzzle, Shape, Solution
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.puzzle import is_plain
from accord.solvers.answer import verified_answer
from accord.solvers.deciding import CONSTRAINTS, SEARCH, SECONDS
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import Selection, usable

A_DAY = 86_400.0  # seconds
SHARE = 0.5  # of the time that is left, for one certificate
SMALLEST = Puzzle(Shape(1, (1, 1)), Grid([0]))
STARTING = 0.5  # seconds that the process of certificates needs before it can do anything


class UndecidedError(Exception):
    """The time is over, or no solver takes the problem."""


@dataclass(frozen=True)
class NoSolution:
    """The claim that a problem has no solution, or no other one, and who says so."""

    certificate: Certificate | None
    claimed_by: str = ""  # the solver, where there is no certificate
    why_not: str = ""  # there is none


class TimedSolvers:
    """Solvers and certificates that are asked until the time is over; a context manager.

    Args:
        seconds: for everything that is asked.
    """

    def __init__(self, seconds: float = A_DAY) -> None:
        for chosen, _ in islice(_searches(SMALLEST), 2):  # loads them before the clock runs
            verified_answer(chosen, SMALLEST, 1, A_DAY)
        self._began = monotonic()
        self._ends = self._began + seconds
        self._certifier = LimitedCertifier(seconds)
        self.is_slow = False  # whether a certificate was not made in its time
        self._late: tuple[float, Callable[[], object]] = (
            inf,
            lambda: None,
        )  # when something is called, once, and what
        self._claims = dict[Problem, str]()  # who says that a problem has one solution

    def __enter__(self) -> "TimedSolvers":
        return self

    def __exit__(self, *_: object) -> None:
        self._certifier.__exit__()

    @property
    def left(self) -> float:
        """Seconds.

        Raises:
            UndecidedError: none.
        """
        left = self._ends - monotonic()
        if left <= 0:
            raise UndecidedError("the time is over")
        return left

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return monotonic() >= self._ends

    @contextmanager
    def within(self, share: float) -> Iterator[None]:
        """Spend at most this share of the time that is left.

        Raises:
            UndecidedError: there is none.
        """
        ends = self._ends
        self._ends = monotonic() + self.left * share
        try:
            yield
        finally:
            self._ends = ends

    def remind(self, seconds: float, call: Callable[[], object]) -> None:
        """Call a function once, when something is asked after so many seconds of the whole time."""
        self._late = self._began + seconds, call

    def solutions(self, problem: Problem, at_most: int) -> tuple[tuple[Solution, ...], str]:
        """Up to `at_most` verified solutions, fewer only if there are no more, and the solver.

        Raises:
            UndecidedError: the time is over before so many were found.
        """
        why, (late, call) = "no solver takes it", self._late
        if monotonic() > late:
            self._late = inf, call
            call()
        for chosen, seconds in _searches(problem):
            if chosen.backend.unsupported(problem):
                continue
            found = verified_answer(chosen, problem, at_most, min(seconds, self.left))
            if found.exhausted or len(found.solutions) >= at_most:
                if len(found.solutions) == 1 < at_most:
                    self._claims[problem] = str(chosen)
                return tuple(map(tuple, found.solutions)), str(chosen)
            why = found.reason
        raise UndecidedError(why)

    def best(self, problem: Problem) -> Solution | None:
        """The best solution of a problem with an objective, by a solver; None if it has none.

        It is verified; that nothing is better is a claim.

        Raises:
            UndecidedError: the time is over.
        """
        why = "no solver takes it"
        for chosen, seconds in _searches(problem):
            if chosen.backend.unsupported(problem):
                continue
            found = verified_answer(chosen, problem, None, min(seconds, self.left))
            if found.exhausted:
                return tuple(found.solutions[-1]) if found.solutions else None
            why = found.reason
        raise UndecidedError(why)

    def solution(self, problem: Problem, *, certify: bool = True) -> Solution | NoSolution:
        """A solution that is verified, or that there is none, certified where that reaches.

        Args:
            problem: what is asked.
            certify: whether a certificate is asked for.

        Raises:
            UndecidedError: the time is over.
        """
        found, solver = self.solutions(problem, 1)
        if found:
            return found[0]
        if not certify:
            return NoSolution(None, solver, "its proof takes too long")
        try:
            certificate = self.certified(problem, 1).certificate
        except UncertifiedError as error:
            self.is_slow = True
            return NoSolution(None, solver, str(error))
        witnesses = certificate.witnesses  # which the certificate has verified
        return witnesses[0] if witnesses else NoSolution(certificate)

    def no_other(self, problem: Problem, *, certify: bool = True) -> NoSolution:
        """The claim that a problem has no solution besides the one that was found before."""
        if not certify:
            return NoSolution(None, self._claims[problem], "fewer are looked for first")
        try:
            return NoSolution(self.certified(problem, 1).certificate)
        except (UncertifiedError, UndecidedError) as error:
            return NoSolution(None, self._claims[problem], str(error))

    def certified(self, problem: Problem, at_most: int) -> Certified:
        """The certificate of a problem with at most so many solutions.

        Raises:
            UncertifiedError: there is none.
            UndecidedError: the time is over.
        """
        if not self._certifier.is_there and self.left < STARTING:
            raise UncertifiedError("too little time is left")
        self._certifier.seconds = self.left * SHARE
        try:
            return self._certifier.certify(problem, default_producer(), at_most)
        except UnsupportedError as error:
            raise UncertifiedError(str(error)) from None


def _searches(problem: Problem) -> Iterator[tuple[Selection, float]]:
    """The solvers that are asked for solutions in turn, with the seconds of each."""
    if is_plain(problem):
        yield usable("backtracking-bitset"), SECONDS
    yield usable(SEARCH), SECONDS
    yield usable(CONSTRAINTS), inf
    yield usable(SEARCH), inf
