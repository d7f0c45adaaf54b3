"""The kinds beyond the five that XCSP3 has an element for.

    <allEqual> x y z </allEqual>
    <ordered> <list> x y z </list> <lengths> 3 5 </lengths> <operator> le </operator> </ordered>
    <lex> <list> x y </list> <list> z w </list> <operator> lt </operator> </lex>
    <count> <list> x y z </list> <values> 1 5 </values> <condition> (ge,2) </condition> </count>
    <nValues> <list> x y z </list> <except> 0 </except> <condition> (eq,n) </condition> </nValues>
    <cardinality> <list> x y </list> <values> 1 2 </values> <occurs> 1 n </occurs> </cardinality>
    <maximum> <list> x y z </list> <condition> (eq,m) </condition> </maximum>
    <precedence> <list> x y z </list> <values> 5 7 </values> </precedence>
    <regular> <list> x y </list> <transitions> (q0,1,q1)(q1,2,q0) </transitions>
              <start> q0 </start> <final> q0 </final> </regular>
    <mdd> <list> x y </list> <transitions> (q0,1,q1)(q1,2,q2) </transitions> </mdd>
    <instantiation> <list> x y </list> <values> 1 2 </values> </instantiation>
    <allDifferent> <matrix> (x,y)(z,w) </matrix> </allDifferent>

    <maximumArg rank="first"> <list> x y z </list> <condition> (eq,i) </condition> </maximumArg>
    <channel> <list> x y </list> <list> z w </list> </channel>
    <channel> <list> x y z </list> <value> i </value> </channel>
    <binPacking> <list> x y </list> <sizes> 2 3 </sizes> <limits> 4 4 </limits> </binPacking>
    <knapsack> <list> x y </list> <weights> 3 2 </weights> <condition> (le,7) </condition>
               <profits> 5 4 </profits> <condition> (ge,10) </condition> </knapsack>
    <circuit> <list> x y z </list> <size> 3 </size> </circuit>
    <noOverlap> <origins> x y </origins> <lengths> 3 2 </lengths> </noOverlap>
    <noOverlap> <origins> (x,y)(z,w) </origins> <lengths> (2,1)(1,1) </lengths> </noOverlap>
    <cumulative> <origins> x y </origins> <lengths> 3 2 </lengths> <heights> 1 2 </heights>
                 <condition> (le,2) </condition> </cumulative>

Each is about several variables, all different, in XCSP3-core; what is not is decomposed.  So are a
channel to a value of other variables than 0 and 1, one of lists of different lengths that counts
from elsewhere (what else stands in the longer one is free), lengths that may be negative, and
rectangles that may have a length of 0.  A place counts from 0 and stays in the list; a variable
that does otherwise has a fresh one at its side.  A circuit may always leave nodes out: of one that
may not, each node has to differ from itself.  Of one that may, one has to, as some solvers accept a
circuit of no nodes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from accord.encodings.naming import Words
from accord.encodings.posts import (
    apart_within,
    both,
    counted,
    has_paths,
    has_words,
    of_two_nodes,
    tasks_within,
)
from accord.encodings.problems import xcsp3_kinds
from accord.encodings.problems.xcsp3_kinds import OPERATORS, atom, in_list, of_one_sort, place_in
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.automaton import Step, used
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality, Occurrences
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import MOST
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.domain import Domain
from accord.puzzles.formats.xcsp3.kinds.rows import written_row

POSTS = xcsp3_kinds.POSTS


def different(constraint: Any, fresh: Fresh) -> bool:
    """Whether a constraint is about two variables or more, each of them once."""
    own = getattr(constraint, "variables", constraint.scope)
    return len(own) == len({*own}) > 1


def _with_values(constraint: Count | Cardinality | Precedence, fresh: Fresh) -> bool:
    return bool(constraint.values)


def tag(name: str, *words: object) -> str:
    """An element with these words."""
    return f"<{name}> {' '.join(map(str, words))} </{name}>"


@POSTS(AllEqual, when=different)
def post_all_equal(to: Words, constraint: AllEqual) -> Iterator[str]:
    yield tag("allEqual", *to.of(constraint.scope))


def _has_lists(constraint: Lex | AllDifferentLists, fresh: Fresh) -> bool:
    """Whether a constraint has two lists or more of two variables or more."""
    return len(constraint.lists) > 1 and len(constraint.lists[0]) > 1


@POSTS(Lex, when=both(different, _has_lists))
def post_lex(to: Words, constraint: Lex) -> Iterator[str]:
    operator = tag("operator", OPERATORS[constraint.operator])
    if constraint.columns:
        yield tag("lex", _matrix(to, constraint.lists), operator)
    else:
        yield tag("lex", *(in_list(to.of(each)) for each in constraint.lists), operator)


def _matrix(to: Words, rows: Sequence[Sequence[int]]) -> str:
    return tag("matrix", "".join(f"({','.join(to.of(row))})" for row in rows))


@POSTS(AllDifferentLists, when=both(different, _has_lists))
def post_all_different_lists(to: Words, constraint: AllDifferentLists) -> Iterator[str]:
    lists = [in_list(to.of(each)) for each in constraint.lists]
    tuples = "".join(f"({','.join(map(str, each))})" for each in constraint.excepted)
    yield tag("allDifferent", *lists, *[tag("except", tuples)][: len(constraint.excepted)])


def _is_matrix(constraint: AllDifferentMatrix, fresh: Fresh) -> bool:
    return len(constraint.rows) > 1 and len(constraint.rows[0]) > 1


@POSTS(Cardinality, when=both(different, _with_values))
def post_cardinality(to: Words, constraint: Cardinality) -> Iterator[str]:
    closed = ' closed="true"' if constraint.closed else ""
    values = f"<values{closed}> {' '.join(map(str, constraint.values))} </values>"
    times = tag("occurs", *_occurrences(to, constraint.occurrences))
    yield tag("cardinality", in_list(to.of(constraint.variables)), values, times)


def _occurrences(to: Words, times: Sequence[Occurrences]) -> list[str]:
    """The occurrences as text, of one sort: constants, intervals, or variables (some fresh)."""
    if any(isinstance(each, Variable) for each in times):
        return [
            to.another(Domain((each,))) if isinstance(each, tuple) else _named(to, each)
            for each in times
        ]
    if any(isinstance(each, tuple) for each in times):
        ends = [each if isinstance(each, tuple) else (each, each) for each in times]
        return [f"{low}..{high}" for low, high in ends]
    return [*map(str, times)]


def _named(to: Words, one: int | Variable) -> str:
    """A variable, or a fresh one of this value."""
    return atom(to, one) if isinstance(one, Variable) else to.another(Domain.of([one]))


def _weighs(constraint: Knapsack, fresh: Fresh) -> bool:
    return min((*constraint.weights, *constraint.profits)) >= 0


@POSTS(AllDifferentMatrix, when=both(different, _is_matrix))
@POSTS(Count, when=both(different, _with_values))
@POSTS(Knapsack, when=both(different, _weighs))
@POSTS(Maximum, when=different)
@POSTS(Minimum, when=different)
@POSTS(NValues, when=different)
@POSTS(Ordered, when=different)
def post_by_table(to: Words, constraint: Constraint) -> Iterator[str]:
    """The element of a kind that has a row in `ROWS`."""
    yield written_row(constraint, to.names, partial(of_one_sort, to)).text()


@POSTS(Precedence, when=both(different, _with_values))
def post_precedence(to: Words, constraint: Precedence) -> Iterator[str]:
    covered = ' covered="true"' if constraint.covered else ""
    values = f"<values{covered}> {' '.join(map(str, constraint.values))} </values>"
    yield tag("precedence", in_list(to.of(constraint.scope)), values)


def _transitions(steps: Iterable[Step]) -> str:
    return tag("transitions", "".join(f"(q{one},{value},q{other})" for one, value, other in steps))


@POSTS(Regular, when=both(different, has_words))
def post_regular(to: Words, constraint: Regular) -> Iterator[str]:
    own = in_list(to.of(constraint.scope))
    steps, ends = used(constraint.automaton, to.fresh.of(constraint.scope))
    final = tag("final", *(f"q{each}" for each in ends))
    yield tag("regular", own, _transitions(steps), tag("start", "q0"), final)


@POSTS(MDD, when=both(different, has_paths))
def post_mdd(to: Words, constraint: MDD) -> Iterator[str]:
    steps, _ = used(constraint.regular.automaton, to.fresh.of(constraint.scope))
    yield tag("mdd", in_list(to.of(constraint.scope)), _transitions(steps))


@POSTS(Instantiation, when=different)
def post_instantiation(to: Words, constraint: Instantiation) -> Iterator[str]:
    yield tag("instantiation", in_list(to.of(constraint.scope)), tag("values", *constraint.values))


def _places(
    to: Words, scope: tuple[int, ...], start: int, size: int
) -> tuple[list[str], list[str]]:
    """Names of variables as places of a list, and the constraints that make them so."""
    found = [place_in(to, each, start, size) for each in scope]
    return [name for name, _ in found], [said for _, lines in found for said in lines]


@POSTS(ArgMaximum, when=different)
@POSTS(ArgMinimum, when=different)
def post_arg_maximum_or_minimum(to: Words, constraint: ArgMaximum | ArgMinimum) -> Iterator[str]:
    size = len(constraint.variables)
    (index,), said = _places(to, (constraint.index,), constraint.start, size)
    yield from said
    rank = "" if constraint.rank == "any" else f' rank="{constraint.rank}"'
    own, condition = in_list(to.of(constraint.variables)), tag("condition", f"(eq,{index})")
    name = f"{constraint.extreme}Arg"
    yield f"<{name}{rank}> {own} {condition} </{name}>"


def _is_inverse(constraint: Channel, fresh: Fresh) -> bool:
    """Whether a Channel has one list, two of one length, or a first one that counts from 0."""
    first, last = constraint.lists[0], constraint.lists[-1]
    return bool(first) and (len(first) == len(last) or not constraint.starts[0])


@POSTS(Channel, when=both(different, _is_inverse))
def post_channel(to: Words, constraint: Channel) -> Iterator[str]:
    (first, last), starts = (constraint.lists[0], constraint.lists[-1]), constraint.starts
    own, said = _places(to, first, starts[-1], len(last))
    yield from said
    lists = [own]
    if len(constraint.lists) > 1 and len(first) == len(last):
        other, said = _places(to, last, starts[0], len(first))
        yield from said
        lists.append(other)
    elif len(constraint.lists) > 1:
        lists.append(to.of(last))
    yield tag("channel", *map(in_list, lists))


def _is_of_truths(constraint: ChannelValue, fresh: Fresh) -> bool:
    domains = fresh.of(constraint.variables)
    return all(domain.between(0, 1) == domain for domain in domains)


@POSTS(ChannelValue, when=both(different, _is_of_truths))
def post_channel_value(to: Words, constraint: ChannelValue) -> Iterator[str]:
    size = len(constraint.variables)
    (value,), said = _places(to, (constraint.value,), constraint.start, size)
    yield from said
    yield tag("channel", in_list(to.of(constraint.variables)), tag("value", value))


def _has_bins(constraint: BinPacking, fresh: Fresh) -> bool:
    return bool(constraint.loads)


@POSTS(BinPacking, when=both(different, _has_bins))
def post_bin_packing(to: Words, constraint: BinPacking) -> Iterator[str]:
    own, said = _places(to, constraint.variables, constraint.start, len(constraint.loads))
    yield from said
    sizes = tag("sizes", *constraint.sizes)
    name = "loads" if constraint.operator == "=" else "limits"
    yield tag("binPacking", in_list(own), sizes, tag(name, *of_one_sort(to, constraint.loads)))


@POSTS(Circuit, when=both(different, of_two_nodes))
def post_circuit(to: Words, constraint: Circuit) -> Iterator[str]:
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
def post_no_overlap(to: Words, constraint: NoOverlap) -> Iterator[str]:
    origins = tag("origins", *to.of(constraint.origins))
    lengths = tag("lengths", *of_one_sort(to, constraint.lengths))
    yield _apart(origins, lengths, constraint.zero_ignored)


@POSTS(NoOverlap2D, when=both(different, apart_within(MOST)))
def post_no_overlap_2d(to: Words, constraint: NoOverlap2D) -> Iterator[str]:
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
    used_tasks = replace(constraint, origins=origins, durations=durations, heights=heights)
    yield from post_by_table(to, used_tasks)
