"""Constraints of tasks and things: noOverlap, cumulative, binPacking and knapsack."""

from collections.abc import Iterator
from itertools import combinations

from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.formats.format import FormatError
from accord.puzzles.formats.xcsp3.declarations import whole
from accord.puzzles.formats.xcsp3.elements import (
    A_CONSTRAINT,
    A_NUMBER,
    NotXcsp3Error,
    UnknownError,
)
from accord.puzzles.formats.xcsp3.lists import Condition, Item, same_number
from accord.puzzles.formats.xcsp3.parts import Parts, reads
from accord.puzzles.formats.xcsp3.writing import (
    Vocabulary,
    Written,
    spaced,
    tag,
    tuples,
    unless_zero,
    writes,
)


@reads("noOverlap", ["origins", "lengths"], attributes={"": ["zeroIgnored"]})
def read_no_overlap(parts: Parts) -> Iterator[Constraint]:
    ignored = parts.truth("", "zeroIgnored", True)
    if "(" not in parts.the("origins").text:
        origins, lengths = parts.variables("origins"), parts.items("lengths")
        yield NoOverlap(origins, lengths, ignored, name=parts.name)
        return
    corners, sizes = parts.variable_rows("origins"), parts.rows("lengths")
    if {*map(len, corners), *map(len, sizes)} == {2}:
        yield NoOverlap2D(corners, tuple(sizes), ignored, name=parts.name)  # type: ignore[arg-type]
        return
    same_number(parts.line, "lengths", sizes, len(corners))
    for corner, size in zip(corners, sizes, strict=True):
        if not len(corner) == len(size) == len(corners[0]):
            found = f"found {len(corner)} origins and {len(size)} lengths"
            raise NotXcsp3Error(parts.line, f"{found}, expected {len(corners[0])} as of the first")
    for boxes in combinations(zip(corners, sizes, strict=True), 2):
        parts.to.effort.spend(A_CONSTRAINT * len(boxes[0][0]), "items", parts.line)
        yield _apart_somewhere(boxes, ignored, parts.name)


Box = tuple[tuple[int, ...], tuple[Item, ...]]  # origins and lengths


def _apart_somewhere(boxes: tuple[Box, Box], ignored: bool, name: str) -> Expression:
    """The constraint that one box ends before the other begins in a dimension, or is empty."""
    either: list[Operation] = []
    for (origins, lengths), (others, _) in (boxes, boxes[::-1]):
        for origin, length, other in zip(origins, lengths, others, strict=True):
            end = Operation("add", (Variable(origin), length))
            either.append(Operation("le", (end, Variable(other))))
            if ignored and (length == 0 or isinstance(length, Variable)):
                either.append(Operation("eq", (length, 0)))
    return Expression(Operation("or", tuple(either)), name=name)


@reads("cumulative", ["origins", "lengths", "heights", "condition"], may=["ends"])
def read_cumulative(parts: Parts) -> Iterator[Constraint]:
    origins, lengths = parts.variables("origins"), parts.items("lengths")
    heights = parts.items("heights")
    limit = _limit(parts, parts.condition())
    yield Cumulative(origins, lengths, heights, limit, name=parts.name)
    if parts.has("ends"):
        ends = parts.variables("ends")
        same_number(parts.line, "ends", ends, len(origins))
        for origin, length, end in zip(origins, lengths, ends, strict=True):
            if isinstance(length, Variable):
                yield Linear((end, origin, length.number), "=", 0, (1, -1, -1), name=parts.name)
            else:
                yield Linear((end, origin), "=", length, (1, -1), name=parts.name)


def _limit(parts: Parts, condition: Condition) -> Item:
    """The capacity: the right side of a condition `le`.

    Another condition, of bins, is read in three ways: of the bins that hold something, of those
    that could (Choco), and of as many as there are things (CPMpy); ACE refuses it.
    """
    if condition.among is None and condition.operator == "<=":
        return condition.right
    if condition.among is None and condition.operator == "<" and isinstance(condition.right, int):
        return condition.right - 1
    raise UnknownError(parts.line, "found another condition than (le,...), which is not known here")


