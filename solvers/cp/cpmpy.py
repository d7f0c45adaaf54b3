"""CPMpy: the puzzle in CPMpy's language, which passes it to CP-SAT, Choco or Pumpkin.

CPMpy (Guns, "Increasing modeling language convenience with a universal n-dimensional array, CPpy as
python-embedded example", ModRef 2019) is a modelling language in Python with many solvers behind
it, so that one model serves all of them.  The backends `cpsat`, `choco` and `pumpkin` post the same
constraints themselves: the difference is the cost of CPMpy.

What `solve` returns is no proof: false also means that the time was over.  Only the status
UNSATISFIABLE is one, and of Choco only until the last hundredth of the time limit, because CPMpy
infers that status from the seconds that have passed.  Where Pumpkin refutes a model while it is
posted, CPMpy lets the error through with which Pumpkin refuses the rest.

Further solutions are asked for in batches, each as large as all before it: a new solver is given
the model and the grids found, and asked for as many others (`solveAll`).  Asked for the best, it is
asked for a better one again and again, until there is none.

Measured, and what was left out: docs/solvers/cp.md.
"""

import operator
from collections.abc import Iterator
from typing import Any, Literal

from accord.solvers.backend import Backend, EngineVariant, Need
from accord.solvers.cp import cpmpy_original
from accord.solvers.cp.cpmpy_original import CLOSE, ORIGINAL, READER
from accord.solvers.cp.cpmpy_posts import POSTS, CpmpyModel
from accord.solvers.interface import Budget, GaveUpError, Problem, Solution
from accord.solvers.optimizing import variable_of
from accord.solvers.programs.originals import Reads

SHORTEST, LONGEST = 1e-3, 1e9  # seconds; what its solvers understand as a limit
CONTRADICTED = "solver is in an infeasible state"  # Pumpkin takes nothing after a contradiction
OPTIONS: dict[str, dict[str, Any]] = {"ortools": {"num_workers": 1, "catch_sigint_signal": False}}


def solve(
    problem: Problem,
    budget: Budget,
    *,
    solver: Literal["ortools", "choco", "pumpkin"] = "ortools",
    posts: Literal["ours", "original"] = "ours",
    reads: Reads = "ours",
) -> Iterator[Solution]:
    """CPMpy, which hands an AllDifferent per constraint to CP-SAT, Choco or Pumpkin."""
    budget.enter("encode")
    if posts == "original" or reads == "itself":
        model, variables = cpmpy_original.model_of(problem, reads_itself=reads == "itself")
        options = OPTIONS.get(solver, {})
        yield from cpmpy_original.solve(problem, budget, solver, options, model, variables)
        return
    if not all(problem.domains):
        return  # CPMpy has no variable without a value
    found: list[Solution] = []
    while batch := _more(problem, solver, found, budget):
        yield from batch
        found += batch


def _more(problem: Problem, solver: str, found: list[Solution], budget: Budget) -> list[Solution]:
    """Further solutions, at most as many as were found before; empty if there are proved none.

    Raises:
        GaveUpError: CPMpy neither found one nor proved anything.
    """
    from cpmpy.solvers.solver_interface import ExitStatus

    number = len(found) if found and problem.goal is None else 1
    if budget.limit is not None and budget.limit > len(found):
        number = min(number, budget.limit - len(found))
    budget.enter("encode")
    try:
        engine, cells = _posted(problem, solver, found)
    except ValueError as error:
        if CONTRADICTED not in str(error):
            raise
        return []
    budget.enter("search")
    options = {"time_limit": min(max(budget.seconds_left(), SHORTEST), LONGEST)}
    options |= OPTIONS.get(solver, {})
    batch: dict[Solution, None] = {}  # Choco finds some again, with other values of its own tasks

    def keep() -> None:
        batch[problem.solution(int(cell.value()) for cell in cells)] = None

    if number == 1:
        if engine.solve(**options):
            keep()
    else:
        engine.solveAll(display=keep, solution_limit=number, call_from_model=True, **options)
    status = engine.status().exitstatus
    if not batch and status is not ExitStatus.UNSATISFIABLE:
        raise GaveUpError(f"CPMpy says {status.name}")
    if not batch and budget.seconds_left() < CLOSE:
        raise GaveUpError(f"CPMpy says {status.name} when the time is over")
    return [*batch]


def _posted(problem: Problem, solver: str, found: list[Solution]) -> tuple[Any, list[Any]]:
    """A solver with the whole model, and the problem's variables in their order."""
    import cpmpy

    model, cells = _model(problem)
    if problem.goal is not None:
        value = variable_of(problem)
        for solution in found[-1:]:
            better = operator.lt if problem.goal.sense == "minimize" else operator.gt
            model.add(better(cells[value], solution[value]))
    elif len(cells) == 1:  # Choco's negative table of one variable is wrong
        model.add([cells[0] != value for (value,) in found])
    elif not cells:
        model.add(not found)
    elif found:
        model.add(cpmpy.NegativeTable(cells, [list(solution) for solution in found]))
    engine = cpmpy.SolverLookup.get(solver, model)
    engine.user_vars.update(cells)  # those too that stand in no constraint
    return engine, cells


def _model(problem: Problem) -> tuple[Any, list[Any]]:
    import cpmpy

    flat = POSTS.flatten(problem)
    to = CpmpyModel(cpmpy.Model(), [], flat.fresh)
    for number, domain in enumerate(flat.domains):
        to.variables.append(cpmpy.intvar(domain.min, domain.max, name=f"x{number}"))
        to.restrict(to.variables[-1], domain)
    for constraint in flat.constraints:
        POSTS.post(constraint, to)
    return to.model, to.variables[: len(problem.domains)]


SOLVERS = {
    "cpmpy": Backend(
        solve,
        engine="or-tools",
        model="cpmpy",
        family="cp",
        needs=(Need("cpmpy", ("cpmpy",)),),
        posts=POSTS,
        own_reader=READER,
        original=ORIGINAL,
        optimizes="variable",
        variants={
            name: EngineVariant(engine, (Need(module, (distribution,)),), READER, ORIGINAL)
            for name, engine, module, distribution in (
                ("ortools", "or-tools", "ortools", "ortools"),
                ("choco", "choco", "pychoco", "pychoco"),
                ("pumpkin", "pumpkin", "pumpkin_solver", "pumpkin-solver"),
            )
        },
    )
}
