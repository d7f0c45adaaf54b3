"""CPMpy's expressions as terms and constraints of ours, at any depth, negated and reified too.

What an expression means is what CPMpy's own `argval` says of it, the relational reading: a number
that is undefined (a division by zero, an index that is out of range) makes the nearest truth value
around it false.  A term of ours reads divisions so by itself.  An element of an array is a variable
that is added, and so is whatever has to be named: where its number may be undefined, it takes some
other value there, and what has to hold for the number to be defined is a *need* that the nearest
truth value contains.  Under the model itself, where the nearest truth value has to be true, needs
are no question: there an undefined number may leave no solution.

CPMpy evaluates the truth values that are factors, or operands of abs, min and max, otherwise than
it solves them where these may be undefined; such are refused.  So is what CPMpy gives two meanings:
an automaton with two ways on, a list of nothing that is all equal.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.decompositions.expression import ends_of
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.linear import Comparison
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.models.growing import Growing, UnreadableModelError

MOST_TEXT = 100  # characters of an expression in an error


@dataclass(frozen=True)
class DefinedWhen:
    """What has to hold for a number to be defined."""

    term: Term
    is_inside: bool  # whether the number is a term of ours that is undefined without it


Needs = list[DefinedWhen] | None  # None where an undefined number may leave no solution
Number = Callable[["Reading", Any, Needs], Term]
Truth = Callable[["Reading", Any], Term]
Post = Callable[["Reading", Any], None]
NUMBERS: dict[str, Number] = {}  # by the name of CPMpy's class, what it is worth
TRUTHS: dict[str, Truth] = {}  # whether it is true
POSTS: dict[str, Post] = {}  # that it is true, natively
MODULES = tuple(
    f"cpmpy.expressions.{name}"
    for name in ("core", "variables", "globalconstraints", "globalfunctions")
)
COMPARISONS: dict[str, tuple[str, Comparison, str]] = {
    # the operator of a term, the one of a kind, and that with the sides exchanged
    "==": ("eq", "=", "=="), "!=": ("ne", "!=", "!="), "<": ("lt", "<", ">"),
    "<=": ("le", "<=", ">="), ">": ("gt", ">", "<"), ">=": ("ge", ">=", "<="),
}  # fmt: skip


def both(one: Iterable[Term]) -> Term:
    """That all of these are true."""
    return _joined("and", 1, one)


def either(one: Iterable[Term]) -> Term:
    """That one of these is true."""
    return _joined("or", 0, one)


def _joined(operator: str, neutral: int, several: Iterable[Term]) -> Term:
    parts = [each for each in several if each is not neutral]
    if not parts:
        return neutral
    return parts[0] if len(parts) == 1 else Operation(operator, tuple(parts))


def added(several: Iterable[Term]) -> Term:
    """The sum of these."""
    parts = tuple(several)
    return 0 if not parts else parts[0] if len(parts) == 1 else Operation("add", parts)


def op(operator: str, *operands: Term) -> Term:
    """An operation."""
    return Operation(operator, operands)


def guarded(needs: Iterable[DefinedWhen], term: Term) -> Term:
    """That a term is true and everything that it needs holds."""
    return both((*dict.fromkeys(each.term for each in needs), term))


class Reading(Growing):
    """A problem that grows by CPMpy's expressions."""

    def __init__(self) -> None:
        super().__init__()
        self._variables: dict[str, tuple[Any, Variable]] = {}
        self.booleans: list[int] = []
        self._partial = 0  # how many numbers were met that may be undefined

    def variable_of(self, own: Any) -> Variable:
        """The variable that one of CPMpy's is.

        Raises:
            UnreadableModelError: another one has its name.
        """
        name = str(own.name)  # of a list of names it is NumPy's
        if name in self._variables:
            known, variable = self._variables[name]
            if known is not own:
                raise UnreadableModelError(
                    f"found two variables of the name {name!r}, expected different names: CPMpy "
                    "takes them for one"
                )
            return variable
        variable = self.add(name, Domain(((own.lb, own.ub),)))
        self._variables[name] = (own, variable)
        if own.is_bool():
            self.booleans.append(variable.number)
        return variable

    def of_the_model(self) -> dict[int, Any]:
        """The model's own variables by their numbers."""
        return {variable.number: own for own, variable in self._variables.values()}

    def number(self, found: Any, needs: Needs) -> Term:
        """The value of an expression or a constant.

        Args:
            found: an expression of CPMpy, or a whole number.
            needs: takes what has to hold for it to be defined.

        Raises:
            UnreadableModelError: it is not taken.
        """
        if (constant := _constant(found)) is not None:
            return constant
        name = self._class_of(found)
        if name in NUMBERS:
            return NUMBERS[name](self, found, needs)
        if name == "NegBoolView":
            return op("sub", 1, self.number(found._bv, needs))
        return self.truth(found)

    def truth(self, found: Any) -> Term:
        """Whether an expression is true: a term that is never undefined.

        Raises:
            UnreadableModelError: it is not taken.
        """
        if (constant := _constant(found)) is not None:
            return constant
        name = self._class_of(found)
        if name in TRUTHS:
            return TRUTHS[name](self, found)
        raise self.refusal(found, "a number", "a truth value")

    def post(self, found: Any) -> None:
        """Say that an expression is true, natively where there is a kind for it.

        Raises:
            UnreadableModelError: it is not taken.
        """
        post = None if _constant(found) is not None else POSTS.get(self._class_of(found))
        if post is not None:
            post(self, found)
        else:
            self.say_term(self.truth(found))

    def total(self, found: Any, needs: Needs) -> Term:
        """The value of an expression as a term that is never undefined, whatever it needs."""
        if needs is None:
            return self.number(found, None)
        own: list[DefinedWhen] = []
        term = self.number(found, own)
        needs += [DefinedWhen(each.term, is_inside=False) for each in own]
        if not any(each.is_inside for each in own):
            return term
        low, _ = ends_of(term, self.domains)
        return self.as_variable(op("if", both(each.term for each in own), term, low))

    def as_number(self, found: Any, needs: Needs) -> Variable:
        """A variable that has the value of an expression."""
        return self.as_variable(self.total(found, needs))

    def scope(self, several: Iterable[Any], needs: Needs = None) -> tuple[int, ...]:
        """The numbers of variables that have the values of expressions."""
        return tuple(self.as_number(each, needs).number for each in several)

    def atom(self, found: Any, needs: Needs = None) -> int | Variable:
        """A variable that has the value of an expression; a constant stays one."""
        term = self.total(found, needs)
        return term if isinstance(term, int) else self.as_variable(term)

    def operand(self, found: Any, needs: Needs) -> Term:
        """The value of what CPMpy evaluates without regard to the relational reading."""
        before = self._partial
        term = self.number(found, needs)
        if self._partial > before and _constant(found) is None and found.is_bool():
            raise self.refusal(
                found,
                "a truth value that may be undefined inside of a product, abs, min, max or "
                "InDomain",
                "a variable that equals it: CPMpy evaluates it in another way than it solves it",
            )
        return term

    def need(self, needs: Needs, term: Term, is_inside: bool) -> None:
        """Note what a number needs to be defined."""
        self._partial += 1
        if needs is None:
            self.say_term(term)
        else:
            needs.append(DefinedWhen(term, is_inside))

    def element(
        self, items: Sequence[int | Variable], index: Term, needs: Needs, *bounds: Term
    ) -> Variable:
        """A variable that is the item at an index.

        Args:
            items: at least one.
            index: a total term.
            needs: takes that the index is in range.
            bounds: what has to hold for the index to be, where that is more than its own range.
        """
        low, high = ends_of(index, self.domains)
        if not bounds and not 0 <= low <= high < len(items):
            self._partial += 1
            if needs is not None:  # else the kind says it
                bounds = (op("ge", index, 0), op("lt", index, len(items)))
        if bounds:
            inside = both(bounds)
            self.need(needs, inside, is_inside=False)
            if needs is not None:
                index = op("if", inside, index, 0)
        at = self.as_variable(index)
        meaning = ("element", tuple(items), at)
        if (known := self.known(meaning)) is None:
            values = [
                interval
                for each in {*items}
                for interval in (
                    self.domains[each.number].intervals
                    if isinstance(each, Variable)
                    else ((each, each),)
                )
            ]
            known = self.means(meaning, self.fresh(Domain(tuple(values))))
            self.say(Element, tuple(items), at.number, known)
        return known

    def refusal(self, found: Any, what: str, expected: str) -> UnreadableModelError:
        """The error about an expression."""
        text = str(found)
        cut = text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."
        return UnreadableModelError(f"{cut}: found {what}, expected {expected}")

    def _class_of(self, found: Any) -> str:
        """The name of the class of an expression of CPMpy's own.

        Raises:
            UnreadableModelError: it is none, or of a class of the user's, or one that is not taken.
        """
        kind = type(found)
        if not kind.__module__.startswith("cpmpy."):
            if any(each.__module__ in MODULES for each in kind.__mro__):
                what, expected = f"the class {kind.__name__} of your own", "one of CPMpy's"
            else:
                what, expected = f"a {kind.__name__}", "an expression of CPMpy or a whole number"
            raise self.refusal(found, what, expected)
        name = kind.__name__
        if kind.__module__ not in MODULES or not (name in NUMBERS or name in TRUTHS):
            raise self.refusal(found, f"CPMpy's {name}", "what has a meaning that accord can check")
        return name


