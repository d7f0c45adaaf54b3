"""Which of three rooms does each guest get, so that nobody moves during a stay?

Room 1 has the balcony that Dan has paid for.
"""

from itertools import combinations

import cpmpy as cp

# solutions: 2

stays = {  # the first and the last night
    "Ada": (1, 3),
    "Ben": (2, 5),
    "Cleo": (3, 4),
    "Dan": (5, 7),
    "Eva": (4, 6),
    "Finn": (6, 8),
}
room = dict(zip(stays, cp.intvar(1, 3, shape=len(stays), name=list(stays)), strict=True))

model = cp.Model(room["Dan"] == 1)
for one, other in combinations(stays, 2):
    if stays[one][0] <= stays[other][1] and stays[other][0] <= stays[one][1]:
        model += room[one] != room[other]
