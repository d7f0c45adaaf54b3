"""Asking a solver, and its answer.

An answer consists of claims: the grids, whether they are claimed to be all, and what the search
cost.  Asked for the best solution a solver claims that each is better than the one before, and at
the end, where it is exhausted, that nothing is better than the last.  The status follows from the
claims and so cannot contradict them.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from math import inf
from operator import index
from typing import TYPE_CHECKING, Any, cast

from accord.puzzles import Grid, Problem, Puzzle, Solution
from accord.puzzles.objective import Value
from accord.solvers.budget import Budget, Duration, GaveUpError
from accord.solvers.interface import as_iterator

if TYPE_CHECKING:
    from accord.solvers.backend import Backend
    from accord.solvers.interface import Settings
    from accord.solvers.registry import Selection


class Status(Enum):
    """The satisfiability that an answer claims: SAT, UNSAT or UNKNOWN."""

    SAT = "SAT"
    UNSAT = "UNSAT"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True)
class Answer:
    """The claims of one solver about one problem."""

    solutions: tuple[Solution, ...]  # as they came
    exhausted: bool  # claimed: there are no solutions besides these, or none better than the last
    reason: str = ""  # why it stopped, unless it is exhausted
    counters: dict[str, int] = field(default_factory=dict)  # by name, as nodes
    phases: dict[str, Duration] = field(default_factory=dict)  # by name: encode, search, decode
    problem: Problem | None = field(default=None, compare=False, repr=False)  # what was asked
    bound: Value | None = None  # claimed: no solution is better; None without an objective, too

    @property
    def status(self) -> Status:
        """The verdict that follows from the two claims."""
        if self.solutions:
            return Status.SAT
        return Status.UNSAT if self.exhausted else Status.UNKNOWN

    @property
    def value(self) -> Value | None:
        """The value of the last solution, the best; None where there is none, or no objective."""
        goal = self.problem.goal if self.problem else None
        return goal.value(self.solutions[-1]) if goal and self.solutions else None

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The solutions of a puzzle, which are grids."""
        return cast("tuple[Grid, ...]", self.solutions)

    @property
    def seconds(self) -> Duration:
        """Wall and CPU seconds the solver worked."""
        return sum(self.phases.values(), start=Duration(0.0, 0.0))


class StoppedClockError(Exception):
    """The solver stopped the clock by which it is timed."""


def ask(
    backend: "Backend", problem: Problem, budget: Budget, settings: "Settings | None" = None
) -> Generator[Solution, None, str]:
    """The solutions of a solver, up to the budget's limit; the clock runs only while it works.

    A right one that differs from an earlier one in hidden variables alone (`Problem.shown`) is left
    out; if it comes again with all its values, that is a repetition, and both are there.

    Returns:
        The empty string when the solver claims that there are no more, else why it stopped.

    Raises:
        UnsupportedError: the solver cannot be asked this problem.
        TypeError: the solver is no generator, or yielded what is no sequence of integers.
        StoppedClockError: the solver stopped the clock.
    """
    found = 0
    known: dict[Solution, set[Solution]] = {}  # of a problem that hides some: by the shown values
    stream: Iterator[Solution] | None = None
    try:
        while budget.limit is None or found < budget.limit:
            switches, grid = budget.switches, None
            budget.resume()
            try:
                if stream is None:
                    stream = as_iterator(backend.grids(problem, budget, settings or {}))
                else:
                    budget.check_time()
                grid = _as_solution(problem, next(stream))
            except StopIteration:
                pass
            finally:
                budget.pause()
            if budget.switches != switches + 2:
                raise StoppedClockError("the solver stopped the budget's clock, which times it")
            if grid is None:
                return ""
            times = 1
            by_shown = problem.goal is None and not problem.shows_all  # better ones are others
            if by_shown and not any(problem.violations(grid)):
                same = known.setdefault(problem.projected(grid), set())
                times = 2 if grid in same else 0 if same else 1
                same.add(grid)
            found += times
            if budget.trace is not None:
                budget.trace.solution(grid, budget.total.wall)
            yield from (grid,) * times
            budget.enter("search")  # whatever it did with the grid: it looks for the next one
    except GaveUpError as reason:
        return str(reason) or "gave up"
    finally:
        if isinstance(stream, Generator):
            stream.close()
    return f"found as many solutions as it was asked for: {found}"


def _as_solution(problem: Problem, values: Any) -> Solution:
    """A yielded solution in the problem's own form: a Grid, or a tuple of integers.

    A grid whose sum is an int has nothing else in it.
    """
    try:
        if type(values) is Grid and type(sum(values)) is int and isinstance(problem, Puzzle):
            return values
        return problem.solution(map(index, values))
    except TypeError as error:
        raise TypeError(f"the solver yielded {values!r:.80}, expected integers") from error


def answer(
    backend: "Backend",
    problem: Problem,
    *,
    limit: int | None = 2,
    seconds: float = inf,
    **settings: Any,
) -> Answer:
    """Ask in this process: 1 finds a solution, 2 decides uniqueness, None counts them all.

    A problem with an objective is asked for the best, whatever the limit.  The time limit is best
    effort: a solver that does not look at its budget overruns it.
    """
    budget = Budget(seconds, limit, problem.goal)
    claims = ask(backend, problem, budget, settings)
    solutions: list[Solution] = []
    while True:
        try:
            solutions.append(next(claims))
        except StopIteration as end:
            reason: str = end.value
            break
    costs = {**budget.spent}, {**budget.phases}
    bound = budget.bounds[-1][1] if budget.bounds else None
    return Answer(tuple(solutions), not reason, reason, *costs, problem, bound)


def verified_answer(
    chosen: "Selection", problem: Problem, limit: int | None, seconds: float = inf
) -> Answer:
    """The answer of a solver in this process, verified against a copy that it never had.

    It gets a copy, and its grids are held against another one that was made before.

    Raises:
        WrongAnswerError: a grid is no solution, or is there twice, or no better than one before.
        UnsupportedError: it cannot be asked this problem.
    """
    given, trusted = problem.copy(), problem.copy()
    found = answer(chosen.backend, given, limit=limit, seconds=seconds, **chosen.settings)
    return verified(replace(found, problem=problem), trusted, str(chosen))


class WrongAnswerError(Exception):
    """A solver yielded what is no solution; says what is wrong with it."""


def verified(answer: Answer, problem: Problem, solver: str) -> Answer:
    """The answer, if its grids are different solutions, or each is better than the one before.

    Raises:
        WrongAnswerError: they are not.
    """
    for grid in answer.solutions:
        if broken := list(problem.violations(grid)):
            raise WrongAnswerError(f"{solver} yields {grid}, no solution: {'; '.join(broken[:3])}")
    if problem.goal is not None:
        for one, other in pairwise(map(problem.goal.value, answer.solutions)):
            if not problem.goal.is_better(other, one):
                raise WrongAnswerError(f"{solver} yields the value {other}, no better than {one}")
    elif len(answer.solutions) > 1 and len(set(answer.solutions)) < len(answer.solutions):
        raise WrongAnswerError(f"{solver} yields a grid more than once")
    return answer
