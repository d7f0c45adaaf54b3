"""Pairwise disjunction: of two boxes that overlap in every other dimension, one is first here.

An origin keeps a value if the box ends there before the latest begin of the other one, or begins
after the earliest end of it; lengths count as the least they may be.  Of tasks of constant length
that is all that two of them say.  A run costs O(boxes squared) sets.  Edge finding, which looks at
many tasks together, was left out (Jacques Carlier and Éric Pinson, "An algorithm for solving the
job-shop problem", Management Science 35, 1989).
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from accord.puzzles import ValueSet
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.no_overlap import Length, NoOverlap, NoOverlap2D
from accord.solvers.search.propagators.propagator import (
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
)


class Span(NamedTuple):
    """The range of a box's origin in a dimension, and its least length."""

    variable: int
    earliest: int
    latest: int
    length: int


def disjunctive(constraint: NoOverlap | NoOverlap2D) -> Propagator:
    """The propagator of tasks or rectangles."""
    boxes = constraint.boxes()

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        kept: dict[int, ValueSet] = {}
        lengths = {each for box in boxes for each in box.lengths if isinstance(each, Variable)}
        for each in lengths:
            kept[each.number] = frozenset(value for value in domains[each.number] if value >= 0)
        if counts := narrower(kept.items(), domains):
            return counts
        spans = [[*map(_span, box.origins, box.lengths, [domains] * 2)] for box in boxes]
        if constraint.zero_ignored:
            spans = [each for each in spans if all(span.length for span in each)]
        for one, other in combinations(spans, 2):
            pairs = [*zip(one, other, strict=True)]
            apart = [pair for pair in pairs if not _overlap(*pair)]
            if len(apart) > 1:
                continue
            for a, b in apart or pairs:
                for own, against in ((a, b), (b, a)):
                    values = kept.get(own.variable, domains[own.variable])
                    kept[own.variable] = frozenset(
                        value
                        for value in values
                        if value + own.length <= against.latest
                        or value >= against.earliest + against.length
                    )
        return narrower(kept.items(), domains)

    return in_turn(propagate, last_open(constraint))


def _span(origin: int, length: Length, domains: Sequence[ValueSet]) -> Span:
    least = min(domains[length.number]) if isinstance(length, Variable) else length
    return Span(origin, min(domains[origin]), max(domains[origin]), max(least, 0))


def _overlap(one: Span, other: Span) -> bool:
    """Whether two boxes share a part of a dimension wherever they lie."""
    return one.earliest + one.length > other.latest and other.earliest + other.length > one.latest


PROPAGATES = {NoOverlap: disjunctive, NoOverlap2D: disjunctive}
