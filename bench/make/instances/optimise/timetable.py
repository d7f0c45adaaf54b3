"""When each lesson is given, so that as many wishes as can be are granted.

Two lessons of one teacher or of one class are at different times; a wish has a weight.
"""

from itertools import combinations

import cpmpy as cp

INSTANCES = {
    "timetable-8": ({"lessons": 8, "hours": 4}, 17, "made for accord"),
    "timetable-14": ({"lessons": 14, "hours": 6}, 22, "made for accord"),
}
TEACHERS = "ABCABDCDABCDAC"  # of each lesson
CLASSES = "11122233312323"
WISHES = [(2, 3), (0, 1), (1, 4), (0, 2), (3, 3), (0, 4), (1, 1), (2, 2)]  # (hour, weight)
WISHES += [(0, 3), (1, 2), (3, 2), (0, 1), (2, 4), (1, 3)]
ROOMS = 3


def model(lessons: int = 8, hours: int = 4) -> cp.Model:
    """The hour of each of the first lessons."""
    hour = cp.intvar(0, hours - 1, shape=lessons, name="hour")
    granted = [
        weight * (hour[lesson] == at) for lesson, (at, weight) in enumerate(WISHES[:lessons])
    ]
    found = cp.Model([cp.Count(hour, at) <= ROOMS for at in range(hours)], maximize=cp.sum(granted))
    for one, other in combinations(range(lessons), 2):
        if TEACHERS[one] == TEACHERS[other] or CLASSES[one] == CLASSES[other]:
            found += hour[one] != hour[other]
    return found
