"""Expression: of comparisons and junctions that a variable is the value of, and disjunctions.

    eq(b, le(x, y))       by order literals: b says x <= y, and not b says y + 1 <= x
    eq(b, eq(x, y))       b and a value of one say it of the other; not b says they have not both
    eq(b, or(p, q, ..))   b says one of them, and each of them says b; `and` by its negation
    or(p, q, ..)          one of them

They hold since a solution has b = 1 exactly where the term is true, and else b = 0.  Operands are
constants and variables, and of junctions they are 0 or 1.  Others are decomposed first, into these
where it can be; so a comparison below an `or` needs no table.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import COMPARISONS, Operation, Term
from accord.puzzles.proofs.literals import (
    Atom,
    Clause,
    Literals,
    Quantity,
    ends_before,
    equal,
    quantity_of,
    values_of,
)

_NEXT = 1  # what is above a whole number is at least one more


def truths(constraint: Expression, literals: Literals) -> Iterable[Clause] | None:
    """The clauses of these forms; None of others."""
    operator, operands = constraint.term.operator, constraint.term.operands
    if operator == "or" and (parts := _truths(operands, literals)) is not None:
        return iter([tuple(parts)])
    if operator != "eq" or len(operands) != 2:
        return None
    for result, term in (operands, operands[::-1]):
        if isinstance(result, Variable) and isinstance(term, Operation):
            said = _says(literals.equal(result.number, 1), term, literals)
            return None if said is None else chain(_truth_alone(result, literals), said)
    return None


def _truth_alone(result: Variable, literals: Literals) -> Iterator[Clause]:
    """Clauses: a variable, which may have other values, is 0 or 1."""
    for value in values_of(result, literals):
        if value not in (0, 1):
            yield (-equal(result, value, literals),)


def _truths(operands: Sequence[Term], literals: Literals) -> list[int] | None:
    """The literals that operands are 1, if they are nothing but 0 and 1."""
    atoms = [each for each in operands if not isinstance(each, Operation)]
    if len(atoms) < len(operands) or not all(_binary(each, literals) for each in atoms):
        return None
    return [equal(each, 1, literals) for each in atoms]


def _binary(atom: Atom, literals: Literals) -> bool:
    return {*values_of(atom, literals)} <= {0, 1}


def _says(truth: int, term: Operation, literals: Literals) -> Iterable[Clause] | None:
    """Clauses: a literal is true exactly when a term is; None where it has no such form."""
    if term.operator in ("or", "and"):
        if (parts := _truths(term.operands, literals)) is None:
            return None
        negated = term.operator == "and"
        return _or(-truth, [-each for each in parts]) if negated else _or(truth, parts)
    atoms = [each for each in term.operands if not isinstance(each, Operation)]
    if term.operator not in COMPARISONS or len(atoms) != 2 or len(term.operands) != 2:
        return None
    if not all(values_of(each, literals) for each in atoms):
        return []  # a variable without values is false by itself
    one, other = atoms
    if term.operator in ("eq", "ne"):
        return _equals(truth if term.operator == "eq" else -truth, one, other, literals)
    lower, upper = quantity_of(one, literals), quantity_of(other, literals)
    if term.operator in ("le", "gt"):
        return _at_most(truth if term.operator == "le" else -truth, lower, upper)
    return _at_most(truth if term.operator == "ge" else -truth, upper, lower)


def _or(truth: int, parts: Sequence[int]) -> Iterator[Clause]:
    yield -truth, *parts
    for part in parts:
        yield truth, -part


def _equals(truth: int, one: Atom, other: Atom, literals: Literals) -> Iterator[Clause]:
    for left, right in ((one, other), (other, one)):
        for value in values_of(left, literals):
            here, there = equal(left, value, literals), equal(right, value, literals)
            yield -truth, -here, there
            if left is one:
                yield truth, -here, -there


def _at_most(truth: int, lower: Quantity, upper: Quantity) -> Iterator[Clause]:
    yield from ends_before(truth, lower, _gap(0), upper)
    yield from ends_before(-truth, upper, _gap(_NEXT), lower)


def _gap(size: int) -> Quantity:
    return Quantity([size], [])


RELAXATIONS = {Expression: truths}
