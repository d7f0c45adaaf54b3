"""The kinds of XCSP3 whose variables are places of a list or numbers of bins, and knapsacks.

    <maximumArg rank="first"> <list> x y z </list> <condition> (eq,i) </condition> </maximumArg>
    <channel> <list> x y </list> <list> z w </list> </channel>
    <channel> <list> x y z </list> <value> i </value> </channel>
    <binPacking> <list> x y </list> <sizes> 2 3 </sizes> <limits> 4 4 </limits> </binPacking>
    <knapsack> <list> x y </list> <weights> 3 2 </weights> <condition> (le,7) </condition>
               <profits> 5 4 </profits> <condition> (ge,10) </condition> </knapsack>

A place counts from 0, and stays in the list; a variable that does otherwise has a fresh one at its
side.  What XCSP3-core does not have is decomposed: lists with a variable twice, a channel to a
value of other variables than 0 and 1, and one of lists of different lengths that counts from
elsewhere, as what else stands in the longer one is free.
"""

from collections.abc import Iterator

from accord.encodings.posts import both
from accord.encodings.problems import xcsp3_kinds
from accord.encodings.problems.words import Words
from accord.encodings.problems.xcsp3_globals import different, post_row, tag
from accord.encodings.problems.xcsp3_kinds import in_list, of_one_sort, place_in
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.constraints.knapsack import Knapsack

POSTS = xcsp3_kinds.POSTS


def _places(
    to: Words, scope: tuple[int, ...], start: int, size: int
) -> tuple[list[str], list[str]]:
    """Variables as places of a list, and what makes them so."""
    found = [place_in(to, each, start, size) for each in scope]
    return [name for name, _ in found], [said for _, lines in found for said in lines]


@POSTS(ArgMaximum, when=different)
@POSTS(ArgMinimum, when=different)
def _(to: Words, constraint: ArgMaximum | ArgMinimum) -> Iterator[str]:
    size = len(constraint.variables)
    (index,), said = _places(to, (constraint.index,), constraint.start, size)
    yield from said
    rank = "" if constraint.rank == "any" else f' rank="{constraint.rank}"'
    own, condition = in_list(to.of(constraint.variables)), tag("condition", f"(eq,{index})")
    name = f"{constraint.extreme}Arg"
    yield f"<{name}{rank}> {own} {condition} </{name}>"


def _is_inverse(constraint: Channel, fresh: Fresh) -> bool:
    """Whether there is one list, or two of the same length, or two that count from 0."""
    first, last = constraint.lists[0], constraint.lists[-1]
    return bool(first) and (len(first) == len(last) or not constraint.starts[0])


@POSTS(Channel, when=both(different, _is_inverse))
def _(to: Words, constraint: Channel) -> Iterator[str]:
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
def _(to: Words, constraint: ChannelValue) -> Iterator[str]:
    size = len(constraint.variables)
    (value,), said = _places(to, (constraint.value,), constraint.start, size)
    yield from said
    yield tag("channel", in_list(to.of(constraint.variables)), tag("value", value))


def _has_bins(constraint: BinPacking, fresh: Fresh) -> bool:
    return bool(constraint.loads)


@POSTS(BinPacking, when=both(different, _has_bins))
def _(to: Words, constraint: BinPacking) -> Iterator[str]:
    own, said = _places(to, constraint.variables, constraint.start, len(constraint.loads))
    yield from said
    sizes = tag("sizes", *constraint.sizes)
    name = "loads" if constraint.operator == "=" else "limits"
    yield tag("binPacking", in_list(own), sizes, tag(name, *of_one_sort(to, constraint.loads)))


def _weighs(constraint: Knapsack, fresh: Fresh) -> bool:
    return min((*constraint.weights, *constraint.profits)) >= 0


POSTS(Knapsack, when=both(different, _weighs))(post_row)
