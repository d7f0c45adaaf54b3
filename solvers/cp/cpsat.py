"""CP-SAT, the lazy-clause-generation solver of OR-Tools: the constraints as they are.

The model is the problem in terms of CP: an integer variable per variable over its domain, and the
constraints as CP-SAT has them (cpsat_posts.py).  CP-SAT is by Laurent Perron, Frédéric Didier and
others at Google; the idea is Ohrimenko, Stuckey and Codish, "Propagation via lazy clause
generation", Constraints 2009.

solvers/cp/cpsat_run.py runs it, solution by solution or with CP-SAT's own enumeration;
solvers/cp/cpsat_bool.py poses the same puzzle in Booleans.  Both are compared in
docs/solvers/cp.md.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem, Solution
from accord.solvers.backend import Backend, Need
from accord.solvers.cp import cpsat_run
from accord.solvers.cp.cpsat_posts import POSTS, CpsatModel
from accord.solvers.cp.cpsat_run import Enumeration
from accord.solvers.interface import Budget
from accord.solvers.optimizing import only_better, variable_of
from accord.solvers.settings import Limit, Workers


def solve(
    problem: Problem,
    budget: Budget,
    *,
    enumeration: Enumeration = "native",
    workers: Workers = 1,
    seed: Annotated[int, range(2**31)] = 0,
    conflicts: Limit = 0,
) -> Iterator[Solution]:
    """CP-SAT of OR-Tools: an integer variable per cell, an AllDifferent per constraint."""
    budget.enter("encode")
    if not all(problem.domains):
        return  # CP-SAT would call the model invalid
    variables = post(problem, model := cpsat_run.new_model())
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


SOLVERS = {
    "cpsat": Backend(
        solve,
        engine="or-tools",
        model="cpsat",
        family="cp-sat",
        needs=(Need("ortools.sat.python.cp_model", ("ortools",)),),
        traces=True,
        cores="workers",
        posts=POSTS,
        optimizes="variable",
    )
}
