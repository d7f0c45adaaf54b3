"""The job shop: jobs pass through machines, each in its own order, within a makespan.

Henry Fisher and Gerald Thompson, "Probabilistic learning combinations of local job-shop scheduling
rules", in Muth and Thompson, "Industrial Scheduling", 1963, whose 6 x 6 instance takes 55 units and
not 54.  Instances are read from the text that the literature has, here jobs on three machines:

    2 3                 jobs, machines
    0 3  1 2  2 2       a job's tasks in order: the machine, from 0, and how long it takes
    0 2  2 1  1 4
"""

from itertools import chain, pairwise

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.problem import MalformedProblemError, Problem

Task = tuple[int, int]  # the machine and how long it takes


def job_shop(text: str, makespan: int) -> Problem:
    r"""When each task begins, job by job; all of them end at the makespan or before.

    A task begins when the one before it in its job has ended, and a machine works on one at a time.
    A task of length 0 occupies no machine.  The domain of a task leaves room for those before and
    behind it.

    >>> text = "2 2\n0 3 1 2\n1 2 0 4"  # two jobs on two machines
    >>> accord.solve(job_shop(text, 7)).solutions[0]
    (0, 3, 0, 3)

    Args:
        text: of an instance: the numbers of jobs and of machines, then a line for each job, which
            has of each task in order the machine, from 0, and how long it takes; each job visits
            each machine once.
        makespan: when all jobs have to be done.

    Raises:
        MalformedProblemError: a line is none of an instance, or a job takes longer than the
            makespan.
    """
    jobs = read_jobs(text)
    domains: list[range] = []
    names: list[str] = []
    for number, tasks in enumerate(jobs, 1):
        lengths = [length for _, length in tasks]
        if sum(lengths) > makespan:
            raise MalformedProblemError(
                f"job {number}: found {sum(lengths)} units of work, expected at most {makespan}"
            )
        for place in range(len(tasks)):
            domains.append(range(sum(lengths[:place]), makespan - sum(lengths[place:]) + 1))
            names.append(f"job {number}, task {place + 1}")
    constraints: list[Constraint] = []
    machines = len(jobs[0]) if jobs else 0
    for number, tasks in enumerate(jobs):
        origins = range(number * machines, (number + 1) * machines)
        for (one, (_, length)), (other, _) in pairwise(zip(origins, tasks, strict=True)):
            label = f"{names[other]} begins after task {one - origins[0] + 1}"
            constraints.append(Linear((one, other), "<=", -length, (1, -1), name=label))
    every = [*chain.from_iterable(jobs)]
    for machine in range(machines):
        own = tuple(task for task, (where, _) in enumerate(every) if where == machine)
        taken = tuple(every[task][1] for task in own)
        constraints.append(NoOverlap(own, taken, name=f"machine {machine}"))
    return Problem(domains, constraints, names)


def read_jobs(text: str) -> list[list[Task]]:
    """The tasks of each job.

    Raises:
        MalformedProblemError: a line is none of an instance; with its number.
    """
    lines = [line.split() for line in text.splitlines() if line.split()]
    if not lines or len(lines[0]) != 2 or not all(word.isdecimal() for word in lines[0]):
        found = " ".join(lines[0])[:40] if lines else ""
        raise MalformedProblemError(f"line 1: found {found!r}, expected jobs and machines")
    jobs, machines = map(int, lines[0])
    if len(lines) != jobs + 1:
        raise MalformedProblemError(f"found {len(lines) - 1} jobs, expected {jobs}, as line 1 says")
    return [_tasks(number, words, machines) for number, words in enumerate(lines[1:], 2)]


def _tasks(line: int, words: list[str], machines: int) -> list[Task]:
    if all(word.isdecimal() for word in words):
        numbers = [*map(int, words)]
        if sorted(numbers[::2]) == [*range(machines)] and len(numbers) == 2 * machines:
            return [*zip(numbers[::2], numbers[1::2], strict=True)]
    raise MalformedProblemError(
        f"line {line}: found {' '.join(words)[:40]!r}, expected each machine from 0 to "
        f"{machines - 1} once, with the length of its task"
    )
