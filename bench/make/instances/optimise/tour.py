"""The shortest way through all cities and back: the travelling salesman.

George Dantzig, Ray Fulkerson and Selmer Johnson, "Solution of a large-scale traveling-salesman
problem", Operations Research 2, 1954.
"""

import cpmpy as cp

PLACES = [(3, 7), (12, 31), (25, 4), (38, 17), (19, 22), (7, 36)]
PLACES += [(33, 33), (28, 12), (15, 9), (9, 18), (36, 3), (22, 38)]
GR17 = [  # the distances from each city to those before it
    [],
    [633],
    [257, 390],
    [91, 661, 228],
    [412, 227, 169, 383],
    [150, 488, 112, 120, 267],
    [80, 572, 196, 77, 351, 63],
    [134, 530, 154, 105, 309, 34, 29],
    [259, 555, 372, 175, 338, 264, 232, 249],
    [505, 289, 262, 476, 196, 360, 444, 402, 495],
    [353, 282, 110, 324, 61, 208, 292, 250, 352, 154],
    [324, 638, 437, 240, 421, 329, 297, 314, 95, 578, 435],
    [70, 567, 191, 27, 346, 83, 47, 68, 189, 439, 287, 254],
    [211, 466, 74, 182, 243, 105, 150, 108, 326, 336, 184, 391, 145],
    [268, 420, 53, 239, 199, 123, 207, 165, 383, 240, 140, 448, 202, 57],
    [246, 745, 472, 237, 528, 364, 332, 349, 202, 685, 542, 157, 289, 426, 483],
    [121, 518, 142, 84, 297, 35, 29, 36, 236, 390, 238, 301, 55, 96, 153, 336],
]
INSTANCES = {
    "tour-12": ({"cities": 12}, 143, "made for accord; by Held and Karp"),
    "gr17": ({"cities": 17}, 2085, "Martin Groetschel; TSPLIB"),
}


def distance(one: int, other: int, cities: int) -> int:
    """How far two cities are apart; of the places on a map of 40 x 40, rounded as TSPLIB does."""
    if cities > len(PLACES):
        return GR17[max(one, other)][min(one, other)] if one != other else 0
    (a, b), (c, d) = PLACES[one], PLACES[other]
    return int(((a - c) ** 2 + (b - d) ** 2) ** 0.5 + 0.5)


def model(cities: int = 12) -> cp.Model:
    """The city after each."""
    every = range(cities)
    after = cp.intvar(0, cities - 1, shape=cities, name="after")
    ways = [
        cp.cpm_array([distance(city, to, cities) for to in every])[after[city]] for city in every
    ]
    return cp.Model(cp.Circuit(after), minimize=cp.sum(ways))
