"""Between which values a term is, where its variables are between given ones.

Interval arithmetic on integers (Ramon Moore, "Interval analysis", 1966): each operator has the
least and the greatest value that its operands allow, as if these were independent of each other.
Truth is 0 or 1.  A term that may be undefined is marked, because a comparison around it may be
false then; what is said of it holds for the values that it has.
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import NamedTuple

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.expression import members_of
from accord.puzzles.constraints.terms import Operation, Term, quotient

LARGEST_POWER = 10_000  # bits of a power; larger ones are not computed


class Hull(NamedTuple):
    """The least and the greatest value, and whether there surely is one."""

    low: int
    high: int
    defined: bool = True


Box = Mapping[int, Hull]  # of each variable
TRUE, FALSE, EITHER = Hull(1, 1), Hull(0, 0), Hull(0, 1)


class UnboundedError(Exception):
    """A power is too large to be computed."""


def hull(term: Term, box: Box) -> Hull:
    """Bounds of a term's values, and whether it may be undefined.

    Raises:
        UnboundedError: a power is too large to be computed.
    """
    if isinstance(term, Variable):
        return box[term.number]
    if not isinstance(term, Operation):
        return Hull(term, term)
    if term.is_truth:
        return truth(term, box)
    if term.operator == "if":
        condition, chosen, other = term.operands
        match truth(condition, box):
            case (1, 1, _):
                return hull(chosen, box)
            case (0, 0, _):
                return hull(other, box)
        return _join(hull(chosen, box), hull(other, box))
    return NUMBERS[term.operator](*[hull(each, box) for each in term.operands])


def truth(term: Term, box: Box) -> Hull:
    """The truth of a term as bounds: surely 1, surely 0, or either."""
    if not isinstance(term, Operation) or not term.is_truth:
        found = hull(term, box)
        never = found[:2] == (0, 0)
        return _truth(not found.low <= 0 <= found.high and found.defined, never)
    if term.operator in LOGIC:
        return LOGIC[term.operator](*[truth(each, box) for each in term.operands])
    if term.operator in ("in", "notin"):
        found = hull(term.operands[0], box)
        single = found.low == found.high
        inside = [each for each in members_of(term) if found.low <= each <= found.high]
        surely = single and bool(inside) and found.defined
        if term.operator == "in":
            return _truth(surely, not inside)
        return _truth(not inside and found.defined, single and bool(inside))
    operands = [hull(each, box) for each in term.operands]
    defined = all(each.defined for each in operands)
    always, never = _compared(term.operator, operands)
    return _truth(always and defined, never)


def _truth(always: bool, never: bool) -> Hull:
    return TRUE if always else FALSE if never else EITHER


def _compared(operator: str, operands: list[Hull]) -> tuple[bool, bool]:
    """Whether operands always compare so, and whether they never do."""
    one, other = operands[0], operands[-1]
    match operator:
        case "lt":
            return one.high < other.low, one.low >= other.high
        case "le":
            return one.high <= other.low, one.low > other.high
        case "gt":
            return one.low > other.high, one.high <= other.low
        case "ge":
            return one.low >= other.high, one.high < other.low
    apart = max(each.low for each in operands) > min(each.high for each in operands)
    same = min(each.low for each in operands) == max(each.high for each in operands)
    return (same, apart) if operator == "eq" else (apart, same)


def _join(*found: Hull) -> Hull:
    defined = all(each.defined for each in found)
    return Hull(min(each.low for each in found), max(each.high for each in found), defined)


def _corners(function: Callable[..., int]) -> Callable[..., Hull]:
    """The hull of a function whose extremes are at ends of its operands."""

    def between(*operands: Hull) -> Hull:
        values = [function(*each) for each in product(*[each[:2] for each in operands])]
        return Hull(min(values), max(values), all(each.defined for each in operands))

    return between


def _sum(*operands: Hull) -> Hull:
    low, high = sum(each.low for each in operands), sum(each.high for each in operands)
    return Hull(low, high, all(each.defined for each in operands))


def _product(first: Hull, *others: Hull) -> Hull:
    for each in others:
        first = _corners(lambda x, y: x * y)(first, each)
    return first


def _absolute(x: Hull) -> Hull:
    low = 0 if x.low <= 0 <= x.high else min(abs(x.low), abs(x.high))
    return Hull(low, max(abs(x.low), abs(x.high)), x.defined)


def _quotient(x: Hull, y: Hull) -> Hull:
    divisors = {each for each in (y.low, y.high, -1, 1) if each and y.low <= each <= y.high}
    defined = x.defined and y.defined and not y.low <= 0 <= y.high
    values = [quotient(each, divisor) for each in x[:2] for divisor in divisors] or [0]
    if x.low <= 0 <= x.high:
        values.append(0)
    return Hull(min(values), max(values), defined)


def _remainder(x: Hull, y: Hull) -> Hull:
    most = max(abs(y.low), abs(y.high), 1) - 1
    defined = x.defined and y.defined and not y.low <= 0 <= y.high
    return Hull(max(min(x.low, 0), -most), min(max(x.high, 0), most), defined)


def _power(x: Hull, y: Hull) -> Hull:
    defined, low, high = x.defined and y.defined and y.low >= 0, max(y.low, 0), max(y.high, 0)
    if high * max(abs(x.low), abs(x.high)).bit_length() > LARGEST_POWER:
        raise UnboundedError
    exponents = {each for each in (low, low + 1, high - 1, high) if low <= each <= high}
    bases = {each for each in (x.low, x.high, -1, 0, 1) if x.low <= each <= x.high}
    values = [int(base**exponent) for base in bases for exponent in exponents]
    return Hull(min(values), max(values), defined)


def _all(*operands: Hull) -> Hull:
    return Hull(min(each.low for each in operands), min(each.high for each in operands))


def _any(*operands: Hull) -> Hull:
    return Hull(max(each.low for each in operands), max(each.high for each in operands))


def _not(x: Hull) -> Hull:
    return Hull(1 - x.high, 1 - x.low)


def _odd(*operands: Hull) -> Hull:
    if any(each == EITHER for each in operands):
        return EITHER
    return TRUE if sum(each.low for each in operands) % 2 else FALSE


def _same(*operands: Hull) -> Hull:
    return _truth(len({*operands}) == 1 and operands[0] != EITHER, {TRUE, FALSE} <= {*operands})


NUMBERS: Mapping[str, Callable[..., Hull]] = {
    "neg": _corners(lambda x: -x),
    "abs": _absolute,
    "add": _sum,
    "sub": lambda x, y: Hull(x.low - y.high, x.high - y.low, x.defined and y.defined),
    "mul": _product,
    "div": _quotient,
    "mod": _remainder,
    "sqr": lambda x: _absolute(x)._replace(low=_absolute(x).low ** 2, high=_absolute(x).high ** 2),
    "pow": _power,
    "min": lambda *each: _join(*each)._replace(high=min(x.high for x in each)),
    "max": lambda *each: _join(*each)._replace(low=max(x.low for x in each)),
    "dist": lambda x, y: _absolute(NUMBERS["sub"](x, y)),
}
LOGIC: Mapping[str, Callable[..., Hull]] = {
    "not": _not,
    "and": _all,
    "or": _any,
    "xor": _odd,
    "iff": _same,
    "imp": lambda x, y: _any(_not(x), y),
}
