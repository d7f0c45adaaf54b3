"""A puzzle as clauses: the direct encoding, in the three published strengths.

Variable x(c, v) means that cell c takes value v: number c * n + v, so that N cells use variables
1..N*n without gaps, and the auxiliary ones of at most one come after them.

                each cell                     each value in each all-different constraint
    minimal     at least one value            at most one place
    natural     at least one, at most one     at most one place
    extended    at least one, at most one     at most one place, at least one where it is full

A constraint is full when it has as many cells as there are values; over fewer cells a value need
not have a place.  What `minimal` leaves out is implied, but unit propagation does not find it (only
`extended` finds hidden singles).  `minimal` and `extended` are Lynce and Ouaknine, "Sudoku as a SAT
problem", AIMATH 2006; `natural` is Weber, "A SAT-based Sudoku solver", LPAR 2005.

The price of a blank grid of N = n*n cells with h houses, where A(n) is the price of at most one of
n literals (encodings/clauses/at_most_one.py), in numbers pairwise, n (n - 1) / 2:

    encoding     clauses                             9x9       16x16       25x25
    ----------   --------------------------------   ------   --------   ---------
    minimal      N + h n A(n)                        8,829     92,416     563,125
    natural      N + h n A(n) + N A(n)              11,745    123,136     750,625
    extended     N + h n A(n) + N A(n) + h n        11,988    123,904     752,500

The models are the solutions, one model for each (`determined`), so long as a grid leaves the
auxiliary variables no choice: in a constraint that is not full, where a value may have no place,
this holds only with `at_most_one.DETERMINED`.

The price with each at most one, and the time and memory: docs/encodings/clauses.md.
"""

from collections.abc import Sequence
from functools import partial
from itertools import count

from accord.encodings.clauses.at_most_one import AT_MOST_ONE, DETERMINED, AtMostOne, Fresh
from accord.encodings.clauses.clauses import CNF, Clause, ClauseEncoding, ValueLiterals
from accord.encodings.scopes import Scope


def skeleton(n: int, every: Sequence[Scope], at_most_one: str, *, strength: str) -> CNF:
    """The clauses of constraints, the domains apart."""
    fresh = count(n**3 + 1)
    clauses = _rules(n, every, strength, AT_MOST_ONE[at_most_one], fresh)
    return CNF(next(fresh) - 1, clauses, value_literals(n), leaves_no_choice(n, every, at_most_one))


def _rules(
    n: int, every: Sequence[Scope], strength: str, at_most_one: AtMostOne, fresh: Fresh
) -> list[Clause]:
    cells = range(n * n)
    full = [scope for scope in every if len(scope) == n]
    counted = {cell for scope in full for cell in scope} if strength == "minimal" else set()

    clauses: list[Clause] = [tuple(range(c * n + 1, c * n + n + 1)) for c in cells]
    for scope in every:
        for value in range(1, n + 1):
            clauses += at_most_one([c * n + value for c in scope], fresh)
    for c in cells:
        if c not in counted:
            clauses += at_most_one(range(c * n + 1, c * n + n + 1), fresh)
    if strength == "extended":
        clauses += [tuple(c * n + v for c in scope) for scope in full for v in range(1, n + 1)]
    return clauses


def value_literals(n: int) -> tuple[ValueLiterals, ...]:
    """By cell of an n x n grid the literal of each value: one variable for each."""
    return tuple({v: (c * n + v,) for v in range(1, n + 1)} for c in range(n * n))


def leaves_no_choice(n: int, every: Sequence[Scope], at_most_one: str) -> bool:
    """Whether a grid decides the auxiliary variables of all at most ones.

    Where exactly one literal is true, as in cells and full scopes, it always does.
    """
    return at_most_one in DETERMINED or all(len(scope) in (0, 1, n) for scope in every)


CLAUSE_ENCODINGS = {
    strength: ClauseEncoding(
        partial(skeleton, strength=strength), form="direct" if strength == "extended" else ""
    )
    for strength in ("extended", "minimal", "natural")
}
