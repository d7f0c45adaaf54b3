"""Exact cover with sets of options as integers: a bit per option, no lists and no links.

An item is the integer whose bits are the options that cover it.  What is left of the options is one
more integer, and so an item's options left over are an `and` of two, how many they are is
`int.bit_count`, and to choose an option is one `and` with everything that shares no item with it.
Nothing has to be put back, because integers do not change: Algorithm X of encodings/exact_cover.py
as Python likes it, where solvers/exact_cover/dancing_links.py does what a machine likes.

A node looks at all items that are not covered yet.  One without options is the end of the branch;
one with a single option is covered at once, and the others are looked at again, until each has two
at least; then the options of the one with fewest are tried (MRV).  So a run of forced choices costs
a few rounds, where the links pay for each a walk over all items: that is the difference.

CPU time to decide uniqueness, and the longest:

    solver             9x9              16x16           famous           forty hard 9x9
    ----------------   --------------   -------------   --------------   --------------
    exact-cover-bits   1.3 ms, 2.8 ms   15 ms, 180 ms   21 ms, 170 ms    15 ms, 110 ms
    dancing-links      2.4 ms, 5.4 ms   29 ms, 170 ms   38 ms, 250 ms    25 ms, 180 ms

The forty take 226 nodes here in the median and 1,775 there, where each forced choice is one.  As
n grows, integers of n^3 bits catch up with lists: two of seven 25x25 take either over a minute.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from accord.encodings.exact_cover import ExactCover, decode, encode
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend
from accord.solvers.exact_cover.cover_trace import CoverTrace
from accord.solvers.interface import Budget

Options = int  # a set of options: bit number k stands for option k
Items = int  # a set of items, likewise


class Bits(NamedTuple):
    """An exact cover as sets."""

    items: Sequence[Options]  # for each primary item the options that cover it
    covered: Sequence[Items]  # by each option, of the primary items
    apart: Sequence[Options]  # for each option those that share no item with it


class Node(NamedTuple):
    """What is left after some choices."""

    chosen: tuple[int, ...]
    left: Options
    covered: Items
    open_items: Sequence[tuple[Items, Options]]  # not covered before; each with its options


def as_bits(cover: ExactCover) -> Bits:
    """The same exact cover in sets."""
    items = [0] * len(cover.items)
    for number, option in enumerate(cover.options):
        for item in option:
            items[item] |= 1 << number
    covered, apart = [], []
    every = (1 << len(cover.options)) - 1
    for option in cover.options:
        sharing = 0
        for item in option:
            sharing |= items[item]
        apart.append(every ^ sharing)
        covered.append(sum(1 << item for item in option if item < cover.primary))
    return Bits(items[: cover.primary], covered, apart)


def covers(
    cover: ExactCover, budget: Budget, trace: CoverTrace | None = None
) -> Iterator[tuple[int, ...]]:
    """The exact covers as chosen options, depth first."""
    bits = as_bits(cover)
    every = (1 << len(cover.options)) - 1
    stack = [Node((), every, 0, [(1 << item, all_) for item, all_ in enumerate(bits.items)])]
    while stack:
        budget.spend(nodes=1)
        if trace is not None:
            trace.go_on()
        node = _forced(bits, stack.pop(), trace)
        if node is None:
            budget.spend(backtracks=1)
        elif not node.open_items:
            yield node.chosen
        else:
            item, options = min(node.open_items, key=lambda each: each[1].bit_count())
            branches = [*_branches(bits, node, options)]
            budget.spend(guesses=len(branches))
            stack += reversed(branches)
            if trace is not None:
                trace.wait(item.bit_length() - 1, [branch.chosen[-1] for branch in branches])
    if trace is not None:
        trace.backtrack(0)


def _forced(bits: Bits, node: Node, trace: CoverTrace | None) -> Node | None:
    """The node when every item with a single option is covered; None: an item has no option."""
    chosen, left, covered, open_items = node
    while True:
        several, before = [], left
        for item, options in open_items:
            if item & covered:
                continue
            options &= left
            if options & (options - 1):
                several.append((item, options))
            elif options:
                option = options.bit_length() - 1
                if trace is not None:
                    trace.choose(item.bit_length() - 1, option)
                chosen = (*chosen, option)
                left &= bits.apart[option]
                covered |= bits.covered[option]
            else:
                if trace is not None:
                    trace.conflict(item.bit_length() - 1)
                return None
        open_items = several
        if left == before:
            return Node(chosen, left, covered, open_items)


def _branches(bits: Bits, node: Node, options: Options) -> Iterator[Node]:
    """The nodes after each of these options."""
    while options:
        option = (options & -options).bit_length() - 1
        options &= options - 1
        yield Node(
            (*node.chosen, option),
            node.left & bits.apart[option],
            node.covered | bits.covered[option],
            node.open_items,
        )


def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Exact cover on integers as sets of options, the item with the fewest options first."""
    budget.spend(nodes=0, guesses=0, backtracks=0)
    budget.enter("encode")
    cover = encode(puzzle)
    trace = None
    if budget.trace is not None:
        trace = CoverTrace(budget.trace, puzzle, cover)
    budget.enter("search")
    for chosen in covers(cover, budget, trace):
        budget.enter("decode")
        yield decode(cover, chosen)


SOLVERS = {
    "exact-cover-bits": Backend(
        solve,
        engine="exact-cover-bits",
        model="exact-cover",
        family="exact-cover",
        traces=True,
    )
}
