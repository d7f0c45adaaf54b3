"""Constraints of equality and order: allDifferent, allEqual, ordered, lex and precedence."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.ordered import Order, Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.formats.format import FormatError
from accord.puzzles.formats.xcsp3 import lists
from accord.puzzles.formats.xcsp3.elements import (
    A_CONSTRAINT,
    A_NUMBER,
    NotXcsp3Error,
    UnknownError,
)
from accord.puzzles.formats.xcsp3.parts import Parts, reads
from accord.puzzles.formats.xcsp3.writing import (
    WORDS,
    Vocabulary,
    Written,
    spaced,
    tag,
    tuples,
    writes,
)

ORDERS: dict[str, Order] = {"lt": "<", "le": "<=", "ge": ">=", "gt": ">"}
CASES: dict[str, Order] = {
    "strictlyIncreasing": "<",
    "increasing": "<=",
    "decreasing": ">=",
    "strictlyDecreasing": ">",
}


@reads("allDifferent", [], may=["list", "matrix", "except"], several=["list"])
def read_all_different(parts: Parts) -> Iterator[Constraint]:
    own = parts.every("list")
    if parts.has("matrix") == bool(own):
        raise NotXcsp3Error(parts.line, "found <allDifferent>, expected lists or a matrix")
    if parts.has("matrix"):
        excepted = parts.values("except")
        yield AllDifferentMatrix(parts.variable_rows(), excepted, name=parts.name)
    elif len(own) > 1:
        tuples = lists.tuples(parts.the("except"), parts.to) if parts.has("except") else ()
        several = tuple(map(parts.variables, own))
        yield AllDifferentLists(several, tuples, name=parts.name)  # type: ignore[arg-type]
    else:
        yield AllDifferent(parts.variables(), parts.name, excepted=parts.values("except"))


@reads("allEqual", ["list"], may=["except"])
def read_all_equal(parts: Parts) -> Iterator[Constraint]:
    own, excepted = parts.variables(), parts.values("except")
    if not excepted:
        yield AllEqual(own, name=parts.name)
        return
    among = Operation("set", excepted)
    none = {x: Operation("in", (Variable(x), among)) for x in own}
    for x, y in combinations(dict.fromkeys(own), 2):
        parts.to.effort.spend(A_CONSTRAINT, "items", parts.line)
        equal = Operation("eq", (Variable(x), Variable(y)))
        yield Expression(Operation("or", (equal, none[x], none[y])), name=parts.name)


@reads("ordered", ["list"], may=["lengths", "operator"], attributes={"": ["case"]})
def read_ordered(parts: Parts) -> Iterator[Constraint]:
    own = parts.variables()
    lengths = parts.items("lengths") if parts.has("lengths") else ()
    if len(lengths) == len(own) > 0:  # XCSP3 2.1 has one for the last variable, too
        lengths = lengths[:-1]
    yield Ordered(own, _order(parts), lengths, name=parts.name)


@reads("lex", [], may=["list", "matrix", "operator"], several=["list"], attributes={"": ["case"]})
def read_lex(parts: Parts) -> Iterator[Constraint]:
    if parts.has("matrix") == parts.has("list"):
        raise NotXcsp3Error(parts.line, "found <lex>, expected lists or a matrix")
    if parts.has("matrix"):
        yield Lex(parts.variable_rows(), _order(parts), columns=True, name=parts.name)
    else:
        own = tuple(map(parts.variables, parts.every("list")))
        yield Lex(own, _order(parts), name=parts.name)


def _order(parts: Parts) -> Order:
    """The order that a child or an attribute names."""
    case = parts.attribute("", "case")
    if parts.has("operator") == bool(case):
        raise NotXcsp3Error(parts.line, "found no operator or two of them, expected one")
    word = case or parts.the("operator").text.strip()
    known = CASES if case else ORDERS
    if word not in known:
        raise UnknownError(parts.line, f"found the order {word!r}, expected {', '.join(known)}")
    return known[word]


@reads("precedence", ["list"], may=["values"], attributes={"values": ["covered"]})
def read_precedence(parts: Parts) -> Iterator[Constraint]:
    scope = parts.variables()
    if not parts.has("values"):
        domain = parts.domain(map(Variable, scope))
        parts.to.effort.spend(A_NUMBER * domain.size, "items", parts.line)
        yield Precedence(scope, tuple(domain), name=parts.name)
        return
    covered = parts.truth("values", "covered", False)
    yield Precedence(scope, parts.values("values"), covered, name=parts.name)


@writes(AllDifferent)
def write_all_different(constraint: AllDifferent, to: Vocabulary) -> Written:
    own = to.list(constraint.scope)
    if not constraint.excepted:
        return Written("allDifferent", own)
    excepted = tag("except", spaced(constraint.excepted))
    return Written("allDifferent", f"{tag('list', own)} {excepted}")


@writes(AllDifferentLists)
def write_all_different_lists(constraint: AllDifferentLists, to: Vocabulary) -> Written:
    if len(constraint.lists) < 2:
        raise FormatError("found all-different-lists of one list or none, expected two or more")
    parts = [tag("list", to.list(each)) for each in constraint.lists]
    if constraint.excepted:
        parts.append(tag("except", tuples(constraint.excepted)))
    return Written("allDifferent", " ".join(parts))


def _matrix(rows: Iterable[Iterable[int]], to: Vocabulary) -> str:
    return tag("matrix", tuples([to.names[each] for each in row] for row in rows))


@writes(AllEqual)
def write_all_equal(constraint: AllEqual, to: Vocabulary) -> Written:
    return Written("allEqual", to.list(constraint.scope))


@writes(Lex)
def write_lex(constraint: Lex, to: Vocabulary) -> Written:
    if not constraint.lists:
        raise FormatError("found lex of no lists, expected one or more")
    if constraint.columns:
        parts = [_matrix(constraint.lists, to)]
    else:
        parts = [tag("list", to.list(each)) for each in constraint.lists]
    return Written("lex", " ".join((*parts, tag("operator", WORDS[constraint.operator]))))


@writes(Precedence)
def write_precedence(constraint: Precedence, to: Vocabulary) -> Written:
    covered = "true" if constraint.covered else None
    values = tag("values", spaced(constraint.values), covered=covered)
    return Written("precedence", f"{tag('list', to.list(constraint.scope))} {values}")
