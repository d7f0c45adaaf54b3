"""Primitives: expressions of one operator, and how any other decomposes into them.

    lt(a,b)  in(a,set(..))  or(b,c)  ...     an atom has to compare so; the result is None
    eq(r,op(a,b,..))                         the variable r is the value of one operator

Operands are atoms: constants and variables; those of logical operators have values among 0 and 1.
A term below a term gets a fresh variable whose domain follows by interval arithmetic; equal terms
share it.  Sums are not expressions then but Linear.

A divisor that can be 0 is replaced by 1 where it is, so that the quotient is determined there, and
a fresh 0/1 variable, the divisor is not 0, joins the nearest comparison: so a decomposition means
what `holds` means, one to one.  A negative exponent is treated in the same way.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from math import prod
from typing import NamedTuple

from accord.puzzles.constraints.constraint import Constraint, TooLargeError, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.table import table_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.terms import (
    COMPARISONS,
    LOGIC,
    MEMBERSHIP,
    NUMBERS,
    Operation,
    Term,
    bounded_product,
    number,
)
from accord.puzzles.domain import Domain

Atom = int | Variable
MOST = 2**62  # the largest absolute value of a term
FEW = 2_000  # assignments of operands that are all computed
AS_LINEAR: dict[str, Comparison] = {
    "lt": "<", "le": "<=", "ge": ">=", "gt": ">", "ne": "!=", "eq": "=",
}  # fmt: skip


class Primitive(NamedTuple):
    """One operator over atoms."""

    result: Variable | None  # its value; None: it has to be true
    operator: str
    operands: tuple[Atom, ...]
    among: tuple[int, ...] = ()  # of `in` and `notin`: the set


def primitive(expression: Expression, fresh: Fresh) -> Primitive | None:
    """The primitive that an expression is; None where it has more operators, or may be undefined.

    Its operands have the values that the operator takes: no divisor is 0, no exponent negative,
    and truth is 0 or 1.
    """
    single = _single(expression)
    return single if single is not None and _Flattening(fresh).is_plain(single) else None


def _single(expression: Expression) -> Primitive | None:
    """The constraint of a simpler kind that an expression of one operator is."""
    term, result = expression.term, None
    if term.operator == "eq" and len(term.operands) == 2:
        for r, other in (term.operands, term.operands[::-1]):
            if isinstance(r, Variable) and isinstance(other, Operation):
                term, result = other, r
                break
    atoms, among = term.operands, members_of(term)
    if term.operator in MEMBERSHIP:
        atoms = atoms[:1]
    if any(isinstance(each, Operation) for each in atoms):
        return None
    return Primitive(result, term.operator, atoms, among)  # type: ignore[arg-type]


def decomposed(expression: Expression, fresh: Fresh) -> Iterator[Constraint]:
    """Constraints that say what an expression says; of a primitive, without expressions."""
    if (single := primitive(expression, fresh)) is not None:
        yield from _without_expressions(single, expression, fresh)
        return
    flattening = _Flattening(fresh)
    flattening.require(expression.term)
    yield from flattening.said


def truth_of(term: Operation, fresh: Fresh) -> tuple[Atom, list[Constraint]]:
    """A 0/1 atom that says whether a term is true, and the constraints that make it so."""
    flattening = _Flattening(fresh)
    return flattening.truth(term), flattening.said


def operator_of(comparison: Comparison) -> str:
    """The operator of expressions that compares so."""
    return next(name for name, each in AS_LINEAR.items() if each == comparison)


def comparison_of(
    atoms: Sequence[Atom], operator: Comparison, right: Atom, weights: Sequence[int] = ()
) -> Linear:
    """The sum of some atoms, with these weights or 1 each, compares with another."""
    against: list[tuple[int, Atom]] = [(-1, right)] if isinstance(right, Variable) else []
    constant = right if isinstance(right, int) else 0
    return _linear(
        [*zip(weights or (1,) * len(atoms), atoms, strict=True), *against], operator, constant
    )


def members_of(term: Operation) -> tuple[int, ...]:
    """The set of `in` and `notin`; nothing of others."""
    among = term.operands[-1] if term.operator in MEMBERSHIP else None
    values = among.operands if isinstance(among, Operation) else ()
    return tuple(value for value in values if isinstance(value, int))


class _Value(NamedTuple):
    """The value of a term: an atom, and the 0/1 atoms that say whether it is defined."""

    atom: Atom
    defined: tuple[Atom, ...] = ()


class _Flattening:
    """The state of flattening: terms become variables and constraints that determine these."""

    def __init__(self, fresh: Fresh) -> None:
        self._fresh = fresh
        self.said: list[Constraint] = []

    def is_plain(self, single: Primitive) -> bool:
        """Whether a primitive is total, and its logical operands are truth values."""
        if single.operator in ("div", "mod"):
            return 0 not in self._domain(single.operands[1])
        if single.operator == "pow":
            return self._ends(single.operands[1])[0] >= 0
        if single.operator == "if":
            return self.is_truth(single.operands[0])
        return single.operator not in LOGIC or all(map(self.is_truth, single.operands))

    def require(self, term: Term) -> None:
        """Say that a term is true."""
        if isinstance(term, Operation) and term.operator == "and":
            for each in term.operands:
                self.require(each)
        elif isinstance(term, Operation) and term.operator in LOGIC:
            self._say(term.operator, [self.truth(each) for each in term.operands])
        elif isinstance(term, Operation) and term.is_truth:
            self._require_comparison(term)
        else:
            value = self.number(term)
            for atom in (self._is_nonzero(value.atom), *value.defined):
                self._say_linear([(1, atom)], "=", 1)

    def _require_comparison(self, term: Operation) -> None:
        values, among = self._compared(term)
        for value in values:
            for flag in value.defined:
                self._say_linear([(1, flag)], "=", 1)
        atoms = [value.atom for value in values]
        if among is not None:
            self._say(term.operator, atoms, among)
        elif term.operator == "eq":
            for other in atoms[1:]:
                self._say_linear([(1, atoms[0]), (-1, other)], "=", 0)
        else:
            self._say_linear([(1, atoms[0]), (-1, atoms[1])], AS_LINEAR[term.operator], 0)

    def _compared(self, term: Operation) -> tuple[list[_Value], tuple[int, ...] | None]:
        if term.operator in MEMBERSHIP:
            return [self.number(term.operands[0])], members_of(term)
        return [self.number(each) for each in term.operands], None

    def truth(self, term: Term) -> Atom:
        """A 0/1 atom that says whether a term is true."""
        if isinstance(term, Operation) and term.operator in LOGIC:
            return self._result(term.operator, [self.truth(each) for each in term.operands])
        if isinstance(term, Operation) and term.is_truth:
            values, among = self._compared(term)
            atom = self._result(term.operator, [value.atom for value in values], among)
        else:
            value = self.number(term)
            values, atom = [value], self._is_nonzero(value.atom)
        flags = [flag for value in values for flag in value.defined]
        return self._result("and", [atom, *flags]) if flags else atom

    def _is_nonzero(self, atom: Atom) -> Atom:
        return atom if self.is_truth(atom) else self._result("ne", [atom, 0])

    def number(self, term: Term) -> _Value:
        """The value of a term, with fresh variables where it needs some."""
        if not isinstance(term, Operation):
            return _Value(term)
        if term.is_truth:
            return _Value(self.truth(term))
        if term.operator == "if":
            return self._conditional(term)
        values = [self.number(each) for each in term.operands]
        atoms, flags = [value.atom for value in values], [f for v in values for f in v.defined]
        if term.operator in ("div", "mod"):
            atoms[1], flag = self._total(atoms[1], 0 not in self._domain(atoms[1]), "ne", 1)
            flags += flag
        elif term.operator == "pow":
            atoms[1], flag = self._total(atoms[1], self._ends(atoms[1])[0] >= 0, "ge", 0)
            flags += flag
        return _Value(self._result(term.operator, atoms), tuple(flags))

    def _total(self, atom: Atom, total: bool, test: str, instead: int) -> tuple[Atom, list[Atom]]:
        """An operand of which each value is allowed, and whether it is the one that was given."""
        if total:
            return atom, []
        flag, domain = self._result(test, [atom, 0]), self._domain(atom)
        allowed = domain.between(1, MOST) | Domain.of([instead])
        if test == "ne":
            allowed |= domain.between(-MOST, -1)
        return self._result("if", [flag, atom, instead], domain=allowed), [flag]

    def _conditional(self, term: Operation) -> _Value:
        condition = self.truth(term.operands[0])
        chosen, other = map(self.number, term.operands[1:])
        atom = self._result("if", [condition, chosen.atom, other.atom])
        if not (chosen.defined or other.defined):
            return _Value(atom)
        flags = [self._result("imp", [condition, each]) for each in chosen.defined]
        flags += [self._result("or", [condition, each]) for each in other.defined]
        return _Value(atom, tuple(flags))

    def _result(
        self,
        operator: str,
        atoms: Sequence[Atom],
        among: tuple[int, ...] | None = None,
        domain: Domain | None = None,
    ) -> Atom:
        """The atom that one operator gives; of a fresh variable the domain, if it is known."""
        operands: tuple[Term, ...] = tuple(atoms)
        if among is not None:
            operands += (Operation("set", among),)
        term = Operation(operator, operands)
        if not any(isinstance(atom, Variable) for atom in atoms):
            return number(term, {})
        if operator == "mul" and len(atoms) > 2:
            return reduce(lambda one, other: self._result("mul", [one, other]), atoms)
        if (known := self._fresh.known(term)) is not None:
            return Variable(known)
        result = Variable(self._fresh.variable(domain or self._values(operator, atoms)))
        self._fresh.means(term, result.number)
        if (linear := _as_linear(operator, atoms)) is not None:
            terms, constant = linear
            self._say_linear([*terms, (-1, result)], "=", -constant)
        else:
            self.said.append(Expression(Operation("eq", (result, term))))
        return result

    def _say(
        self, operator: str, atoms: Sequence[Atom], among: tuple[int, ...] | None = None
    ) -> None:
        operands: tuple[Term, ...] = tuple(atoms)
        if among is not None:
            operands += (Operation("set", among),)
        self.said.append(Expression(Operation(operator, operands)))

    def _say_linear(
        self, terms: Sequence[tuple[int, Atom]], operator: Comparison, right: int
    ) -> None:
        self.said.append(_linear(terms, operator, right))

    def _domain(self, atom: Atom) -> Domain:
        return self._fresh.domains[atom.number] if isinstance(atom, Variable) else Domain.of([atom])

    def is_truth(self, atom: Atom) -> bool:
        """Whether an atom has no value but 0 and 1."""
        return all(0 <= end <= 1 for end in self._ends(atom))

    def _ends(self, atom: Atom) -> tuple[int, int]:
        domain = self._domain(atom)
        return (domain.min, domain.max) if domain else (0, 0)

    def _values(self, operator: str, atoms: Sequence[Atom]) -> Domain:
        """The values that an operator can have: of few operands these, else their interval."""
        low, high = _bounds(operator, [self._ends(atom) for atom in atoms])
        if max(abs(low), abs(high)) > MOST:
            raise TooLargeError(f"{operator} has values up to {max(abs(low), abs(high)):,}")
        domains = [self._domain(atom) for atom in atoms]
        if operator in NUMBERS and prod(domain.size for domain in domains) <= FEW:
            return Domain.of({NUMBERS[operator][2](*values) for values in product(*domains)})
        return Domain(((low, high),))


def _linear(terms: Sequence[tuple[int, Atom]], operator: Comparison, right: int) -> Linear:
    """A Linear of atoms, the constants on the right side."""
    variables = [(weight, atom) for weight, atom in terms if isinstance(atom, Variable)]
    right -= sum(weight * atom for weight, atom in terms if not isinstance(atom, Variable))
    scope = tuple(atom.number for _, atom in variables)
    return Linear(scope, operator, right, tuple(weight for weight, _ in variables))


def _as_linear(operator: str, atoms: Sequence[Atom]) -> tuple[list[tuple[int, Atom]], int] | None:
    """A sum that is worth as much as an operator, as terms and a constant."""
    if operator == "add":
        return [(1, atom) for atom in atoms], 0
    if operator == "sub":
        return [(1, atoms[0]), (-1, atoms[1])], 0
    if operator == "neg":
        return [(-1, atoms[0])], 0
    if operator == "mul":
        variables = [atom for atom in atoms if isinstance(atom, Variable)]
        weight = prod(atom for atom in atoms if not isinstance(atom, Variable))
        if len(variables) <= 1:
            return [(weight, variables[0] if variables else 1)], 0
    if operator == "not":
        return [(-1, atoms[0])], 1
    return None


def _bounds(operator: str, ends: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The lowest and the highest value of an operator, of those of its operands."""
    lows, highs = zip(*ends, strict=True)
    if operator in COMPARISONS or operator in LOGIC or operator in MEMBERSHIP:
        return 0, 1
    if operator == "if":
        return min(lows[1:]), max(highs[1:])
    if operator == "add":
        return sum(lows), sum(highs)
    if operator == "mul" and len(ends) > 2:  # two at a time: the corners of n are 2 to the n
        return reduce(lambda one, other: _bounds("mul", [one, other]), ends)
    if operator in ("min", "max"):
        pick = min if operator == "min" else max
        return pick(lows), pick(highs)
    if operator == "mod":
        most = max(1, *map(abs, ends[1])) - 1
        low, high = ends[0]
        return (max(low, -most) if low < 0 else 0), (min(high, most) if high > 0 else 0)
    if operator == "pow":
        return _bounds_of_power(*ends)
    corners = [[*{*each, *_inner(operator, *each)}] for each in ends]
    if operator == "div":
        corners[1] = [each for each in corners[1] if each] or [1]
    apply = NUMBERS[operator][2]
    values = [apply(*each) for each in product(*corners)]
    if operator == "dist" and ends[0][0] <= ends[1][1] and ends[1][0] <= ends[0][1]:
        values.append(0)
    return min(values), max(values)


