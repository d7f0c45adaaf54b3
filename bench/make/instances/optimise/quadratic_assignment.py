"""Where each facility stands, so that what flows between them has the shortest ways.

Tjalling Koopmans and Martin Beckmann, "Assignment problems and the location of economic
activities", Econometrica 25, 1957.
"""

from itertools import combinations

import cpmpy as cp

SOURCE = "Nugent, Vollmann and Ruml 1968; QAPLIB"
INSTANCES = {"nug6": ({"facilities": 6}, 86, SOURCE), "nug8": ({"facilities": 8}, 214, SOURCE)}
FLOWS = [  # from each facility to those after it
    [5, 2, 4, 1, 0, 0, 6],
    [3, 0, 2, 2, 2, 0],
    [0, 0, 0, 0, 5],
    [5, 2, 2, 10],
    [10, 0, 0],
    [5, 1],
    [10],
]
PLACES = {
    6: [(row, column) for row in range(2) for column in range(3)],
    8: [(row, column) for row in range(2) for column in range(4)],
}


def model(facilities: int = 6) -> cp.Model:
    """The place of each facility; what flows goes there and back, as QAPLIB counts."""
    far = [[abs(a - c) + abs(b - d) for c, d in PLACES[facilities]] for a, b in PLACES[facilities]]
    distance = cp.cpm_array(far)
    place = cp.intvar(0, facilities - 1, shape=facilities, name="place")
    ways = [
        2 * FLOWS[one][other - one - 1] * distance[place[one], place[other]]
        for one, other in combinations(range(facilities), 2)
        if FLOWS[one][other - one - 1]
    ]
    return cp.Model(cp.AllDifferent(place), minimize=cp.sum(ways))
