"""python-constraint: a `constraint.Problem` of that library as a problem of ours.

A constraint means what the library says of it when every variable has a value, and what it does to
domains before is not asked: some of its filters lose solutions.  A text means what Python says of
it; the library's own reading of texts is not asked either.  So a model is read before the library
solves it: then filters remove values from its domains for good, and what texts are taken for is
added to its constraints.  Where that shows, the model is refused.

Values that equal whole numbers are these: 1, 1.0 and True are one value.  Others are symbols, whose
numbers are no values with which they are compared: what is equal is equal here and nothing else.

A function is called with all combinations of the values of its variables, up to MOST of them, and
so is a sum of values that are no whole numbers: these become tables.
"""

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count, product
from math import ceil, floor, prod
from operator import mul
from pathlib import Path
from typing import Any
from warnings import catch_warnings

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import COMPARISONS, Comparison, Linear
from accord.puzzles.constraints.table import Table, Tuples
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.errors import shown
from accord.puzzles.layout import Symbols
from accord.puzzles.models.growing import Growing, UnreadableModelError
from accord.puzzles.models.python_expression import NoTermError, truth_term
from accord.puzzles.problem import Problem
from accord.puzzles.shared import SharedList

MOST = 1_000_000  # combinations of values for which a function is called
STATES = ("_var_max", "_var_min", "_variable_contains_lt1")  # kept by filters that ran
COMPARING = {  # values of different variables
    *("AllDifferentConstraint", "AllEqualConstraint"),
    *("SomeInSetConstraint", "SomeNotInSetConstraint"),
}
DIGITS = 10  # after the point, to which the library rounds sums and products
TERMS: dict[Comparison, str] = {"=": "eq", "<=": "le", ">=": "ge"}


def problem_of(model: Any) -> Problem:
    """The problem that a model says; see `read`."""
    return read(model)[0]


def read(model: Any) -> tuple[Problem, dict[Any, dict[Any, int]]]:
    """The problem that a model says, its variables in their order, and the numbers of their values.

    Args:
        model: a `constraint.Problem`, which stays as it is.

    Raises:
        UnreadableModelError: it has no variables, a value that cannot be told from others, or a
            constraint that has no meaning here: of a class of the user's own, a function that
            raises, or one of more than MOST combinations; or it was solved before.
        MalformedProblemError: two variables have the same name.
    """
    reading = _ModelReading(model)
    numbers = [{value: reading.numbers[value] for value in values} for values in reading.values]
    return reading.problem(), dict(zip(reading.places, numbers, strict=True))


