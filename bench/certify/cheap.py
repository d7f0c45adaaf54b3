"""Certify what solvers claim, unasked, where that is cheap.

A claim is that there are no solutions but those found, or none better.  In a process of its own it
is proved, or another solution is found: with that as with a proof the question may be decided.  It
is cheap as long as its formula has MOST_CLAUSES (a 9x9 has 10,000, a 16x16 40,000, a 25x25
750,000), it has MOST_SOLUTIONS, and it takes the CPU seconds that it is given: a 9x9 takes some
20 ms, of which the checker takes 3.

Little is imported here before that process is needed, as every `accord check` does so.
"""

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

from accord.bench.certify.limited_process import LimitedProcess
from accord.puzzles.objective import Value
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate, FalseTheoremError

SECONDS = 1.0  # of CPU time
MOST_CLAUSES = 100_000
MOST_SOLUTIONS = 100
SEARCHING = 0.05  # seconds, for a first solution
PATIENCE = 10.0  # times as long it may take on a busy machine, or in a program


class Certification(NamedTuple):
    """A certificate of a claim; or why there is none, with solutions that show the claim false."""

    certificate: Certificate | None = None
    why_not: str = ""
    solutions: tuple[Solution, ...] = ()  # verified: more than were to be, or a better one
    cpu: float = 0.0  # seconds


class ClaimCertifier:
    """A process that certifies claims, one after the other; a context manager."""

    def __init__(self) -> None:
        self._process = LimitedProcess()
        self._thread = ThreadPoolExecutor(1, "certifier")

    def __enter__(self) -> "ClaimCertifier":
        """Start the process; what it needs is imported there meanwhile."""
        self._process.start()
        self._thread.submit(self._prepare)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._thread.shutdown(cancel_futures=True)
        self._process.__exit__()

    def certify(
        self,
        problem: Problem,
        solutions: Iterable[Solution],
        at_most: int,
        seconds: float = SECONDS,
        *,
        bound: Value | None = None,
    ) -> Future[Certification]:
        """Prove that a problem has no solutions but these, or but a few more, if that is cheap.

        Of one with an objective, that none is better than the best of these, or than a few that
        are found, each better than the last.
        The future raises a FalseTheoremError if what is proved lacks one of the solutions.

        Args:
            problem: what it is about.
            solutions: different verified ones.
            at_most: solutions; of one with an objective how many are found.
            seconds: of CPU time.
            bound: of one with an objective: only that nothing is better is proved.
        """
        found = tuple(map(tuple, solutions))
        return self._thread.submit(self._certify, seconds, problem, found, at_most, bound)

    def certify_at_any_cost(
        self, problem: Problem, solutions: Iterable[Solution]
    ) -> Future[Certification]:
        """As `certify`, without limits but that of `accord.bench.certify.certify.certify`."""
        return self._thread.submit(self._certify, 0.0, problem, tuple(map(tuple, solutions)), None)

    def _prepare(self) -> None:
        with suppress(Exception):  # then what is asked fails, too
            self._process.call(_imported, None)

    def _certify(
        self,
        cpu: float,
        problem: Problem,
        found: tuple[tuple[int, ...], ...],
        at_most: int | None,
        bound: Value | None = None,
    ) -> Certification:
        """Have the process certify within so many seconds of CPU time; 0 for no limit."""
        if cpu and sum(map(len, problem.domains)) > MOST_CLAUSES:  # each value is in some clause
            return Certification(why_not=f"found more than {MOST_CLAUSES:,} values, expected fewer")
        wall, asked = PATIENCE * cpu or None, (problem, found, at_most, bound)
        if not self._process.is_there:  # or importing would be in its time
            self._prepare()
        try:
            made = self._process.call(_certified, wall, *asked, cpu=cpu)
        except TimeoutError:
            return Certification(why_not=f"no proof within {cpu:.2g} s of CPU time", cpu=cpu)
        except ChildProcessError as error:
            return Certification(why_not=str(error))
        assert isinstance(made, Certification)
        return made


def _imported() -> None:
    """Import what certifies, and the library of the producer."""
    from accord.bench.certify.certify import certify, default_producer
    from accord.puzzles.grid import Grid
    from accord.puzzles.puzzle import Puzzle
    from accord.puzzles.sudoku.shape import shape

    certify(Puzzle(shape(1), Grid([0])), default_producer(), 1, found=())


def _certified(
    problem: Problem, found: tuple[tuple[int, ...], ...], at_most: int | None, bound: Value | None
) -> Certification:
    """Certify; cheaply, if there are to be at most so many solutions.

    Whatever befalls a producer refutes nobody: it is a reason why there is no certificate.
    """
    from dataclasses import replace

    from accord.bench.certify.certify import UncertifiedError, certify, default_producer
    from accord.solvers.budget import now

    began, producer = now().cpu, default_producer()
    try:
        if at_most is None:
            best = found if problem.goal and found else None
            made = certify(problem, producer, known=found, found=best)
        else:
            if bound is None:
                found = found or _first_found(problem)
            most = min(at_most, MOST_SOLUTIONS)
            made = certify(
                problem, producer, most, found=found, most_clauses=MOST_CLAUSES, bound=bound
            )
        done = Certification(replace(made.certificate))  # without the values that it caches
    except FalseTheoremError:
        raise
    except UncertifiedError as error:
        done = Certification(None, str(error), error.solutions)
    except Exception as error:
        done = Certification(None, str(error) or type(error).__name__)
    return done._replace(cpu=now().cpu - began)


def _first_found(problem: Problem) -> tuple[tuple[int, ...], ...]:
    """A solution, where a search soon has one: it is sooner than the producer on easy problems."""
    from accord.solvers.answer import verified_answer
    from accord.solvers.registry import usable

    for chosen in usable("backtracking-bitset"), usable("backtracking-mrv"):
        if not chosen.backend.unsupported(problem):
            return tuple(map(tuple, verified_answer(chosen, problem, 1, SEARCHING).solutions))
    return ()
