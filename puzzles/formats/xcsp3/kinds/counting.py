"""Constraints of sums and of how often values are taken: sum, count, nValues and cardinality."""

from collections.abc import Iterator

from accord.puzzles.constraints.cardinality import Cardinality, Occurrences
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.formats.xcsp3.declarations import INTERVAL, interval
from accord.puzzles.formats.xcsp3.functional import fresh_for
from accord.puzzles.formats.xcsp3.lists import Item, same_number, words
from accord.puzzles.formats.xcsp3.parts import Parts, reads
from accord.puzzles.formats.xcsp3.writing import Vocabulary, Written, spaced, tag, writes


@reads("sum", ["list", "condition"], may=["coeffs"])
def read_sum(parts: Parts) -> Iterator[Constraint]:
    own = parts.variables()
    weights: tuple[Item, ...] = parts.items("coeffs") if parts.has("coeffs") else (1,) * len(own)
    same_number(parts.line, "coefficients", weights, len(own))
    scope, coefficients = weighted(parts, own, weights)
    yield from parts.compared(
        parts.condition(),
        lambda operator, right: Linear(scope, operator, right, coefficients, name=parts.name),
    )


def weighted(
    parts: Parts, own: tuple[int, ...], weights: tuple[Item, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Variables and their constant weights; a weight that is a variable makes a product of both."""
    scope, coefficients = list[int](), list[int]()
    for variable, weight in zip(own, weights, strict=True):
        if isinstance(weight, Variable):
            term = Operation("mul", (weight, Variable(variable)))
            variable, said = fresh_for(term, parts.to, parts.line)
            parts.beside += said
        scope.append(variable)
        coefficients.append(1 if isinstance(weight, Variable) else weight)
    return tuple(scope), tuple(coefficients)


@reads("count", ["list", "values", "condition"])
def read_count(parts: Parts) -> Iterator[Constraint]:
    own = parts.variables()
    child = parts.the("values")
    among: tuple[Item, ...] = (
        parts.values("values")
        if ".." in child.text and "[" not in child.text
        else parts.items(child)
    )
    yield from parts.compared(
        parts.condition(),
        lambda operator, right: Count(own, operator, right, among, name=parts.name),
    )


@reads("nValues", ["list", "condition"], may=["except"])
def read_n_values(parts: Parts) -> Iterator[Constraint]:
    own, excepted = parts.variables(), parts.values("except")
    yield from parts.compared(
        parts.condition(),
        lambda operator, right: NValues(own, operator, right, excepted, name=parts.name),
    )


@reads("cardinality", ["list", "values", "occurs"], attributes={"values": ["closed"]})
def read_cardinality(parts: Parts) -> Iterator[Constraint]:
    own, closed = parts.variables(), parts.truth("values", "closed", False)
    taken = parts.values_or_variables("values")
    times = _occurrences(parts)
    same_number(parts.line, "occurrences", times, len(taken))
    if not any(isinstance(each, Variable) for each in taken):
        constants = tuple(each for each in taken if isinstance(each, int))
        yield Cardinality(own, constants, times, closed, name=parts.name)
        return
    for value, often in zip(taken, times, strict=True):
        if isinstance(often, tuple):
            yield Count(own, ">=", often[0], (value,), name=parts.name)
            yield Count(own, "<=", often[1], (value,), name=parts.name)
        else:
            yield Count(own, "=", often, (value,), name=parts.name)
    for variable in own if closed else ():
        equal = tuple(Operation("eq", (Variable(variable), value)) for value in taken)
        yield Expression(Operation("or", equal), name=parts.name)


def _occurrences(parts: Parts) -> tuple[Occurrences, ...]:
    child = parts.the("occurs")
    found: list[Occurrences] = []
    for word in words(child.text):
        if INTERVAL.fullmatch(word):
            found.append(interval(word, child.line))
        else:
            found += parts.items_of(word, child)
    return tuple(found)


@writes(Linear)
def write_linear(constraint: Linear, to: Vocabulary) -> Written:
    parts = [tag("list", to.list(constraint.scope))]
    if {*constraint.coefficients} - {1}:
        parts.append(tag("coeffs", spaced(constraint.coefficients)))
    parts.append(to.condition(constraint.operator, constraint.right))
    return Written("sum", " ".join(parts))


@writes(Cardinality)
def write_cardinality(constraint: Cardinality, to: Vocabulary) -> Written:
    closed = "true" if constraint.closed else None
    times = [
        "{}..{}".format(*each) if isinstance(each, tuple) else to.item(each)
        for each in constraint.occurrences
    ]
    parts = (
        tag("list", to.list(constraint.variables)),
        tag("values", spaced(constraint.values), closed=closed),
        tag("occurs", " ".join(times)),
    )
    return Written("cardinality", " ".join(parts))
