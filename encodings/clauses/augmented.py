"""The augmented encoding: what a box shares with its rows and columns has variables of its own.

Where two full constraints share several cells, as a box and a row do, an auxiliary variable says of
each value that it stands there; in a 9x9 Sudoku these are the triads.  Then everything is said as
"exactly one is true":

    the values of a cell;
    the places of a value in an intersection, together with the negated variable of this
        intersection, which so means that the value stands there;
    the variables of the intersections that a full constraint consists of: a row of those with
        boxes, a box of those with rows, and again of those with columns.

A constraint that is divided needs no other clauses: unit propagation sees through the auxiliary
variables all that it sees in `extended`, and locked candidates besides (a value that a box has left
in one row alone stands nowhere else in that row).  This is the formulation called "augmented" of
the four that T. Dillon compares in "tdoku", 2019, for 9x9.  Here the intersections are read off
the constraints, so that jigsaw regions, windows and diagonals have theirs.  Each full constraint is
divided by those that share at least two of its cells and do not overlap there, in as many ways as
it takes to use them all; a cell that is in none of them stands for itself.  One that shares no two
cells with any other, as in a Latin square, is divided into its cells: `extended` again.  A shorter
constraint says at most one place, as everywhere.

The price of a blank Sudoku of n = k*k values, N = n*n cells and 3n houses, where E(m) = 1 + A(m) is
exactly one of m literals, and in numbers where at most one is pairwise, A(m) = m (m - 1) / 2:

    encoding     clauses                                  9x9      16x16     25x25
    ----------   -------------------------------------   ------   -------   -------
    extended     N E(n) + 3 N E(n)                       11,988   123,904   752,500
    augmented    N E(n) + 2 k N E(k + 1) + 4 N E(k)       7,695    60,672   315,625

    encoding     variables                                9x9      16x16     25x25
    ----------   -------------------------------------   ------   -------   -------
    extended     n N                                        729     4,096    15,625
    augmented    n N + 2 k N                              1,215     6,144    21,875

What it buys: unit propagation alone solves 21 of the 32 puzzles of the collection `9x9` (`extended`
19, `natural` 9), and leaves 4.6% fewer candidates in `famous`.  To decide all of `famous`, `16x16`
and `25x25`, CaDiCaL 1.9.5 needs 1,145, 175 and 2,931 conflicts (`extended`: 1,679, 483, 4,260), but
no less time: 29, 22 and 313 ms (25, 22, 246).  With the clauses of `extended` left in beside the
new ones it needs 1,226, 209 and 3,585, for twice as many clauses: they are left out, as published.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count

from accord.encodings.clauses.at_most_one import AT_MOST_ONE, Fresh
from accord.encodings.clauses.clauses import CNF, Clause
from accord.encodings.clauses.direct import leaves_no_choice, sayings
from accord.encodings.scopes import Scope

Block = tuple[int, ...]  # cells that two full scopes share, sorted; or one cell


def skeleton(n: int, every: Sequence[Scope], at_most_one: str) -> CNF:
    """The clauses of constraints, with intersections, the domains apart."""
    at_most_one_of, fresh = AT_MOST_ONE[at_most_one], count(n**3 + 1)
    full = [scope for scope in every if len(scope) == n]
    clauses: list[Clause] = []
    for literals in list(_exactly_one(n, full, fresh)):
        clauses.append(literals)
        clauses += at_most_one_of(literals, fresh)
    for scope in every:
        if len(scope) != n:
            for value in range(1, n + 1):
                clauses += at_most_one_of([cell * n + value for cell in scope], fresh)
    return CNF(next(fresh) - 1, clauses, sayings(n), leaves_no_choice(n, every, at_most_one))


def _exactly_one(n: int, full: Sequence[Scope], fresh: Fresh) -> Iterator[Clause]:
    """All that cells and full scopes say, as literals of which exactly one is true."""
    stands: dict[Block, Sequence[int]] = {  # for values 1.., the variable that says: it is there
        (cell,): range(cell * n + 1, cell * n + n + 1) for cell in range(n * n)
    }
    yield from map(tuple, stands.values())
    ways = [way for scope in full for way in divisions(scope, full)]
    for block in chain.from_iterable(ways):
        if block not in stands:
            stands[block] = [next(fresh) for _ in range(n)]
            for variable, *places in zip(stands[block], *(stands[c,] for c in block), strict=True):
                yield (-variable, *places)
    for way in ways:
        yield from zip(*(stands[block] for block in way), strict=True)


def divisions(scope: Scope, full: Iterable[Scope]) -> list[list[Block]]:
    """The ways to divide a full scope into what it shares with others, and single cells.

    Into single cells alone where it shares no two cells with another.
    """
    ways: list[list[Block]] = []
    for other in full:
        block = tuple(sorted(set(scope).intersection(other)))
        if not 1 < len(block) < len(scope) or any(block in way for way in ways):
            continue
        for way in ways:
            if set(block).isdisjoint(chain.from_iterable(way)):
                way.append(block)
                break
        else:
            ways.append([block])
    return [
        way + [(cell,) for cell in scope if cell not in chain.from_iterable(way)]
        for way in ways or [[]]
    ]
