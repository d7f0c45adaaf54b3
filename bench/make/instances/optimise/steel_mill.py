"""From which slab each order of steel is cut, so that the least is left over.

CSPLib 038; Alan Frisch, Ian Miguel and Toby Walsh, "Modelling a steel mill slab design problem",
2001.  A slab has one of a few sizes, and holds orders of two colours at most.
"""

import cpmpy as cp
import numpy as np

SOURCE = "made for accord, in the manner of CSPLib 038"
INSTANCES: dict[str, tuple[dict[str, int], int, str]] = {"steel-9": ({}, 1, SOURCE)}
SIZES = [7, 11]  # of slabs
WEIGHTS = np.array([6, 5, 4, 4, 3, 3, 2, 2, 2])
COLOURS = np.array([0, 1, 2, 0, 3, 1, 2, 3, 0])


def model() -> cp.Model:
    """The slab of each order."""
    orders = len(WEIGHTS)
    slabs, heaviest = orders // 2 + 1, max(SIZES)
    slab = cp.intvar(0, slabs - 1, shape=orders, name="slab")
    load = cp.intvar(0, heaviest, shape=slabs, name="load")
    left = [
        min(size for size in (0, *SIZES) if size >= used) - used for used in range(heaviest + 1)
    ]
    found = cp.Model(minimize=cp.sum(cp.cpm_array(left)[used] for used in load))
    for number, used in enumerate(load):
        found += cp.sum(WEIGHTS * (slab == number)) == used
        found += (
            cp.sum(
                cp.any(slab[order] == number for order in range(orders) if COLOURS[order] == colour)
                for colour in sorted({*COLOURS})
            )
            <= 2
        )
    found += slab[0] == 0
    return found
