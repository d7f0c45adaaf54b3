"""Where two searches first differ, in words: for developers of solvers.

The two are A and B.  First the domains that propagation leaves at a node that both visit, with the
reasons for what only one of them removes; then the tree, with the last node that both visit and
what each did next.  Lines are wrapped by whoever prints them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from accord.puzzles import Domain
from accord.puzzles.phrasing import counted
from accord.solvers.traces.difference import FirstDifference, NodePair, SearchNode
from accord.solvers.traces.events import Event, Header, Recording
from accord.views.narration.narration import sentence, value_text

MOST_DECISIONS = 8  # that are written of a path, the last ones
MOST_CELLS = 6  # with other domains
MOST_REASONS = 3  # of one search
NAMES = ("A", "B")


def difference_lines(pair: Sequence[Recording], found: FirstDifference) -> Iterator[str]:
    """Lines about where two traces of one problem first differ."""
    one, other = pair
    for name, each in zip(NAMES, pair, strict=True):
        yield f"{name}: {each.header.title}"
    if found.domains:
        yield from _domains(one.header, other.header, found.domains)
    if found.tree:
        yield from _tree(one.header, other.header, found, found.tree)
    else:
        yield _no_difference(found)


def _no_difference(found: FirstDifference) -> str:
    if all(found.whole):
        return f"The trees are the same: {counted(found.compared, 'node')}."
    return f"As far as both traces go the trees are the same: {counted(found.compared, 'node')}."


def _domains(one: Header, other: Header, pair: NodePair) -> Iterator[str]:
    """The domains that differ at a node that both visit."""
    a, b = pair.one, pair.other
    assert a
    assert b
    yield f"Domains first differ at node {a.number:,}: {_path(one, a.path)}"
    cells = pair.differing
    for cell in cells[:MOST_CELLS]:
        yield f"  {one.name(cell)}: A {_text(a.domains[cell])}, B {_text(b.domains[cell])}"
    if more := len(cells) - MOST_CELLS:
        yield from [f"  and {counted(more, 'more domain')}"] * (more > 0)
    yield from _reasons(NAMES[0], one, a.why_lost(b))
    yield from _reasons(NAMES[1], other, b.why_lost(a))


def _reasons(name: str, header: Header, events: Iterable[Event]) -> Iterator[str]:
    """Sentences on why one search removes a value that the other keeps, where it gives a reason."""
    told = [each for each in events if each.reason]
    for event in told[:MOST_REASONS]:
        yield f"  {name}: {sentence(header, event)}"
    if (more := len(told) - MOST_REASONS) > 0:
        yield f"  {name}: and {counted(more, 'more removal')}"


def _tree(one: Header, other: Header, found: FirstDifference, pair: NodePair) -> Iterator[str]:
    """The first node that is not the same for both."""
    number = found.compared + 1
    before = f", the {number - 1:,} before it are the same" if number > 2 else ""
    if pair.is_same_place and pair.one:
        yield f"Trees first differ at node {number:,}{before}: {_path(one, pair.one.path)}"
        start = len(pair.one.path)
    else:
        yield f"Trees first differ at node {number:,}{before}."
        if found.last and found.last.one:
            last = found.last.one
            said = {"conflict": ", which fails", "solution": ", a solution", "open": ""}
            at = _path(one, last.path)
            yield f"  the last node of both is {last.number:,}: {at}{said[last.outcome]}"
        start = _shared(pair)
    pairs = zip(NAMES, (one, other), (pair.one, pair.other), strict=True)
    for name, header, node in pairs:
        yield f"  {name}: {_did(header, node, start)}"
    if pair.is_same_place and pair.one and pair.other:
        if pair.one.outcome == "conflict":
            yield from _reasons(NAMES[0], one, pair.one.why_lost(pair.other))
        if pair.other.outcome == "conflict":
            yield from _reasons(NAMES[1], other, pair.other.why_lost(pair.one))


def _shared(pair: NodePair) -> int:
    """The number of decisions that both searches have in common."""
    if pair.one is None or pair.other is None:
        return 0
    keys = zip(pair.one.key, pair.other.key, strict=False)
    return len([*takewhile(lambda each: each[0] == each[1], keys)])


def _did(header: Header, node: SearchNode | None, start: int) -> str:
    """The decisions of a search from this one on, and the outcome, in words."""
    if node is None:
        return "the search is over"
    new = node.path[start:]
    decided = f"visits {_path(header, new)}" if new else ""
    return "; ".join(filter(None, (decided, _outcome(header, node))))


def _outcome(header: Header, node: SearchNode) -> str:
    if node.outcome == "conflict":
        (conflict, *_) = [each for each in node.events if each.kind == "conflict"]
        return sentence(header, conflict).rstrip(".") if conflict.reason else "it fails"
    if node.outcome == "solution":
        return "a solution"
    if node.then and node.then.kind == "decide":
        return f"goes on with {_decision(header, node.then)}"
    return "no conflict"


def _path(header: Header, path: Sequence[Event]) -> str:
    """Decisions, the last ones where there are many."""
    if not path:
        return "the root"
    more = len(path) - MOST_DECISIONS
    shown = [_decision(header, each) for each in path[-MOST_DECISIONS:]]
    return ", ".join([f"{counted(more, 'decision')}, then"] * (more > 0) + shown)


def _decision(header: Header, event: Event) -> str:
    assert event.cell is not None
    sign = "=" if event.holds else "!="
    return f"{header.name(event.cell)} {sign} {value_text(header, event)}"


def _text(values: Iterable[int]) -> str:
    return str(Domain.of(sorted(values))) or "nothing"