def _constant(found: Any) -> int | None:
    """The number that a constant is, or 0 or 1 for false or true; None for an expression."""
    if type(found).__name__ == "BoolVal" and type(found).__module__ == "cpmpy.expressions.core":
        found = found.args[0]
    kind = type(found)
    if kind.__module__ == "numpy" and kind.__name__.startswith(("int", "uint", "bool")):
        found = found.item()
    return int(found) if isinstance(found, int) else None


def items_of(several: Any) -> Iterator[Any]:
    """The items of a list, an array or a mapping's values, of any dimensions, in order."""
    if hasattr(several, "flat"):
        yield from several.flat
    elif isinstance(several, dict):
        yield from items_of([*several.values()])
    elif isinstance(several, list | tuple):
        for each in several:
            yield from items_of(each)
    else:
        yield several


# Variables, comparisons and operators


def _number_of_variable(to: Reading, own: Any, needs: Needs) -> Term:
    return to.variable_of(own)


NUMBERS["_IntVarImpl"] = NUMBERS["_BoolVarImpl"] = _number_of_variable
TRUTHS["_BoolVarImpl"] = lambda to, own: to.variable_of(own)
TRUTHS["NegBoolView"] = lambda to, own: op("not", to.truth(own._bv))


def _compares(to: Reading, own: Any) -> Term:
    needs: list[DefinedWhen] = []
    sides = [to.number(each, needs) for each in own.args]
    term = op(COMPARISONS[own.name][0], *sides)
    return guarded((each for each in needs if not each.is_inside), term)


