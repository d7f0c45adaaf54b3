"""Graph colouring: neighbours have different colours.

Francis Guthrie asked in 1852 whether four colours suffice for every map.  Graphs are read from the
text of DIMACS (.col), the format of its second implementation challenge, 1993:

    c a comment
    p edge 4 3
    e 1 2
    e 1 3
    e 3 4
"""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem

Edge = tuple[int, int]


def graph_colouring(graph: str, colours: int) -> Problem:
    r"""The colour, from 1, of each node.

    >>> graph = "p edge 3 2\ne 1 2\ne 2 3"
    >>> accord.solve(graph_colouring(graph, 2), limit=None).solutions
    ((1, 2, 1), (2, 1, 2))

    Args:
        graph: the text of a DIMACS file; an edge may stand in both directions.
        colours: how many there are.

    Raises:
        MalformedConstraintError: it is none; with the number of the line.
    """
    nodes, edges = read_dimacs(graph)
    names = [f"node {node}" for node in range(1, nodes + 1)]
    differ = [
        Linear(edge, "!=", 0, (1, -1), name=f"edge {edge[0] + 1} {edge[1] + 1}") for edge in edges
    ]
    layout = ProblemLayout("graph", edges=tuple(edges))
    return Problem([range(1, colours + 1)] * nodes, differ, names, layout)


def read_dimacs(text: str) -> tuple[int, list[Edge]]:
    """The number of nodes, and the edges between nodes from 0, each once.

    Raises:
        MalformedConstraintError: a line is none of DIMACS, or names a node that is not there.
    """
    nodes = -1
    edges: dict[Edge, None] = {}
    for line, words in _lines(text):
        match words:
            case ["p", "edge" | "col" | "edges", number, _] if nodes < 0 and number.isdecimal():
                nodes = int(number)
            case ["e", a, b] if nodes >= 0 and a.isdecimal() and b.isdecimal():
                one, other = sorted((int(a), int(b)))
                if not 1 <= one < other <= nodes:
                    raise _wrong(line, words, f"two different nodes from 1 to {nodes}")
                edges[one - 1, other - 1] = None
            case _:
                expected = "`e NODE NODE`" if nodes >= 0 else "`p edge NODES EDGES`"
                raise _wrong(line, words, expected)
    if nodes < 0:
        raise MalformedConstraintError("found no line `p edge NODES EDGES`, expected one")
    return nodes, [*edges]


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the words of each line that says something."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words and words[0] != "c":
            yield number, words


def _wrong(line: int, words: list[str], expected: str) -> MalformedConstraintError:
    found = " ".join(words)[:40]
    return MalformedConstraintError(f"line {line}: found {found!r}, expected {expected}")
