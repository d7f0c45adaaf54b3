"""Relations: what a constraint says of cells, whatever it is called and whoever made it.

    total            r1c1 + r1c2 = 5, or a table of all tuples of different digits that have the sum
    product          r1c1 * r1c2 * r2c1 = 12
    order            r1c1 < r1c2, as a sum or as an expression
    rising           r1c1 < r1c2 < r1c3
    sum_of_others    r1c1 = r1c2 + r1c3
    pair             |r1c1 - r1c2| = 1, or one of both is twice the other

A pair is asked for each two values that may stand on the board, so that tables and expressions of
any form are found.  With few values a difference can say the same as a quotient; then it is one,
unless it is written with a multiplication or a division.
"""

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from math import factorial

from accord.puzzles import Cell
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation, Term

DIGITS = frozenset(range(1, 10))  # of a kakuro
MOST_VALUES = 25  # of a board whose pairs are looked at
MOST_TUPLES = MOST_VALUES**2

Pair = tuple[str, int]  # "-" and the difference, or "/" and the quotient


def total(constraint: Constraint) -> int | None:
    """The sum of the scope's different cells, where that is what a constraint says."""
    if not isinstance(constraint, Linear) or constraint.operator != "=":
        return None
    if {*constraint.coefficients} != {1} or len({*constraint.scope}) < len(constraint.scope):
        return None
    return constraint.constant


def total_of_tuples(constraint: Constraint) -> int | None:
    """The sum of a table of all tuples of different digits, 1 to 9, that have it."""
    if not isinstance(constraint, Table) or constraint.forbidden or not constraint.tuples:
        return None
    tuples, length = {*constraint.tuples}, len({*constraint.scope})
    if length < len(constraint.scope) or STAR in constraint.tuples[0]:
        return None
    total = sum(constraint.tuples[0])  # type: ignore[arg-type]  # no star stands in it
    digits = sum(sum(each) == total for each in combinations(range(1, 10), length))
    if len(tuples) != digits * factorial(length):
        return None
    fit = all({*each} <= DIGITS and len({*each}) == length for each in tuples)
    return total if fit and all(sum(each) == total for each in tuples) else None  # type: ignore[arg-type]


def order(constraint: Constraint) -> tuple[Cell, Cell] | None:
    """The lesser of two cells and the greater one, where a constraint says that they are."""
    if isinstance(constraint, Expression):
        sides = constraint.term.operands
        if constraint.term.operator not in ("lt", "gt") or len(sides) != 2:
            return None
        one, other = sides
        if not isinstance(one, Variable) or not isinstance(other, Variable) or one == other:
            return None
        pair = one.number, other.number
        return pair if constraint.term.operator == "lt" else pair[::-1]
    if not isinstance(constraint, Linear) or len(constraint.weights) != 2:
        return None
    (one, weight), (other, opposite) = constraint.weights.items()
    strict = {("<", 0): 1, (">", 0): -1, ("<=", -1): 1, (">=", 1): -1}
    way = strict.get((constraint.operator, constraint.constant), 0) * weight
    if weight != -opposite or not way or (constraint.constant and abs(weight) != 1):
        return None
    return (one, other) if way > 0 else (other, one)


def times(constraint: Constraint) -> int | None:
    """The product of the scope's cells, where that is what a constraint says."""
    if not isinstance(constraint, Expression) or constraint.term.operator != "eq":
        return None
    sides = sorted(constraint.term.operands, key=lambda side: isinstance(side, int))
    match sides:
        case [Operation("mul", factors), int(constant)]:
            cells = [each.number for each in factors if isinstance(each, Variable)]
            return constant if len({*cells}) == len(factors) else None
    return None


def rising(constraint: Constraint) -> tuple[tuple[Cell, ...], bool] | None:
    """The cells of an Ordered in rising order, and whether equal neighbours are allowed."""
    if not isinstance(constraint, Ordered):
        return None
    cells = constraint.variables
    if any(constraint.lengths) or not 1 < len(cells) == len({*cells}):
        return None
    up = constraint.operator.startswith("<")
    return cells if up else cells[::-1], constraint.operator.endswith("=")


def sum_of_others(constraint: Constraint) -> tuple[Cell, tuple[Cell, ...]] | None:
    """A cell, and at least two others in order whose sum it is."""
    if not isinstance(constraint, Linear) or (constraint.operator, constraint.right) != ("=", 0):
        return None
    weights = constraint.weights
    for sign in (1, -1):
        whole = [cell for cell, weight in weights.items() if weight == sign]
        parts = tuple(cell for cell, weight in weights.items() if weight == -sign)
        if len(whole) == 1 and len(parts) == len(weights) - 1 > 1:
            return whole[0], parts
    return None


def pair(constraint: Constraint, values: Collection[int]) -> Pair | None:
    """The difference or the quotient of two cells with these values, if a constraint says it."""
    if len(constraint.scope) != 2 or not len(values) <= MOST_VALUES:
        return None
    one, other = constraint.scope
    if one == other:
        return None
    if isinstance(constraint, Expression):
        term = _renumbered(constraint.term, {one: 0, other: 1})
        assert isinstance(term, Operation)
        return _pair(Expression(term), frozenset(values))
    if isinstance(constraint, Table) and len(constraint.tuples) <= MOST_TUPLES:
        return _pair(replace(constraint, scope=(0, 1)), frozenset(values))
    return None


def _renumbered(term: Term, numbers: dict[int, int]) -> Term:
    if isinstance(term, Variable):
        return Variable(numbers[term.number])
    if isinstance(term, int):
        return term
    return Operation(term.operator, tuple(_renumbered(each, numbers) for each in term.operands))


@lru_cache(maxsize=1024)
def _pair(constraint: Expression | Table, values: frozenset[int]) -> Pair | None:
    """The sign or dot that says a constraint over the variables 0 and 1; None if there is none."""
    both = [*product(values, repeat=2)]
    order = [constraint.scope.index(number) for number in (0, 1)]
    allowed = {(a, b) for a, b in both if constraint.holds([(a, b)[place] for place in order])}
    if not allowed:
        return None
    a, b = max(allowed)
    divisible = b and not a % b
    found = (
        [("-", a - b)]
        if a > b and allowed == {p for p in both if abs(p[0] - p[1]) == a - b}
        else []
    )
    if divisible and allowed == {p for p in both if max(p) == min(p) * (a // b)} and a > b > 0:
        found.append(("/", a // b))
    multiplied = isinstance(constraint, Expression) and _multiplies(constraint.term)
    return found[-1 if multiplied else 0] if found else None


def _multiplies(term: Term) -> bool:
    if not isinstance(term, Operation):
        return False
    return term.operator in ("mul", "div", "mod") or any(map(_multiplies, term.operands))
