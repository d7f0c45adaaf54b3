"""Travelling salesman: what is the shortest tour of five cities?

The instance is FIVE of John Burkardt's data sets for the travelling salesman.
"""

import cpmpy as cp

# optimum: 19

distance = cp.cpm_array(
    [
        [0, 3, 4, 2, 7],
        [3, 0, 4, 6, 3],
        [4, 4, 0, 5, 8],
        [2, 6, 5, 0, 6],
        [7, 3, 8, 6, 0],
    ]
)

following = cp.intvar(0, 4, shape=5, name="following")

model = cp.Model(
    cp.Circuit(following),
    minimize=cp.sum(distance[city, following[city]] for city in range(5)),
)
