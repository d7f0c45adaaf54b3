"""What to take, so that it is worth most and weighs no more than can be carried.

George Dantzig, "Discrete-variable extremum problems", Operations Research 5, 1957.
"""

import cpmpy as cp
import numpy as np

INSTANCES = {
    "knapsack-15": ({"which": "burkardt"}, 1458, "John Burkardt's KNAPSACK_01, P07"),
    "knapsack-24": (
        {"which": "alike"},
        1036,
        "made for accord: each is worth 10 more than it weighs",
    ),
}
ALIKE = [41, 50, 49, 59, 55, 57, 60, 67, 71, 74, 77, 79, 83, 85, 86, 89, 91, 92, 94, 95, 97, 98]
ALIKE += [99, 100]
SACKS = {
    "burkardt": (
        750,
        [70, 73, 77, 80, 82, 87, 90, 94, 98, 106, 110, 113, 115, 118, 120],
        [135, 139, 149, 150, 156, 163, 173, 184, 192, 201, 210, 214, 221, 229, 240],
    ),
    "alike": (906, ALIKE, [weight + 10 for weight in ALIKE]),
}


def model(which: str = "burkardt") -> cp.Model:
    """Which items are taken."""
    most, weights, profits = SACKS[which]
    taken = cp.boolvar(shape=len(weights), name="taken")
    return cp.Model(
        cp.sum(np.array(weights) * taken) <= most, maximize=cp.sum(np.array(profits) * taken)
    )
