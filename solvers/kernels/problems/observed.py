"""The search that learns, observed from outside: its clauses as what they say of variables.

It is stopped after each step.  After a conflict the clause stands there, not stored yet.  A literal
x <= v says that x has one of the values up to v, and so one of these literals x = w is
true: a clause over values and bounds is one over values.  A clause with a literal of another kind,
of a sum's parts or of a constraint that is true or not, says nothing of the variables alone, and is
left out.
"""

from collections.abc import Callable, Mapping, Sequence

from accord.encodings.model import UnsatisfiableError
from accord.puzzles import Problem
from accord.solvers.budget import Budget
from accord.solvers.kernels.problems.clause_search import ClauseSearch
from accord.solvers.kernels.problems.posting import posted_with_sums
from accord.solvers.sat.added_clauses import every_grid
from accord.solvers.traces.events import Event

Literal = tuple[int, int, bool]  # variable, value, and whether it has the value


def observe(
    problem: Problem,
    budget: Budget,
    receive: Callable[[Event], None],
    learnt: Callable[[Sequence[Literal]], None],
    *,
    intervals: bool = False,
) -> None:
    """Search a problem for all its solutions, and pass on what is learnt and found.

    Args:
        problem: to be solved.
        budget: what may be spent.
        receive: takes solutions.
        learnt: takes clauses, among them literals alone.
        intervals: as for the backend.

    Raises:
        UnsupportedError: clauses cannot say it.
        GaveUpError: the budget is spent.
    """
    posted, written = posted_with_sums(problem, intervals)
    search, translation = ClauseSearch(posted), _LiteralTranslation(problem, written.facts())

    def model() -> set[int]:
        while not search.exhausted:
            budget.check_time()
            if search.run(0):
                return search.model
            if (clause := translation.over_values(search.learnt)) is not None:
                learnt(clause)
        raise UnsatisfiableError("proved")

    for solution in every_grid(posted.formula, budget, model, search.forbid):
        receive(Event("solution", grid=tuple(solution)))


class _LiteralTranslation:
    """From literals of the search to what they say of the variables of a problem."""

    def __init__(self, problem: Problem, facts: Mapping[int, tuple[int, int, int]]) -> None:
        self.domains, self.facts = problem.domains, facts

    def over_values(self, clause: Sequence[int]) -> list[Literal] | None:
        """A clause of DIMACS over values; None if it is empty, or says something else."""
        said: list[Literal] = []
        other = len(self.domains), 0, 0
        for literal in clause:
            has = literal in self.facts
            variable, least, largest = self.facts.get(literal if has else -literal, other)
            if variable >= len(self.domains):
                return None
            if least == largest:
                said.append((variable, least, has))
            else:
                domain = self.domains[variable]
                said += [
                    (variable, value, True)
                    for value in domain
                    if (least <= value <= largest) == has
                ]
        return said or None
