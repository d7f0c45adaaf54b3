"""PicoSAT through pycosat: any encoding to clauses and the library's own enumeration.

PicoSAT (Biere, "PicoSAT essentials", JSAT 2008) is a small CDCL solver.  `pycosat.itersolve` yields
its models one by one, excluding each before it looks for the next.  Where every grid is one model
(`CNF.determined`), and all variables are shown, it yields no grid twice.  Elsewhere it would yield
a grid once for each way to choose what the grid leaves open, so that grids are forbidden one by one
over the cells alone (solvers/sat/added_clauses.py), each time from the beginning.

PicoSAT reports no counters.  It reacts neither to the clock nor to signals while it searches one
model: a time limit in the middle has to be enforced from another process.

Measured, and which options are not used: docs/solvers/sat.md.
"""

from collections.abc import Iterator
from typing import Any

from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, decode
from accord.encodings.clauses.kinds.problem import POSTS
from accord.encodings.model import UnsatisfiableError
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, Problem, Solution
from accord.solvers.sat.added_clauses import every_grid


def solve(
    problem: Problem,
    budget: Budget,
    *,
    encoding: cnf.Name = cnf.DEFAULT,
    sum: cnf.SumWay = cnf.SUM,
) -> Iterator[Solution]:
    """PicoSAT through pycosat, all models by its own enumeration."""
    budget.enter("encode")
    formula = cnf.encode(problem, encoding, sum)
    budget.check_time()
    once_each = formula.determined and problem.shows_all and problem.goal is None
    yield from _models(formula, budget) if once_each else _projected(formula, budget)


def _models(formula: CNF, budget: Budget) -> Iterator[Solution]:
    """The grids of all models, by the library's own enumeration."""
    import pycosat

    budget.enter("search")
    for model in pycosat.itersolve(formula.clauses, vars=formula.variables):
        budget.enter("decode")
        yield decode(formula, model)


def _projected(formula: CNF, budget: Budget) -> Iterator[Solution]:
    """The grids of the models, each forbidden before the next is searched from the beginning."""
    import pycosat

    clauses = list(formula.clauses)

    def model() -> Any:
        found = pycosat.solve(clauses, vars=formula.variables)
        if found == "UNSAT":
            raise UnsatisfiableError("proved")
        return found

    yield from every_grid(formula, budget, model, clauses.append)


SOLVERS = {
    "sat-pycosat": Backend(
        solve,
        engine="picosat",
        model="cnf",
        family="sat",
        needs=(Need("pycosat", ("pycosat",)),),
        prepare=cnf.prepare,
        posts=POSTS,
        optimizes="variable",
        projects=True,
    )
}
