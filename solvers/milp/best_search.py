"""What HiGHS and SCIP find and claim while they search for the best value, in their own thread."""

from collections.abc import Sequence

from accord.encodings.problems import integer_program
from accord.encodings.problems.integer_program import IntegerProgram
from accord.puzzles.objective import Value
from accord.puzzles.optimization import goal_of
from accord.puzzles.problem import Problem
from accord.solvers.handover import Handover
from accord.solvers.interface import GaveUpError
from accord.solvers.optimizing import whole_bound


class BestSearch:
    """The best solution and the best bound of a run; callbacks of the library call `look`.

    An optimum may be claimed where the bound, as a whole number, is the value of a solution that
    was verified in whole numbers.
    """

    def __init__(self, problem: Problem, program: IntegerProgram, handover: Handover) -> None:
        self._goal, self._program, self._handover = goal_of(problem), program, handover
        self._best: Value | None = None  # that a solution has
        self._bound: int | None = None  # than which no value is better
        self.is_stopped = False
        self._error: BaseException | None = None

    def look(self, values: Sequence[float] | None, bound: float) -> bool:
        """Hand over a solution if it is better, and claim a bound.

        What is raised here, a library would lose: it ends the search, and `end` raises it.

        Args:
            values: of the columns, where there is a solution.
            bound: as the library says it.

        Returns:
            Whether the search has to stop.
        """
        if not self.is_stopped:
            try:
                if values is not None:
                    self._offer(values)
                self._claim(bound)
            except BaseException as error:
                self.is_stopped, self._error = True, error
        return self.is_stopped

    def end(self) -> None:
        """Raise what was raised while it searched."""
        if self._error is not None:
            raise self._error

    def expect_proved(self, library: str, *, is_infeasible: bool) -> None:
        """Refuse a library's claim that its best solution is an optimum, or that there is none.

        Raises:
            GaveUpError: no bound says so, or it has found a solution.
        """
        if self._best != (None if is_infeasible else self._bound):
            raise GaveUpError(f"{library}: its bound is {self._bound}, its best value {self._best}")

    def _offer(self, values: Sequence[float]) -> None:
        solution = integer_program.decode(self._program, values)
        value = self._goal.value(solution)
        if self._best is None or self._goal.is_better(value, self._best):
            self._best = value
            self._handover.offer(solution)
            self.is_stopped |= self._handover.closing

    def _claim(self, bound: float) -> None:
        claimed = whole_bound(bound, self._goal.sense)
        if claimed is not None and claimed != self._bound:
            self._bound = claimed
            self._handover.bound(claimed)
