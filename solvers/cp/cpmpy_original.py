"""CPMpy asked the model itself: the expressions of the program that makes it, as its user asks it.

Otherwise CPMpy gets the problem as accord says it (cpmpy.py).  Here the program is run again, in
the process of the solver, and what CPMpy makes of its model shares no word of accord's with other
solvers: a claim has passed CPMpy's transformations alone.

What is asked has to be what the program says.  So these are refused by name: a problem that no
program makes, or that something was made of; and one whose program makes another model this time.

CPMpy knows the variables of the model; those that accord has added have the values that fit.  Of an
objective it yields the one solution that it ends with.
"""

from collections.abc import Iterator
from typing import Any

from accord.encodings.posts import Flat, Posts
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.problem import Problem, Solution
from accord.solvers.deciding import completed
from accord.solvers.interface import Budget, GaveUpError, UnsupportedError


class OriginalPosts(Posts):
    """What CPMpy posts of a model itself: all of it."""

    def flatten(self, problem: Problem) -> Flat:
        """The problem as it is.

        Raises:
            UnsupportedError: no program is known to make it.
        """
        program_of(problem)
        passed = frozenset((f"{self.name} model", *self.foreign))
        owners = range(len(problem.constraints))
        return Flat(
            Fresh(problem.domains), problem.constraints, (passed,) * len(owners), tuple(owners)
        )


ORIGINAL = OriginalPosts("cpmpy-original", foreign=("cpmpy",))


def program_of(problem: Problem) -> ModelProgram:
    """The program that makes a problem.

    Raises:
        UnsupportedError: none is known.
    """
    if (program := ModelProgram.of(problem)) is None:
        raise UnsupportedError(
            "posts=original: found no program that makes this problem, expected a model file of "
            "CPMpy, and its problem not changed since"
        )
    return program


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
    model, variables = _made(problem)
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


def _made(problem: Problem) -> tuple[Any, dict[int, Any]]:
    """CPMpy's model that the program of a problem makes, and its variables by our numbers.

    Raises:
        UnsupportedError: it makes none, or one of another problem.
    """
    from accord.puzzles.models.running import NoModelError, run  # it imports much

    program = program_of(problem)
    try:
        made = run(program)
    except NoModelError as error:
        raise UnsupportedError(f"posts=original: {error}") from None
    if not made.variables:
        raise UnsupportedError("posts=original: found a model of another library, expected CPMpy's")
    if made.problem.full_digest != problem.full_digest:
        raise UnsupportedError(
            "posts=original: the model is not the same each time: random data without a seed?"
        )
    return made.model, made.variables


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
