"""Choco, a CP library in Java, through pychoco: an AllDifferent per constraint.

Choco (Prud'homme and Godet, "Choco-solver: a Java library for constraint programming", Journal of
Open Source Software 7(78), 2022) propagates and branches, and can learn clauses from conflicts as
well.  pychoco (Justeau-Allaire and Prud'homme, the same journal, 10(113), 2025) is Choco compiled
to a library that needs no Java.

CPU milliseconds to decide uniqueness, version 0.4, median and slowest of a collection:

    constraints           learning   9x9: 32      16x16: 10              25x25: 7
    -------------------   --------   ----------   --------------------   ---------------------------
    alldifferent          none       1.0 and  3   6 and  24              9 and 4,500; the default
                          clauses    1.1 and  1   5 and  16              8 and 2,800
    alldifferent-bounds   none       0.9 and  6   8 and 2,000            5, two more than 10 s
                          clauses    1.1 and  2   5 and 120              8 and 3,800
    alldifferent-mixed    none       0.9 and  2   6 and  60              6, one more than 10 s
                          clauses    1.2 and  2   5 and  19              9 and 2,500
    disequalities         none       2.7 and 25   54, one more than 8 s  68, two more than 9 s
                          clauses    3.2 and 11   40 and 1,100           79, two more than 5 s

The AllDifferents are arc-consistent, bounds-consistent, or the latter with the former now and then.
Choco's older way to arc consistency (`AC_REGIN`) was left out: more than 10 s where `AC` takes 5.

Choco enumerates: each `solve` goes on from the last solution.  That it found none proves that there
are no more, if nothing stopped it; only the time limit can, and then the state shows it.
The state is not asked otherwise, since each question keeps the Java heap from being tidied up (160
kB for a 9x9), and neither is `all_different` used, which keeps the model for good.  The time limit
also runs while a grid is looked at.

Traps: the library reserves 34 GB of addresses when it is loaded, of which it uses 27 MB, so that a
limit of the address space stops it.  A Java exception ends the process; an empty domain, a scope
without cells and a time limit of 0 would be one.  Choco sees no signals while it searches.  A run
leaves 0.1 MB behind.  Its own search draws nothing, so that there is no seed, and of limits pychoco
has that of time alone.
"""

from collections.abc import Iterator
from typing import Any, Literal

from accord.encodings.scopes import disequalities, scopes
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, GaveUpError

Constraints = Literal["alldifferent", "alldifferent-bounds", "alldifferent-mixed", "disequalities"]
ALGORITHMS: dict[Constraints, str] = {  # by Choco's names
    "alldifferent": "AC",
    "alldifferent-bounds": "BC",
    "alldifferent-mixed": "DEFAULT",
}
SHORTEST = 1e-3  # seconds; a limit of 0 would end the process
LONGEST = 1e9  # seconds; Choco counts nanoseconds in 64 bits
CLOSE = 1e-2  # seconds before the limit that may have been cut off by rounding


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    constraints: Constraints = "alldifferent",
    learning: Literal["none", "clauses"] = "none",
) -> Iterator[Grid]:
    """Choco through pychoco: an integer variable per cell, an AllDifferent per constraint."""
    budget.enter("encode")
    budget.check_time()
    if not all(puzzle.domains):
        return  # a Java exception ends the process, and so would an empty domain
    model, cells = _model(puzzle, constraints, learning)
    budget.enter("search")
    budget.check_time()
    solver = model.get_solver()
    limit = min(max(budget.seconds_left(), SHORTEST), LONGEST)
    solver.limit_time(f"{limit:.3f}s")
    while _solved(solver, limit, budget):
        budget.enter("decode")
        yield Grid(cell.get_value() for cell in cells)


def _model(puzzle: Puzzle, constraints: Constraints, learning: str) -> tuple[Any, list[Any]]:
    """The model, and its variables in the order of the cells."""
    from pychoco.model import Model

    model = Model(lcg=learning == "clauses")
    cells = [model.intvar(sorted(domain)) for domain in puzzle.domains]
    if constraints == "disequalities":
        for one, other in disequalities(puzzle):
            model.arithm(cells[one], "!=", cells[other]).post()
        return model, cells
    for scope in scopes(puzzle):
        if len(scope) > 1:
            _post_all_different(model, [cells[cell] for cell in scope], ALGORITHMS[constraints])
    return model, cells


def _post_all_different(model: Any, cells: list[Any], algorithm: str) -> None:
    """Do what `model.all_different(cells, algorithm).post()` does, and free the array."""
    from pychoco import backend
    from pychoco._utils import make_intvar_array
    from pychoco.constraints.constraint import Constraint

    array = make_intvar_array(cells)
    Constraint(backend.all_different(model._handle, array, algorithm), model).post()
    backend.chocosolver_handles_destroy(array)


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
    """Book what Choco has counted since the search began."""
    from pychoco import backend

    budget.spent["nodes"] = backend.get_node_count(solver._handle)
    budget.spent["conflicts"] = solver.get_fail_count()
    budget.spent["backtracks"] = solver.get_backtrack_count()
    budget.spent["restarts"] = solver.get_restart_count()


SOLVERS = {
    "choco": Backend(
        solve,
        engine="choco",
        model="choco",
        family="cp",
        needs=(Need("pychoco", ("pychoco",)),),
    )
}