def _post_comparison(to: Reading, own: Any) -> None:
    """That two numbers compare so, natively where one is a measure."""
    left, right = own.args
    _, operator, exchanged = COMPARISONS[own.name]
    if type(right).__name__ in MEASURES:
        left, right, operator = right, left, COMPARISONS[exchanged][1]
    if (measure := MEASURES.get(type(left).__name__)) and _constant(left) is None:
        to._class_of(left)
        if measure(to, left, operator, right):
            return
    term = op(COMPARISONS[own.name][0], *(to.number(each, None) for each in own.args))
    to.say_term(term)


TRUTHS["Comparison"] = _compares
POSTS["Comparison"] = _post_comparison


def _operator(to: Reading, own: Any, needs: Needs) -> Term:
    """What an operator is worth; of a logical one 0 or 1."""
    if own.is_bool():
        return to.truth(own)
    if own.name == "wsum":
        weights, several = own.args
        parts = zip(weights, items_of(several), strict=True)
        return added(op("mul", to.number(a, None), to.number(b, needs)) for a, b in parts)
    values = [to.number(each, needs) for each in own.args]
    if own.name == "sum":
        return added(values)
    return op({"sub": "sub", "-": "neg"}[own.name], *values)


def _logic(to: Reading, own: Any) -> Term:
    if not own.is_bool():
        raise to.refusal(own, "a number", "a truth value")
    values = [to.truth(each) for each in own.args]
    if own.name in ("and", "or"):
        return (both if own.name == "and" else either)(values)
    return op({"->": "imp", "not": "not"}[own.name], *values)


def _post_operator(to: Reading, own: Any) -> None:
    if own.name == "and":
        for each in own.args:
            to.post(each)
    else:
        to.say_term(_logic(to, own))


NUMBERS["Operator"] = _operator
TRUTHS["Operator"] = _logic
POSTS["Operator"] = _post_operator

# Functions


def _extreme(operator: str) -> Number:
    def number(to: Reading, own: Any, needs: Needs) -> Term:
        values = [to.operand(each, needs) for each in own.args]
        if not values:
            raise to.refusal(own, "no operands", "one or more")
        return op(operator, *values)

    return number


NUMBERS["Minimum"], NUMBERS["Maximum"] = _extreme("min"), _extreme("max")
NUMBERS["Abs"] = lambda to, own, needs: op("abs", to.operand(own.args[0], needs))
NUMBERS["Multiplication"] = lambda to, own, needs: op(
    "mul", *(to.operand(each, needs) for each in own.args)
)


def _quotient(operator: str) -> Number:
    def number(to: Reading, own: Any, needs: Needs) -> Term:
        dividend, divisor = (to.number(each, needs) for each in own.args)
        low, high = ends_of(divisor, to.domains)
        if low <= 0 <= high:
            to.need(needs, op("ne", divisor, 0), is_inside=True)
        return op(operator, dividend, divisor)

    return number


NUMBERS["Division"], NUMBERS["Modulo"] = _quotient("div"), _quotient("mod")


