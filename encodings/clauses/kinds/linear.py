"""Linear as clauses: partial sums in the order encoding, a sorting network, or bits.

    sequential    the terms are added one by one, the heaviest first.  N. Tamura, A. Taga,
                  S. Kitagawa and M. Banbara, "Compiling finite linear CSP into SAT",
                  Constraints 2009
    totalizer     two sums are added that have the fewest values, until one is left.  O. Bailleux
                  and Y. Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints",
                  CP 2003; with weights S. Joshi, R. Martins and V. Manquinho, "Generalized
                  totalizer encoding for pseudo-Boolean constraints", CP 2015
    sorter        order literals are sorted by a network (sorter.py)
    adder         binary numbers are added (adder.py)
    by-size       (unless another is chosen) sequential, if that is few clauses; else what is not
                  too many, first the shorter of the first two (the sorter, where it concludes as
                  much), then the sorter, then the adder

A partial sum is a variable whose values are the sums that can be reached, and of two sums that
leave no choice any more how the comparison ends only one is kept (I. Abío and P. Stuckey, "Encoding
linear constraints into SAT", CP 2014).  Then for all values a and b

    one sum >= a and other sum >= b imply their sum >= a + b;     the same with <=

without the clauses that others imply.  So unit propagation keeps all bounds consistent; the last
two conclude less.  In all of them the values of the terms decide every literal.  Two terms need no
partial sum: x <= y is a clause for each value.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import gcd
from typing import NamedTuple

from accord.encodings.clauses.clauses import Clause
from accord.encodings.clauses.kinds import adder, sorter
from accord.encodings.clauses.kinds.integers import TRUE, Integers
from accord.encodings.model import UnsupportedError
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.linear import COMPARISONS, Comparison, Linear

FEW = 3_000  # pairs of values of two sums that are added: a sum of fewer is always sequential
MANY = 200_000  # clauses, beyond which partial sums are not chosen
MOST = 2_000_000  # clauses of one sum, which is refused beyond
COUNTED = {"sorter": sorter.conditions, "adder": adder.conditions}  # of them no variable is made


class Term(NamedTuple):
    """A weighted variable."""

    weight: int  # never 0
    variable: int

    def values(self, to: Integers) -> list[int]:
        """The values of weight times variable, the lowest first."""
        return sorted(self.weight * value for value in to.values(self.variable))

    def less(self, to: Integers) -> list[Clause]:
        """For each of its values a clause that says that it is less: the empty one of the least."""
        at_most = to.at_most_each(self.variable)
        ordered = at_most if self.weight > 0 else [-literal for literal in reversed(at_most)]
        return [(), *zip(ordered)]

    def at_least(self, to: Integers, bound: int) -> int:
        """The literal that is true exactly if weight times variable is at least a bound."""
        if self.weight > 0:
            return -to.at_most(self.variable, -(-bound // self.weight) - 1)
        return to.at_most(self.variable, bound // self.weight)

    def __neg__(self) -> "Term":
        return Term(-self.weight, self.variable)


class Ends(NamedTuple):
    """The sums that are told apart, and those of them that are allowed."""

    low: int  # stands for all sums that are not higher
    high: int  # and for all that are not lower
    allowed: Sequence[int]  # sums between them that may be, in order


class PartialSum(NamedTuple):
    """A sum of some terms in the queue of those that are added next."""

    priority: int  # the lowest first
    number: int  # of equal priority the first that was made
    term: Term
    least: int  # of all its terms, however they are cut
    most: int


def terms_of(weights: Sequence[int], variables: Sequence[int]) -> list[Term]:
    """The terms of a sum, each variable once, the heaviest first."""
    total: dict[int, int] = {}
    for weight, variable in zip(weights, variables, strict=True):
        total[variable] = total.get(variable, 0) + weight
    terms = [Term(weight, variable) for variable, weight in total.items() if weight]
    return sorted(terms, key=lambda term: -abs(term.weight))


def fits(constraint: Linear, fresh: Fresh) -> bool:
    """Whether a sum takes few enough clauses."""
    return is_small(terms_of(constraint.coefficients, constraint.scope), fresh)


def is_small(terms: Sequence[Term], fresh: Fresh) -> bool:
    """Whether the sum of these terms takes few enough clauses, whatever it is compared with."""
    sizes = [fresh.domains[term.variable].size for term in terms]
    if not all(sizes) or max(sizes, default=0) > LARGEST:
        return True  # there is nothing to say, or the domain will be refused
    return min(2 * most_pairs(terms, fresh), adder.most_clauses(terms, fresh)) <= MOST


def most_pairs(terms: Sequence[Term], fresh: Fresh, sums: str = "sequential") -> int:
    """The largest possible number of pairs of values of two sums that are added.

    Args:
        terms: what is added.
        fresh: their domains.
        sums: sequential or totalizer.
    """
    domains = [fresh.domains[term.variable] for term in terms]
    ends = [
        abs(term.weight) * (domain.max - domain.min)
        for term, domain in zip(terms, domains, strict=True)
    ]
    whole, pairs = sum(ends), 0
    is_tree = sums == "totalizer"
    queue = [
        (domain.size if is_tree else 0, number, domain.size, width)
        for number, (domain, width) in enumerate(zip(domains, ends, strict=True))
    ]
    heapify(queue)
    for number in range(len(terms), 2 * len(terms) - 1):
        (_, _, one, first), (_, _, other, second) = heappop(queue), heappop(queue)
        if not queue:
            return pairs + 3 * max(one, other)
        pairs += one * other
        width = first + second
        size = min(one * other, width + 1, whole - width + 3)
        heappush(queue, (size if is_tree else -1, number, size, width))
    return pairs


def post_linear(to: Integers, constraint: Linear) -> None:
    """Write the clauses of a linear constraint."""
    require(
        to,
        terms_of(constraint.coefficients, constraint.scope),
        constraint.operator,
        constraint.constant,
    )


def require(to: Integers, terms: Sequence[Term], operator: Comparison, right: int) -> None:
    """Write that a sum compares with a number."""
    terms, operator, right = _normal(terms, operator, right)
    compare = COMPARISONS[operator]
    if not terms:
        to.say([TRUE] if compare(0, right) else [])
    elif len(terms) == 1:
        (weight, variable), *_ = terms
        to.restrict(variable, {v for v in to.values(variable) if compare(weight * v, right)})
    elif len(terms) == 2 and operator == "!=":
        _differ(to, terms[0], terms[1], right)
    elif (sums := _chosen(to, terms)) in COUNTED:
        literals = COUNTED[sums](to, terms, operator, right)
        if operator == "!=":
            to.say(-literal for literal in literals)
        else:
            for literal in literals:
                to.say([literal])
    else:
        low = right if operator == "<=" else right - 1
        allowed = [each for each in range(low, right + 2) if compare(each, right)]
        if operator == "<=":
            allowed = [right]
        _total(to, terms, Ends(low, right + 1, allowed), sums)


def holds(to: Integers, terms: Sequence[Term], operator: Comparison, right: int) -> int:
    """The literal that is true exactly if a sum compares so with a number."""
    terms, operator, right = _normal(terms, operator, right)
    if not terms:
        return TRUE if COMPARISONS[operator](0, right) else -TRUE
    if (sums := _chosen(to, terms)) in COUNTED:
        literal = to.conjunction(COUNTED[sums](to, terms, operator, right))
        return -literal if operator == "!=" else literal
    low = right if operator == "<=" else right - 1
    total = _total(to, terms, Ends(low, right + 1, range(low, right + 2)), sums)
    at_most = -total.at_least(to, right + 1)
    if operator == "<=":
        return at_most
    equal = to.conjunction((total.at_least(to, right), at_most))
    return equal if operator == "=" else -equal


def _normal(
    terms: Sequence[Term], operator: Comparison, right: int
) -> tuple[Sequence[Term], Comparison, int]:
    """An equivalent comparison by =, != or <= whose weights have no common divisor."""
    if operator in (">", ">="):
        terms, right = [-term for term in terms], -right
    if operator in ("<", ">"):
        right -= 1
    divisor = gcd(*(term.weight for term in terms)) or 1
    terms = [Term(weight // divisor, variable) for weight, variable in terms]
    if operator not in ("=", "!="):
        return terms, "<=", right // divisor
    if right % divisor:  # no sum is equal: as if it were 0, compared with 1
        return [], operator, 1
    return terms, operator, right // divisor


def _differ(to: Integers, one: Term, other: Term, right: int) -> None:
    """Write that two terms do not add up to a number: a clause for each pair of values."""
    others = {*to.values(other.variable)}
    for value in to.values(one.variable):
        matching, rest = divmod(right - one.weight * value, other.weight)
        if not rest and matching in others:
            to.say((-to.equal(one.variable, value), -to.equal(other.variable, matching)))


def _chosen(to: Integers, terms: Sequence[Term]) -> str:
    """The way to add terms: the one that was asked for, or that their number of values suggests.

    Raises:
        UnsupportedError: the one that was asked for takes too many clauses.
    """
    pairs = most_pairs(terms, to.fresh)
    if len(terms) <= 2 or (to.sum_way == "by-size" and pairs <= FEW):
        return "sequential"
    clauses = {
        "sequential": 2 * pairs,
        "totalizer": 2 * most_pairs(terms, to.fresh, "totalizer"),
        "sorter": sorter.most_clauses(terms, to.fresh),
        "adder": adder.most_clauses(terms, to.fresh),
    }
    if to.sum_way == "by-size":
        fewest = min(("sequential", "totalizer"), key=clauses.__getitem__)
        if clauses[fewest] <= MANY and not sorter.is_strong(terms, to.fresh):
            return fewest
        return "sorter" if clauses["sorter"] <= MOST else "adder"
    if clauses[to.sum_way] > MOST:
        raise UnsupportedError(
            f"found a sum of {len(terms)} terms that is up to {clauses[to.sum_way]:,} clauses in "
            f"sum={to.sum_way}, expected at most {MOST:,}"
        )
    return to.sum_way


def _total(to: Integers, terms: Sequence[Term], ends: Ends, sums: str) -> Term:
    """The sum of the terms, one or more, cut at the ends where they are two or more."""

    def part(number: int, term: Term, least: int, most: int) -> PartialSum:
        is_sum = number >= len(terms)
        priority = len(to.values(term.variable)) if sums == "totalizer" else -is_sum
        return PartialSum(priority, number, term, least, most)

    values = [term.values(to) for term in terms]
    queue = [
        part(number, term, each[0], each[-1])
        for number, (term, each) in enumerate(zip(terms, values, strict=True))
    ]
    heapify(queue)
    least, most = sum(each[0] for each in values), sum(each[-1] for each in values)
    for number in range(len(terms), 2 * len(terms) - 1):
        one, other = heappop(queue), heappop(queue)
        lowest, highest = one.least + other.least, one.most + other.most
        low, high, found = *ends[:2], ends.allowed
        if queue:  # without the slack of ends that no sum reaches: two parts would add it twice
            low = min(low, most) - (most - highest)
            high = max(high, least) - (least - lowest)
            found = _sums(to, one.term, other.term, low, high, ends)
        total = Term(1, to.fresh.variable(found))
        _bound(to, one.term, other.term, total, low, high)
        _bound(to, -one.term, -other.term, -total, -high, -low)
        heappush(queue, part(number, total, lowest, highest))
    return queue[0].term


def _sums(to: Integers, one: Term, other: Term, low: int, high: int, ends: Ends) -> Sequence[int]:
    """The sums of two terms that are told apart, and lead to a sum that is allowed."""
    seconds = other.values(to)
    every = {a + b for a in one.values(to) for b in seconds}
    found = {min(max(each, low), high) for each in every}
    for end, last in ((low, ends.low), (high, ends.high)):
        if last not in ends.allowed:
            found.discard(end)
    return sorted(found)


def _bound(to: Integers, one: Term, other: Term, total: Term, low: int, high: int) -> None:
    """Write that one >= a and other >= b imply total >= a + b, which is cut to low..high."""
    sums, firsts, seconds = total.values(to), one.values(to), other.values(to)
    if not (sums and firsts and seconds):
        to.say(())
        return
    told_apart = sums[:-1] if sums[-1] == high else sums  # what is cut reaches the high end
    pairs = _by_sum if len(sums) < len(seconds) else _by_second
    less = other.less(to)
    reached = [*(tuple(-literal for literal in clause) for clause in total.less(to)), ()]
    for first, found in zip(one.less(to), pairs(firsts, seconds, told_apart), strict=True):
        clauses = [first + less[second] + reached[number] for second, number in found]
        to.clauses += clauses if all(clauses) else [(-TRUE,)]


def _by_second(
    firsts: Sequence[int], seconds: Sequence[int], sums: Sequence[int]
) -> Iterator[list[tuple[int, int]]]:
    """For each first number, places of seconds, each with how many sums are less than both add to.

    All numbers are in ascending order.  Left out is a pair that adds to more than no other sums
    than one with a lower number does.
    """
    before = [0] * len(seconds)
    for first in firsts:
        less = [bisect_left(sums, first + second) for second in seconds]
        known = map(max, before, [0, *less])
        yield [
            (at, number)
            for at, (number, least) in enumerate(zip(less, known, strict=False))
            if number > least
        ]
        before = less


def _by_sum(
    firsts: Sequence[int], seconds: Sequence[int], sums: Sequence[int]
) -> Iterator[list[tuple[int, int]]]:
    """As `_by_second`, in less time where the sums are fewer than the seconds."""
    before = [len(seconds)] * len(sums)
    for first in firsts:
        needed = [bisect_right(seconds, total - first) for total in sums]  # for more than this sum
        known = map(min, before, [*needed[1:], len(seconds)])
        yield [
            (at, number)
            for number, (at, most) in enumerate(zip(needed, known, strict=False), 1)
            if at < most
        ]
        before = needed
