"""Bounds of an expression, by its tree: what a term must be says what its operands can be.

HC4-revise: from the leaves up every term is between the values that its operands allow; from the
root, which has to be true, down every operand is between those that the term and the other operands
leave it (Frédéric Benhamou, Frédéric Goualard, Laurent Granvilliers and Jean-François Puget,
"Revising hull and box consistency", ICLP 1999).  A variable keeps the values that all its places
allow.  A run costs O(terms x depth + values).

Quotients, remainders, powers, `notin`, `xor` and an `eq` of several terms that is false are looked
at from below only.  A comparison that has to be false says nothing of terms that may be undefined.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isqrt, prod

from accord.puzzles import ValueSet
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.expression import members_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import COMPARISONS, Operation, Term
from accord.solvers.search.propagators.hulls import FALSE, TRUE, Hull, UnboundedError, hull, truth
from accord.solvers.search.propagators.propagator import NOTHING, Kept, Propagator, narrower

OPPOSITE = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}


class _EmptyError(Exception):
    """A term has no value left."""


def hc4(constraint: Expression) -> Propagator:
    """The propagator of an expression."""
    variables = [*dict.fromkeys(constraint.scope)]

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        box = {each: Hull(min(domains[each]), max(domains[each])) for each in variables}
        before = dict(box)
        try:
            _Narrowing(box).require(constraint.term, True)
        except _EmptyError:
            return [(variables[0], NOTHING)]
        except UnboundedError:
            return []
        changed = [each for each in variables if box[each] != before[each]]
        return narrower([(each, _between(domains[each], box[each])) for each in changed], domains)

    return propagate


def _between(domain: ValueSet, limits: Hull) -> ValueSet:
    return frozenset(value for value in domain if limits.low <= value <= limits.high)


class _Narrowing:
    """The domains of an expression's variables, while its terms narrow them."""

    def __init__(self, box: dict[int, Hull]) -> None:
        self._box = box

    def require(self, term: Term, wanted: bool) -> None:
        """Require that a term is true, or that it is false."""
        found = truth(term, self._box)
        if found == (FALSE if wanted else TRUE):
            raise _EmptyError
        if not isinstance(term, Operation) or not term.is_truth:
            own = hull(term, self._box)
            if wanted:
                self.limit(term, own.low + (own.low == 0), own.high - (own.high == 0))
            elif own.defined:
                self.limit(term, 0, 0)
        elif term.operator in COMPARISONS:
            self._compare(term, wanted)
        elif term.operator == "in" and wanted:
            own = hull(term.operands[0], self._box)
            left = [each for each in members_of(term) if own.low <= each <= own.high]
            self.limit(term.operands[0], min(left), max(left))
        elif term.operator in ("and", "or", "imp", "not", "iff"):
            self._decide(term, wanted)

    def _compare(self, term: Operation, wanted: bool) -> None:
        operands = term.operands
        found = [hull(each, self._box) for each in operands]
        if not wanted and (len(operands) > 2 or not all(each.defined for each in found)):
            return
        operator = term.operator if wanted else OPPOSITE[term.operator]
        if operator == "eq":
            low, high = max(each.low for each in found), min(each.high for each in found)
            for each in operands:
                self.limit(each, low, high)
            return
        (x, y), (one, other) = operands, found
        if operator == "ne":
            for each, own, against in ((x, one, other), (y, other, one)):
                if against.low == against.high:
                    value = against.low
                    self.limit(each, own.low + (own.low == value), own.high - (own.high == value))
            return
        if operator in ("gt", "ge"):
            (x, y), (one, other) = (y, x), (other, one)
        apart = int(operator in ("lt", "gt"))
        self.limit(x, one.low, other.high - apart)
        self.limit(y, one.low + apart, other.high)

    def _decide(self, term: Operation, wanted: bool) -> None:
        """Require a logical term to be true, or false: as a disjunction, or term by term."""
        operands = term.operands
        if term.operator == "not":
            self.require(operands[0], not wanted)
        elif term.operator == "iff":
            known = {truth(each, self._box) for each in operands} & {TRUE, FALSE}
            for each in operands if wanted and known else ():
                self.require(each, TRUE in known)
        else:
            signs = [term.operator != "and"] * len(operands)
            if term.operator == "imp":
                signs[0] = False
            self._any([*zip(operands, signs, strict=True)], wanted == (term.operator != "and"))

    def _any(self, sides: Sequence[tuple[Term, bool]], wanted: bool) -> None:
        """Require that some term is as its sign says, or that none is."""
        if not wanted:
            for each, sign in sides:
                self.require(each, not sign)
            return
        against = {True: FALSE, False: TRUE}
        possible = [(x, sign) for x, sign in sides if truth(x, self._box) != against[sign]]
        if len(possible) == 1:
            self.require(*possible[0])

    def limit(self, term: Term, low: int, high: int) -> None:
        """Require that a term has a value from `low` to `high`."""
        own = hull(term, self._box)
        low, high = max(low, own.low), min(high, own.high)
        if low > high:
            raise _EmptyError
        if isinstance(term, Variable):
            self._box[term.number] = Hull(low, high)
        elif isinstance(term, Operation) and (low, high) != own[:2]:
            if term.is_truth:
                self.require(term, bool(low))
            elif term.operator == "if":
                self._choose(term, low, high)
            elif term.operator in BACKWARD:
                found = [hull(each, self._box) for each in term.operands]
                limits = BACKWARD[term.operator](Hull(low, high), *found)
                for each, (least, most) in zip(term.operands, limits, strict=True):
                    self.limit(each, least, most)

    def _choose(self, term: Operation, low: int, high: int) -> None:
        condition, chosen, other = term.operands
        for branch, against, sign in ((chosen, other, True), (other, chosen, False)):
            found = hull(against, self._box)
            if found.low > high or found.high < low:
                self.require(condition, sign)
            if truth(condition, self._box) == (TRUE if sign else FALSE):
                self.limit(branch, low, high)