def largest(term: Term, fresh: Fresh) -> int:
    """No number that computing a term gives is larger, nor smaller than minus this.

    Raises:
        TooLargeError: of a power, or of squares in each other.
    """
    sizes: list[int] = []
    ends_of(term, fresh.domains, sizes)
    return max(sizes)


def ends_of(
    term: Term, domains: Sequence[Domain], sizes: list[int] | None = None
) -> tuple[int, int]:
    """Bounds of a term's value.

    Args:
        term: of any operators.
        domains: of all variables.
        sizes: takes absolute values, of which one is as large as each number that computing it
            gives.

    Raises:
        TooLargeError: of a power, or of squares in each other.
    """
    sizes = [] if sizes is None else sizes
    if isinstance(term, Operation) and term.operator == "set":
        members = [each for each in term.operands if isinstance(each, int)]
        low, high = min(members, default=0), max(members, default=0)
    elif isinstance(term, Operation):
        several = [ends_of(each, domains, sizes) for each in term.operands]
        low, high = _bounds(term.operator, several)
        operands = [max(map(abs, each)) for each in several]
        if term.operator in ("add", "sub", "dist"):  # any part of the sum
            sizes.append(sum(operands))
        elif term.operator == "mul":
            sizes.append(bounded_product(*(max(1, size) for size in operands)))
    else:
        domain = domains[term.number] if isinstance(term, Variable) else Domain.of([term])
        low, high = (domain.min, domain.max) if domain else (0, 0)
    sizes.extend((abs(low), abs(high)))
    return low, high


