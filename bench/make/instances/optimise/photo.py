"""How people stand in a row, so that as many wishes to stand beside somebody as can be are granted.

Christian Schulte, Programming Constraint Services, 2002; the examples of Gecode.
"""

import cpmpy as cp

SMALL = ((0, 2), (1, 4), (2, 3), (2, 4), (3, 0), (4, 3), (4, 0), (4, 1))
LARGE = (
    *((0, 2), (0, 4), (0, 7), (1, 4), (1, 8), (2, 3), (2, 4), (3, 0), (3, 4)),
    *((4, 5), (4, 0), (5, 0), (5, 8), (6, 2), (6, 7), (7, 8), (7, 6)),
)
INSTANCES = {
    "photo-5": ({"wishes": SMALL}, 5, "Gecode's example, small; by trying all"),
    "photo-9": ({"wishes": LARGE}, 10, "Gecode's example, large; by trying all"),
}


def model(wishes: tuple[tuple[int, int], ...] = SMALL) -> cp.Model:
    """The place of each person; the first stands on the left of the second."""
    people = 1 + max(map(max, wishes))
    place = cp.intvar(0, people - 1, shape=people, name="place")
    return cp.Model(
        cp.AllDifferent(place),
        place[0] < place[1],
        maximize=cp.sum(cp.abs(place[one] - place[other]) == 1 for one, other in wishes),
    )
