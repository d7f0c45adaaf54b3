"""What Z3 is asked of each kind of constraint, as a formula over its unbounded integers.

An expression is one formula, whole: Z3 has the operators, but for powers, which become tables.  Its
quotient is the one with a remainder that is not negative, which is the truncated one where the
dividend is not negative; of others the opposite is divided.  Z3 gives x / 0 some value: a divisor
that may be 0 adds to the nearest comparison that it is not.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import pairwise
from operator import add, ge, gt, le, lt, mul, ne
from typing import Any, NamedTuple

from accord.encodings.posts import Posts, without_exceptions
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.expression import members_of
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import LOGIC, Operation, Term
from accord.puzzles.domain import Domain

POSTS = Posts("z3")


class Z3Model(NamedTuple):
    """A solver of Z3 and its integers in order."""

    solver: Any
    variables: Sequence[Any]

    def atom(self, atom: int | Variable) -> Any:
        """A variable, or a constant in Z3."""
        import z3

        if isinstance(atom, Variable):
            return self.variables[atom.number]
        return z3.IntVal(atom, self.solver.ctx)

    def every(self, formulas: Iterable[Any]) -> Any:
        """The conjunction."""
        import z3

        return z3.And(z3.BoolVal(True, self.solver.ctx), *formulas)

    def some(self, formulas: Iterable[Any]) -> Any:
        """The disjunction."""
        import z3

        return z3.Or(z3.BoolVal(False, self.solver.ctx), *formulas)

    def within(self, value: Any, domain: Domain) -> Any:
        """That a value is in a domain."""
        return self.some(
            value == low if low == high else self.every([value >= low, value <= high])
            for low, high in domain.intervals
        )


@POSTS(AllDifferent, when=without_exceptions)
def _(to: Z3Model, constraint: AllDifferent) -> None:
    import z3

    if len(constraint.scope) > 1:
        to.solver.add(z3.Distinct(*(to.variables[each] for each in constraint.scope)))


@POSTS(Linear)
def _(to: Z3Model, constraint: Linear) -> None:
    terms = zip(constraint.coefficients, constraint.scope, strict=True)
    total = sum((weight * to.variables[each] for weight, each in terms), start=to.atom(0))
    to.solver.add(COMPARISONS[constraint.operator](total, constraint.constant))


@POSTS(Table)
def _(to: Z3Model, constraint: Table) -> None:
    import z3

    scope = [to.variables[each] for each in constraint.scope]
    listed = to.some(
        to.every(
            value == entry for value, entry in zip(scope, entries, strict=True) if entry != STAR
        )
        for entries in constraint.tuples
    )
    to.solver.add(z3.Not(listed) if constraint.forbidden else listed)


@POSTS(Element)
def _(to: Z3Model, constraint: Element) -> None:
    index, value = to.variables[constraint.index], to.atom(constraint.value)
    items = enumerate(constraint.items, constraint.start)
    to.solver.add(to.some(to.every([index == at, value == to.atom(item)]) for at, item in items))


def _without_powers(constraint: Expression, fresh: Fresh) -> bool:
    return not _has_power(constraint.term)


def _has_power(term: Term) -> bool:
    return isinstance(term, Operation) and (
        term.operator == "pow" or any(map(_has_power, term.operands))
    )


@POSTS(Expression, when=_without_powers)
def _(to: Z3Model, constraint: Expression) -> None:
    to.solver.add(_truth(to, constraint.term))


class _Value(NamedTuple):
    """What a term is worth, and what has to be true where it is defined."""

    number: Any
    defined: tuple[Any, ...] = ()


def _truth(to: Z3Model, term: Term) -> Any:
    """The formula that is true where a term is: nowhere undefined."""
    if isinstance(term, Operation) and term.operator in LOGIC:
        return FORMULAS[term.operator](to, [_truth(to, each) for each in term.operands])
    if not isinstance(term, Operation) or not term.is_truth:
        value = _number(to, term)
        return to.every([value.number != 0, *value.defined])
    among = members_of(term)
    sides = [_number(to, each) for each in term.operands[: 1 if term.operator in INSIDE else None]]
    numbers = [side.number for side in sides]
    if term.operator in INSIDE:
        holds = to.within(numbers[0], Domain.of(among)) == INSIDE[term.operator]
    elif term.operator == "eq":
        holds = to.every(one == other for one, other in pairwise(numbers))
    else:
        holds = ORDER[term.operator](*numbers)
    return to.every([holds, *(each for side in sides for each in side.defined)])


def _number(to: Z3Model, term: Term) -> _Value:
    import z3

    if not isinstance(term, Operation):
        return _Value(to.atom(term))
    if term.is_truth:
        return _Value(z3.If(_truth(to, term), to.atom(1), to.atom(0)))
    if term.operator == "if":
        condition = _truth(to, term.operands[0])
        chosen, other = (_number(to, each) for each in term.operands[1:])
        flags = z3.If(condition, to.every(chosen.defined), to.every(other.defined))
        return _Value(z3.If(condition, chosen.number, other.number), (flags,))
    values = [_number(to, each) for each in term.operands]
    numbers, flags = [each.number for each in values], [f for each in values for f in each.defined]
    if term.operator in ("div", "mod"):
        flags.append(numbers[1] != 0)
    return _Value(NUMBERS[term.operator](*numbers), tuple(flags))


def _quotient(dividend: Any, divisor: Any) -> Any:
    import z3

    return z3.If(dividend >= 0, dividend / divisor, -(-dividend / divisor))


def _remainder(dividend: Any, divisor: Any) -> Any:
    import z3

    return z3.If(dividend >= 0, dividend % divisor, -(-dividend % divisor))


def _lowest(*numbers: Any) -> Any:
    import z3

    return reduce(lambda x, y: z3.If(x <= y, x, y), numbers)


def _highest(*numbers: Any) -> Any:
    import z3

    return reduce(lambda x, y: z3.If(x >= y, x, y), numbers)


def _negated(to: Z3Model, formulas: list[Any]) -> Any:
    import z3

    return z3.Not(formulas[0])


def _odd(to: Z3Model, formulas: list[Any]) -> Any:
    import z3

    return reduce(z3.Xor, formulas)


INSIDE = {"in": True, "notin": False}
ORDER: dict[str, Callable[[Any, Any], Any]] = {"lt": lt, "le": le, "ge": ge, "gt": gt, "ne": ne}
FORMULAS: dict[str, Callable[[Z3Model, list[Any]], Any]] = {
    "not": _negated,
    "and": Z3Model.every,
    "or": Z3Model.some,
    "xor": _odd,
    "iff": lambda to, formulas: to.every(one == other for one, other in pairwise(formulas)),
    "imp": lambda to, formulas: to.some([_negated(to, formulas), formulas[1]]),
}
NUMBERS: dict[str, Callable[..., Any]] = {
    "neg": lambda x: -x,
    "abs": lambda x: _highest(x, -x),
    "add": lambda *each: reduce(add, each),
    "sub": lambda x, y: x - y,
    "mul": lambda *each: reduce(mul, each),
    "div": _quotient,
    "mod": _remainder,
    "sqr": lambda x: x * x,
    "min": _lowest,
    "max": _highest,
    "dist": lambda x, y: _highest(x - y, y - x),
}
