"""A puzzle as clauses: the direct encoding, in the three published strengths.

Variable x(c, v) says that cell c takes value v: number c * n + v, so that N cells use the variables
1..N*n without gaps or auxiliaries, and the models are the solutions, one model for each.

                each cell                     each value in each all-different constraint
    minimal     at least one value            at most one place
    natural     at least one, at most one     at most one place
    extended    at least one, at most one     at most one place, at least one where it is full

A constraint is full when it has as many cells as there are values; over fewer cells a value need
not have a place.  Within full constraints, cells and values count each other out: what `minimal`
leaves unsaid is implied, but unit propagation does not see it (only `extended` sees hidden
singles).  A cell in no full constraint, which a grid with rows does not have, is told its at most
one in every encoding.  `minimal` and `extended` are Lynce and Ouaknine, "Sudoku as a SAT problem",
AIMATH 2006; `natural` is Weber, "A SAT-based Sudoku solver", LPAR 2005.

The price of a blank grid of N = n*n cells with h houses, where C(n) = n (n - 1) / 2, in N*n
variables:

    encoding     clauses                             9x9       16x16       25x25
    ----------   --------------------------------   ------   --------   ---------
    minimal      N + h n C(n)                        8,829     92,416     563,125
    natural      N + h n C(n) + N C(n)              11,745    123,136     750,625
    extended     N + h n C(n) + N C(n) + h n        11,988    123,904     752,500

Repeats are kept, as published: a box and a row say some of the same pairs, so that 1,458 clauses of
a 9x9 are said twice.  Domains come on top: a given is one unit clause, and so is every value that
is crossed out elsewhere; all of them, when nothing is left, contradict the cell's at least one.

The pairs come from itertools, which builds a blank 9x9 in 1.2 ms (a loop over indices needs 3.3)
and a 25x25 in 60 ms.  All but the units depends on the constraints alone and is kept as a skeleton:
the next 9x9 costs the units and a copied list.  The harness makes the skeleton before the clock
starts (`Backend.prepare`), so that no time depends on what was asked before.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from accord.encodings.clauses import CNF, Clause
from accord.encodings.scopes import Scope, scopes
from accord.puzzles.grid import Value
from accord.puzzles.puzzle import Puzzle


class Skeleton(NamedTuple):
    """What an encoding says of the blank grid."""

    variables: int
    clauses: list[Clause]  # shared: not to be changed
    cells: tuple[Mapping[Value, Clause], ...]
    determined: bool


def encode(puzzle: Puzzle, encoding: str = "extended") -> CNF:
    """The clauses whose models are the solutions of `puzzle`, one model for each.

    Raises:
        TypeError: a constraint says something else than AllDifferent.
    """
    base = skeleton(puzzle, encoding)
    return CNF(base.variables, [*units(puzzle), *base.clauses], base.cells, base.determined)


def skeleton(puzzle: Puzzle, encoding: str) -> Skeleton:
    """The skeleton of the puzzle's constraints, made once."""
    return _skeleton(puzzle.size, tuple(scopes(puzzle)), encoding)


@lru_cache(maxsize=4)
def _skeleton(n: int, every: tuple[Scope, ...], encoding: str) -> Skeleton:
    cells = range(n * n)
    full = [scope for scope in every if len(scope) == n]
    counted = {cell for scope in full for cell in scope} if encoding == "minimal" else set()

    clauses: list[Clause] = [tuple(range(c * n + 1, c * n + n + 1)) for c in cells]
    for scope in every:
        for value in range(1, n + 1):
            clauses += combinations([-(c * n + value) for c in scope], 2)
    for c in cells:
        if c not in counted:
            clauses += combinations(range(-c * n - 1, -c * n - n - 1, -1), 2)
    if encoding == "extended":
        clauses += [tuple(c * n + v for c in scope) for scope in full for v in range(1, n + 1)]
    sayings = tuple({value: (c * n + value,) for value in range(1, n + 1)} for c in cells)
    return Skeleton(n**3, clauses, sayings, determined=True)


def units(puzzle: Puzzle) -> Iterator[Clause]:
    """What the domains say: the value of a fixed cell, or every value that is crossed out."""
    n = puzzle.size
    every = frozenset(range(1, n + 1))
    for cell, domain in enumerate(puzzle.domains):
        if len(domain) == 1:
            yield (cell * n + min(domain),)
        elif len(domain) < n:
            yield from ((-(cell * n + value),) for value in sorted(every - domain))
