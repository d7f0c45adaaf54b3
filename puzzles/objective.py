"""The objective: what a solution should have as little or as much of as possible.

    Objective("minimize", (Variable(0),))                      the value of x0
    Objective("maximize", (Variable(0), Variable(1)), "sum")   x0 + x1
    Objective("minimize", (Variable(0), Variable(1)), "lex")   x0, and among equals x1

Of a problem with an objective the best solution is asked for.  An assignment of which the objective
has no value, as a division by 0, is no solution then; of `lex` each part needs one.  Where it is
`ignored` any solution counts, and the problem says so wherever it is named.  Measures are those of
XCSP3 (Boussemart, Lecoutre, Audemard and Piette, 2016).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

from accord.puzzles.constraints import terms
from accord.puzzles.constraints.arguments import take_arguments
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.constraints.terms import Term, UndefinedError
from accord.puzzles.domain import Domain
from accord.puzzles.errors import items_of, shown, with_parameters
from accord.puzzles.fields import LeftOut

Sense = Literal["minimize", "maximize"]
Value = int | tuple[int, ...]  # of an objective; of `lex` one for each term
MeasureName = Literal["sum", "product", "minimum", "maximum", "n-values", "lex"]
MEASURES: Mapping[str, Callable[[list[int]], int | tuple[int, ...]]] = {
    "sum": sum,
    "product": lambda values: terms.bounded_product(*values),
    "minimum": min,
    "maximum": max,
    "n-values": lambda values: len({*values}),
    "lex": tuple,
}


@with_parameters(MalformedConstraintError)
@dataclass(frozen=True)
class Objective(HasRecord):
    """A measure of terms that is minimised or maximised.

    >>> cost = Objective("minimize", (Variable(0), ("mul", Variable(1), 2)))  # x0 + 2 * x1
    >>> problem = accord.Problem([range(5)] * 2, [Linear((0, 1), ">=", 4)], objective=cost)
    >>> accord.solve(problem).value
    4

    Args:
        sense: which of the two.
        terms: at least one, with at least one variable; nested tuples say operations, as in an
            Expression.
        measure: what is measured of their values; the sum of one term is the term.
        ignored: any solution counts.

    Raises:
        MalformedConstraintError: something is none of these.
    """

    keys: ClassVar = ("sense", "measure", "terms", "ignored")  # in JSON, in this order

    sense: Sense
    terms: tuple[Annotated[Term, terms.IN_JSON], ...]
    measure: MeasureName = "sum"
    ignored: LeftOut[bool] = False

    def __post_init__(self) -> None:
        if (found := items_of(self.terms)) is None:
            raise MalformedConstraintError(f"terms: found {shown(self.terms)}, expected a list")
        if not (found := tuple(found)):
            raise MalformedConstraintError("terms: found none, expected at least one")
        object.__setattr__(self, "terms", tuple(map(terms.term_of, found)))
        take_arguments(self)
        if not self.scope:
            said = ", ".join(terms.as_text(term, ()) for term in self.terms)
            raise MalformedConstraintError(f"terms: found {said} {terms.NO_VARIABLE}")

    def ignore(self) -> "Objective":
        """The objective marked as one that a solver need not know."""
        return replace(self, ignored=True)

    @property
    def scope(self) -> tuple[int, ...]:
        """Its different variables, in the order in which they occur first."""
        found = (variable for term in self.terms for variable in terms.variables_of(term))
        return tuple(dict.fromkeys(found))

    def is_better(self, one: Value, other: Value) -> bool:
        """Whether one value is strictly better than another."""
        low, high = (one, other) if self.sense == "minimize" else (other, one)
        return low < high  # type: ignore[operator]  # both are numbers, or both tuples

    def best(self, values: Iterable[Value]) -> Value | None:
        """The best of some values; None of none."""
        return (min if self.sense == "minimize" else max)(values, default=None)

    def fits(self, value: object) -> bool:
        """Whether something can be a value: of `lex` whole numbers, one for each term, else one."""
        several = (value,) if self.measure != "lex" else value
        number = len(self.terms) if self.measure == "lex" else 1
        if type(several) is not tuple or len(several) != number:
            return False
        return all(type(each) is int and each.bit_length() <= terms.MOST_BITS for each in several)

    def value(self, values: Sequence[int]) -> Value:
        """The value of a solution; of `lex` a tuple.

        Raises:
            UndefinedError: a term has no value, as a division by 0, or one of too many bits.
        """
        of = dict(enumerate(values))
        return MEASURES[self.measure]([terms.number(term, of) for term in self.terms])

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """Why an assignment has no value, in words; nothing, if it has one."""
        of = dict(enumerate(values))
        for term in self.terms:
            try:
                terms.number(term, of)
            except UndefinedError:
                yield f"the objective has no value: {terms.in_words(term, names)} is undefined"
                return
        try:
            self.value(values)
        except UndefinedError as error:
            yield f"the objective has no value: {error}"

    def expect_bounded(self, domains: Sequence[Domain]) -> None:
        """Refuse terms, or a product of them, that these domains allow to be too large to compute.

        Raises:
            TooManyBitsError: they do.
        """
        sizes = [terms.largest(term, domains) for term in self.terms]
        if self.measure == "product":
            terms.bounded_product(*(max(1, size) for size in sizes))

    def words(self, names: Sequence[str]) -> str:
        """The objective in words: minimize the sum of x, 2*y."""
        said = ", ".join(terms.in_words(term, names) for term in self.terms)
        if len(self.terms) == 1:
            return f"{self.sense} {said}"
        return f"{self.sense} {PHRASES[self.measure]} {said}"


PHRASES = {
    "sum": "the sum of",
    "product": "the product of",
    "minimum": "the minimum of",
    "maximum": "the maximum of",
    "n-values": "how many values are among",
    "lex": "in this order",
}


def value_text(value: Value) -> str:
    """A value in words: 12, or of `lex` 3 4."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
