"""Three jobs visit machines, each in an order of its own: how soon can all of them be finished?

The instance is that of "The Job Shop Problem" in the guides of OR-Tools.
"""

from itertools import pairwise

import cpmpy as cp

# optimum: 11

jobs = [  # (machine, hours), in the order of each job
    [(0, 3), (1, 2), (2, 2)],
    [(0, 2), (2, 1), (1, 4)],
    [(1, 4), (2, 3)],
]
tasks = [(job, *task) for job, steps in enumerate(jobs) for task in steps]

start = cp.intvar(0, 12, shape=len(tasks), name="start")
end = [begin + hours for begin, (_, _, hours) in zip(start, tasks, strict=True)]

model = cp.Model(minimize=cp.max(end))
for one, other in pairwise(range(len(tasks))):
    if tasks[one][0] == tasks[other][0]:
        model += end[one] <= start[other]
for machine in range(3):
    mine = [task for task, (_, at, _) in enumerate(tasks) if at == machine]
    model += cp.NoOverlap([start[task] for task in mine], [tasks[task][2] for task in mine])
