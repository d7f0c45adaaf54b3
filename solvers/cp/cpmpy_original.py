"""CPMpy asked the model itself: the expressions of the program that makes it, as its user asks it.

Otherwise CPMpy gets the problem as accord says it (cpmpy.py).  CPMpy knows the variables of the
model; those that accord has added have the values that fit.  Of an objective it yields the one
solution that it ends with.
"""

from collections.abc import Iterator
from typing import Any

from accord.puzzles.problem import Problem, Solution
from accord.solvers.cp.original_model import OriginalPosts
from accord.solvers.deciding import completed
from accord.solvers.interface import Budget, GaveUpError

ORIGINAL = OriginalPosts("cpmpy-original", foreign=("cpmpy",), library="CPMpy")


def solve(problem: Problem, budget: Budget, solver: str, options: dict[str, Any]) -> Iterator[Any]:
    """The solutions of the model that the program of a problem makes, by CPMpy.

    Args:
        problem: as the program said it.
        budget: as of any solver.
        solver: CPMpy's name of the one behind it.
        options: what that is told.

    Raises:
        UnsupportedError: there is no program, or it makes another model now.
        GaveUpError: CPMpy proved nothing.
    """
    import cpmpy

    budget.enter("encode")
    made = ORIGINAL.made(problem)
    model, variables = made.model, made.variables
    shown = [variables[variable] for variable in problem.shown]
    found: dict[Solution, None] = {}  # by the values of the shown variables
    while True:
        budget.enter("encode")
        asked = model.copy()
        if found and shown:
            asked += cpmpy.NegativeTable(shown, [[*each] for each in found])
        engine = cpmpy.SolverLookup.get(solver, asked)
        engine.user_vars.update(variables.values())
        budget.enter("search")
        limit = min(max(budget.seconds_left(), 1e-3), 1e9)
        if not engine.solve(time_limit=limit, **options):
            break
        status = engine.status().exitstatus.name
        budget.enter("decode")
        solution = _whole(problem, {n: int(each.value()) for n, each in variables.items()})
        yield solution
        if problem.goal is not None:
            if status == "OPTIMAL":
                return
            raise GaveUpError(f"CPMpy says {status}")
        found[tuple(solution[variable] for variable in problem.shown)] = None
        if not shown:
            return
    status = engine.status().exitstatus.name
    if status != "UNSATISFIABLE":
        raise GaveUpError(f"CPMpy says {status}")


def _whole(problem: Problem, values: dict[int, int]) -> Solution:
    """A solution with these values, and fitting ones of the variables that accord has added.

    Where none fit, as CPMpy's are wrong, these have their least values.
    """
    own = sorted(values)
    asked = Problem(problem.domains, problem.constraints, objective=problem.objective, shown=own)
    fitting = completed(asked, tuple(values[variable] for variable in own))
    if fitting is not None:
        return fitting
    return tuple(
        values.get(variable, min(domain, default=0))
        for variable, domain in enumerate(problem.domains)
    )
