"""Timetable: what tasks use for sure, and where there is no room left for another.

A task runs for sure from its latest begin until its earliest end; the heights of these parts
together are the profile.  A task cannot begin where it would run beside a part of the profile that
leaves too little; durations and heights count as the least, the limit as the most they may be.  A
run costs O(tasks squared) intervals.  Aggoun and Beldiceanu (see the kind); energetic reasoning and
edge finding see more.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from accord.puzzles import ValueSet
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.no_overlap import Length
from accord.solvers.search.propagators.propagator import (
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
)


class Part(NamedTuple):
    """A part of the profile, or what a task uses for sure."""

    begin: int
    end: int
    height: int


def timetable(constraint: Cumulative) -> Propagator:
    """The propagator of tasks that share a resource."""
    tasks = constraint.tasks()
    lengths = (*constraint.durations, *constraint.heights, constraint.limit)
    variables = [*dict.fromkeys(each.number for each in lengths if isinstance(each, Variable))]

    def not_negative(domains: Sequence[ValueSet]) -> list[Kept]:
        kept = [(x, frozenset(value for value in domains[x] if value >= 0)) for x in variables]
        return narrower(kept, domains)

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        least = [
            (origin, _ends(duration, domains)[0], _ends(height, domains)[0])
            for origin, duration, height in tasks
        ]
        sure = [
            Part(max(domains[origin]), min(domains[origin]) + duration, height)
            for origin, duration, height in least
        ]
        profile, limit = [*_profile(sure)], _ends(constraint.limit, domains)[1]
        kept: dict[int, ValueSet] = {}
        for (origin, duration, height), own in zip(least, sure, strict=True):
            for part in profile if duration else ():
                within = own.begin <= part.begin and part.end <= own.end
                if part.height + (0 if within else height) > limit:
                    values = kept.get(origin, domains[origin])
                    beside = range(part.begin - duration + 1, part.end)
                    kept[origin] = frozenset(each for each in values if each not in beside)
        if isinstance(constraint.limit, Variable):
            most, at = max((part.height for part in profile), default=0), constraint.limit.number
            values = kept.get(at, domains[at])
            kept[at] = frozenset(each for each in values if each >= most)
        return narrower(kept.items(), domains)

    return in_turn(not_negative, propagate, last_open(constraint))


def _ends(length: Length, domains: Sequence[ValueSet]) -> tuple[int, int]:
    """The least and the greatest value of an atom, a constant or a variable."""
    if isinstance(length, int):
        return length, length
    return min(domains[length.number]), max(domains[length.number])


def _profile(sure: Sequence[Part]) -> Iterator[Part]:
    """The sum of parts, between the times at which it changes."""
    parts = [part for part in sure if part.begin < part.end and part.height]
    times = sorted({time for part in parts for time in part[:2]})
    for low, high in pairwise(times):
        height = sum(part.height for part in parts if part.begin <= low < part.end)
        if height:
            yield Part(low, high, height)


PROPAGATES = {Cumulative: timetable}
