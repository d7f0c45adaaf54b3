"""Which boxes, with 15 kg at most, are worth most together?

The instance is that of the article "Knapsack problem" of Wikipedia.
"""

import cpmpy as cp
import numpy as np

# optimum: 15

kilos = np.array([12, 2, 1, 1, 4])
dollars = np.array([4, 2, 1, 2, 10])

taken = cp.boolvar(shape=5, name="taken")

model = cp.Model(
    cp.sum(kilos * taken) <= 15,
    maximize=cp.sum(dollars * taken),
)
