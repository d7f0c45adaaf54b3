"""PicoSAT through pycosat: the clauses of encodings/cnf.py and the library's own enumeration.

PicoSAT (Biere, "PicoSAT essentials", JSAT 2008) is a small CDCL solver.  `pycosat.itersolve`
yields its models one by one, excluding each before it looks for the next; it knows every variable
of ours, because each stands in some clause, and so tells no grid twice.

What is not used, and why: `prop_limit` ends `itersolve` as if there were no more models, which
would turn a limit into a proof; `pycosat.solve([])` returns an empty list for a formula that is
satisfiable.  PicoSAT reports no counters.  It does not look at the clock or at signals while it
searches one model: a time limit in the middle has to be enforced from another process.

Milliseconds to decide uniqueness, of forty 9x9 puzzles that are hard for search:

    encoding     median     slowest   a 25x25 of 268 clues
    ----------   --------   -------   --------------------------------
    minimal      4.1        19        more than a minute
    natural      4.6        21        56 s
    extended     3.5         9        0.7 s; the default, therefore
"""

from collections.abc import Iterator
from typing import Annotated

from accord.encodings import cnf
from accord.encodings.clauses import CNF, decode, nogood
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, UnsupportedError


def solve(
    puzzle: Puzzle, budget: Budget, *, encoding: Annotated[str, cnf.NAMES] = cnf.DEFAULT
) -> Iterator[Grid]:
    """PicoSAT through pycosat, all models by its own enumeration."""
    if reason := SOLVERS["sat-pycosat"].unsupported(puzzle):
        raise UnsupportedError(reason)
    budget.enter("encode")
    budget.check_time()
    formula = cnf.encode(puzzle, encoding)
    budget.check_time()
    budget.enter("search")
    for model in _models(formula) if formula.determined else _projected(formula, budget):
        budget.enter("decode")
        yield decode(formula, model)
        budget.enter("search")
        budget.check_time()


def _models(formula: CNF) -> Iterator[list[int]]:
    """All models, by the library's own enumeration."""
    import pycosat

    yield from pycosat.itersolve(formula.clauses, vars=formula.variables)


def _projected(formula: CNF, budget: Budget) -> Iterator[list[int]]:
    """One model for each grid: solve, forbid the grid, solve again from the beginning."""
    import pycosat

    clauses = list(formula.clauses)
    while (model := pycosat.solve(clauses, vars=formula.variables)) != "UNSAT":
        yield model
        clauses.append(nogood(formula, decode(formula, model)))
        budget.check_time()


SOLVERS = {
    "sat-pycosat": Backend(
        solve,
        engine="picosat",
        model="cnf",
        family="sat",
        needs=(Need("pycosat", ("pycosat",)),),
        prepare=cnf.prepare,
    )
}
