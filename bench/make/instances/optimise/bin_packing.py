"""The fewest boxes that hold everything.

Silvano Martello and Paolo Toth, Knapsack Problems, 1990, chapter 8.
"""

import cpmpy as cp
import numpy as np

SOURCE = "made for accord"
INSTANCES = {
    "bins-8": ({"sizes": (7, 6, 5, 4, 4, 3, 3, 2), "room": 10}, 4, f"{SOURCE}: 34 in boxes of 10"),
    "bins-12": (
        {"sizes": (55, 52, 48, 44, 37, 35, 34, 33, 29, 28, 23, 22), "room": 100},
        5,
        f"{SOURCE}: 440 in boxes of 100",
    ),
}


def model(sizes: tuple[int, ...] = (7, 6, 5, 4, 4, 3, 3, 2), room: int = 10) -> cp.Model:
    """The box of each item, from 1: that of the first is 1, of the second 1 or 2, and so on."""
    most = len(sizes) // 2 + 1
    box = cp.intvar(1, most, shape=len(sizes), name="box")
    return cp.Model(
        [cp.sum(np.array(sizes) * (box == number)) <= room for number in range(1, most + 1)],
        [box[item] <= item + 1 for item in range(most)],
        minimize=cp.max(box),
    )
