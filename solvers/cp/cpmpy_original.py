"""CPMpy asked the model itself: the expressions of the program that makes it, as its user asks it.

Or, with `reads=itself`, what CPMpy's own reader of DIMACS, OPB or WCNF makes of the file of a
problem.  (Its reader of XCSP3 needs PyCSP3, which no process of accord's may import.)

Otherwise CPMpy gets the problem as accord says it (cpmpy.py).  CPMpy knows the variables of the
model; those that accord has added have the values that fit.  Of an objective it yields the one
solution that it ends with.
"""

from collections.abc import Iterator
from io import StringIO
from itertools import count
from typing import Any
from warnings import catch_warnings, simplefilter

from accord.puzzles.formats.registry import format_of
from accord.puzzles.problem import Problem, Solution
from accord.solvers.cp.original_model import OriginalPosts
from accord.solvers.deciding import completed
from accord.solvers.interface import Budget, GaveUpError, UnsupportedError
from accord.solvers.programs.originals import OwnReader, file_of

CLOSE = 1e-2  # seconds before the limit in which a proof is not believed
ORIGINAL = OriginalPosts("cpmpy-original", foreign=("cpmpy",), library="CPMpy")
READER = OwnReader("cpmpy-reader", foreign=("cpmpy",), languages=("dimacs", "opb", "wcnf"))


def model_of(problem: Problem, *, reads_itself: bool) -> tuple[Any, dict[int, Any]]:
    """CPMpy's model of a problem, and the variables of that by ours.

    Args:
        problem: as a program or a file said it.
        reads_itself: it is what CPMpy reads in the file.

    Raises:
        UnsupportedError: there is no program, it makes another model now, or there is no file.
    """
    import cpmpy

    if not reads_itself:
        made = ORIGINAL.made(problem)
        if problem.ignores_objective:
            return cpmpy.Model(made.model.constraints), made.variables
        return made.model, made.variables
    from cpmpy.tools.io import load
    from cpmpy.transformations.get_variables import get_variables_model

    file = file_of(problem, *READER.languages)
    first = int(cpmpy.boolvar().name.removeprefix("BV")) + 1  # what load_dimacs begins with
    language = str(format_of(file))
    with catch_warnings():
        simplefilter("ignore")  # that variables of former models are there
        try:
            model = load(StringIO(file.decode()), language)
        except (ValueError, AssertionError) as error:
            raise UnsupportedError(f"reads=itself: CPMpy's reader: {error}") from None
    names = problem.names if language != "dimacs" else map("BV{}".format, count(first))
    known = {each.name: each for each in get_variables_model(model)}
    own = zip(range(len(problem.domains)), names, strict=False)
    return model, {
        variable: known[name] if name in known else cpmpy.boolvar() for variable, name in own
    }


def solve(
    problem: Problem,
    budget: Budget,
    solver: str,
    options: dict[str, Any],
    model: Any,
    variables: dict[int, Any],
) -> Iterator[Any]:
    """The solutions of a model of CPMpy's.

    Args:
        problem: that it says.
        budget: as of any solver.
        solver: CPMpy's name of the one behind it.
        options: what that is told.
        model: CPMpy's.
        variables: of the model, by those of the problem; the shown ones at least.

    Raises:
        GaveUpError: CPMpy proved nothing.
    """
    import cpmpy

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
            _expect_proof(status, "OPTIMAL", budget)
            return
        found[tuple(solution[variable] for variable in problem.shown)] = None
        if not shown:
            return
    _expect_proof(engine.status().exitstatus.name, "UNSATISFIABLE", budget)


def _expect_proof(status: str, proof: str, budget: Budget) -> None:
    """Raise GaveUpError where CPMpy has no proof, or says so when the time is over."""
    late = " when the time is over" if budget.seconds_left() < CLOSE else ""
    if status != proof or late:
        raise GaveUpError(f"CPMpy says {status}{late}")


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