class _ModelReading(Growing):
    """A model, with numbers for its variables and for their values."""

    def __init__(self, model: Any) -> None:
        import constraint.problem

        super().__init__()
        self.what = "model"  # that is being read
        if type(model) is not constraint.problem.Problem:
            raise self.refusal(
                f"an object of {_class_name(model)}", "one of constraint.Problem itself"
            )
        self.model = model
        self.places = {variable: place for place, variable in enumerate(model._variables)}
        if not self.places:
            raise self.refusal("no variables", "one or more")
        self.values = [[*self._values(*each)] for each in model._variables.items()]
        self.numbers: dict[Any, int] = {}  # by value
        for value in (value for values in self.values for value in values):
            if (number := _whole(value)) is not None:
                self.numbers[value] = number
        self.symbolic = frozenset(
            place
            for place, values in enumerate(self.values)
            if not all(value in self.numbers for value in values)
        )
        self.scopes = [*self._scopes()]  # of the constraints
        self.symbols = self._numbered_symbols()
        self._tables: dict[Tuples, Tuples] = {}  # equal ones are one object

    def refusal(self, found: str, expected: str) -> UnreadableModelError:
        """The error about what is being read."""
        return UnreadableModelError(f"{self.what}: found {found}, expected {expected}")

    def _values(self, variable: Hashable, domain: Any) -> Iterable[Any]:
        """The values of a domain, also those that a search has hidden; each of a type once."""
        self.what = f"variable {variable}"
        every = {}
        for value in (*domain, *domain._hidden):
            try:
                every[type(value), value] = value
            except TypeError:
                expected = "one that can be hashed, as a tuple in place of a list"
                raise self.refusal(f"the value {shown(value)}", expected) from None
            if value != value:
                raise self.refusal(f"the value {shown(value)}", "one that is equal to itself")
        return every.values()

    def _numbered_symbols(self) -> Symbols | None:
        """Symbols get the lowest numbers from 0 that are no values with which they are compared."""
        near = {*self.symbolic}
        for (each, _), scope in zip(self.model._constraints, self.scopes, strict=True):
            if type(each).__name__ in COMPARING and not self.symbolic.isdisjoint(scope):
                near |= {*scope}
        values = {value for place in near for value in self.values[place]}
        whole = {self.numbers[value] for value in values if value in self.numbers}
        free = (number for number in count() if number not in whole)
        by_number: dict[int, Any] = {}
        for place in sorted(self.symbolic):
            for value in self.values[place]:
                if value not in self.numbers:
                    self.numbers[value] = number = next(free)
                    by_number[number] = value
        if not by_number:
            return None
        words = [by_number.get(number, number) for number in range(max(by_number) + 1)]
        texts = [*map(str, words)]
        different = len({*texts}) == len(texts)
        return Symbols(
            tuple(texts if different else map(repr, words)), tuple(sorted(self.symbolic))
        )

    def problem(self) -> Problem:
        """The problem that the model says."""
        self.what = "model"
        self.expect_unsolved()
        for variable, values in zip(self.places, self.values, strict=True):
            self.add(str(variable), {self.numbers[value] for value in values})
        for place, scope in enumerate(self.scopes):
            each = self.named(place)
            self._reader(each)(self, each, scope)
        for text in self.model._str_constraints:
            self.what, self.label = f"constraint {shown(text)}", text.strip()
            self.say_text(text.strip())
        return Problem(self.domains, self.constraints, self.names, symbols=self.symbols)

    def _scopes(self) -> Iterator[tuple[int, ...]]:
        for place, (_, variables) in enumerate(self.model._constraints):
            self.named(place)
            yield self.scope(variables)

    def named(self, place: int) -> Any:
        """The constraint at a place, of which errors speak from now on."""
        each = self.model._constraints[place][0]
        self.label = _name(each)
        self.what = f"constraint {place + 1} ({self.label})"
        return each

    def expect_unsolved(self) -> None:
        """Refuse a model that a search has changed, as far as that shows."""
        from constraint.parser import compile_to_constraints

        added = set[tuple[object, str]]()
        for text, pickled in product(self.model._str_constraints, (False, True)):
            with suppress(Exception), catch_warnings(action="ignore"):  # whatever its parser raises
                parsed = compile_to_constraints([text], self.model._variables, pickled)
                added |= {_mark(each, variables) for each, variables, _ in parsed}
        for each, variables in self.model._constraints:
            has_filtered = any(getattr(each, state, None) for state in STATES)
            if has_filtered or _mark(each, variables) in added:
                found = "one that was solved, which changes its domains and constraints"
                raise self.refusal(found, "one that is built, and not solved yet")

    def _reader(self, each: Any) -> "Reader":
        """What reads constraints of this class, which is one of the library's own."""
        import constraint.constraints

        name = type(each).__name__
        if name in READERS and type(each) is getattr(constraint.constraints, name, None):
            return READERS[name]
        expected = "a function, a text, or one of the classes in python-constraint's manual"
        raise self.refusal(f"an object of {_class_name(each)}", expected)

    def scope(self, variables: Any) -> tuple[int, ...]:
        """The numbers of some variables; of none or no list, as in the library, of all."""
        listed = [*self.lasting(variables)] if variables is not None else []
        return tuple(self.place(variable) for variable in listed or self.places)

    def place(self, variable: Any) -> int:
        """The number of a variable."""
        with suppress(KeyError, TypeError):
            return self.places[variable]
        raise self.refusal(f"the variable {shown(variable)}", f"one of {shown([*self.places])}")

    def lasting(self, items: Any) -> Any:
        """Items that are the same whenever they are looked at."""
        if isinstance(items, Iterator):
            raise self.refusal("an iterator, which is gone after one look", "a list or a set")
        return items

    def asked(self, function: Callable[..., Any], *values: Any) -> bool:
        """What a function of the model says of values."""
        try:
            return bool(function(*values))
        except Exception as error:  # whatever it raises
            found = f"{type(error).__name__} ({error}) where the values are {shown(values)}"
            raise self.refusal(found, "an answer for all values") from error

    def say_table(self, scope: Sequence[int], function: Callable[..., Any]) -> None:
        """Add the combinations of values of which a function is true, or of which it is false."""
        own = tuple(dict.fromkeys(scope))
        size = prod(len(self.values[variable]) for variable in own)
        if size > MOST:
            raise self.refusal(
                f"{size:,} combinations of values", f"{MOST:,} or fewer, to ask about each"
            )
        places = [own.index(variable) for variable in scope]
        holds: dict[tuple[int, ...], bool] = {}
        for values in product(*(self.values[variable] for variable in own)):
            truth = self.asked(function, *(values[place] for place in places))
            if holds.setdefault(tuple(self.numbers[each] for each in values), truth) != truth:
                raise self.refusal(
                    f"another answer for {shown(values)}", "the same of equal values"
                )
        is_forbidding = 2 * sum(holds.values()) > len(holds)
        listed: Tuples = SharedList(key for key, truth in holds.items() if truth != is_forbidding)
        if listed or not is_forbidding:
            tuples = self._tables.setdefault(listed, listed)
            self.say(Table, own, tuples, is_forbidding)

    def say_compared(
        self,
        scope: tuple[int, ...],
        weights: Iterable[Any] | None,
        operator: Comparison,
        right: Any,
        digits: int | None = DIGITS,
    ) -> None:
        """Add that a sum, or without weights a product, compares with a Variable or a number."""
        factors = None if weights is None else [*weights] or [1] * len(scope)
        if factors is not None and len(factors) != len(scope):
            raise self.refusal(
                f"{len(factors)} multipliers", f"{len(scope)}, one for each variable"
            )
        every = (*scope, right.number) if isinstance(right, Variable) else scope
        bound = right if isinstance(right, Variable) else _bound(operator, right)
        whole = [_whole(each) for each in factors or ()]
        if bound is not None and None not in whole and self.symbolic.isdisjoint(every):
            if factors is not None:
                self.say(Linear, scope, operator, bound, tuple(whole))
            else:
                measured = Operation("mul", tuple(map(Variable, scope)) or (1,))
                self.say(Expression, Operation(TERMS[operator], (measured, bound)))
            return

        def holds(*values: Any) -> Any:
            own = values[: len(scope)]
            found = prod(own) if factors is None else sum(map(mul, own, factors))
            if isinstance(found, float) and digits is not None:
                found = round(found, digits)
            return COMPARISONS[operator](found, values[-1] if every != scope else right)

        self.say_table(every, holds)

    def say_text(self, text: str) -> None:
        """Add what Python says of the variables that stand in a text."""
        try:
            tree, code = ast.parse(text, mode="eval").body, compile(text, "<text>", "eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            found = getattr(error, "msg", error)
            raise self.refusal(str(found), "an expression of Python") from None
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        used = {name: place for name, place in self.places.items() if name in names}
        if not used:
            raise self.refusal("none of the model's variables", "one or more")
        scope = tuple(used.values())
        if self.symbolic.isdisjoint(scope):
            with suppress(NoTermError, RecursionError):
                self.say_term(truth_term(tree, used))
                return

        def truth(*values: Any) -> Any:
            return eval(code, dict(zip(used, values, strict=True)))

        self.say_table(scope, truth)


def _whole(value: Any) -> int | None:
    """The whole number that a value is equal to; None where it is to none."""
    with suppress(TypeError, ValueError, OverflowError):
        if (number := int(value)) == value:
            return number
    return None


def _bound(operator: Comparison, right: Any) -> int | None:
    """The whole number with which whole numbers compare as with another one."""
    with suppress(TypeError, ValueError, OverflowError):
        return (
            _whole(right) if operator == "=" else floor(right) if operator == "<=" else ceil(right)
        )
    return None


def _mark(constraint: Any, variables: Any) -> tuple[object, str]:
    """What tells a constraint that stands for a text from others: what it calls, or is over."""
    code = getattr(getattr(constraint, "_func", None), "__code__", None)
    return (code.co_name, code.co_filename) if code else (type(constraint), repr(variables))


def _class_name(found: Any) -> str:
    return f"the class {type(found).__module__}.{type(found).__qualname__}"


def _name(constraint: Any) -> str:
    """What a constraint is in the words of the model."""
    function = getattr(constraint, "_func", None)
    if function is None:
        return type(constraint).__name__
    name = getattr(function, "__name__", type(function).__name__)
    if name == "<lambda>":
        code = function.__code__
        return f"lambda in line {code.co_firstlineno} of {Path(code.co_filename).name}"
    return f"function {name}"


Reader = Callable[[_ModelReading, Any, tuple[int, ...]], None]
READERS: dict[str, Reader] = {"Constraint": lambda *_: None}  # by class; that one is always true


def reads(*names: str, **named: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Enter a function as the reader of some classes, with these arguments."""

    def enter(reader: Callable[..., None]) -> Callable[..., None]:
        READERS.update(dict.fromkeys(names, partial(reader, **named)))
        return reader

    return enter


@reads("AllDifferentConstraint", kind=AllDifferent)
@reads("AllEqualConstraint", kind=AllEqual)
def _over_scope(reading: _ModelReading, _: Any, scope: tuple[int, ...], kind: Any) -> None:
    reading.say(kind, scope)


@reads("FunctionConstraint")
def _function(reading: _ModelReading, each: Any, scope: tuple[int, ...]) -> None:
    reading.say_table(scope, each._func)


@reads("ExactSumConstraint", operator="=", bound="_exactsum")
@reads("MinSumConstraint", operator=">=", bound="_minsum")
@reads("MaxSumConstraint", operator="<=", bound="_maxsum")
def _sum(
    reading: _ModelReading, each: Any, scope: tuple[int, ...], operator: Comparison, bound: str
) -> None:
    weights = () if each._multipliers is None else each._multipliers
    reading.say_compared(scope, weights, operator, getattr(each, bound))


@reads("ExactProdConstraint", operator="=", bound="_exactprod")
@reads("MinProdConstraint", operator=">=", bound="_minprod")
@reads("MaxProdConstraint", operator="<=", bound="_maxprod")
def _product(
    reading: _ModelReading, each: Any, scope: tuple[int, ...], operator: Comparison, bound: str
) -> None:
    reading.say_compared(scope, None, operator, getattr(each, bound))


@reads("VariableExactSumConstraint", operator="=")
@reads("VariableMinSumConstraint", operator=">=")
@reads("VariableMaxSumConstraint", operator="<=")
def _sum_of_variable(
    reading: _ModelReading, each: Any, _: tuple[int, ...], operator: Comparison
) -> None:
    """The constraint names its own variables; the last multiplier is the target's, and 1."""
    own, target = map(reading.place, each.sum_vars), Variable(reading.place(each.target_var))
    weights = [*(each._multipliers or ())][:-1]
    reading.say_compared((*own,), weights, operator, target)


@reads("VariableExactProdConstraint", operator="=", digits=DIGITS)
@reads("VariableMinProdConstraint", operator=">=", digits=None)
@reads("VariableMaxProdConstraint", operator="<=", digits=None)
def _product_of_variable(
    reading: _ModelReading, each: Any, _: tuple[int, ...], operator: Comparison, digits: int | None
) -> None:
    own, target = map(reading.place, each.product_vars), Variable(reading.place(each.target_var))
    reading.say_compared((*own,), None, operator, target, digits)


@reads("InSetConstraint", is_inside=True)
@reads("NotInSetConstraint", is_inside=False)
def _in_set(reading: _ModelReading, each: Any, scope: tuple[int, ...], is_inside: bool) -> None:
    among = reading.lasting(each._set)
    for variable in dict.fromkeys(scope):
        reading.say_table((variable,), lambda value: (value in among) == is_inside)


@reads("SomeInSetConstraint", is_inside=True)
@reads("SomeNotInSetConstraint", is_inside=False)
def _some_in_set(
    reading: _ModelReading, each: Any, scope: tuple[int, ...], is_inside: bool
) -> None:
    among = reading.lasting(each._set)
    operator: Comparison = "=" if each._exact else ">="
    if (number := _bound(operator, each._n)) is None:
        raise reading.refusal(f"{shown(each._n)} as the number of values", "a whole number")
    every = {value for variable in scope for value in reading.values[variable]}
    counted = [
        reading.numbers[value]
        for value in every
        if reading.asked(lambda value: value in among, value) == is_inside
    ]
    reading.say(Count, scope, operator, number, tuple(counted))
