"""Constraints that connect values and places: maxima and minima, element and channel."""

from collections.abc import Callable, Iterator
from itertools import chain

from accord.puzzles.constraints.arg_maximum import RANKS, ArgMaximum, ArgMinimum, Rank
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.domain import Domain
from accord.puzzles.formats.xcsp3.declarations import whole
from accord.puzzles.formats.xcsp3.elements import NotXcsp3Error, UnknownError
from accord.puzzles.formats.xcsp3.lists import Condition, Item
from accord.puzzles.formats.xcsp3.parts import Parts, reads
from accord.puzzles.formats.xcsp3.writing import Vocabulary, Written, tag, unless_zero, writes


def _extreme(kind: type[Maximum] | type[Minimum]) -> Callable[[Parts], Iterator[Constraint]]:
    place = ArgMaximum if kind is Maximum else ArgMinimum

    def read(parts: Parts) -> Iterator[Constraint]:
        if not parts.has("index") and not parts.has("condition"):
            expected = "expected a condition or an index"
            raise NotXcsp3Error(parts.line, f"found <{parts.element.tag}>, {expected}")
        own = parts.variables()
        if parts.has("index"):  # as in the first version of XCSP3
            index = parts.as_variable(parts.item("index"))
            yield place(own, index, parts.start(), _rank(parts, "index"), name=parts.name)
        if parts.has("condition"):
            yield from parts.compared(
                parts.condition(),
                lambda operator, right: kind(own, operator, right, name=parts.name),
            )

    return read


for _tag, _extremum in (("maximum", Maximum), ("minimum", Minimum)):
    reads(
        _tag,
        ["list"],
        may=["index", "condition"],
        attributes={"list": ["startIndex"], "index": ["rank"]},
    )(_extreme(_extremum))


def _place(kind: type[ArgMaximum] | type[ArgMinimum]) -> Callable[[Parts], Iterator[Constraint]]:
    def read(parts: Parts) -> Iterator[Constraint]:
        own, start, rank = parts.variables(), parts.start(), _rank(parts)
        condition = parts.condition()
        indices = range(start, start + len(own))
        if _is_variable(condition):
            index = parts.as_variable(condition.right)
            yield kind(own, index, start, rank, name=parts.name)
        elif rank == "any":
            yield _some_place(kind, own, indices, condition, parts.name)
        else:
            index = parts.to.fresh(Domain.of(indices), parts.line)
            yield kind(own, index, start, rank, name=parts.name)
            yield from parts.fulfils(index, condition)

    return read


def _is_variable(condition: Condition) -> bool:
    """Whether a number is equal to a variable."""
    return condition.operator == "=" and isinstance(condition.right, Variable)


def _some_place(
    kind: type[ArgMaximum] | type[ArgMinimum],
    own: tuple[int, ...],
    indices: range,
    condition: Condition,
    name: str,
) -> Expression:
    """The constraint: at a place that fulfils a condition stands a value that none exceeds."""
    operator = "max" if kind is ArgMaximum else "min"
    extreme = Operation(operator, tuple(map(Variable, own)))
    either = []
    for variable, index in zip(own, indices, strict=True):
        best = Operation("eq", (Variable(variable), extreme))
        either.append(Operation("and", (best, _fulfils(index, condition))))
    return Expression(Operation("or", tuple(either)), name=name)


_OPERATORS = {"<": "lt", "<=": "le", ">=": "ge", ">": "gt", "!=": "ne", "=": "eq"}


def _fulfils(index: int, condition: Condition) -> Operation:
    if condition.among is None:
        return Operation(_OPERATORS[condition.operator], (index, condition.right))
    inside = (index in condition.among) == (condition.operator == "=")
    return Operation("eq", (0, 0 if inside else 1))


def _rank(parts: Parts, tag: str = "") -> Rank:
    found = parts.attribute(tag, "rank", "any")
    for rank in RANKS:
        if found == rank:
            return rank
    raise UnknownError(parts.line, f"found the rank {found!r}, expected {', '.join(RANKS)}")


for _tag, _kind in (("maximumArg", ArgMaximum), ("minimumArg", ArgMinimum)):
    reads(_tag, ["list", "condition"], attributes={"": ["rank"], "list": ["startIndex"]})(
        _place(_kind)
    )


@reads(
    "element",
    [],
    may=["list", "matrix", "index", "value", "condition"],
    attributes={
        "list": ["startIndex"],
        "matrix": ["startRowIndex", "startColIndex"],
        "index": ["rank"],
    },
)
def read_element(parts: Parts) -> Iterator[Constraint]:
    if parts.has("list") == parts.has("matrix") or parts.has("value") == parts.has("condition"):
        expected = "expected a list or a matrix, and a value or a condition"
        raise NotXcsp3Error(parts.line, f"found <element>, {expected}")
    equal = parts.has("value")
    condition = Condition("=", parts.item("value")) if equal else parts.condition()
    if parts.has("matrix"):
        yield from _of_matrix(parts, condition)
        return
    items, start = parts.items("list"), parts.start()
    if not parts.has("index"):
        yield from _member(parts, items, condition)
        return
    if parts.attribute("index", "rank", "any") != "any":
        raise UnknownError(parts.line, "found an index of rank first or last, which is not known")
    index = parts.as_variable(parts.item("index"))
    yield from _at(parts, items, index, start, condition)


