"""CP-SAT, the lazy-clause-generation solver of OR-Tools: one AllDifferent per constraint.

The model is the puzzle in terms of CP: an integer variable per cell over its domain, and the
constraints as they are.  CP-SAT is by Laurent Perron, Frédéric Didier and others at Google; the
idea is Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation", Constraints 2009.

solvers/cp/cpsat_run.py runs it, solution by solution or with CP-SAT's own enumeration;
solvers/cp/cpsat_bool.py poses the same puzzle in Booleans.  Both are compared in
docs/solvers/cp.md.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from accord.encodings.scopes import scopes
from accord.solvers.backend import Backend, Need
from accord.solvers.cp import cpsat_run
from accord.solvers.cp.cpsat_run import Enumeration
from accord.solvers.interface import Budget, Grid, Puzzle
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
    """CP-SAT of OR-Tools: an integer variable per cell, an AllDifferent per constraint."""
    budget.enter("encode")
    if not all(puzzle.domains):
        return  # CP-SAT would call the model invalid
    model, cells = _model(puzzle)
    yield from cpsat_run.solutions(model, cells, budget, enumeration, workers, seed, conflicts)


def _model(puzzle: Puzzle) -> tuple[Any, list[Any]]:
    """The model, and its variables in the order of the cells."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    ranges = {domain: cp_model.Domain.from_values(sorted(domain)) for domain in set(puzzle.domains)}
    cells = [model.new_int_var_from_domain(ranges[domain], "") for domain in puzzle.domains]
    for scope in scopes(puzzle):
        model.add_all_different([cells[cell] for cell in scope])
    return model, cells


SOLVERS = {
    "cpsat": Backend(
        solve,
        engine="or-tools",
        model="cpsat",
        family="cp-sat",
        needs=(Need("ortools.sat.python.cp_model", ("ortools",)),),
        traces=True,
        cores="workers",
    )
}
