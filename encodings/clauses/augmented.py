"""The augmented encoding: what a box shares with its rows and columns has variables of its own.

Where two full constraints share several cells, as a box and a row do, an auxiliary variable of each
value means that it stands there; in a 9x9 Sudoku these are the triads.  Exactly one is true of

    the values of a cell;
    the places of a value in an intersection, together with the negated variable of this
        intersection, which so means that the value stands there;
    the variables of the intersections that a full constraint consists of: a row of those with
        boxes, a box of those with rows, and again of those with columns.

This is the formulation called "augmented" of the four that T. Dillon compares in "tdoku", 2019, for
9x9.  Here the intersections are read off the constraints, so that jigsaw regions, windows and
diagonals have theirs.  The price of a blank Sudoku of n = k*k values, N = n*n cells and 3n houses,
where E(m) = 1 + m (m - 1) / 2 is exactly one of m literals with pairwise at most one:

    encoding     clauses                                  9x9      16x16     25x25
    ----------   -------------------------------------   ------   -------   -------
    extended     N E(n) + 3 N E(n)                       11,988   123,904   752,500
    augmented    N E(n) + 2 k N E(k + 1) + 4 N E(k)       7,695    60,672   315,625

    encoding     variables                                9x9      16x16     25x25
    ----------   -------------------------------------   ------   -------   -------
    extended     n N                                        729     4,096    15,625
    augmented    n N + 2 k N                              1,215     6,144    21,875

How constraints are divided, and what unit propagation gains: docs/encodings/clauses.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count

from accord.encodings.clauses.at_most_one import AT_MOST_ONE, Fresh
from accord.encodings.clauses.clauses import CNF, Clause, ClauseEncoding
from accord.encodings.clauses.direct import leaves_no_choice, value_literals
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
    return CNF(next(fresh) - 1, clauses, value_literals(n), leaves_no_choice(n, every, at_most_one))


def _exactly_one(n: int, full: Sequence[Scope], fresh: Fresh) -> Iterator[Clause]:
    """Lists of literals of which exactly one is true, for all cells and full scopes."""
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


CLAUSE_ENCODINGS = {"augmented": ClauseEncoding(skeleton)}
