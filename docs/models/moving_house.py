"""When is each piece carried out, if four people help and want to be finished soon?

The instance is that of Kim Marriott and Peter Stuckey, Programming with Constraints, 1998.
"""

import cpmpy as cp
import numpy as np

# optimum: 12

duration = np.array([6, 2, 3, 3])  # in units of five minutes
carriers = [3, 1, 3, 2]

start = cp.intvar(0, 12, shape=4, name=["piano", "chair", "bed", "table"])
end = start + duration

model = cp.Model(
    cp.Cumulative(start, duration, end, carriers, capacity=4),
    minimize=cp.max(end),
)
