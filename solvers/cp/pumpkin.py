"""Pumpkin, a lazy-clause-generation solver in Rust: an AllDifferent per constraint.

Pumpkin is by the group of Emir Demirović at TU Delft (Flippo, Sidorov, Marijnissen, Smits and
Demirović, "A multi-stage proof logging framework to certify the correctness of CP solvers", CP
2024; the idea is Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation",
Constraints 2009).  It decomposes every AllDifferent into disequalities, as the proofs that it can
write show (`Model(proof=FILE)`), so that there is no setting for that here.

After each solution it goes on with what it has learnt, and with a negative table of one row, the
grid.  It distinguishes three results, of which only `Unsatisfiable` is a proof.  It reports no
counters and ignores signals while it searches; it keeps its time limit.

Measured: docs/solvers/cp.md.
"""

from collections.abc import Iterator
from math import isfinite
from typing import Annotated, Any

from accord.encodings.scopes import scopes
from accord.puzzles import Puzzle, ValueSet
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, GaveUpError, Grid


def solve(
    puzzle: Puzzle, budget: Budget, *, seed: Annotated[int, range(2**32)] = 0
) -> Iterator[Grid]:
    """Pumpkin, lazy clause generation in Rust: an AllDifferent per constraint."""
    budget.enter("encode")
    if not all(puzzle.domains):
        return  # a variable of Pumpkin has at least one value
    model, cells = _model(puzzle, seed)
    budget.enter("search")
    while (found := _solution(model, budget)) is not None:
        budget.enter("decode")
        grid = Grid(map(found.int_value, cells))
        yield grid
        _forbid(model, cells, grid)


def _model(puzzle: Puzzle, seed: int) -> tuple[Any, list[Any]]:
    """The model, and its variables in the order of the cells."""
    from pumpkin_solver import Model
    from pumpkin_solver.constraints import AllDifferent

    model = Model(seed=seed)
    cells = [_variable(model, domain) for domain in puzzle.domains]
    for scope in scopes(puzzle):
        tag = model.new_constraint_tag()
        model.add_constraint(AllDifferent([cells[cell] for cell in scope], tag))
    return model, cells


def _variable(model: Any, domain: ValueSet) -> Any:
    """A variable of the model over a domain: an interval with holes."""
    from pumpkin_solver.constraints import NotEquals

    low, high = min(domain), max(domain)
    variable = model.new_integer_variable(low, high)
    for value in {*range(low, high)} - domain:
        model.add_constraint(NotEquals([variable], value, model.new_constraint_tag()))
    return variable


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


def _forbid(model: Any, cells: list[Any], grid: Grid) -> None:
    from pumpkin_solver.constraints import NegativeTable

    model.add_constraint(NegativeTable(cells, [grid], model.new_constraint_tag()))


SOLVERS = {
    "pumpkin": Backend(
        solve,
        engine="pumpkin",
        model="pumpkin",
        family="cp",
        needs=(Need("pumpkin_solver", ("pumpkin-solver",)),),
    )
}
