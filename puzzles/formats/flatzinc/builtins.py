"""FlatZinc's own predicates, as the MiniZinc 2.6 handbook explains them ("FlatZinc builtins").

Most are terms: a comparison, a logical operation.  Each such `NAME` is also read as `NAME_reif`,
true exactly when its last argument is, and `NAME_imp`, true where that is.  Division truncates, and
a division by zero, a power of zero by a negative number or an index outside of an array is false.

What takes a predicate's arguments is said by a letter each: i a whole number or a variable, n a
whole number, s a set of them, b a Boolean or a variable, t true or false; capitals are arrays.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.terms import TERMS, Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.formats.flatzinc.reading import FlatReading
from accord.puzzles.formats.flatzinc.syntax import Atom
from accord.puzzles.models.growing import WORDS

MOST_MEMBERS = 1000  # of a set that is written value by value


@dataclass(frozen=True)
class Predicate:
    """What a predicate takes, and the function that says it is true."""

    takes: str
    post: Callable[..., None]


PREDICATES: dict[str, Predicate] = {}
_TERMS: dict[str, tuple[str, Callable[..., Term]]] = {}  # of those that `says` registers
_CALLED = {"forall": "array_bool_and", "exists": "array_bool_or", "clause": "bool_clause"}
_RESULT = Variable(-1)


def op(operator: str, *operands: Term) -> Term:
    """An operation."""
    return Operation(operator, operands)


def kind(takes: str, *names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register what says a predicate in kinds of ours."""

    def register(post: Callable[..., None]) -> Callable[..., None]:
        for name in names:
            PREDICATES[name] = Predicate(takes, post)
        return post

    return register


def says(takes: str, *names: str) -> Callable[[Callable[..., Term]], Callable[..., Term]]:
    """Register the term that a predicate is, and its `_reif` and `_imp`."""

    def register(term: Callable[..., Term]) -> Callable[..., Term]:
        def post(to: FlatReading, *given: Any) -> None:
            to.say_term(term(*given))

        def post_reif(to: FlatReading, *given: Any) -> None:
            *own, truth = given
            to.say_term(exactly_if(truth, term(*own)))

        def post_imp(to: FlatReading, *given: Any) -> None:
            *own, truth = given
            if isinstance(truth, Variable):
                to.say_term(op("imp", truth, term(*own)))
            elif truth:
                to.say_term(term(*own))

        for name in names:
            _TERMS[name] = takes, term
            PREDICATES[name] = Predicate(takes, post)
            PREDICATES[f"{name}_reif"] = Predicate(f"{takes}b", post_reif)
            PREDICATES[f"{name}_imp"] = Predicate(f"{takes}b", post_imp)
        return term

    return register


def added(weights: Sequence[int], atoms: Sequence[Atom]) -> Term:
    """The sum of weighted variables and constants.

    Raises:
        MalformedConstraintError: there are not as many of either.
    """
    if len(weights) != len(atoms):
        found = f"coefficients: found {len(weights)}"
        raise MalformedConstraintError(f"{found}, expected {len(atoms)}, one for each variable")
    parts = [
        each if weight == 1 else op("mul", weight, each)
        for weight, each in zip(weights, atoms, strict=True)
    ]
    return 0 if not parts else parts[0] if len(parts) == 1 else op("add", *parts)


def member(atom: Atom, among: Domain) -> Term:
    """That a number is in a set, which is not written value by value where it is large."""
    if among.size <= MOST_MEMBERS and len(among.intervals) > 1:
        return op("in", atom, op("set", *among))
    parts = [op("and", op("ge", atom, low), op("le", atom, high)) for low, high in among.intervals]
    return 0 if not parts else parts[0] if len(parts) == 1 else op("or", *parts)


def joined(operator: str, neutral: int, atoms: Sequence[Term]) -> Term:
    """Several joined by `and`, `or` or `xor`; none are the neutral truth."""
    return op(operator, *atoms) if atoms else neutral


def negated(atom: Term) -> Term:
    """That a Boolean is false."""
    return 1 - atom if isinstance(atom, int) else op("not", atom)


def exactly_if(truth: Atom, term: Term) -> Term:
    """That a term is true exactly if a Boolean is."""
    if isinstance(truth, Variable):
        return op("eq", truth, term) if isinstance(term, Operation) else op("iff", truth, term)
    return term if truth else op("not", term)