def _at(
    parts: Parts, items: tuple[Item, ...], index: int, start: int, condition: Condition
) -> Iterator[Constraint]:
    """Constraints: the item at an index fulfils a condition."""
    items = parts.to.shared(items)
    if condition.operator == "=" and condition.among is None:
        yield Element(items, index, condition.right, start, name=parts.name)
        return
    value = parts.to.fresh(parts.domain(items), parts.line)
    yield Element(items, index, Variable(value), start, name=parts.name)
    yield from parts.fulfils(value, condition)


def _member(parts: Parts, items: tuple[Item, ...], condition: Condition) -> Iterator[Constraint]:
    """Constraints: a value stands somewhere in a list."""
    if condition.operator != "=" or condition.among is not None:
        raise UnknownError(parts.line, "found <element> with a condition and no index, not known")
    equal = tuple(Operation("eq", (each, condition.right)) for each in items)
    yield Expression(Operation("or", equal), name=parts.name)


def _of_matrix(parts: Parts, condition: Condition) -> Iterator[Constraint]:
    """Constraints: the item of a row and a column fulfils a condition."""
    rows, child = parts.rows(), parts.the("matrix")
    if not parts.has("index"):
        raise NotXcsp3Error(parts.line, "found a matrix without <index>, expected one")
    both = parts.variables("index")
    if len({*map(len, rows)}) != 1 or len(both) != 2:
        found = "found rows of different lengths, or not two indices"
        raise NotXcsp3Error(parts.line, f"{found}, expected a matrix and two indices")
    height, width = len(rows), len(rows[0])
    starts = [
        whole(child.attributes.get(key, "0"), child.line)
        for key in ("startRowIndex", "startColIndex")
    ]
    for variable, start, size in zip(both, starts, (height, width), strict=True):
        domain = parts.to.domains[variable]
        if domain.between(start, start + size - 1) != domain:
            yield Linear((variable,), ">=", start, name=parts.name)
            yield Linear((variable,), "<=", start + size - 1, name=parts.name)
    index = parts.to.fresh(Domain(((0, height * width - 1),)), parts.line)
    yield Linear(
        (index, *both), "=", -width * starts[0] - starts[1], (1, -width, -1), name=parts.name
    )
    yield from _at(parts, tuple(chain.from_iterable(rows)), index, 0, condition)


@reads("channel", ["list"], may=["value"], several=["list"], attributes={"list": ["startIndex"]})
def read_channel(parts: Parts) -> Iterator[Constraint]:
    children = parts.every("list")
    own = tuple(map(parts.variables, children))
    starts = tuple(whole(each.attributes.get("startIndex", "0"), each.line) for each in children)
    if parts.has("value"):
        value = parts.as_variable(parts.item("value"))
        if len(own) > 1:
            raise UnknownError(parts.line, "found several lists and a value, not known")
        yield ChannelValue(own[0], value, starts[0], name=parts.name)
        return
    if len(own) == 2 and len(own[0]) > len(own[1]):
        own, starts = own[::-1], starts[::-1]
    yield Channel(own, starts, name=parts.name)


@writes(ArgMaximum)
@writes(ArgMinimum)
def write_arg_maximum(constraint: ArgMaximum | ArgMinimum, to: Vocabulary) -> Written:
    own = tag("list", to.list(constraint.variables), startIndex=unless_zero(constraint.start))
    condition = to.condition("=", Variable(constraint.index))
    rank = "" if constraint.rank == "any" else f' rank="{constraint.rank}"'
    return Written(f"{constraint.extreme}Arg", f"{own} {condition}", rank)


@writes(Element)
def write_element(constraint: Element, to: Vocabulary) -> Written:
    items = tag("list", to.items(constraint.items), startIndex=unless_zero(constraint.start))
    index, value = to.names[constraint.index], to.item(constraint.value)
    return Written("element", f"{items} {tag('index', index)} {tag('value', value)}")


@writes(Channel)
def write_channel(constraint: Channel, to: Vocabulary) -> Written:
    both = zip(constraint.lists, constraint.starts, strict=True)
    parts = [tag("list", to.list(own), startIndex=unless_zero(first)) for own, first in both]
    return Written("channel", " ".join(parts))


@writes(ChannelValue)
def write_channel_value(constraint: ChannelValue, to: Vocabulary) -> Written:
    own = tag("list", to.list(constraint.variables), startIndex=unless_zero(constraint.start))
    return Written("channel", f"{own} {tag('value', to.names[constraint.value])}")
