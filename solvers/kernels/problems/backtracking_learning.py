"""Search that learns from conflicts, compiled by numba, for problems of every kind.

Constraints become clauses (accord.encodings.clauses).  Long sums, tables, tasks on resources and
circuits are propagated as they are and explained by clauses when a conflict needs it: lazy clause
generation (O. Ohrimenko, P. Stuckey and M. Codish, "Propagation via lazy clause generation",
Constraints 14, 2009).  The search is that of MiniSat (N. Eén and N. Sörensson, "An extensible
SAT-solver", SAT 2003), in Python that numba compiles.  It runs in slices, so that a deadline is
kept to a tenth of a second.

    decisions      literals assumed
    conflicts      clauses, sums, resources or circuits that became false
    propagations   literals whose consequences were drawn
    restarts       times that all decisions were taken back

Asked for the best solution it learns after each one that the value of the objective is better.

With `intervals=true` each all-different is propagated over the bounds of its variables as well.

How it works and what was measured: docs/solvers/learning.md.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from accord.encodings.model import UnsatisfiableError
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, Problem, Solution
from accord.solvers.kernels.problems.posting import POSTS, post
from accord.solvers.sat.added_clauses import every_grid

if TYPE_CHECKING:
    from accord.solvers.kernels.problems.clause_search import ClauseSearch
    from accord.solvers.traces.events import Event

PATIENCE = 100_000  # propagations between two looks at the clock


def solve(problem: Problem, budget: Budget, *, intervals: bool = False) -> Iterator[Solution]:
    """Clauses learnt from conflicts, in machine code made of Python, for any problem."""
    budget.enter("encode")
    from accord.solvers.kernels.problems.clause_search import ClauseSearch

    posted = post(problem, intervals)
    budget.check_time()
    if budget.trace and problem.goal is None:
        from accord.solvers.kernels.problems.learning_trace import TracedSearch

        traced = TracedSearch(posted, budget, budget.trace)
        yield from every_grid(posted.formula, budget, traced.model, traced.forbid)
        return
    search = ClauseSearch(posted)
    yield from every_grid(posted.formula, budget, lambda: _model(search, budget), search.forbid)


def observe(
    problem: Problem,
    budget: Budget,
    receive: Callable[["Event"], None],
    learnt: Callable[[Sequence[tuple[int, int, bool]]], None],
    **settings: Any,
) -> None:
    """Search a problem for all its solutions, and pass on what is learnt; see observed.py."""
    from accord.solvers.kernels.problems import observed

    observed.observe(problem, budget, receive, learnt, **settings)


def _model(search: "ClauseSearch", budget: Budget) -> set[int]:
    """The true literals of the next model.

    Raises:
        UnsatisfiableError: there is none.
        GaveUpError: the time is over.
    """
    while not search.exhausted:
        before = search.counters
        found = search.run(PATIENCE)
        budget.spend(**{name: count - before[name] for name, count in search.counters.items()})
        if found:
            return search.model
    raise UnsatisfiableError("proved")


def prepare(problem: Problem, **_: object) -> None:
    """Load the compiled code; compile it where that was never done."""
    from accord.solvers.kernels.problems.clause_search import load

    load()


SOLVERS = {
    "backtracking-learning": Backend(
        solve,
        engine="handwritten",
        model="cnf",
        family="cp",
        needs=(Need(module="numba", distributions=("numba",)),),
        posts=POSTS,
        traces_problems=True,
        films_best=True,
        optimizes="variable",
        projects=True,
        prepare=prepare,
        compiled=True,
    )
}
