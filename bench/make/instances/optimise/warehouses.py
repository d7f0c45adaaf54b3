"""Which warehouses to open, and which of them serves each shop, so that it costs least.

CSPLib 034; Pascal Van Hentenryck, The OPL Optimization Programming Language, 1999.
"""

import cpmpy as cp
import numpy as np

INSTANCES: dict[str, tuple[dict[str, int], int, str]] = {"warehouses-10": ({}, 383, "CSPLib 034")}
OPENING = 30
MOST = [1, 4, 2, 1, 3]  # shops of each warehouse
COSTS = np.array(
    [
        [20, 24, 11, 25, 30],
        [28, 27, 82, 83, 74],
        [74, 97, 71, 96, 70],
        [2, 55, 73, 69, 61],
        [46, 96, 59, 83, 4],
        [42, 22, 29, 67, 59],
        [1, 5, 73, 59, 56],
        [10, 73, 13, 43, 96],
        [93, 35, 63, 85, 46],
        [47, 65, 55, 71, 95],
    ]
)


def model() -> cp.Model:
    """The warehouse of each shop."""
    warehouse = cp.intvar(0, 4, shape=len(COSTS), name="warehouse")
    open_ = cp.boolvar(shape=5, name="open")
    ways = [cp.cpm_array(costs)[warehouse[shop]] for shop, costs in enumerate(COSTS)]
    return cp.Model(
        [cp.Count(warehouse, number) <= most for number, most in enumerate(MOST)],
        [(warehouse == number).implies(open_[number]) for number in range(5)],
        minimize=cp.sum(ways) + OPENING * cp.sum(open_),
    )
