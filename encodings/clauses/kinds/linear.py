"""Linear as clauses: partial sums in the order encoding.

The terms are added one by one, the heaviest first.  Each partial sum but the first and the last is
a variable whose values are the sums that can be reached, and of two sums that leave no choice any
more how the comparison ends only one is kept.  Then for all values a and b

    sum >= a and term >= b imply next sum >= a + b;     the same with <=

without the clauses that others imply.  So unit propagation keeps all bounds consistent, and the
values of the terms decide every literal.  Two terms need no partial sum: x <= y is a clause for
each value.  N. Tamura, A. Taga, S. Kitagawa and M. Banbara, "Compiling finite linear CSP into SAT",
Constraints 2009; that sums are cut to those that matter is from I. Abío and P. Stuckey, "Encoding
linear constraints into SAT", CP 2014.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import gcd
from typing import NamedTuple

from accord.encodings.clauses.kinds.integers import TRUE, Integers
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.linear import COMPARISONS, Comparison, Linear

MOST = 1_000_000  # pairs of a partial sum and a value, in one constraint


class Term(NamedTuple):
    """A weighted variable."""

    weight: int  # never 0
    variable: int

    def values(self, to: Integers) -> list[int]:
        """The values of weight times variable, the lowest first."""
        return sorted(self.weight * value for value in to.values(self.variable))

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
    """A sum of some first terms."""

    low: int  # stands for all sums that are not higher
    high: int  # and for all that are not lower
    values: Sequence[int]  # in order


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
    sizes = [len(fresh.domains[term.variable]) for term in terms]
    if not all(sizes) or max(sizes, default=0) > LARGEST:
        return True  # there is nothing to say, or the domain will be refused
    return most_pairs(terms, fresh) <= MOST


def most_pairs(terms: Sequence[Term], fresh: Fresh) -> int:
    """The largest possible number of pairs of a partial sum and a value."""
    domains = [fresh.domains[term.variable] for term in terms]
    ends = [
        abs(term.weight) * (domain.max - domain.min)
        for term, domain in zip(terms, domains, strict=True)
    ]
    after = [*accumulate(reversed(ends), initial=0)][::-1]
    sums, pairs = len(domains[0]) if domains else 0, 0
    for place, (domain, rest) in enumerate(zip(domains[1:], after[2:], strict=True), 2):
        if place == len(domains):
            return pairs + 3 * sums
        pairs += sums * len(domain)
        width = sum(ends[:place])
        sums = min(sums * len(domain), width + 1, rest + 3)
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
    else:
        low = right if operator == "<=" else right - 1
        allowed = [each for each in range(low, right + 2) if compare(each, right)]
        if operator == "<=":
            allowed = [right]
        _total(to, terms, Ends(low, right + 1, allowed))


def holds(to: Integers, terms: Sequence[Term], operator: Comparison, right: int) -> int:
    """The literal that is true exactly if a sum compares so with a number."""
    terms, operator, right = _normal(terms, operator, right)
    if not terms:
        return TRUE if COMPARISONS[operator](0, right) else -TRUE
    low = right if operator == "<=" else right - 1
    total = _total(to, terms, Ends(low, right + 1, range(low, right + 2)))
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
    for value in to.values(one.variable):
        matching, rest = divmod(right - one.weight * value, other.weight)
        if not rest:
            to.say((-to.equal(one.variable, value), -to.equal(other.variable, matching)))


def _total(to: Integers, terms: Sequence[Term], ends: Ends) -> Term:
    """The sum of the terms, one or more, cut at the ends where they are two or more."""
    total, *others = terms
    for term, step in zip(others, _steps(to, terms, ends), strict=True):
        result = Term(1, to.fresh.variable(step.values))
        _bound(to, total, term, result, step.low, step.high)
        _bound(to, -total, -term, -result, -step.high, -step.low)
        total = result
    return total


def _steps(to: Integers, terms: Sequence[Term], ends: Ends) -> Iterator[PartialSum]:
    """The sums of the first two terms, of the first three, and so on."""
    values = [term.values(to) for term in terms]
    least = [*accumulate((each[0] for each in reversed(values)), initial=0)][::-1]
    most = [*accumulate((each[-1] for each in reversed(values)), initial=0)][::-1]
    sums: Sequence[int] = values[0]
    for place in range(1, len(values)):
        low, high = ends.low - most[place + 1], ends.high - least[place + 1]
        if place == len(values) - 1:
            sums = ends.allowed
        else:
            found = {min(max(a + b, low), high) for a in sums for b in values[place]}
            found -= {
                end
                for end, last in ((low, ends.low), (high, ends.high))
                if last not in ends.allowed
            }
            sums = sorted(found)
        yield PartialSum(low, high, sums)


def _bound(to: Integers, one: Term, other: Term, total: Term, low: int, high: int) -> None:
    """Write that one >= a and other >= b imply total >= a + b, which is cut to low..high."""
    sums, seconds = total.values(to), other.values(to)

    def place(a: int, b: int) -> int:
        return bisect_left(sums, min(max(a + b, low), high))

    before: int | None = None
    for a in one.values(to):
        for b in _corners(a, seconds, sums):
            at = place(a, b)
            if (not at and sums) or (before is not None and place(before, b) == at):
                continue  # it is always true, or implied
            reached = -TRUE if at == len(sums) else total.at_least(to, sums[at])
            to.say((-one.at_least(to, a), -other.at_least(to, b), reached))
        before = a


def _corners(a: int, seconds: Sequence[int], sums: Sequence[int]) -> Iterator[int]:
    """The values that with `a` reach a higher sum than the value before them does."""
    if len(seconds) <= len(sums) + 1:
        yield from seconds
        return
    places = [0, *(bisect_right(seconds, each - a) for each in sums)]
    yield from (seconds[at] for at in dict.fromkeys(places) if at < len(seconds))