def _inner(operator: str, low: int, high: int) -> list[int]:
    """Values between the ends where an operator may be at its lowest or highest."""
    return [each for each in (-1, 0, 1) if low < each < high]


def _bounds_of_power(base: tuple[int, int], exponent: tuple[int, int]) -> tuple[int, int]:
    """Bounds of the values of a power whose exponents are not negative."""
    size, most = max(map(abs, base)), max(0, exponent[1])
    if size > 1 and most * size.bit_length() > 200:
        raise TooLargeError(f"pow has values up to {size}**{most}")
    highest = max(1, size**most)
    return (-highest if base[0] < 0 else 0), highest


def _without_expressions(
    single: Primitive, expression: Expression, fresh: Fresh
) -> Iterator[Constraint]:
    """A primitive as sums of truth values where it is logical, and else as a table."""
    operator, atoms, result = single.operator, single.operands, single.result
    if operator in AS_LINEAR and result is None and len(atoms) == 2:
        yield _linear([(1, atoms[0]), (-1, atoms[1])], AS_LINEAR[operator], 0)
        return
    if operator == "eq" and result is None:
        for other in atoms[1:]:
            yield _linear([(1, atoms[0]), (-1, other)], "=", 0)
        return
    linear = _as_linear(operator, atoms)
    if linear is not None and result is not None:
        terms, constant = linear
        yield _linear([*terms, (-1, result)], "=", -constant)
        return
    if operator == "imp" and result is None:
        yield _linear([(1, atoms[0]), (-1, atoms[1])], "<=", 0)
        return
    if operator in ("and", "or"):
        yield from _junction(operator, atoms, result)
        if result is not None and not _Flattening(fresh).is_truth(result):
            yield _linear([(1, result)], ">=", 0)
            yield _linear([(1, result)], "<=", 1)
        return
    yield table_of(expression, fresh)


def _junction(operator: str, atoms: Sequence[Atom], result: Variable | None) -> Iterator[Linear]:
    """A conjunction or disjunction of truth values as sums."""
    ones, number = [(1, atom) for atom in atoms], len(atoms)
    least = number if operator == "and" else 1
    if result is None:
        yield _linear(ones, ">=", least)
        return
    yield _linear([*ones, (-least, result)], ">=", 0)  # if it is 1, so many are
    yield _linear([*ones, (least - number - 1, result)], "<=", least - 1)  # if 0, fewer


DECOMPOSITIONS = {Expression: decomposed}
