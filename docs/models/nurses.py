"""Nurse rostering: who works when, so that as many wishes as possible are granted?

Each day has one early and one late shift of three nurses; who works late has no early shift on the
day after, and everybody has a day off.
"""

import cpmpy as cp

# optimum: 5

NURSES, DAYS = 3, 4
OFF, EARLY, LATE = range(3)
wishes = {(0, 0): LATE, (0, 1): EARLY, (0, 3): OFF, (1, 1): LATE, (1, 2): LATE, (2, 2): OFF}

shift = cp.intvar(OFF, LATE, shape=(NURSES, DAYS), name="shift")

model = cp.Model(maximize=cp.sum(shift[who] == wish for who, wish in wishes.items()))
for day in range(DAYS):
    model += cp.GlobalCardinalityCount(shift[:, day], [EARLY, LATE], [1, 1])
for nurse in shift:
    model += cp.Count(nurse, OFF) >= 1
    model += [(nurse[day] == LATE).implies(nurse[day + 1] != EARLY) for day in range(DAYS - 1)]
