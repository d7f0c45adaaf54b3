"""Linear: partial sums in order literals, so that reasoning on bounds is unit propagation.

Of each partial sum the literals say whether it is at least a value.  From S >= a and w x >= b
follows that the next one is at least a + b, and for = and != the same with at most; they hold since
a solution gives each partial sum one value, which makes its literals true or false.  A value from
which no rest leads to a solution is none, and where each rest does, it is one class with those
beyond (`Quantity`).  The largest weights come first: then few partial sums can still decide, and
SEND + MORE = MONEY has some hundred instead of 100,000.

One variable says which values it has not, and two what one says of the other: for = what follows
from each value, for != which pairs are forbidden.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from accord.puzzles.constraints.constraint import TooLargeError
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.proofs.literals import TRUE, Clause, Literals, Quantity

MOST_STEPS = 1_000_000  # pairs of a partial sum and a value, of all partial sums


def sums(constraint: Linear, literals: Literals) -> Iterator[Clause]:
    """The clauses of a sum.

    Raises:
        TooLargeError: there would be too many.
    """
    weights, right = constraint.weights, constraint.constant
    if not all(literals.of(variable) for variable in weights):
        return  # a variable without values is false by itself
    terms = [(weight, variable) for variable, weight in weights.items()]
    if not terms:
        yield from () if COMPARISONS[constraint.operator](0, right) else [()]
    elif len(terms) == 1:
        yield from _of_one(constraint, *terms[0], literals)
    elif len(terms) == 2 and constraint.operator in ("=", "!="):
        yield from _of_two(constraint, terms, literals)
    else:
        terms.sort(key=lambda term: -abs(term[0]))
        kept = [(weight, literals.quantity(variable)) for weight, variable in terms]
        sign, goal = _goal(constraint)
        yield from _chain([each.times(sign * weight) for weight, each in kept], goal, literals)


@dataclass(frozen=True)
class Goal:
    """The comparison of a sum; <, >= and > are <= by changing signs."""

    operator: Literal["<=", "=", "!="]
    right: int


def _goal(constraint: Linear) -> tuple[int, Goal]:
    """The sign of the terms, and the goal of their sum."""
    operator, right = constraint.operator, constraint.constant
    if operator == "=" or operator == "!=":
        return 1, Goal(operator, right)
    if operator in ("<", "<="):
        return 1, Goal("<=", right - (operator == "<"))
    return -1, Goal("<=", -right - (operator == ">"))


def _of_one(constraint: Linear, weight: int, x: int, literals: Literals) -> Iterator[Clause]:
    """A unit for each value that the comparison forbids."""
    holds = COMPARISONS[constraint.operator]
    for literal, value in zip(literals.of(x), literals.values(x), strict=True):
        if not holds(weight * value, constraint.constant):
            yield (-literal,)


def _of_two(
    constraint: Linear, terms: Sequence[tuple[int, int]], literals: Literals
) -> Iterator[Clause]:
    """Of =, that a value of one says the value of the other, both ways; of !=, forbidden pairs."""
    equal = constraint.operator == "="
    for (weight, x), (other_weight, y) in (terms, terms[::-1]) if equal else (terms,):
        for literal, value in zip(literals.of(x), literals.values(x), strict=True):
            other, rest = divmod(constraint.constant - weight * value, other_weight)
            that = literals.equal(y, other) if not rest else -TRUE
            yield (-literal, that if equal else -that)


def _chain(terms: Sequence[Quantity], goal: Goal, literals: Literals) -> Iterator[Clause]:
    """The partial sums, term by term."""
    low = sum(term.values[0] for term in terms[1:])
    high = sum(term.values[-1] for term in terms[1:])
    total, steps = terms[0], 0
    for term in terms[1:]:
        low, high = low - term.values[0], high - term.values[-1]
        steps += len(total.values) * len(term.values)
        if steps > MOST_STEPS:
            raise TooLargeError(f"partial sums of {steps:,} steps; at most {MOST_STEPS:,}")
        following = _following(total, term, goal, (goal.right - high, goal.right - low), literals)
        if following is None:
            yield ()
            return
        yield from _ladder(following)
        yield from _upward(total, term, following)
        if goal.operator != "<=":
            yield from _downward(total, term, following)
        total = following
    if goal.operator == "!=" and goal.right in total.values:
        yield -total.at_least(goal.right), -total.at_most(goal.right)


def _following(
    total: Quantity, term: Quantity, goal: Goal, window: tuple[int, int], literals: Literals
) -> Quantity | None:
    """The next partial sum, with new literals; None where no value leads to a solution.

    `window` is the lowest and the highest value from which the rest can reach the right side.
    """
    low, high = window
    low += goal.operator == "<="  # where each rest reaches it, nothing is to be decided
    open_below, open_above = goal.operator != "=", goal.operator == "!="
    every = {a + b for a in total.values for b in term.values}
    values = {value for value in every if low <= value <= high}
    if open_below and (below := [value for value in every if value < low]):
        values.add(max(below))
    if open_above and (above := [value for value in every if value > high]):
        values.add(min(above))
    if not values:
        return None
    bounds = literals.new(len(values) - 1)
    return Quantity(sorted(values), bounds, open_below, open_above)


def _ladder(total: Quantity) -> Iterator[Clause]:
    """Clauses: a total of at least a value is at least the value before."""
    for lower, higher in zip(total.bounds, total.bounds[1:], strict=False):
        yield -higher, lower


def _upward(total: Quantity, term: Quantity, following: Quantity) -> Iterator[Clause]:
    """At least a and at least b is at least a + b; without those that others imply."""
    before: dict[int, int] = {}  # by value of the term, what the value before of the sum said
    for a in total.values:
        last = TRUE
        for b in term.values:
            said = following.at_least(a + b)
            if said not in (last, before.get(b, TRUE)):
                yield -total.at_least(a), -term.at_least(b), said
            last = before[b] = said


def _downward(total: Quantity, term: Quantity, following: Quantity) -> Iterator[Clause]:
    """At most a and at most b is at most a + b; without those that others imply."""
    before: dict[int, int] = {}
    for a in reversed(total.values):
        last = TRUE
        for b in reversed(term.values):
            said = following.at_most(a + b)
            if said not in (last, before.get(b, TRUE)):
                yield -total.at_most(a), -term.at_most(b), said
            last = before[b] = said


RELAXATIONS = {Linear: sums}
