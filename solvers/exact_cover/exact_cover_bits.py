"""Exact cover with sets of options as integers: a bit per option, no lists and no links.

An item is the integer whose bits are the options that cover it.  What is left of the options is one
more integer.  The options left of an item are an `and` of two integers, their number is
`int.bit_count`, and to choose an option is one `and` with everything that shares no item with it.
Nothing has to be put back, because integers do not change: it is Algorithm X, as is
solvers/exact_cover/dancing_links.py, in operations that are fast in Python.

A node looks at all items that are not covered yet.  One without options is the end of the branch;
one with a single option is covered at once, and the others are looked at again, until each has two
at least; then the options of the one with fewest are tried (MRV).

Measured: docs/solvers/exact_cover.md.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from accord.encodings.exact_cover import ExactCover, decode, encode
from accord.solvers.backend import Backend
from accord.solvers.exact_cover.cover_trace import CoverTrace
from accord.solvers.interface import Budget, Grid, Puzzle

Options = int  # a set of options: bit number k stands for option k
Items = int  # a set of items, likewise


class Bits(NamedTuple):
    """An exact cover as sets."""

    items: Sequence[Options]  # for each primary item the options that cover it
    covered: Sequence[Items]  # by each option, of the primary items
    apart: Sequence[Options]  # for each option those that share no item with it


class CoverNode(NamedTuple):
    """The items and options left after some choices."""

    chosen: tuple[int, ...]
    left: Options
    covered: Items
    open_items: Sequence[tuple[Items, Options]]  # not covered before; each with its options


def as_bits(cover: ExactCover) -> Bits:
    """An exact cover as bit sets of options."""
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
    stack = [CoverNode((), every, 0, [(1 << item, all_) for item, all_ in enumerate(bits.items)])]
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


def _forced(bits: Bits, node: CoverNode, trace: CoverTrace | None) -> CoverNode | None:
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
            return CoverNode(chosen, left, covered, open_items)


def _branches(bits: Bits, node: CoverNode, options: Options) -> Iterator[CoverNode]:
    """The nodes after each of these options."""
    while options:
        option = (options & -options).bit_length() - 1
        options &= options - 1
        yield CoverNode(
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
    trace = CoverTrace(budget.trace, puzzle, cover) if budget.trace else None
    budget.enter("search")
    for chosen in covers(cover, budget, trace):
        budget.enter("decode")
        yield decode(cover, chosen)


SOLVERS = {
    "exact-cover-bits": Backend(
        solve, engine="exact-cover-bits", model="exact-cover", family="exact-cover", traces=True
    )
}
