"""CPMpy: the puzzle said in its language, and handed to CP-SAT, Choco or Pumpkin.

CPMpy (Guns, "Increasing modeling language convenience with a universal n-dimensional array, CPpy as
python-embedded example", ModRef 2019) is a modelling language in Python that many solvers
understand, so that one model serves all of them; what it costs shows beside the backends `cpsat`,
`choco` and `pumpkin`, which post the same constraints themselves.  CPU milliseconds to decide
uniqueness, version 1.1, median and slowest of a collection:

    solver     9x9: 32       16x16: 10       25x25: 7
    --------   ----------    ------------    --------------------------------
    ortools    6.2 and 12    25 and    51    30 and 350; CPMpy's default
    choco      5.1 and  7    16 and    61    28 and 4,300
    pumpkin    6.1 and 48    84 and 1,100    41, but two take more than 5 s

What `solve` returns is no proof: false also means that the time was over.  The status is asked,
and only UNSATISFIABLE counts.  Of Choco even that is a guess: CPMpy infers it from the seconds that
have passed, and when the time of a 25x25 was over it was wrong (measured; a test repeats it).  So
it is not believed in the last hundredth before the limit.

Further solutions are asked for in batches, each as large as all before it: a new solver is given
the model and what was found, and asked for as many others (`solveAll`).  Adding to a solver
that has answered would be less work, but Choco then claims that there are no more where there are,
or ends the process with a Java exception (measured).  The last batch is followed by one more
question, whose answer is the proof.  A run that is killed has yielded the batches before its last.
With Choco a run leaves 0.25 MB behind.

Left out, with CPMpy 1.1: z3, whose solutions differ from run to run within a process; pysat, which
wants a package for pseudo-Boolean constraints that python-sat 1.9 has given up; highs and scip, as
it takes 22 s to say a 36x36 with 36 blanks to them.  OR-Tools gets one thread, and leaves the
signal of Ctrl-C to Python.
"""

from collections.abc import Iterator
from typing import Any, Literal

from accord.encodings.scopes import scopes
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend, EngineVariant, Need
from accord.solvers.interface import Budget, GaveUpError

SHORTEST, LONGEST = 1e-3, 1e9  # seconds; what its solvers understand as a limit
CLOSE = 1e-2  # seconds before the limit in which a proof is not believed
OPTIONS: dict[str, dict[str, Any]] = {"ortools": {"num_workers": 1, "catch_sigint_signal": False}}


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    solver: Literal["ortools", "choco", "pumpkin"] = "ortools",
) -> Iterator[Grid]:
    """CPMpy, which hands an AllDifferent per constraint to CP-SAT, Choco or Pumpkin."""
    budget.enter("encode")
    budget.check_time()
    if not all(puzzle.domains):
        return  # CPMpy has no variable without a value
    found: list[Grid] = []
    while batch := _more(puzzle, solver, found, budget):
        yield from batch
        found += batch


def _more(puzzle: Puzzle, solver: str, found: list[Grid], budget: Budget) -> list[Grid]:
    """As many more solutions as are known, or fewer; none if it is proved that there is none.

    Raises:
        GaveUpError: CPMpy neither found one nor proved anything.
    """
    from cpmpy.solvers.solver_interface import ExitStatus

    number = len(found) or 1
    if budget.limit is not None and budget.limit > len(found):
        number = min(number, budget.limit - len(found))
    budget.enter("encode")
    asked, cells = _posted(puzzle, solver, found)
    budget.enter("search")
    budget.check_time()
    options = {"time_limit": min(max(budget.seconds_left(), SHORTEST), LONGEST)}
    options |= OPTIONS.get(solver, {})
    batch: list[Grid] = []

    def keep() -> None:
        batch.append(Grid(int(cell.value()) for cell in cells))

    if number == 1:
        if asked.solve(**options):
            keep()
    else:
        asked.solveAll(display=keep, solution_limit=number, call_from_model=True, **options)
    status = asked.status().exitstatus
    if not batch and status is not ExitStatus.UNSATISFIABLE:
        raise GaveUpError(f"CPMpy says {status.name}")
    if not batch and budget.seconds_left() < CLOSE:
        raise GaveUpError(f"CPMpy says {status.name} when the time is over")
    return batch


def _posted(puzzle: Puzzle, solver: str, found: list[Grid]) -> tuple[Any, list[Any]]:
    """A solver with the whole model, and the variables in the order of the cells."""
    import cpmpy

    cells = [
        cpmpy.intvar(min(domain), max(domain), name=f"x{cell}")
        for cell, domain in enumerate(puzzle.domains)
    ]
    model = cpmpy.Model()
    for cell, domain in zip(cells, puzzle.domains, strict=True):
        for value in sorted({*range(min(domain), max(domain))} - domain):
            model.add(cell != value)
    for scope in scopes(puzzle):
        if len(scope) > 1:
            model.add(cpmpy.AllDifferent([cells[cell] for cell in scope]))
    if found:
        model.add(cpmpy.NegativeTable(cells, [list(grid) for grid in found]))
    asked = cpmpy.SolverLookup.get(solver, model)
    asked.user_vars.update(cells)  # those too that stand in no constraint
    return asked, cells


SOLVERS = {
    "cpmpy": Backend(
        solve,
        engine="or-tools",
        model="cpmpy",
        family="cp",
        needs=(Need("cpmpy", ("cpmpy",)),),
        variants={
            "ortools": EngineVariant("or-tools", (Need("ortools", ("ortools",)),)),
            "choco": EngineVariant("choco", (Need("pychoco", ("pychoco",)),)),
            "pumpkin": EngineVariant("pumpkin", (Need("pumpkin_solver", ("pumpkin-solver",)),)),
        },
    )
}
