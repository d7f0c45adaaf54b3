"""The fewest colours of a graph whose neighbours differ: its chromatic number.

The graphs of Jan Mycielski (Colloquium Mathematicum 3, 1955) have no triangle, and need a colour
more each time; in those of queens two squares are neighbours if a queen moves from one to the
other.
"""

from itertools import combinations

import cpmpy as cp

from accord.puzzles.classics.graph_colouring import Edge, read_dimacs
from accord.puzzles.classics.harder import mycielski

DIMACS = "DIMACS challenge on colouring, 1993"
INSTANCES = {
    "myciel3": ({"graph": "mycielski", "size": 11, "most": 6}, 4, f"Mycielski 1955; {DIMACS}"),
    "myciel4": ({"graph": "mycielski", "size": 23, "most": 6}, 5, f"Mycielski 1955; {DIMACS}"),
    "queens-5": ({"graph": "queens", "size": 5, "most": 7}, 5, f"{DIMACS}: queen5_5"),
    "queens-6": ({"graph": "queens", "size": 6, "most": 9}, 7, f"{DIMACS}: queen6_6"),
}


def queens(size: int) -> list[Edge]:
    """The moves of queens on a board."""
    squares = [(row, column) for row in range(size) for column in range(size)]
    return [
        (a[0] * size + a[1], b[0] * size + b[1])
        for a, b in combinations(squares, 2)
        if 0 in (a[0] - b[0], a[1] - b[1], abs(a[0] - b[0]) - abs(a[1] - b[1]))
    ]


def model(graph: str = "mycielski", size: int = 11, most: int = 6) -> cp.Model:
    """The colour of each node, from 1; the ends of the first edge have the first two."""
    edges = read_dimacs(mycielski(size))[1] if graph == "mycielski" else queens(size)
    nodes = 1 + max(map(max, edges))
    colour = cp.intvar(1, most, shape=nodes, name="colour")
    return cp.Model(
        [colour[one] != colour[other] for one, other in edges],
        [colour[0] == 1, colour[edges[0][1]] == 2],
        minimize=cp.max(colour),
    )
