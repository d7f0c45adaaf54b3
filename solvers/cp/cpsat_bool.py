"""CP-SAT with Booleans: the exact cover, exactly one option for each primary item.

What solvers/cp/cpsat.py says with 81 integers and 27 AllDifferents, said with 729 Booleans and 324
exactly-ones (at-most-ones for secondary items).  CP-SAT makes such Booleans of its integers itself,
and sees in an AllDifferent over as many cells as values that every value has a place; here that is
said.  It is run in the same ways (solvers/cp/cpsat_run.py).

CPU time to decide uniqueness, and the longest, with OR-Tools 9.15:

    model               9x9             16x16          25x25            forty hard 9x9
    -----------------   -------------   ------------   --------------   --------------
    integers            2.0 ms, 4 ms    9 ms, 26 ms    8 ms, 290 ms     14 ms, 31 ms
    Booleans            4.8 ms, 40 ms   21 ms, 26 ms   74 ms, 220 ms    9 ms, 14 ms
    Booleans, forbid    6.6 ms, 9 ms    30 ms, 42 ms   81 ms, 380 ms

Python takes most of that, to build the model: 3, 13 and 50 ms, where the integers take 0.5, 1 and
3 ms.  Where there is something to search for, the Booleans are ahead.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from accord.encodings.exact_cover import ExactCover, encode
from accord.puzzles.grid import Cell, Grid, Value
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend, Need
from accord.solvers.cp import cpsat_run
from accord.solvers.cp.cpsat_run import Enumeration
from accord.solvers.interface import Budget
from accord.solvers.settings import Limit


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    enumeration: Enumeration = "native",
    workers: Annotated[int, range(1, 2**31)] = 1,
    seed: Annotated[int, range(2**31)] = 0,
    conflicts: Limit = 0,
) -> Iterator[Grid]:
    """CP-SAT of OR-Tools: a Boolean per option of the exact cover, exactly one for each item."""
    budget.enter("encode")
    budget.check_time()
    cover = encode(puzzle)
    model, chosen = _model(cover)
    said = dict(zip(cover.meaning, chosen, strict=True))

    def forbid(grid: Grid) -> None:
        model.add_bool_or(said[cell, value].negated() for cell, value in enumerate(grid))

    cells = _values(said, len(puzzle.domains))
    yield from cpsat_run.solutions(
        model, cells, budget, enumeration, workers, seed, conflicts, forbid
    )


def _model(cover: ExactCover) -> tuple[Any, list[Any]]:
    """The model, and for each option the Boolean that it is chosen."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in cover.options]
    covering: list[list[Any]] = [[] for _ in cover.items]
    for boolean, items in zip(chosen, cover.options, strict=True):
        for item in items:
            covering[item].append(boolean)
    for item, booleans in enumerate(covering):
        if item < cover.primary:
            model.add_exactly_one(booleans)  # of none: a contradiction
        else:
            model.add_at_most_one(booleans)
    return model, chosen


def _values(said: dict[tuple[Cell, Value], Any], cells: int) -> list[Any]:
    """For each cell its value: the sum of its options' values, of which one is chosen."""
    from ortools.sat.python import cp_model

    terms: list[list[Any]] = [[] for _ in range(cells)]
    for (cell, value), boolean in said.items():
        terms[cell].append(value * boolean)
    return [cp_model.LinearExpr.sum(each) for each in terms]


SOLVERS = {
    "cpsat-bool": Backend(
        solve,
        engine="or-tools",
        model="exact-cover",
        family="cp-sat",
        needs=(Need("ortools.sat.python.cp_model", ("ortools",)),),
        traces=True,
    )
}
