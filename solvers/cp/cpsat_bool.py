"""CP-SAT with Booleans: the exact cover, exactly one option for each primary item.

solvers/cp/cpsat.py posts 81 integers and 27 AllDifferents; here they are 729 Booleans and 324
exactly-ones (at-most-ones for secondary items).  CP-SAT makes such Booleans of its integers itself,
and concludes from an AllDifferent over as many cells as values that every value has a place; here
that is posted.  It is run in the same ways (solvers/cp/cpsat_run.py).

Measured: docs/solvers/cp.md.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from accord.encodings.exact_cover import ExactCover, encode
from accord.puzzles import Cell, Grid, Value
from accord.solvers.backend import Backend, Need
from accord.solvers.cp import cpsat_run
from accord.solvers.cp.cpsat_run import Enumeration
from accord.solvers.interface import Budget, Puzzle
from accord.solvers.settings import Limit, Workers


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    enumeration: Enumeration = "native",
    workers: Workers = 1,
    seed: Annotated[int, range(2**31)] = 0,
    conflicts: Limit = 0,
) -> Iterator[Grid]:
    """CP-SAT of OR-Tools: a Boolean per option of the exact cover, exactly one for each item."""
    budget.enter("encode")
    cover = encode(puzzle)
    model, chosen = _model(cover)
    booleans = dict(zip(cover.meaning, chosen, strict=True))

    def forbid(grid: Grid) -> None:
        model.add_bool_or(booleans[cell, value].negated() for cell, value in enumerate(grid))

    cells = _values(booleans, len(puzzle.domains))
    yield from cpsat_run.solutions(
        model, cells, budget, enumeration, workers, seed, conflicts, forbid
    )


def _model(cover: ExactCover) -> tuple[Any, list[Any]]:
    """The model, and for each option the Boolean that it is chosen."""
    model = cpsat_run.new_model()
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


def _values(booleans: dict[tuple[Cell, Value], Any], cells: int) -> list[Any]:
    """The value of each cell as an expression: the sum of its options' values, one chosen."""
    from ortools.sat.python import cp_model

    terms: list[list[Any]] = [[] for _ in range(cells)]
    for (cell, value), boolean in booleans.items():
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
        cores="workers",
    )
}
