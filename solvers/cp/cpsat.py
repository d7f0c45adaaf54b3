"""CP-SAT, the lazy-clause-generation solver of OR-Tools: the constraints as they are.

The model is the problem in terms of CP: an integer variable per variable over its domain, and the
constraints as CP-SAT has them (cpsat_posts.py).  CP-SAT is by Laurent Perron, Frédéric Didier and
others at Google; the idea is Ohrimenko, Stuckey and Codish, "Propagation via lazy clause
generation", Constraints 2009.

solvers/cp/cpsat_run.py runs it, solution by solution or with CP-SAT's own enumeration;
solvers/cp/cpsat_bool.py poses the same puzzle in Booleans.  Both are compared in
docs/solvers/cp.md.

With `search=model` it follows the search that a model proposes, in CP-SAT's words, and what it
decides is fixed by that: it learns and restarts all the same.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem, Solution
from accord.solvers.backend import Backend, Need
from accord.solvers.cp import cpsat_run
from accord.solvers.cp.cpsat_posts import POSTS, CpsatModel
from accord.solvers.cp.cpsat_run import Enumeration
from accord.solvers.following import SearchOf, followed
from accord.solvers.interface import Budget, UnsupportedError
from accord.solvers.optimizing import only_better, variable_of
from accord.solvers.settings import Limit, Workers


def solve(
    problem: Problem,
    budget: Budget,
    *,
    enumeration: Enumeration = "native",
    workers: Workers = 1,
    search: SearchOf = "own",
    seed: Annotated[int, range(2**31)] = 0,
    conflicts: Limit = 0,
) -> Iterator[Solution]:
    """CP-SAT of OR-Tools: an integer variable per cell, an AllDifferent per constraint."""
    budget.enter("encode")
    if not all(problem.domains):
        return  # CP-SAT would call the model invalid
    variables = post(problem, model := cpsat_run.new_model())
    if search == "model":
        if workers > 1:
            raise UnsupportedError("search=model: found several workers, expected 1")
        _follow(model, variables, budget)
    own = variables[: len(problem.domains)] or [model.new_constant(0)]  # it enumerates something
    if problem.goal is not None:
        getattr(model, problem.goal.sense)(variables[variable_of(problem)])
    found: Iterator[Solution] = cpsat_run.solutions(
        model, own, budget, enumeration, workers, seed, conflicts
    )
    if problem.goal is not None:
        found = only_better(found, problem, budget)
    yield from found if problem.domains else (() for _ in found)


def post(problem: Problem, model: Any) -> list[Any]:
    """The variables of a model that says the problem: its own in their order, then fresh ones.

    Args:
        problem: the problem.
        model: a CpModel without variables.
    """
    from ortools.sat.python import cp_model

    def variable(domain: Domain) -> Any:
        if len(domain.intervals) == 1:
            return model.new_int_var(domain.min, domain.max, "")
        among = cp_model.Domain.from_intervals([[*each] for each in domain.intervals])
        return model.new_int_var_from_domain(among, "")

    flat = POSTS.flatten(problem)
    variables = [variable(each) for each in flat.domains]
    to = CpsatModel(model, variables, flat.fresh)
    for constraint in flat.constraints:
        POSTS.post(constraint, to)
    return variables


# The words of MiniZinc that CP-SAT has, too.
CHOOSE = {
    "input_order": "CHOOSE_FIRST",
    "first_fail": "CHOOSE_MIN_DOMAIN_SIZE",
    "anti_first_fail": "CHOOSE_MAX_DOMAIN_SIZE",
    "smallest": "CHOOSE_LOWEST_MIN",
    "largest": "CHOOSE_HIGHEST_MAX",
}
ASSIGN = {
    "indomain": "SELECT_MIN_VALUE",
    "indomain_min": "SELECT_MIN_VALUE",
    "indomain_max": "SELECT_MAX_VALUE",
    "indomain_median": "SELECT_MEDIAN_VALUE",
    "indomain_split": "SELECT_LOWER_HALF",
    "indomain_reverse_split": "SELECT_UPPER_HALF",
}


def _follow(model: Any, variables: Sequence[Any], budget: Budget) -> None:
    """Have a model's variables decided as the source of the problem proposes."""
    from ortools.sat.python import cp_model

    for part in followed(budget, CHOOSE, ASSIGN):
        own = [variables[each] for each in part.variables]
        words = CHOOSE[part.choose], ASSIGN[part.assign]
        model.add_decision_strategy(own, *(getattr(cp_model, each) for each in words))
    model.is_fixed = True


SOLVERS = {
    "cpsat": Backend(
        solve,
        engine="or-tools",
        model="cpsat",
        family="cp-sat",
        needs=(Need("ortools.sat.python.cp_model", ("ortools",)),),
        traces=True,
        traces_problems=True,
        films_best=True,
        cores="workers",
        posts=POSTS,
        optimizes="variable",
    )
}
