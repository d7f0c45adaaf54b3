"""Constraints by a term or by tuples: intension, clause and extension."""

from collections.abc import Iterator
from itertools import chain

from accord.puzzles.constraints.clauses import Clauses, clause_of
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.table import Entry, Table
from accord.puzzles.formats.format import FormatError
from accord.puzzles.formats.xcsp3 import lists
from accord.puzzles.formats.xcsp3.elements import A_TUPLE, NotXcsp3Error
from accord.puzzles.formats.xcsp3.functional import expression_of
from accord.puzzles.formats.xcsp3.parts import Parts, reads
from accord.puzzles.formats.xcsp3.writing import Vocabulary, Written, tag, tuples, writes


@reads("intension", ["function"])
def read_intension(parts: Parts) -> Iterator[Constraint]:
    child = parts.the("function")
    yield expression_of(child.text, parts.to, child.line, parts.name)


@reads("clause", ["list"])
def read_clause(parts: Parts) -> Iterator[Constraint]:
    """Variables of 0 and 1 of which one is true, or one that is negated is false."""
    child, literals = parts.the("list"), list[tuple[int, bool]]()
    for word in lists.words(child.text):
        negated = word.startswith("not(") and word.endswith(")")
        own = parts.to.variables(word[4:-1] if negated else word, child.line)
        literals += [(variable, not negated) for variable in own]
    if not literals:
        raise NotXcsp3Error(parts.line, "found a clause of nothing, expected variables")
    yield clause_of(literals, parts.name)


@reads("extension", ["list"], may=["supports", "conflicts"])
def read_extension(parts: Parts) -> Iterator[Constraint]:
    if parts.has("supports") == parts.has("conflicts"):
        found = "found supports and conflicts, or none of them"
        raise NotXcsp3Error(parts.line, f"{found}, expected one in <extension>")
    scope = parts.variables()
    child = parts.the("supports" if parts.has("supports") else "conflicts")
    tuples: tuple[tuple[Entry, ...], ...]
    if len(scope) == 1 and "(" not in child.text:
        if "tuples" not in child.kept:
            each = (_unary(parts, word) for word in child.text.split())
            child.kept["tuples"] = parts.to.shared(chain.from_iterable(each))
        tuples = child.kept["tuples"]
    else:
        tuples = lists.tuples(child, parts.to)
    yield Table(scope, tuples, parts.has("conflicts"), name=parts.name)


def _unary(parts: Parts, word: str) -> Iterator[tuple[Entry]]:
    if word == "*":
        yield ("*",)
    else:
        found = lists.values(word, parts.to, parts.line)
        parts.to.effort.spend(A_TUPLE * len(found), "items", parts.line)
        yield from ((each,) for each in found)


@writes(Expression)
def write_expression(constraint: Expression, to: Vocabulary) -> Written:
    return Written("intension", to.term(constraint.term))


@writes(Clauses)
def write_clause(constraint: Clauses, to: Vocabulary) -> Written:
    """Write a single clause."""
    own = [to.names[each] for each in constraint.scope]
    literals = next(constraint.said(own, [f"not({name})" for name in own]), [])
    if not literals:
        raise FormatError("found a clause without literals, which XCSP3 cannot say")
    return Written("clause", " ".join(literals))


@writes(Table)
def write_table(constraint: Table, to: Vocabulary) -> Written:
    rows = [map(to.value, constraint.scope, row) for row in constraint.tuples]
    one = len(constraint.scope) == 1
    inside = " ".join(chain.from_iterable(rows)) if one else tuples(rows)
    name = "conflicts" if constraint.forbidden else "supports"
    return Written("extension", tag("list", to.list(constraint.scope)) + " " + tag(name, inside))
