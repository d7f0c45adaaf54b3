"""Terms: what an expression is built of, and what it is worth.

A term is a constant, a variable or an operation on terms; the operators are those of XCSP3's
intension (Boussemart, Lecoutre, Audemard and Piette, "XCSP3: an integrated format for benchmarking
combinatorial constrained problems", 2016).

    numbers      neg abs add sub mul div mod sqr pow min max dist if
    truth        lt le ge gt ne eq in notin not and or xor iff imp; < <= and so on are read too

Truth is 0 or 1 where a number stands, and a number where truth is asked for means that it is not 0.
Division truncates toward zero and the remainder has the dividend's sign.  A term is undefined where
a divisor is 0 or an exponent negative, and where an operand is; the nearest comparison around it is
false then.  Of `if` only the branch that is chosen counts.

`pow`, `sqr` and `mul` in each other say numbers of any length in a short text, so that no value is
computed that has more than MOST_BITS bits: a problem whose domains allow one is refused
(`largest`), and of values that are in no domain the term is undefined.

A term is evaluated as it stands.  (Compiled to closures it took as long each time, two thirds for
large sums, and the first time seventeen times as long, most of it the garbage collector's
over so many closures: measured on 10,000 expressions.)
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import chain, pairwise
from math import inf
from operator import eq, ge, gt, le, lt, ne, xor
from typing import Any, Union

from accord.puzzles.constraints.constraint import (
    MalformedConstraintError,
    Numbers,
    TooLargeError,
    Variable,
)
from accord.puzzles.domain import Domain
from accord.puzzles.errors import items_of, shown, whole_number, with_parameters
from accord.puzzles.fields import FILE, MisfitError, OwnJson, misfit, reader_of
from accord.puzzles.phrasing import SPELLINGS, counted

MOST_BITS = 13_000  # of a value: Python prints 4,300 digits


class UndefinedError(Exception):
    """The term has no value here."""


class TooManyBitsError(UndefinedError, TooLargeError):
    """The value would have more than MOST_BITS bits."""

    def __init__(self) -> None:
        super().__init__(
            f"found a product or a power of more than {MOST_BITS:,} bits, expected no more"
        )


@with_parameters(MalformedConstraintError)
@dataclass(frozen=True)
class Operation:
    """An operator and its operands; of `set` they are constants.

    >>> from accord.constraints import Expression, Operation, Variable
    >>> twice = Operation("mul", (Variable(0), 2))
    >>> Expression(("eq", twice, Variable(1))).holds((3, 6))
    True
    """

    operator: str
    operands: tuple["Term", ...]

    def __post_init__(self) -> None:
        if type(self.operands) is not tuple or not {*map(type, self.operands)} <= TERMS:
            object.__setattr__(self, "operands", self._terms())
        if isinstance(self.operator, str) and self.operator not in _OPERANDS:
            word = _WORDS.get(SPELLINGS.get(self.operator, self.operator), self.operator)
            object.__setattr__(self, "operator", word)
        least, most = operands_of(self.operator)
        if not least <= len(self.operands) <= (most or len(self.operands)):
            expected = f"{least}" if least == most else f"{least} or more"
            found = counted(len(self.operands), "operand")
            raise MalformedConstraintError(f"{self.operator}: found {found}, expected {expected}")
        for place, operand in enumerate(self.operands):
            is_set = isinstance(operand, Operation) and operand.operator == "set"
            if is_set != (self.operator in ("in", "notin") and place == 1):
                found, expected = ("a set", "none") if is_set else (shown(operand), "a set")
                raise MalformedConstraintError(
                    f"{self.operator}: operand {place + 1}: found {found}, expected {expected}"
                )
            if self.operator == "set" and not isinstance(operand, int):
                raise MalformedConstraintError(
                    f"set: found {shown(operand)}, expected whole numbers"
                )

    def _terms(self) -> "tuple[Term, ...]":
        if (operands := items_of(self.operands)) is None:
            found = shown(self.operands)
            raise MalformedConstraintError(f"{self.operator}: found {found}, expected operands")
        return tuple(map(term_of, operands))

    @property
    def is_truth(self) -> bool:
        """Whether its value is 0 or 1 for false or true."""
        return self.operator in TRUTH_OPERATORS

    @cached_property
    def members(self) -> frozenset[object]:
        """The operands of a `set`, hashed."""
        return frozenset(self.operands)


Term = Union[int, Variable, Operation]  # noqa: UP007  (an alias that names itself)
TERMS = {int, Variable, Operation}


def term_of(found: Any) -> Term:
    """A term, or nested tuples `(operator, operand, ...)` that say one.

    Raises:
        MalformedConstraintError: it is none.
    """
    if type(found) in TERMS:
        return found  # type: ignore[no-any-return]
    if isinstance(found, tuple) and found:
        return Operation(found[0], found[1:])
    if (constant := whole_number(found)) is not None:
        return constant
    raise MalformedConstraintError(
        f"found {shown(found)}, expected a whole number, a Variable or (operator, ...)"
    )


def with_atoms(term: Operation, atoms: Iterator[int | Variable]) -> Operation:
    """A term with other constants and variables in the places of its own, one for each.

    Args:
        term: without sets, the operands of which have to be constants.
        atoms: in the order in which the term has them.
    """
    operands = [
        with_atoms(each, atoms) if isinstance(each, Operation) else next(atoms)
        for each in term.operands
    ]
    made = object.__new__(Operation)  # of as many operands, so that there is nothing to check
    object.__setattr__(made, "operator", term.operator)
    object.__setattr__(made, "operands", tuple(operands))
    return made


def _defined(divisor: int) -> int:
    if not divisor:
        raise UndefinedError
    return divisor


def quotient(dividend: int, divisor: int) -> int:
    """The quotient, truncated toward zero.

    Raises:
        UndefinedError: the divisor is 0.
    """
    size = abs(dividend) // abs(_defined(divisor))
    return size if (dividend < 0) == (divisor < 0) else -size


def remainder(dividend: int, divisor: int) -> int:
    """The remainder, which has the sign of the dividend.

    Raises:
        UndefinedError: the divisor is 0.
    """
    size = abs(dividend) % abs(_defined(divisor))
    return -size if dividend < 0 else size


def bounded_product(*factors: int) -> int:
    """The product of numbers, each with the ones before it.

    Raises:
        TooManyBitsError: one of these products has more than MOST_BITS bits.
    """
    result = 1
    for factor in factors:
        result *= factor
        if result.bit_length() > MOST_BITS:
            raise TooManyBitsError
    return result


def power(base: int, exponent: int) -> int:
    """The power; anything to the power 0 is 1.

    Raises:
        UndefinedError: the exponent is negative; TooManyBitsError: the power is too large.
    """
    if exponent < 0:
        raise UndefinedError
    if (base.bit_length() - 1) * exponent > MOST_BITS:  # bits of it, or fewer
        raise TooManyBitsError
    return bounded_product(base**exponent)


NUMBERS: Mapping[str, tuple[int, int | None, Callable[..., int]]] = {
    # least and most operands, and the value
    "neg": (1, 1, lambda x: -x),
    "abs": (1, 1, abs),
    "add": (1, None, lambda *each: sum(each)),
    "sub": (2, 2, lambda x, y: x - y),
    "mul": (1, None, bounded_product),
    "div": (2, 2, quotient),
    "mod": (2, 2, remainder),
    "sqr": (1, 1, lambda x: bounded_product(x, x)),
    "pow": (2, 2, power),
    "min": (1, None, lambda *each: min(each)),
    "max": (1, None, lambda *each: max(each)),
    "dist": (2, 2, lambda x, y: abs(x - y)),
}
COMPARISONS: Mapping[str, tuple[int, int | None, Callable[..., bool]]] = {
    "lt": (2, 2, lt),
    "le": (2, 2, le),
    "ge": (2, 2, ge),
    "gt": (2, 2, gt),
    "ne": (2, 2, ne),
    "eq": (2, None, lambda *each: all(eq(x, y) for x, y in pairwise(each))),
}
LOGIC: Mapping[str, tuple[int, int | None, Callable[..., bool]]] = {
    "not": (1, 1, lambda x: not x),
    "and": (1, None, lambda *each: all(each)),
    "or": (1, None, lambda *each: any(each)),
    "xor": (1, None, lambda *each: bool(reduce(xor, each))),
    "iff": (2, None, lambda *each: len(set(each)) == 1),
    "imp": (2, 2, lambda x, y: not x or y),
}
_WORDS = {sign: word for word, sign in SPELLINGS.items() if word in COMPARISONS}
MEMBERSHIP = ("in", "notin")
PARTIAL = {"div", "mod", "pow"}  # undefined for some operands
NO_VARIABLE = (
    "without a variable, expected one, as Variable(0) or in JSON its name: a number is a constant "
    "here"
)
TRUTH_OPERATORS = (*COMPARISONS, *LOGIC, *MEMBERSHIP)
_OPERANDS: Mapping[str, tuple[int, int | None]] = {
    **{name: each[:2] for name, each in {**NUMBERS, **COMPARISONS, **LOGIC}.items()},
    "in": (2, 2),
    "notin": (2, 2),
    "if": (3, 3),
    "set": (0, None),
}


def operands_of(operator: str) -> tuple[int, int | None]:
    """The least and the most operands it takes; None for any number.

    Raises:
        MalformedConstraintError: there is no such operator.
    """
    if not isinstance(operator, str):
        raise MalformedConstraintError(f"found {shown(operator)}, expected the name of an operator")
    if (found := _OPERANDS.get(operator)) is None:
        names = " ".join((*NUMBERS, "if", *COMPARISONS, *MEMBERSHIP, *LOGIC))
        raise MalformedConstraintError(f"found the operator {operator!r}, expected one of {names}")
    return found


def variables_of(term: Term) -> Iterator[int]:
    """The variables of a term, as often as they occur."""
    for each in term.operands if isinstance(term, Operation) else (term,):
        if isinstance(each, Variable):
            yield each.number
        elif isinstance(each, Operation):
            yield from variables_of(each)


def largest(term: Term, domains: Sequence[Domain]) -> int:
    """A number that no absolute value of a term exceeds, whatever its variables are.

    Raises:
        TooManyBitsError: computing the term may give more than MOST_BITS bits.
    """
    if isinstance(term, Variable):
        domain = domains[term.number]
        return max(abs(domain.min), abs(domain.max)) if domain else 0
    if not isinstance(term, Operation):
        return abs(term)
    operator = term.operator
    if operator in TRUTH_OPERATORS:
        for each in term.operands:
            if isinstance(each, Operation):
                largest(each, domains)
        return 1
    sizes = [largest(each, domains) for each in term.operands]
    if operator in ("mul", "sqr", "pow"):
        return NUMBERS[operator][2](*(max(1, size) for size in sizes))
    if operator in ("add", "sub", "dist"):
        return sum(sizes)
    if operator == "div":
        return sizes[0]
    if operator == "mod":
        return min(sizes)
    return max(sizes[1:] if operator == "if" else sizes, default=0)


def number(term: Term, values: Mapping[int, int]) -> int:
    """The value of a term, where its variables have these.

    Raises:
        UndefinedError: it has none, or one of more than MOST_BITS bits.
    """
    if isinstance(term, Variable):
        return values[term.number]
    if not isinstance(term, Operation):
        return term
    if term.operator in NUMBERS:
        apply = NUMBERS[term.operator][2]
        return apply(*[number(each, values) for each in term.operands])
    if term.operator == "if":
        condition, chosen, other = term.operands
        return number(chosen if truth(condition, values) else other, values)
    return int(truth(term, values))


def truth(term: Term, values: Mapping[int, int]) -> bool:
    """Whether a term is true, where its variables have these values: never undefined."""
    if isinstance(term, Operation) and term.operator in LOGIC:
        decide = LOGIC[term.operator][2]
        return bool(decide(*[truth(each, values) for each in term.operands]))
    try:
        if isinstance(term, Operation) and term.operator in COMPARISONS:
            compare = COMPARISONS[term.operator][2]
            return compare(*[number(each, values) for each in term.operands])
        if isinstance(term, Operation) and term.operator in MEMBERSHIP:
            member, among = term.operands
            assert isinstance(among, Operation)
            return (number(member, values) in among.members) == (term.operator == "in")
        return number(term, values) != 0
    except UndefinedError:
        return False


def constant_truth(term: Term) -> bool | None:
    """Whether a term is true, or false, whatever its variables are; None where they may decide."""
    if not isinstance(term, Operation) or next(variables_of(term), None) is None:
        return None if isinstance(term, Variable) else truth(term, {})
    if term.operator in LOGIC:
        known = [constant_truth(each) for each in term.operands]
        if term.operator in ("and", "or"):
            decisive = term.operator == "or"
            return decisive if decisive in known else None if None in known else not decisive
        if term.operator == "imp" and (known[0] is False or known[1] is True):
            return True
        if term.operator in ("iff", "imp") and all(
            term.operands[0] == each for each in term.operands
        ):
            return True
        return None if None in known else bool(LOGIC[term.operator][2](*known))
    if term.operator == "if":
        condition, *branches = map(constant_truth, term.operands)
        return (
            branches[not condition] if condition is not None or branches[0] == branches[1] else None
        )
    if term.operator in NUMBERS:
        found = _comparison("ne", (term, 0))
    elif term.operator in MEMBERSHIP:
        found = _membership(*term.operands)
        found = found if found is None else found == (term.operator == "in")
    else:
        found = _comparison(term.operator, term.operands)
    return None if found and not all(map(is_total, term.operands)) else found


def _comparison(operator: str, operands: Sequence[Term]) -> bool | None:
    """Whether defined terms compare so, where they are the same or their bounds decide it."""
    if operands.count(operands[0]) == len(operands):
        return operator in ("le", "ge", "eq")
    if len(operands) == 2 and Variable in map(type, operands):  # which may be less and more
        return None
    bounds = [_bounds(each) for each in operands]
    if operator in ("eq", "ne"):
        highest_low, lowest_high = max(low for low, _ in bounds), min(high for _, high in bounds)
        if highest_low > lowest_high:
            return operator == "ne"
        return operator == "eq" if len({*chain(*bounds)}) == 1 else None
    (low, high), (other_low, other_high) = bounds if operator in ("lt", "le") else bounds[::-1]
    compare = lt if operator in ("lt", "gt") else le
    return True if compare(high, other_low) else None if compare(low, other_high) else False


def _membership(member: Term, among: Term) -> bool | None:
    """Whether a defined term is in a set, where its bounds decide it."""
    assert isinstance(among, Operation)
    low, high = _bounds(member)
    if low == high:
        return low in among.members
    return (
        None
        if any(isinstance(each, int) and low <= each <= high for each in among.operands)
        else False
    )


def _bounds(term: Term) -> tuple[float, float]:
    """The least and the most value of a term where it is defined, whatever its variables are."""
    if not isinstance(term, Operation):
        return (term, term) if isinstance(term, int) else (-inf, inf)
    if term.is_truth:
        known = constant_truth(term)
        return (0, 1) if known is None else (known, known)
    lows, highs = zip(*map(_bounds, term.operands), strict=True)
    if term.operator in NUMBERS and term.operator not in PARTIAL and lows == highs:
        with suppress(TooManyBitsError):
            return (NUMBERS[term.operator][2](*lows),) * 2
    if term.operator == "mul" and (0, 0) in zip(lows, highs, strict=True):
        return 0, 0
    if term.operator in ("sub", "dist") and term.operands[0] == term.operands[1]:
        return 0, 0
    if term.operator == "neg":
        return -highs[0], -lows[0]
    if term.operator == "add":
        return _total(lows), _total(highs)
    if term.operator in ("min", "max"):
        choose = min if term.operator == "min" else max
        return choose(lows), choose(highs)
    if term.operator == "if":
        return min(lows[1:]), max(highs[1:])
    return (0, inf) if term.operator in ("abs", "dist", "sqr") else (-inf, inf)


def _total(ends: Sequence[float]) -> float:
    """The sum of bounds: an infinite float if one is there, else an int of any size."""
    return next((each for each in ends if isinstance(each, float)), None) or sum(ends)


def is_total(term: Term) -> bool:
    """Whether a term has a value whatever its variables are."""
    return not isinstance(term, Operation) or (
        term.operator not in PARTIAL and all(map(is_total, term.operands))
    )


def as_text(term: Term, names: Mapping[int, str] | Sequence[str]) -> str:
    """A term as XCSP3 writes it: eq(add(x,3),y)."""
    if isinstance(term, Variable):
        return names[term.number]
    if isinstance(term, Operation):
        return f"{term.operator}({','.join(as_text(each, names) for each in term.operands)})"
    return str(term)


_BINDING = (  # how people write operators, those that bind less first
    {"iff": " iff ", "imp": " implies "},
    {"xor": " xor "},
    {"or": " or "},
    {"and": " and "},
    {"not": "not "},
    {"lt": " < ", "le": " <= ", "ge": " >= ", "gt": " > ", "ne": " != ", "eq": " = "}
    | {"in": " in ", "notin": " not in "},
    {"add": " + ", "sub": " - "},
    {"mul": "*", "div": " div ", "mod": " mod "},
    {"neg": "-"},
    {"sqr": "^", "pow": "^"},
)
_INFIX = {
    operator: (written, level)
    for level, group in enumerate(_BINDING)
    for operator, written in group.items()
}
_PRODUCT = _INFIX["mul"][1]


def in_words(term: Term, names: Mapping[int, str] | Sequence[str], within: int = -1) -> str:
    """A term as people write it: x + 3 = y.

    Args:
        term: what is written.
        names: of the variables.
        within: what binds less than so much stands in brackets.
    """
    if not isinstance(term, Operation):
        text = as_text(term, names)
        return f"({text})" if text.startswith("-") and within > _PRODUCT else text
    operator, operands = term.operator, term.operands
    if operator == "set":
        return f"{{{', '.join(map(str, operands))}}}"
    if operator not in _INFIX:
        if operator in ("abs", "dist"):
            size = Operation("sub", operands) if operator == "dist" else operands[0]
            if "|" not in (text := in_words(size, names)):  # where it is clear which bars are one
                return f"|{text}|"
        return f"{operator}({', '.join(in_words(each, names) for each in operands)})"
    written, level = _INFIX[operator]
    parts = []
    for place, each in enumerate((*operands, 2) if operator == "sqr" else operands):
        alike = isinstance(each, Operation) and each.operator == operator == "mul"
        first = isinstance(each, int) and not place and operator != "pow"
        is_bare = operator in ("add", "and", "or") or alike or first
        parts.append(in_words(each, names, level if is_bare else level + 1))
    text = written + parts[0] if operator in ("not", "neg") else written.join(parts)
    if operator == "add":
        text = text.replace(" + -", " - ")
    return f"({text})" if level < within else text


def as_json(term: Term, names: Sequence[str]) -> Any:
    """A term in JSON: ["eq", ["add", "x", 3], "y"]."""
    if isinstance(term, Variable):
        return names[term.number]
    if isinstance(term, Operation):
        return [term.operator, *[as_json(each, names) for each in term.operands]]
    return term


def from_json(found: object, numbers: Numbers) -> Term:
    """The term of a JSON value; text alone is a variable.

    Raises:
        MisfitError: it is none.
        MalformedConstraintError: an operator is none, or has too many operands, or too few.
    """
    if isinstance(found, list):
        if not found or not isinstance(found[0], str):
            raise misfit(found, "an operator and its operands", FILE)
        return Operation(found[0], tuple(from_json(each, numbers) for each in found[1:]))
    try:
        return _constant_or_variable(found, numbers)
    except MisfitError as error:
        raise MisfitError(f"{error}, or a list") from None


_constant_or_variable: Callable[[object, Numbers], Term] = reader_of(int | Variable, FILE)
IN_JSON = OwnJson(from_json, as_json, ("an operator and its operands", "terms"))
