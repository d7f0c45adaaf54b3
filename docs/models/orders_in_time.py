"""How many of five orders can one machine finish in time?  The others are refused.

The instance is that of Michael Pinedo, Scheduling, for the algorithm of Moore and Hodgson.
"""

import cpmpy as cp
import numpy as np

# optimum: 3

hours = np.array([7, 8, 4, 6, 6])
due = np.array([9, 17, 18, 19, 21])

accepted = cp.boolvar(shape=5, name="accepted")
start = cp.intvar(0, max(due - hours), shape=5, name="start")
end = start + hours

model = cp.Model(
    cp.NoOverlapOptional(start, hours, end, accepted),
    end <= due,
    (~accepted).implies(start == 0),
    maximize=cp.sum(accepted),
)
