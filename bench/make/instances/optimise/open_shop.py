"""When each task of a job begins, in any order, so that all are finished the soonest.

Teofilo Gonzalez and Sartaj Sahni, "Open shop scheduling to minimize finish time", Journal of the
ACM 23, 1976.
"""

import cpmpy as cp
import numpy as np

INSTANCES = {
    "open-3": ({"times": ((5, 3, 8), (4, 9, 2), (7, 4, 6))}, 18, "made for accord"),
    "open-4": (
        {"times": ((54, 34, 61, 2), (9, 15, 89, 70), (38, 19, 28, 87), (95, 34, 7, 29))},
        196,
        "made for accord",
    ),
}


def model(times: tuple[tuple[int, ...], ...] = ((5, 3, 8), (4, 9, 2), (7, 4, 6))) -> cp.Model:
    """The start of each task: (job, machine)."""
    lasts = np.array(times)
    start = cp.intvar(0, 2 * int(lasts.sum(axis=1).max()), shape=lasts.shape, name="start")
    found = cp.Model(minimize=cp.max(start + lasts))
    for line in range(len(lasts)):
        found += cp.NoOverlap(start[line], lasts[line].tolist())
        found += cp.NoOverlap(start[:, line], lasts[:, line].tolist())
    return found