def _power(to: Reading, own: Any, needs: Needs) -> Term:
    base, exponent = own.args
    if (constant := _constant(exponent)) is None or constant < 0:
        raise to.refusal(own, f"the exponent {exponent}", "a whole number from 0")
    return op("pow", to.number(base, needs), constant)


NUMBERS["Power"] = _power


def _element(to: Reading, own: Any, needs: Needs) -> Term:
    items, index = own.args
    return to.element([to.atom(each, needs) for each in items], to.total(index, needs), needs)


def _element_of_several(to: Reading, own: Any, needs: Needs) -> Term:
    array, *indices = own.args
    items = [to.atom(each, needs) for each in array.flat]
    at = [to.total(each, needs) for each in indices]
    bounds = []
    for index, size in zip(at, array.shape, strict=True):
        low, high = ends_of(index, to.domains)
        if not 0 <= low <= high < size:
            bounds += [op("ge", index, 0), op("lt", index, size)]
    steps = [prod(array.shape[place + 1 :]) for place in range(len(at))]
    whole = added(op("mul", step, index) for step, index in zip(steps, at, strict=True))
    return to.element(items, whole, needs, *bounds)


NUMBERS["Element"], NUMBERS["NDElement"] = _element, _element_of_several


def _count(to: Reading, own: Any, needs: Needs) -> Term:
    several, value = own.args
    sought = to.total(value, needs)
    return added(op("eq", to.total(each, needs), sought) for each in items_of(several))


def _among(to: Reading, own: Any, needs: Needs) -> Term:
    several, values = own.args
    sought = constants(to, own, values)
    return added(op("in", to.total(each, needs), sought) for each in items_of(several))


def constants(to: Reading, own: Any, several: Any) -> Term:
    """The set of some constants.

    Raises:
        UnreadableModelError: one is no whole number.
    """
    return Operation("set", tuple(dict.fromkeys(whole_numbers(to, own, several))))


def whole_numbers(to: Reading, own: Any, several: Any) -> list[int]:
    """Constants of an expression, in order.

    Raises:
        UnreadableModelError: one is no whole number.
    """
    numbers = [*map(_constant, items := [*items_of(several)])]
    for found, number in zip(items, numbers, strict=True):
        if number is None:
            raise to.refusal(own, f"{found}", "whole numbers")
    return [each for each in numbers if each is not None]


def _distinct(to: Reading, own: Any, needs: Needs) -> Term:
    variables, excepted = _distinct_of(to, own, needs)
    value = to.fresh(range(len(variables) + 1))
    to.say(NValues, variables, "=", value, excepted)
    return value


def _distinct_of(to: Reading, own: Any, needs: Needs) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if type(own).__name__ == "NValue":
        return to.scope(items_of(own.args), needs), ()
    several, excepted = own.args
    return to.scope(items_of(several), needs), tuple(whole_numbers(to, own, [excepted]))


NUMBERS["Count"], NUMBERS["Among"] = _count, _among
NUMBERS["NValue"] = NUMBERS["NValueExcept"] = _distinct


# Comparisons of a function that are kinds of ours; false where they are not

Measured = Callable[[Reading, Any, Comparison, Any], bool]


def _measure_extreme(kind: type[Minimum | Maximum]) -> Measured:
    def say(to: Reading, own: Any, operator: Comparison, right: Any) -> bool:
        values = [to.operand(each, None) for each in own.args]
        if not all(isinstance(each, Variable) for each in values) or not values:
            return False
        to.say(kind, to.scope(own.args), operator, to.atom(right))
        return True

    return say


def _measure_count(to: Reading, own: Any, operator: Comparison, right: Any) -> bool:
    several, value = own.args
    sought = [to.atom(value)] if type(own).__name__ == "Count" else whole_numbers(to, own, value)
    to.say(Count, to.scope(items_of(several)), operator, to.atom(right), tuple(sought))
    return True


def _measure_distinct(to: Reading, own: Any, operator: Comparison, right: Any) -> bool:
    variables, excepted = _distinct_of(to, own, None)
    to.say(NValues, variables, operator, to.atom(right), excepted)
    return True


def _measure_element(to: Reading, own: Any, operator: Comparison, right: Any) -> bool:
    if operator != "=":
        return False
    items, index = own.args
    several = tuple(to.atom(each) for each in items)
    to.say(Element, several, to.as_number(index, None).number, to.atom(right))
    return True


MEASURES: dict[str, Measured] = {
    "Minimum": _measure_extreme(Minimum),
    "Maximum": _measure_extreme(Maximum),
    "Count": _measure_count,
    "Among": _measure_count,
    "NValue": _measure_distinct,
    "NValueExcept": _measure_distinct,
    "Element": _measure_element,
}
