"""Pumpkin, a lazy-clause-generation solver in Rust: an AllDifferent per constraint.

Pumpkin is by the group of Emir Demirović at TU Delft (Flippo, Sidorov, Marijnissen, Smits and
Demirović, "A multi-stage proof logging framework to certify the correctness of CP solvers", CP
2024; the idea is Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation",
Constraints 2009).  It decomposes every AllDifferent into disequalities, as the proofs that it can
write show (`Model(proof=FILE)`), so that there is no setting for that here.

After each solution it goes on with what it has learnt, and with a negative table of one row, the
grid; or with the demand of a better value, as its own optimiser does, which tells nothing on its
way.  It distinguishes three results, of which only `Unsatisfiable` is a proof.  It reports no
counters and ignores signals while it searches; it keeps its time limit.

Measured: docs/solvers/cp.md.
"""

from collections.abc import Iterator
from math import isfinite
from typing import Annotated, Any

from accord.solvers.backend import Backend, Need
from accord.solvers.cp.pumpkin_posts import POSTS, PumpkinModel
from accord.solvers.interface import Budget, GaveUpError, Problem, Solution
from accord.solvers.optimizing import variable_of


def solve(
    problem: Problem, budget: Budget, *, seed: Annotated[int, range(2**32)] = 0
) -> Iterator[Solution]:
    """Pumpkin, lazy clause generation in Rust: an AllDifferent per constraint."""
    budget.enter("encode")
    if not all(problem.domains):
        return  # a variable of Pumpkin has at least one value
    model, cells = _model(problem, seed)
    budget.enter("search")
    while (found := _solution(model, budget)) is not None:
        budget.enter("decode")
        solution = problem.solution(map(found.int_value, cells))
        yield solution
        if problem.goal is not None:
            number = variable_of(problem)
            sign = 1 if problem.goal.sense == "minimize" else -1
            _demand_less(model, cells[number].scaled(sign), sign * solution[number])
            continue
        if not problem.shown:
            return  # Pumpkin has no table without variables
        _forbid(model, [cells[each] for each in problem.shown], problem.projected(solution))


def _model(problem: Problem, seed: int) -> tuple[Any, list[Any]]:
    """The model, and the problem's variables in their order."""
    from pumpkin_solver import Model

    model = Model(seed=seed)
    flat = POSTS.flatten(problem)
    to = PumpkinModel(model, [], flat.fresh)
    to.variables.extend(map(to.variable, flat.domains))
    for constraint in flat.constraints:
        try:
            POSTS.post(constraint, to)
        except ValueError:  # it takes nothing after a contradiction
            if not model.is_inconsistent():
                raise
            break
    return model, to.variables[: len(problem.domains)]


def _solution(model: Any, budget: Budget) -> Any:
    """A solution; None if it is proved that there is none.

    Raises:
        GaveUpError: neither was found.
    """
    from pumpkin_solver import SatisfactionResult

    seconds = budget.seconds_left()
    result = model.satisfy(timeout=seconds if isfinite(seconds) else None)
    if isinstance(result, SatisfactionResult.Satisfiable):
        return result._0
    if isinstance(result, SatisfactionResult.Unsatisfiable):
        return None
    raise GaveUpError(f"Pumpkin says {type(result).__name__}")


def _forbid(model: Any, cells: list[Any], solution: Solution) -> None:
    from pumpkin_solver.constraints import NegativeTable

    model.add_constraint(NegativeTable(cells, [solution], model.new_constraint_tag()))


def _demand_less(model: Any, term: Any, value: int) -> None:
    from pumpkin_solver.constraints import LessThanOrEquals

    model.add_constraint(LessThanOrEquals([term], value - 1, model.new_constraint_tag()))


SOLVERS = {
    "pumpkin": Backend(
        solve,
        engine="pumpkin",
        model="pumpkin",
        family="cp",
        needs=(Need("pumpkin_solver", ("pumpkin-solver",)),),
        posts=POSTS,
        projects=True,
        optimizes="variable",
    )
}