Limits = list[tuple[int, int]]  # of each operand


def _add(t: Hull, *each: Hull) -> Limits:
    low, high = sum(x.low for x in each), sum(x.high for x in each)
    return [(t.low - (high - x.high), t.high - (low - x.low)) for x in each]


def _sub(t: Hull, x: Hull, y: Hull) -> Limits:
    return [(t.low + y.low, t.high + y.high), (x.low - t.high, x.high - t.low)]


def _abs(t: Hull, x: Hull) -> Limits:
    low = t.low if x.low > -t.low else -t.high
    high = -t.low if x.high < t.low else t.high
    return [(low, high)]


def _dist(t: Hull, x: Hull, y: Hull) -> Limits:
    ((low, high),) = _abs(t, Hull(x.low - y.high, x.high - y.low))
    return _sub(Hull(low, high), x, y)


def _sqr(t: Hull, x: Hull) -> Limits:
    root = isqrt(t.low - 1) + 1 if t.low > 0 else 0
    return _abs(Hull(root, isqrt(t.high)), x)


def _mul(t: Hull, *each: Hull) -> Limits:
    """A factor is the product by the others, where these are not 0; no factor of such a one is."""
    if not t.low <= 0 <= t.high:
        each = tuple(Hull(x.low + (x.low == 0), x.high - (x.high == 0)) for x in each)
    found = []
    for place, x in enumerate(each):
        others = [*each[:place], *each[place + 1 :]]
        if any(other.low <= 0 <= other.high for other in others):
            found.append((x.low, x.high))
            continue
        sizes = [sorted((abs(other.low), abs(other.high))) for other in others]
        divisors = prod(size[0] for size in sizes), prod(size[1] for size in sizes)
        sign = prod(1 if other.low > 0 else -1 for other in others)
        values = [(end * sign, divisor) for end in t[:2] for divisor in divisors]
        least = min(-(-one // other) for one, other in values)
        found.append((least, max(one // other for one, other in values)))
    return found


def _min(t: Hull, *each: Hull) -> Limits:
    reaching = [x.low <= t.high for x in each]
    only = sum(reaching) == 1
    return [
        (t.low, t.high if only and can else x.high) for x, can in zip(each, reaching, strict=True)
    ]


def _max(t: Hull, *each: Hull) -> Limits:
    reaching = [x.high >= t.low for x in each]
    only = sum(reaching) == 1
    return [
        (t.low if only and can else x.low, t.high) for x, can in zip(each, reaching, strict=True)
    ]


BACKWARD: Mapping[str, Callable[..., Limits]] = {
    "neg": lambda t, x: [(-t.high, -t.low)],
    "abs": _abs,
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "sqr": _sqr,
    "min": _min,
    "max": _max,
    "dist": _dist,
}
"""What a term between two values leaves its operands."""
