"""Where does each of five workshops stand, so that little is carried far?

The instance is that of five in C. E. Nugent, T. E. Vollmann and J. Ruml, "An experimental
comparison of techniques for the assignment of facilities to locations", Operations Research 16,
1968.
"""

import cpmpy as cp

# optimum: 25

places = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]
distance = cp.cpm_array([[abs(a - c) + abs(b - d) for c, d in places] for a, b in places])
flow = {(0, 1): 5, (0, 2): 2, (0, 3): 4, (0, 4): 1, (1, 2): 3, (1, 4): 2, (3, 4): 5}

place = cp.intvar(0, 4, shape=5, name="place")

model = cp.Model(
    cp.AllDifferent(place),
    minimize=cp.sum(
        carried * distance[place[one], place[other]] for (one, other), carried in flow.items()
    ),
)
