"""Choco, a CP library in Java, through pychoco: an AllDifferent per constraint.

Choco (Prud'homme and Godet, "Choco-solver: a Java library for constraint programming", Journal of
Open Source Software 7(78), 2022) propagates and branches, and can learn clauses from conflicts as
well.  pychoco (Justeau-Allaire and Prud'homme, the same journal, 10(113), 2025) is Choco compiled
to a library that needs no Java.

Its nodes are those that it opens and those that fail, which Choco counts apart: what Gecode calls
nodes.  `search` chooses the next variable, whose least value is taken, x = v and then x != v:

    input-order    the first open one
    dom-w-deg      the fewest values for the failures of its constraints (Boussemart and others,
                   ECAI 2004), which is what Choco does unasked, with restarts
    activity       how often its domain changed of late (Michel and Van Hentenryck, CPAIOR 2012),
                   which also chooses the value

A search is over all variables, also those of decompositions: what it does not branch on Choco
leaves open, and calls that a solution.

Choco enumerates: each `solve` goes on from the last solution.  That it found none proves that there
are no more, unless the time limit stopped it, which the state shows.  Of a model with an objective
each solution is better than the last, and Choco says at the end whether the last one is the best.

Learning clauses, pychoco 0.4.0 finds no solution of some problems that have one, and ends the
process at a table over one variable or a distance: other problems than puzzles are refused then.

Choco ignores signals while it searches, and a Java exception ends the process.  Its own search
draws no random numbers, so that there is no seed; the only limit that pychoco has is time.

Measured, and the limits of the library: docs/solvers/cp.md.
"""

from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from typing import Any, Literal

from accord.puzzles.puzzle import is_plain
from accord.solvers.backend import Backend, Need
from accord.solvers.cp.choco_posts import PAIRS, POSTS, ChocoModel, bounds_or_values
from accord.solvers.interface import Budget, GaveUpError, Problem, Solution, UnsupportedError
from accord.solvers.optimizing import only_better, variable_of

Constraints = Literal["alldifferent", "alldifferent-bounds", "alldifferent-mixed", "disequalities"]
Search = Literal["default", "dom-w-deg", "activity", "input-order"]
SEARCHES: dict[Search, str] = {  # by pychoco's names
    "input-order": "set_input_order_lb_search",
    "dom-w-deg": "set_dom_over_w_deg_search",
    "activity": "set_activity_based_search",
}
ALGORITHMS: dict[Constraints, str] = {  # by Choco's names
    "alldifferent": "AC",
    "alldifferent-bounds": "BC",
    "alldifferent-mixed": "DEFAULT",
}
SHORTEST = 1e-3  # seconds; a limit of 0 would end the process
LONGEST = 1e9  # seconds; Choco counts nanoseconds in 64 bits
CLOSE = 1e-2  # seconds before the limit that may have been cut off by rounding


def solve(
    problem: Problem,
    budget: Budget,
    *,
    constraints: Constraints = "alldifferent",
    learning: Literal["none", "clauses"] = "none",
    search: Search = "default",
) -> Iterator[Solution]:
    """Choco through pychoco: an integer variable per cell, an AllDifferent per constraint."""
    budget.enter("encode")
    if not all(problem.domains):
        return  # a Java exception ends the process, and so would an empty domain
    model, variables = _model(problem, constraints, learning)
    cells = variables[: len(problem.domains)]
    budget.enter("search")
    solver = model.get_solver()
    if search != "default" and cells:
        with redirect_stdout(None):  # pychoco 0.4.0 prints what it is about to do
            getattr(solver, SEARCHES[search])(*variables)
    limit = min(max(budget.seconds_left(), SHORTEST), LONGEST)
    solver.limit_time(f"{limit:.3f}s")
    if problem.goal is not None:
        model.set_objective(cells[variable_of(problem)], problem.goal.sense == "maximize")
    solutions = _solutions(problem, solver, cells, limit, budget)
    if problem.goal is not None:
        solutions = only_better(solutions, problem, budget)
    elif search == "activity":  # it restarts, and arrives at a solution again
        solutions = _different(solutions)
    yield from solutions


def _solutions(
    problem: Problem, solver: Any, cells: Sequence[Any], limit: float, budget: Budget
) -> Iterator[Solution]:
    """The solutions as Choco finds them.

    Raises:
        GaveUpError: it stopped without a proof.
    """
    found = False
    while _solved(solver, limit, budget):
        found = True
        budget.enter("decode")
        yield problem.solution(cell.get_value() for cell in cells)
    if found and problem.goal is not None and not solver.is_objective_optimal():
        raise GaveUpError("Choco does not say that the last solution is the best")


def _different(solutions: Iterator[Solution]) -> Iterator[Solution]:
    """Each solution once."""
    found = set[Solution]()
    for solution in solutions:
        if solution not in found:
            found.add(solution)
            yield solution


def _model(problem: Problem, constraints: Constraints, learning: str) -> tuple[Any, list[Any]]:
    """The model, and the problem's variables in their order, then fresh ones."""
    from pychoco.model import Model

    if learning == "clauses" and not is_plain(problem):
        raise UnsupportedError("clauses are learnt from puzzles only")
    posts = POSTS if constraints in ALGORITHMS else PAIRS
    flat = posts.flatten(problem)
    model = Model(lcg=learning == "clauses")
    bounds = {domain: bounds_or_values(domain) for domain in flat.fresh.different()}
    variables = [model.intvar(*bounds[domain]) for domain in flat.domains]
    to = ChocoModel(model, variables, flat.fresh, ALGORITHMS.get(constraints, ""))
    for constraint in flat.constraints:
        posts.post(constraint, to)
    return model, variables


def _solved(solver: Any, limit: float, budget: Budget) -> bool:
    """Whether there is another solution, which the variables then hold.

    Raises:
        GaveUpError: Choco stopped without a proof.
    """
    found: bool = solver.solve()
    _count(solver, budget)
    if not found and solver.get_time_count() > limit - CLOSE:
        state = solver.get_search_state()
        if state != "TERMINATED":
            raise GaveUpError(f"Choco's search is {state}")
    return found


def _count(solver: Any, budget: Budget) -> None:
    """Add what Choco has counted since the search began."""
    from pychoco import backend

    fails = solver.get_fail_count()
    budget.spent["nodes"] = backend.get_node_count(solver._handle) + fails
    budget.spent["conflicts"] = fails
    budget.spent["backtracks"] = solver.get_backtrack_count()
    budget.spent["restarts"] = solver.get_restart_count()


SOLVERS = {
    "choco": Backend(
        solve,
        engine="choco",
        model="choco",
        family="cp",
        needs=(Need("pychoco", ("pychoco",)),),
        posts=POSTS,
        pairwise=PAIRS,
        optimizes="variable",
        filters={"disequalities": "singles", "alldifferent": "gac"},
        same_search="search=input-order",
    )
}
