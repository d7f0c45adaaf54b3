"""X-cycles: chains and loops of one value.

    rule 1   a loop: what sees both nodes of one of its weak links goes
    rule 2   a chain from a place back to it, with strong links at both ends: the place holds
    rule 3   a chain: what sees both its ends goes

Grouped X-cycles also have the two or three places where a box and a line cross as nodes.  Rule 3
with two strong links is also called skyscraper (in two parallel lines), two-string kite (in a row
and a column) and turbot fish; with more it is the X-chain.
Source: A. Stuart, sudokuwiki.org/X_Cycles and sudokuwiki.org/Grouped_X-Cycles.  The whole of one
value takes a fraction of a millisecond.
"""

from collections.abc import Iterator
from functools import lru_cache

from accord.solvers.logic.chains.chains import forced_places, loops, open_chains
from accord.solvers.logic.chains.links import links
from accord.solvers.logic.chains.paths import Graph
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Technique


@lru_cache(maxsize=16)
def _graphs(board: Board, grouped: bool) -> tuple[Graph, ...]:
    """For each value the graph of its places."""
    made = links(board)
    return tuple(
        made.graph(made.strong([value], grouped=grouped)) for value in range(1, board.size + 1)
    )


def x_cycles_rule1(board: Board) -> Iterator[Deduction]:
    """Loops of one value."""
    for graph in _graphs(board, False):
        yield from loops(links(board), graph, "x_cycles_rule1")


def x_cycles_rule2(board: Board) -> Iterator[Deduction]:
    """Places at which two strong links of a cycle meet."""
    for graph in _graphs(board, False):
        yield from forced_places(links(board), graph, "x_cycles_rule2")


def x_cycles_rule3(board: Board) -> Iterator[Deduction]:
    """Chains of one value: what both ends exclude."""
    for graph in _graphs(board, False):
        yield from open_chains(links(board), graph, "x_cycles_rule3")


def grouped_x_cycles_rule1(board: Board) -> Iterator[Deduction]:
    """Loops of one value, with grouped nodes."""
    for graph in _graphs(board, True):
        yield from loops(links(board), graph, "grouped_x_cycles_rule1")


def grouped_x_cycles_rule2(board: Board) -> Iterator[Deduction]:
    """Places, also grouped, at which two strong links of a cycle meet."""
    for graph in _graphs(board, True):
        yield from forced_places(links(board), graph, "grouped_x_cycles_rule2")


def grouped_x_cycles_rule3(board: Board) -> Iterator[Deduction]:
    """Chains of one value, with grouped nodes: what both ends exclude."""
    for graph in _graphs(board, True):
        yield from open_chains(links(board), graph, "grouped_x_cycles_rule3")


TECHNIQUES = (
    Technique("x_cycles_rule1", "X-cycle, rule 1", "diabolical", x_cycles_rule1),
    Technique("x_cycles_rule2", "X-cycle, rule 2", "diabolical", x_cycles_rule2),
    Technique(
        "x_cycles_rule3",
        "X-cycle, rule 3",
        "diabolical",
        x_cycles_rule3,
        ("0400", "0401", "0403", "0701"),
    ),
    Technique(
        "grouped_x_cycles_rule1", "Grouped X-cycle, rule 1", "extreme", grouped_x_cycles_rule1
    ),
    Technique(
        "grouped_x_cycles_rule2", "Grouped X-cycle, rule 2", "extreme", grouped_x_cycles_rule2
    ),
    Technique(
        "grouped_x_cycles_rule3", "Grouped X-cycle, rule 3", "extreme", grouped_x_cycles_rule3
    ),
)
