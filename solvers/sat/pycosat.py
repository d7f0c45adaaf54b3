"""PicoSAT through pycosat: any encoding to clauses and the library's own enumeration.

PicoSAT (Biere, "PicoSAT essentials", JSAT 2008) is a small CDCL solver.  `pycosat.itersolve` yields
its models one by one, excluding each before it looks for the next.  Where every grid is one model
(`CNF.determined`), it yields no grid twice.  Elsewhere it would yield a grid once for each way to
choose what the grid leaves open, so that grids are forbidden one by one over the cells alone
(solvers/sat/nogoods.py), each time from the beginning: the 288 grids of order 4 take 190 ms in
`reduced` and 12 ms in `extended`.

What is not used, and why: `prop_limit` ends `itersolve` as if there were no more models, which
would turn a limit into a proof; `pycosat.solve([])` returns an empty list for a formula that is
satisfiable.  PicoSAT reports no counters.  It does not look at the clock or at signals while it
searches one model: a time limit in the middle has to be enforced from another process.

Milliseconds to decide uniqueness, of forty 9x9 puzzles that are hard for search:

    encoding               median   slowest   a 25x25 of 268 clues
    --------------------   ------   -------   --------------------------------
    extended               2.6      4         0.7 s; the default, therefore
    augmented              3.3      6         0.8 s
    reduced                3.7      6         0.5 s
    minimal                3.7      19        more than a minute
    natural                3.9      22        91 s
    order                  6.7      31        more than a minute
    log                    27       43        more than a minute
    extended+commander     5.0      10        3.9 s
    extended+bitwise       5.0      9         1.2 s
    extended+product       5.7      13        2.6 s
    extended+totalizer     6.1      13        5.1 s
    extended+sequential    6.9      14        5.1 s
    extended+ladder        7.9      15        8.1 s

Fewer clauses do not pay here, whichever at most one saves them.  `reduced` finds a solution in
1.9 ms, where `extended` needs 2.6, but then looks for a second one from the beginning.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, decode
from accord.encodings.model import UnsatisfiableError
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget
from accord.solvers.sat.nogoods import every_grid


def solve(
    puzzle: Puzzle, budget: Budget, *, encoding: Annotated[str, cnf.NAMES] = cnf.DEFAULT
) -> Iterator[Grid]:
    """PicoSAT through pycosat, all models by its own enumeration."""
    budget.enter("encode")
    budget.check_time()
    formula = cnf.encode(puzzle, encoding)
    budget.check_time()
    yield from _models(formula, budget) if formula.determined else _projected(formula, budget)


def _models(formula: CNF, budget: Budget) -> Iterator[Grid]:
    """The grids of all models, by the library's own enumeration."""
    import pycosat

    budget.enter("search")
    for model in pycosat.itersolve(formula.clauses, vars=formula.variables):
        budget.enter("decode")
        yield decode(formula, model)


def _projected(formula: CNF, budget: Budget) -> Iterator[Grid]:
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
    )
}
