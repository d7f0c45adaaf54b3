"""Branch and bound: what a search knows of the best solution so far, and what that cuts off.

Ailsa Land and Alison Doig, "An automatic method of solving discrete programming problems",
Econometrica 28, 1960.  The objective is a variable.  Once there is a solution, only better values
of it are wanted: a node loses all others, and is given up where none is left.  What the propagators
of the constraints conclude from the better values is the bound on the rest.

In a trace that is a removal, or a conflict, whose reason is the value of the best solution so far.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from accord.puzzles import Problem, Solution, ValueSet
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.optimization import goal_of
from accord.solvers.optimizing import variable_of

if TYPE_CHECKING:
    from accord.solvers.traces.trace import Trace


class Incumbent:
    """The value of the best solution so far.

    Args:
        problem: whose objective is a variable.
        trace: that cuts are written to; None where none is wanted.
    """

    def __init__(self, problem: Problem, trace: "Trace | None" = None) -> None:
        self.variable = variable_of(problem)
        self._goal, self._trace = goal_of(problem), trace
        self._value: int | None = None

    def replace(self, solution: Solution) -> None:
        """Take the value of a better solution."""
        self._value = solution[self.variable]

    def allows(self, value: int) -> bool:
        """Whether a value of the variable is better."""
        return self._value is None or self._goal.is_better(value, self._value)

    def best_first(self, values: Iterable[int]) -> list[int]:
        """Values of the variable, in the order in which they are tried."""
        return sorted(values, reverse=self._goal.sense == "maximize")

    def cut(self, values: ValueSet) -> ValueSet:
        """The better ones of the variable's values; the trace says what is lost."""
        kept = frozenset(filter(self.allows, values))
        if self._trace is not None and self._value is not None and len(kept) < len(values):
            self._trace.bounded(self.variable, kept, self._value)
        return kept


def incumbent_of(problem: Problem, trace: "Trace | None" = None) -> Incumbent | None:
    """The best value so far of an objective that is a variable; None of any other."""
    goal = problem.goal
    if goal is None or goal.measure in ("n-values", "lex"):
        return None
    is_variable = len(goal.terms) == 1 and isinstance(goal.terms[0], Variable)
    return Incumbent(problem, trace) if is_variable else None
