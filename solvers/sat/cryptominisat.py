"""CryptoMiniSat through pycryptosat, its own Python module.

Soos, Nohl and Castelluccia, "Extending SAT solvers to cryptographic problems", SAT 2009: a CDCL
solver that supports exclusive or, which no clause of accord needs, and simplifies between searches.
It began as a fork of MiniSat and has been rewritten since, with parts taken from Biere's solvers.
It counts as MiniSat's engine: to count two engines as one costs an agreement, to count one as two
would invent one.

Out of time it answers `(None, None)`, which is no proof.  Its clock is the CPU time of the process,
all threads together, so that on a busy machine it overruns a limit of wall seconds and has to be
ended from another process.  One thread is used, so that times compare and runs repeat.

Measured, and how versions differ: docs/solvers/sat.md.
"""

from collections.abc import Iterator
from math import inf
from typing import Annotated, Any

from accord.encodings.clauses import cnf
from accord.encodings.clauses.kinds.problem import POSTS
from accord.encodings.model import UnsatisfiableError
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, GaveUpError, Problem, Solution, UnsupportedError
from accord.solvers.sat.added_clauses import every_grid
from accord.solvers.settings import Limit

ENDLESS = 2**31 - 1  # conflicts
LONG = 1e9  # seconds: no limit


def solve(
    problem: Problem,
    budget: Budget,
    *,
    encoding: cnf.Name = cnf.DEFAULT,
    sum: cnf.SumWay = cnf.SUM,
    seed: Annotated[int, range(2**31)] = 0,
    conflicts: Limit = 0,
) -> Iterator[Solution]:
    """CryptoMiniSat through pycryptosat."""
    solver = _solver(seed, conflicts)
    budget.enter("encode")
    formula = cnf.encode(problem, encoding, sum)
    budget.check_time()
    solver.add_clauses(formula.clauses)

    def model() -> list[int]:
        seconds = budget.seconds_left()
        satisfiable, values = solver.solve(time_limit=LONG if seconds == inf else seconds)
        if satisfiable is True:
            return [variable if true else -variable for variable, true in _assigned(values)]
        if satisfiable is False:
            raise UnsatisfiableError("proved")
        budget.check_time()
        raise GaveUpError("stopped before its time was over")

    yield from every_grid(formula, budget, model, solver.add_clause)


def _solver(seed: int, conflicts: int) -> Any:
    import pycryptosat

    solver = pycryptosat.Solver(threads=1, confl_limit=conflicts or ENDLESS)
    if seed:
        if not hasattr(solver, "set_option"):
            raise UnsupportedError(f"{SOLVERS['cryptominisat'].version} takes no seed")
        solver.set_option("seed", str(seed))
    return solver


def _assigned(values: tuple[bool | None, ...]) -> Iterator[tuple[int, bool]]:
    """The variables that have a value; the first value belongs to none."""
    for variable, true in enumerate(values):
        if variable and true is not None:
            yield variable, true


SOLVERS = {
    "cryptominisat": Backend(
        solve,
        engine="minisat",
        model="cnf",
        family="sat",
        needs=(Need("pycryptosat", ("pycryptosat",)),),
        prepare=cnf.prepare,
        posts=POSTS,
        optimizes="variable",
        projects=True,
    )
}
