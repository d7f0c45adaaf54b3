"""Alternating inference chains: chains and loops through cells and values alike.

    rule 1   a loop: what is excluded by both nodes of one of its weak links goes
    rule 2   a chain from a candidate back to it, with strong links at both ends: it is placed
    rule 3   a chain: what is excluded by both its ends goes

Ends of the same value exclude it from the cells that see both; ends of different values in cells
that see each other exclude each other's value from their own cells; ends in one cell exclude the
cell's other values.

The nodes are single candidates.  With `grouped=True` the chains also use, as nodes, the two or
three places where a box and a line cross; that finds more, also on boards on which the 49
techniques in their own reading find nothing, and is an option for that.
Source: A. Stuart, sudokuwiki.org/Alternating_Inference_Chains; grouped nodes: HoDoKu,
hodoku.sourceforge.net/en/tech_chains.php.  A call takes a few milliseconds, fifty where very much
is found, and grouped about thrice as much.
"""

from collections.abc import Iterator
from functools import lru_cache

from accord.solvers.logic.chains.chains import Rule
from accord.solvers.logic.chains.links import links
from accord.solvers.logic.chains.paths import Graph
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction


@lru_cache(maxsize=16)
def _graph(board: Board, grouped: bool) -> Graph:
    made = links(board)
    return made.graph(made.strong(range(1, board.size + 1), in_cells=True, grouped=grouped))


def inference_chains(
    board: Board, name: str, rule: Rule, grouped: bool = False
) -> Iterator[Deduction]:
    """What a rule finds among all candidates, grouped or not."""
    return rule(links(board), _graph(board, grouped), name)
