"""When each task of a job begins on its machine, so that all are finished the soonest.

John Muth and Gerald Thompson (editors), Industrial Scheduling, 1963.
"""

from itertools import pairwise

import cpmpy as cp

from accord.puzzles.classics.examples import TEXTS
from accord.puzzles.classics.planning.job_shop import read_jobs

LAWRENCE = "Stephen Lawrence 1984; JSPLIB"
INSTANCES = {
    "jobs-4-4": ({"shop": "jobs-4-4"}, 30, "made for accord"),
    "ft06": ({"shop": "ft06"}, 55, "Fisher and Thompson 1963: 55 (Carlier and Pinson 1989)"),
    "la05": ({"shop": "la05"}, 593, LAWRENCE),
    "la01": ({"shop": "la01"}, 666, LAWRENCE),
    "la02": ({"shop": "la02"}, 655, LAWRENCE),
    "la03": ({"shop": "la03"}, 597, LAWRENCE),
    "la04": ({"shop": "la04"}, 590, LAWRENCE),
}


def model(shop: str = "ft06") -> cp.Model:
    """The start of each task, job by job."""
    jobs = read_jobs(TEXTS[shop])
    machines, times = ([[task[at] for task in job] for job in jobs] for at in range(2))
    longest = max(map(sum, times)) * 2
    start = cp.intvar(0, longest, shape=(len(jobs), len(times[0])), name="start")
    found = cp.Model(minimize=cp.max(start[job, -1] + times[job][-1] for job in range(len(jobs))))
    for job, row in enumerate(times):
        found += [
            start[job, one] + row[one] <= start[job, two] for one, two in pairwise(range(len(row)))
        ]
    for machine in range(len(times[0])):
        mine = [(job, row.index(machine)) for job, row in enumerate(machines)]
        found += cp.NoOverlap([start[at] for at in mine], [times[job][task] for job, task in mine])
    return found
