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

from accord.encodings import cnf
from accord.encodings.cnf import Encoding
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, UnsupportedError


def solve(puzzle: Puzzle, budget: Budget, *, encoding: Encoding = "extended") -> Iterator[Grid]:
    """PicoSAT on the direct encoding, all models by its own enumeration."""
    import pycosat

    if reason := SOLVERS["sat-pycosat"].unsupported(puzzle):
        raise UnsupportedError(reason)
    budget.enter("encode")
    budget.check_time()
    variables, clauses = cnf.encode(puzzle, encoding)
    budget.check_time()
    budget.enter("search")
    for model in pycosat.itersolve(clauses, vars=variables):
        budget.enter("decode")
        yield cnf.decode(puzzle, model)
        budget.enter("search")
        budget.check_time()


SOLVERS = {
    "sat-pycosat": Backend(
        solve,
        engine="picosat",
        model="cnf",
        family="sat",
        needs=(Need("pycosat", ("pycosat",)),),
    )
}
