"""At most one of these literals: seven encodings in clauses.

Pairwise needs only the literals; the others use auxiliary variables to need fewer clauses.
The price for n >= 2 literals, as clauses + auxiliary variables, all divisions, roots and logarithms
(lb, to base 2) rounded up:

    encoding     clauses                            auxiliary   n = 9    n = 16    n = 25
    ----------   --------------------------------   ---------   ------   -------   -------
    pairwise     n (n - 1) / 2                      0           36 + 0   120 + 0   300 + 0
    sequential   3n - 4                             n - 1       23 + 8   44 + 15   71 + 24
    ladder       4n - 5                             n - 1       31 + 8   59 + 15   95 + 24
    commander    K(n) = 3n - 2g + K(g), g = n / 3   ~ n / 2     24 + 3   51 + 6    81 + 12
    product      P(n) = 2n + P(p) + P(n / p)        ~ 2 p       24 + 6   44 + 8    70 + 10
    bitwise      n lb n                             lb n        36 + 4   64 + 4    125 + 5
    totalizer    3n - 5                             n - 2       22 + 7   43 + 14   70 + 23

    pairwise     no two of them; folklore
    sequential   a counter that may reach one: C. Sinz, "Towards an optimal CNF encoding of Boolean
                 cardinality constraints", CP 2005
    ladder       a chain of steps that changes once, where the true literal stands: the regular
                 encoding of C. Ansótegui and F. Manyà, "Mapping problems with finite-domain
                 variables to problems with Boolean variables", SAT 2004, and the ladders of I. Gent
                 and P. Nightingale, "A new encoding of AllDifferent into SAT", 2004; as clauses,
                 the sequential counter and its other direction
    commander    groups, each with a commander: W. Klieber and G. Kwon, "Efficient CNF encoding for
                 selecting 1 from N objects", CFV 2007; in groups of three
    product      a rectangle of which one row and one column are chosen: J. Chen, "A new SAT
                 encoding of the at-most-one constraint", ModRef 2010; p is the root of n
    bitwise      the number of the true literal in binary: A. Frisch, T. Peugniez, A. Doggett and
                 P. Nightingale, "Solving non-Boolean satisfiability problems with stochastic local
                 search", JAR 2005; A. Frisch and P. Giannaros, "SAT encodings of the at-most-k
                 constraint", ModRef 2010
    totalizer    a binary tree that counts the true leaves, cut at one and only in the direction
                 that at most one needs: O. Bailleux and Y. Boufkhad, "Efficient CNF encoding of
                 Boolean cardinality constraints", CP 2003

Commander and product encode at most one of their auxiliary variables in the same way again.  What
each of the seven propagates, and how many models it has: docs/encodings/clauses.md.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isqrt

from accord.encodings.clauses.clauses import Clause

Literals = Sequence[int]
Fresh = Iterator[int]  # yields variables that are not in use
AtMostOne = Callable[[Literals, Fresh], Iterable[Clause]]

SMALL = 6  # literals: so many and fewer are pairwise in the encodings that call themselves


def pairwise(literals: Literals, fresh: Fresh) -> Iterable[Clause]:
    """A clause for each two literals: one of them is false."""
    return itertools.combinations([-literal for literal in literals], 2)


def sequential(literals: Literals, fresh: Fresh) -> list[Clause]:
    """A counter runs along the literals; a true one sets it, and must find it unset."""
    return _counter(literals, fresh, both_ways=False)


def ladder(literals: Literals, fresh: Fresh) -> list[Clause]:
    """The counter of `sequential` that is set by nothing else: it steps at the true literal."""
    return _counter(literals, fresh, both_ways=True)


def _counter(literals: Literals, fresh: Fresh, *, both_ways: bool) -> list[Clause]:
    clauses: list[Clause] = []
    before: Clause = ()  # the counter: one of the literals so far is true
    for literal in literals[:-1]:
        after = next(fresh)
        clauses.append((-literal, after))
        clauses += [clause for each in before for clause in ((-each, after), (-literal, -each))]
        if both_ways:
            clauses.append((-after, *before, literal))
        before = (after,)
    return [*clauses, *((-literals[-1], -each) for each in before)]


def commander(literals: Literals, fresh: Fresh) -> Iterable[Clause]:
    """Each group of three has a commander, true if one of them is; one commander at most."""
    if len(literals) <= SMALL:
        return pairwise(literals, fresh)
    clauses: list[Clause] = []
    commanders = []
    for group in _groups(literals, -(-len(literals) // 3)):
        leader = next(fresh)
        commanders.append(leader)
        clauses += pairwise(group, fresh)
        clauses += [(leader, -literal) for literal in group]
        clauses.append((-leader, *group))
    return [*clauses, *commander(commanders, fresh)]


def _groups(literals: Literals, number: int) -> list[Literals]:
    """The literals cut into this number of groups, whose lengths differ by one at most."""
    ends = [len(literals) * group // number for group in range(number + 1)]
    return [literals[start:end] for start, end in itertools.pairwise(ends)]


def product(literals: Literals, fresh: Fresh) -> Iterable[Clause]:
    """The literals fill a rectangle: a true one chooses its row and its column, one each."""
    if len(literals) <= SMALL:
        return pairwise(literals, fresh)
    width = isqrt(len(literals) - 1) + 1
    rows = [next(fresh) for _ in range(-(-len(literals) // width))]
    columns = [next(fresh) for _ in range(width)]
    clauses: list[Clause] = []
    for place, literal in enumerate(literals):
        row, column = divmod(place, width)
        clauses += [(-literal, rows[row]), (-literal, columns[column])]
    return [*clauses, *product(rows, fresh), *product(columns, fresh)]


def bitwise(literals: Literals, fresh: Fresh) -> list[Clause]:
    """A true literal spells its own number, in binary."""
    bits = [next(fresh) for _ in range(_bits(len(literals)))]
    return [
        (-literal, bit if number >> place & 1 else -bit)
        for number, literal in enumerate(literals)
        for place, bit in enumerate(bits)
    ]


def _bits(things: int) -> int:
    """The length of the numbers 0..things-1 in binary."""
    return max(things - 1, 0).bit_length()


def totalizer(literals: Literals, fresh: Fresh) -> list[Clause]:
    """A tree over the literals: a true child makes its parent true; two children never are."""
    return _tree(literals, fresh, None)


def _tree(literals: Literals, fresh: Fresh, top: int | None) -> list[Clause]:
    """The tree whose root is the variable `top`, if it has one."""
    if len(literals) < 2:
        return []
    clauses: list[Clause] = []
    children = []
    for half in _groups(literals, 2):
        child = half[0] if len(half) == 1 else next(fresh)
        children.append(child)
        clauses += _tree(half, fresh, child)
        if top is not None:
            clauses.append((-child, top))
    return [*clauses, (-children[0], -children[1])]


AT_MOST_ONE: Mapping[str, AtMostOne] = {  # by name; the one without auxiliary variables first
    "pairwise": pairwise,
    "sequential": sequential,
    "ladder": ladder,
    "commander": commander,
    "product": product,
    "bitwise": bitwise,
    "totalizer": totalizer,
}
DETERMINED = frozenset({"pairwise", "ladder", "commander"})
"""Those whose auxiliary variables follow from the literals even when none of them is true."""
