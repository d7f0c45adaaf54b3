"""python-constraint: a CSP library in Python, modelled as its manual would.

A variable per cell over its domain, an AllDifferentConstraint per constraint, and one of the
library's four searches.  Wall seconds to decide uniqueness, version 2.9:

    algorithm      order of variables           Golden Nugget   Inkala 2012   a 17-clue puzzle
    ------------   --------------------------   -------------   -----------   ----------------
    backtracking   most constraints, fewest      0.41            0.47          0.09
                   values; anew at each node
    recursive      the same                      0.53            0.59          0.08
    optimized      the same, once at the start   1.2             5.9           more than 45
    minconflicts   local search (Minton et al., "Minimizing conflicts", AI 58, 1992)

Therefore `backtracking` is the default here, and not the library's own, which is `optimized`.

With `constraints=disequalities` each pair of cells that must differ is a constraint of its own, the
operator `ne`; an AllDifferent looks at once at all its cells that have a value, and so is cheaper.
CPU seconds with `backtracking`, and milliseconds for the 32 puzzles of the collection 9x9:

    constraints      Golden Nugget   Inkala 2012   median   slowest
    -------------    -------------   -----------   ------   -------
    alldifferent     0.50            0.46           6.5     260
    disequalities    0.57            0.66          12       410

`minconflicts` finds at most one solution and proves nothing (of a blank 4x4, with 4 seeds of 30 in
the library's 1,000 steps).  It is seeded where the library takes a generator: not in 1.4 and 2.0.
`recursive` nests one call per cell: where it is not compiled, Python's recursion limit is lifted
for it, and where it is not lazy (1.4 and 2.0) all its solutions are found before the first is
yielded.

The library is compiled in 2.x: it sees neither signals nor the clock before its next solution, and
a time limit has to be enforced from another process.  An empty domain is an error to it, and a
constraint over no cells means one over all; the first is answered, the second left out here.

The distributions python-constraint2 and python-constraint (1.4, the old one) install the same
module, `constraint`.  Either will do; of both, the one installed last has overwritten the other.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from operator import ne
from random import Random
from typing import Any, Literal
from warnings import warn

from accord.encodings.scopes import disequalities, scopes
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, GaveUpError, UnsupportedError

Algorithm = Literal["backtracking", "optimized", "recursive", "minconflicts"]
CLASSES: dict[Algorithm, str] = {
    "backtracking": "BacktrackingSolver",
    "optimized": "OptimizedBacktrackingSolver",
    "recursive": "RecursiveBacktrackingSolver",
    "minconflicts": "MinConflictsSolver",
}
LIBRARY = Need("constraint", ("python-constraint2", "python-constraint"))


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    algorithm: Algorithm = "backtracking",
    constraints: Literal["alldifferent", "disequalities"] = "alldifferent",
    seed: int = 0,
) -> Iterator[Grid]:
    """python-constraint, a CSP library in Python: an AllDifferentConstraint per constraint."""
    _warn_of_two_libraries()
    search = _search(algorithm, seed)
    budget.enter("encode")
    budget.check_time()
    if not all(puzzle.domains):
        return
    problem = _problem(puzzle, search, constraints)
    budget.enter("search")
    for solution in _solutions(problem, algorithm, budget):
        budget.enter("decode")
        yield Grid(solution[cell] for cell in range(len(puzzle.givens)))


def _search(algorithm: Algorithm, seed: int) -> Any:
    import constraint

    name = CLASSES[algorithm]
    search = getattr(constraint, name, None)
    if search is None:
        raise UnsupportedError(f"{SOLVERS['python-constraint'].version} has no {name}")
    if algorithm == "minconflicts":
        try:
            return search(rand=Random(seed))
        except TypeError:  # an old version, which draws from Python's own generator
            return search()
    return search()


def _problem(puzzle: Puzzle, search: Any, constraints: str) -> Any:
    import constraint

    problem = constraint.Problem(search)
    for cell, domain in enumerate(puzzle.domains):
        problem.addVariable(cell, sorted(domain))
    if constraints == "disequalities":
        for pair in disequalities(puzzle):
            problem.addConstraint(ne, pair)
        return problem
    for scope in filter(None, scopes(puzzle)):
        problem.addConstraint(constraint.AllDifferentConstraint(), scope)
    return problem


def _solutions(problem: Any, algorithm: Algorithm, budget: Budget) -> Iterator[dict[int, int]]:
    """The library's solutions as they come; ends when the library has proved that these are all.

    Raises:
        GaveUpError: it has not.
    """
    if algorithm == "minconflicts":
        if (found := problem.getSolution()) is not None:
            yield found
        raise GaveUpError("local search proves nothing")
    try:
        solutions = problem.getSolutionIter()
    except NotImplementedError:  # this search is not lazy in this version
        yield from _all_at_once(problem, budget)
        return
    while True:
        with _room_to_recurse():
            found = next(solutions, None)
        if found is None:
            return
        yield found


def _all_at_once(problem: Any, budget: Budget) -> Iterator[dict[int, int]]:
    with _room_to_recurse():
        if budget.limit != 1:
            found = problem.getSolutions()
        elif (first := problem.getSolution()) is not None:
            found = [first]
        else:
            return
    yield from found
    if budget.limit == 1:
        raise GaveUpError("asked for one solution, it did not look for more")


@contextmanager
def _room_to_recurse() -> Iterator[None]:
    """Lift Python's recursion limit for a while: one nested call per cell, up to 36 x 36."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 4 * 36 * 36)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


@cache
def _warn_of_two_libraries() -> None:
    """Say once that it is unclear which library answers."""
    if LIBRARY.warning:
        warn(LIBRARY.warning, stacklevel=3)


SOLVERS = {
    "python-constraint": Backend(
        solve,
        engine="python-constraint",
        model="python-constraint",
        family="cp",
        needs=(LIBRARY,),
    )
}