@reads(
    "binPacking",
    ["list", "sizes"],
    may=["condition", "limits", "loads"],
    attributes={"limits": ["startIndex"], "loads": ["startIndex"]},
)
def read_bin_packing(parts: Parts) -> Iterator[Constraint]:
    said = [tag for tag in ("condition", "limits", "loads") if parts.has(tag)]
    if len(said) != 1:
        raise NotXcsp3Error(parts.line, "found <binPacking>, expected condition, limits or loads")
    own, sizes = parts.variables(), parts.integers("sizes")
    if parts.has("condition"):
        domain = parts.domain(map(Variable, own))
        first, number = (domain.min, domain.max + 1 - domain.min) if domain else (0, 0)
        parts.to.effort.spend(A_NUMBER * number, "items", parts.line)
        limits = (_limit(parts, parts.condition()),) * number
        yield BinPacking(own, sizes, limits, "<=", first, name=parts.name)
        return
    (tag,) = said
    loads, start = parts.items(tag), whole(parts.attribute(tag, "startIndex", "0"), parts.line)
    operator = "=" if tag == "loads" else "<="
    yield BinPacking(own, sizes, loads, operator, start, name=parts.name)  # type: ignore[arg-type]


@reads(
    "knapsack", ["list", "weights", "profits"], may=["condition", "limit"], several=["condition"]
)
def read_knapsack(parts: Parts) -> Iterator[Constraint]:
    own, weights, profits = parts.variables(), parts.integers("weights"), parts.integers("profits")
    conditions = [*map(parts.condition, parts.every("condition"))]
    if parts.has("limit"):
        conditions.insert(0, Condition("<=", parts.item("limit")))
    if len(conditions) != 2:
        expected = "expected one of the weights and one of the profits"
        raise NotXcsp3Error(parts.line, f"found {len(conditions)} conditions, {expected}")
    weight, profit = conditions
    if weight.operator == "<=" and weight.among is None:
        yield from parts.compared(
            profit,
            lambda operator, right: Knapsack(
                own, weights, profits, weight.right, operator, right, name=parts.name
            ),
        )
        return
    for numbers, condition in ((weights, weight), (profits, profit)):
        same_number(parts.line, "numbers", numbers, len(own))
        yield from _sum(parts, own, numbers, condition)


def _sum(
    parts: Parts, own: tuple[int, ...], weights: tuple[int, ...], condition: Condition
) -> Iterator[Constraint]:
    yield from parts.compared(
        condition, lambda operator, right: Linear(own, operator, right, weights, name=parts.name)
    )


@writes(NoOverlap)
def write_no_overlap(constraint: NoOverlap, to: Vocabulary) -> Written:
    origins, lengths = to.list(constraint.origins), to.items(constraint.lengths)
    return _apart(origins, lengths, constraint.zero_ignored)


@writes(NoOverlap2D)
def write_no_overlap2d(constraint: NoOverlap2D, to: Vocabulary) -> Written:
    if not constraint.origins:
        raise FormatError("found no-overlap-2d of no rectangles, expected one or more")
    origins = tuples([to.names[each] for each in corner] for corner in constraint.origins)
    lengths = tuples(map(to.item, each) for each in constraint.lengths)
    return _apart(origins, lengths, constraint.zero_ignored)


def _apart(origins: str, lengths: str, zero_ignored: bool) -> Written:
    attribute = "" if zero_ignored else ' zeroIgnored="false"'
    return Written("noOverlap", f"{tag('origins', origins)} {tag('lengths', lengths)}", attribute)


@writes(BinPacking)
def write_bin_packing(constraint: BinPacking, to: Vocabulary) -> Written:
    name = "loads" if constraint.operator == "=" else "limits"
    parts = (
        tag("list", to.list(constraint.variables)),
        tag("sizes", spaced(constraint.sizes)),
        tag(name, to.items(constraint.loads), startIndex=unless_zero(constraint.start)),
    )
    return Written("binPacking", " ".join(parts))
