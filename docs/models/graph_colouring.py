"""How can the ten vertices of the Petersen graph get three colours, neighbours different ones?

Its chromatic polynomial is 120 at 3.
"""

import cpmpy as cp

# solutions: 120

edges = [
    edge for i in range(5) for edge in ((i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5))
]

colour = cp.intvar(1, 3, shape=10, name="colour")

model = cp.Model([colour[one] != colour[other] for one, other in edges])
