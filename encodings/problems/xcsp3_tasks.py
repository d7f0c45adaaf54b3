"""Circuits and tasks in XCSP3.

    <circuit> <list> x y z </list> <size> 3 </size> </circuit>
    <noOverlap> <origins> x y </origins> <lengths> 3 2 </lengths> </noOverlap>
    <noOverlap> <origins> (x,y)(z,w) </origins> <lengths> (2,1)(1,1) </lengths> </noOverlap>
    <cumulative> <origins> x y </origins> <lengths> 3 2 </lengths> <heights> 1 2 </heights>
                 <condition> (le,2) </condition> </cumulative>

Its circuit may always leave nodes out: of one that may not, each node has to differ from itself.
Of one that may, one has to, as some solvers accept a circuit of no nodes.
Lengths that may be negative are decomposed, and so are rectangles that may have one of 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from accord.encodings.posts import apart_within, both, counted, of_two_nodes, tasks_within
from accord.encodings.problems import xcsp3_indices
from accord.encodings.problems.words import Words
from accord.encodings.problems.xcsp3_globals import different, post_row, tag
from accord.encodings.problems.xcsp3_kinds import atom, in_list, of_one_sort, place_in
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.expression import MOST
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D

POSTS = xcsp3_indices.POSTS


@POSTS(Circuit, when=both(different, of_two_nodes))
def _(to: Words, constraint: Circuit) -> Iterator[str]:
    number, names = len(constraint.variables), []
    for place, variable in enumerate(constraint.variables):
        name, said = place_in(to, variable, constraint.start, number)
        yield from said
        names.append(name)
        if not constraint.loops:
            yield f"<intension> ne({name},{place}) </intension>"
    if constraint.loops:
        moved = ",".join(f"ne({name},{place})" for place, name in enumerate(names))
        yield f"<intension> or({moved}) </intension>"
    size = [] if constraint.size is None else [tag("size", atom(to, constraint.size))]
    yield tag("circuit", in_list(names), *size)


@POSTS(NoOverlap, when=both(different, apart_within(MOST, 0)))
def _(to: Words, constraint: NoOverlap) -> Iterator[str]:
    origins = tag("origins", *to.of(constraint.origins))
    lengths = tag("lengths", *of_one_sort(to, constraint.lengths))
    yield _apart(origins, lengths, constraint.zero_ignored)


@POSTS(NoOverlap2D, when=both(different, apart_within(MOST)))
def _(to: Words, constraint: NoOverlap2D) -> Iterator[str]:
    boxes = counted(constraint)
    lengths = of_one_sort(to, [each for box in boxes for each in box.lengths])
    corners = tag("origins", _pairs([name for box in boxes for name in to.of(box.origins)]))
    yield _apart(corners, tag("lengths", _pairs(lengths)), constraint.zero_ignored)


def _pairs(words: Sequence[str]) -> str:
    return "".join(f"({one},{other})" for one, other in zip(words[::2], words[1::2], strict=True))


def _apart(origins: str, lengths: str, zero_ignored: bool) -> str:
    attribute = "" if zero_ignored else ' zeroIgnored="false"'
    return f"<noOverlap{attribute}> {origins} {lengths} </noOverlap>"


@POSTS(Cumulative, when=both(different, tasks_within(MOST)))
def post_cumulative(to: Words, constraint: Cumulative) -> Iterator[str]:
    """The element of a cumulative, without the tasks that use nothing."""
    origins, durations, heights = zip(*constraint.tasks(), strict=True)
    used = replace(constraint, origins=origins, durations=durations, heights=heights)
    yield from post_row(to, used)