def called(name: str, given: Sequence[Any]) -> Term | None:
    """What a predicate is worth as a function of its arguments, or of all but the last.

    Args:
        name: of a predicate that is a term, or MiniZinc's name of the function.
        given: terms, sets as Domains, and tuples of terms.

    Returns:
        None where it is no such function.
    """
    if name == "bool_not" and len(given) == 1:
        return negated(given[0])
    if name.startswith("array_") and name.endswith("_element") and len(given) == 2:
        place, items = given
        chosen = items[-1] if items else 0
        for number, each in [*enumerate(items, 1)][-2::-1]:
            chosen = op("if", op("eq", place, number), each, chosen)
        return chosen
    takes, term = _TERMS.get(_CALLED.get(name, name), ("", op))
    if not takes or len(takes) - len(given) not in (0, 1):
        return None
    for letter, each in zip(takes, given, strict=False):
        if type(each) not in (
            {tuple} if letter.isupper() else {Domain} if letter == "s" else TERMS
        ):
            return None
    if len(given) == len(takes):
        return term(*given)
    whole = term(*given, _RESULT)
    assert isinstance(whole, Operation)
    one, other = whole.operands
    return one if other == _RESULT else other


def _register_comparisons() -> None:
    for word in ("eq", "ne", "le", "lt", "ge", "gt"):

        def compares(one: Atom, other: Atom, word: str = word) -> Term:
            return op(word, one, other)

        def adds(weights: Any, atoms: Any, right: Atom, word: str = word) -> Term:
            return op(word, added(weights, atoms), right)

        says("ii", f"int_{word}")(compares)

        def post(to: FlatReading, weights: Any, atoms: Any, right: Atom, word: str = word) -> None:
            if {*map(type, atoms)} <= {Variable}:  # as almost always: in a third of the time
                scope = tuple([each.number for each in atoms])
                to.say(Linear, scope, WORDS[word], right, weights)
            else:
                to.say_term(op(word, added(weights, atoms), right))

        says("bb", f"bool_{word}")(compares)
        for takes, name in (("NIn", f"int_lin_{word}"), ("NBi", f"bool_lin_{word}")):
            says(takes, name)(adds)
            kind(takes, name)(post)


_register_comparisons()
says("bb", "bool_not")(lambda a, b: op("ne", a, b))
says("bi", "bool2int")(lambda a, b: op("eq", a, b))
says("is", "set_in")(member)
for _name, _operator in {
    "plus": "add", "minus": "sub", "times": "mul", "div": "div", "mod": "mod", "min": "min",
    "max": "max",
}.items():  # fmt: skip
    says("iii", f"int_{_name}")(lambda a, b, c, operator=_operator: op("eq", op(operator, a, b), c))
says("ii", "int_abs")(lambda a, b: op("eq", op("abs", a), b))
says("ii", "int_negate")(lambda a, b: op("eq", op("neg", a), b))


@says("iii", "int_pow")
def _power(base: Atom, exponent: Atom, value: Atom) -> Term:
    """Of a negative exponent it is 1 divided by the power."""
    usual = op("pow", base, exponent)
    if isinstance(exponent, Variable) or exponent < 0:
        inverse = op("div", 1, op("pow", base, op("neg", exponent)))
        usual = op("if", op("lt", exponent, 0), inverse, usual)
    return op("eq", usual, value)


says("ini", "int_pow_fixed")(_power)
for _name in ("and", "or", "xor"):
    says("bbb", f"bool_{_name}")(lambda a, b, r, operator=_name: exactly_if(r, op(operator, a, b)))
says("Bb", "array_bool_and")(lambda all_, r: exactly_if(r, joined("and", 1, all_)))
says("Bb", "array_bool_or")(lambda all_, r: exactly_if(r, joined("or", 0, all_)))
says("B", "array_bool_xor")(lambda all_: joined("xor", 0, all_))
says("BB", "bool_clause")(lambda a, b: joined("or", 0, (*a, *map(negated, b))))


@kind("iNi", "array_int_element")
@kind("iIi", "array_var_int_element")
@kind("iTb", "array_bool_element")
@kind("iBb", "array_var_bool_element")
def _element(to: FlatReading, index: Atom, items: tuple[Atom, ...], value: Atom) -> None:
    to.say(Element, items, to.number(index), value, 1)


@kind("iI", "array_int_maximum")
def _maximum(to: FlatReading, value: Atom, several: tuple[Atom, ...]) -> None:
    to.say(Maximum, to.scope(several), "=", value)


@kind("iI", "array_int_minimum")
def _minimum(to: FlatReading, value: Atom, several: tuple[Atom, ...]) -> None:
    to.say(Minimum, to.scope(several), "=", value)
