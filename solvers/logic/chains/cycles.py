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

from accord.puzzles import Value
from accord.solvers.logic.chains.chains import Rule
from accord.solvers.logic.chains.links import links
from accord.solvers.logic.chains.paths import Graph
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction


@lru_cache(maxsize=256)
def _graph(board: Board, value: Value, grouped: bool) -> Graph:
    """The graph of the places of a value."""
    made = links(board)
    return made.graph(made.strong([value], grouped=grouped))


def x_cycles(board: Board, name: str, rule: Rule, grouped: bool = False) -> Iterator[Deduction]:
    """What a rule finds among the places of each value, grouped or not."""
    for value in range(1, board.size + 1):
        found = _of_value(board, name, rule, grouped, value)
        yield from board.unless_in_vain((rule, grouped), value, found)


def _of_value(
    board: Board, name: str, rule: Rule, grouped: bool, value: Value
) -> Iterator[Deduction]:
    yield from rule(links(board), _graph(board, value, grouped), name)
