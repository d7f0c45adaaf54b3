"""When each activity of a project begins, so that it ends the soonest with the workers there are.

In the manner of Rainer Kolisch and Arno Sprecher, "PSPLIB", European Journal of Operational
Research 96, 1997: activities wait for one another and share resources that are renewed.
"""

from random import Random

import cpmpy as cp

SOURCE = "made for accord, in the manner of PSPLIB"
INSTANCES = {
    "project-8": ({"activities": 8, "seed": 1}, 27, SOURCE),
    "project-14": ({"activities": 14, "seed": 2}, 54, SOURCE),
    "project-20": ({"activities": 20, "seed": 3}, 73, SOURCE),
}
RESOURCES = (9, 7)  # how much of each there is


def model(activities: int = 8, seed: int = 1) -> cp.Model:
    """The start of each activity; each waits for up to two of the five before it."""
    random = Random(seed)
    times = [1 + int(random.random() * 8) for _ in range(activities)]
    needs = [[1 + int(random.random() * 5) for _ in range(activities)] for _ in RESOURCES]
    start = cp.intvar(0, sum(times), shape=activities, name="start")
    end = [begin + time for begin, time in zip(start, times, strict=True)]
    found = cp.Model(minimize=cp.max(end))
    for later in range(1, activities):
        before = {max(0, later - 1 - int(random.random() * 5)) for _ in range(2)}
        found += [end[first] <= start[later] for first in sorted(before)]
    for need, most in zip(needs, RESOURCES, strict=True):
        found += cp.Cumulative(start, times, end, need, most)
    return found
