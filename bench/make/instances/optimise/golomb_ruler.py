"""The shortest ruler whose marks are pairwise different distances apart.

CSPLib 006; Wallace Babcock, "Intermodulation interference in radio systems", 1953.
"""

from itertools import combinations

import cpmpy as cp

SOURCE = "CSPLib 006"
INSTANCES = {
    "golomb-6": ({"marks": 6, "longest": 30}, 17, SOURCE),
    "golomb-7": ({"marks": 7, "longest": 40}, 25, SOURCE),
    "golomb-8": ({"marks": 8, "longest": 50}, 34, SOURCE),
    "golomb-9": ({"marks": 9, "longest": 60}, 44, SOURCE),
}


def model(marks: int = 6, longest: int = 30) -> cp.Model:
    """The places of the marks, from 0; its mirror image is left out."""
    mark = cp.intvar(0, longest, shape=marks, name="mark")
    pairs = [*combinations(mark, 2)]
    apart = cp.intvar(1, longest, shape=len(pairs), name="apart")
    return cp.Model(
        mark[0] == 0,
        [other - one == way for (one, other), way in zip(pairs, apart, strict=True)],
        cp.AllDifferent(apart),
        apart[0] < apart[-1],
        minimize=mark[-1],
    )
