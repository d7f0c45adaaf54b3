"""How few boxes of 10 kg hold six things?

Whoever packs the heaviest first, into the first box with room for it, takes three.
"""

import cpmpy as cp

# optimum: 2

weights = cp.cpm_array([5, 4, 3, 3, 3, 2])

box = cp.intvar(1, 3, shape=6, name="box")

model = cp.Model(
    [cp.sum(weights * (box == number)) <= 10 for number in (1, 2, 3)],
    minimize=cp.max(box),
)
