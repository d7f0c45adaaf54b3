"""A puzzle as clauses: the direct encoding, in the three published strengths.

Variable x(c, v) says that cell c takes value v: number c * n + v, so that N cells use the variables
1..N*n without gaps, and the auxiliary ones of at most one come after them.

                each cell                     each value in each all-different constraint
    minimal     at least one value            at most one place
    natural     at least one, at most one     at most one place
    extended    at least one, at most one     at most one place, at least one where it is full

A constraint is full when it has as many cells as there are values; over fewer cells a value need
not have a place.  Within full constraints, cells and values count each other out: what `minimal`
leaves unsaid is implied, but unit propagation does not see it (only `extended` sees hidden
singles).  A cell in no full constraint, which a grid with rows does not have, has its at most
one in every encoding.  `minimal` and `extended` are Lynce and Ouaknine, "Sudoku as a SAT problem",
AIMATH 2006; `natural` is Weber, "A SAT-based Sudoku solver", LPAR 2005.

The price of a blank grid of N = n*n cells with h houses, where A(n) is the price of at most one of
n literals (encodings/clauses/at_most_one.py), and in numbers where that is said pairwise, n (n - 1)
/ 2:

    encoding     clauses                             9x9       16x16       25x25
    ----------   --------------------------------   ------   --------   ---------
    minimal      N + h n A(n)                        8,829     92,416     563,125
    natural      N + h n A(n) + N A(n)              11,745    123,136     750,625
    extended     N + h n A(n) + N A(n) + h n        11,988    123,904     752,500

    extended     clauses / variables, auxiliary ones included
    ----------   -----------------------------------------------------------------
    pairwise     11,988 /   729      123,904 /  4,096      752,500 / 15,625
    sequential    7,776 / 3,321       46,080 / 19,456      180,000 / 75,625
    ladder       10,368 / 3,321       61,440 / 19,456      240,000 / 75,625
    commander     8,100 / 1,701       53,248 / 10,240      205,000 / 45,625
    product       8,100 / 2,673       46,080 / 12,288      177,500 / 40,625
    bitwise      11,988 / 2,025       66,560 /  8,192      315,000 / 28,125
    totalizer     7,452 / 2,997       45,056 / 18,432      177,500 / 73,125

Repeats are kept, as published: a box and a row say some of the same pairs, so that 1,458 clauses of
a pairwise 9x9 are said twice.  Domains come on top: a given is one unit clause, and so is every
value that is crossed out elsewhere; all of them, when nothing is left, contradict the cell's at
least one.

The models are the solutions, one model for each (`determined`), so long as a grid leaves the
auxiliary variables no choice.  In cells and full constraints, where one literal is true, it never
does; in a shorter one, where a value may have no place, only with `at_most_one.DETERMINED`.

Pairs come from itertools, which builds a blank 9x9 in 1.3 ms (a loop over indices needs 3.3) and a
25x25 in 70 ms.  All but the units depends on the constraints alone and is kept as a skeleton: the
next 9x9 costs 0.03 ms, for the units and a copied list.  The harness makes the skeleton before the
clock starts (`Backend.prepare`), so that no time depends on what was asked before.  Two are kept
and no more: of a 36x36, `minimal` is 2,450,736 clauses in 160 MB, `extended` 3,271,104 in 220 MB.
"""

from collections.abc import Sequence
from itertools import count

from accord.encodings.clauses.at_most_one import AT_MOST_ONE, DETERMINED, AtMostOne, Fresh
from accord.encodings.clauses.clauses import CNF, Clause, Saying
from accord.encodings.scopes import Scope

STRENGTHS = ("extended", "minimal", "natural")


def skeleton(n: int, every: Sequence[Scope], strength: str, at_most_one: str) -> CNF:
    """The clauses of constraints, the domains apart."""
    fresh = count(n**3 + 1)
    clauses = _rules(n, every, strength, AT_MOST_ONE[at_most_one], fresh)
    return CNF(next(fresh) - 1, clauses, sayings(n), leaves_no_choice(n, every, at_most_one))


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


def sayings(n: int) -> tuple[Saying, ...]:
    """How each cell of an n x n grid says each value: by one variable."""
    return tuple({v: (c * n + v,) for v in range(1, n + 1)} for c in range(n * n))


def leaves_no_choice(n: int, every: Sequence[Scope], at_most_one: str) -> bool:
    """Whether a grid decides the auxiliary variables of all at most ones.

    Where exactly one literal is true, as in cells and full scopes, it always does.
    """
    return at_most_one in DETERMINED or all(len(scope) in (0, 1, n) for scope in every)
