"""The truth about a small problem: its solutions, by trying every assignment.

Nothing but the meaning of the constraints (`holds`) is used.  It is stated as the claim of one who
found these solutions and no others, so that the judge holds every other claim against it.  A
problem of more assignments than `MOST_TRIED` has no such claim: then a solver is refuted by
verified solutions that others found, and by the published number.
"""

from itertools import islice, product
from math import prod

from accord.bench.campaigns.planned_run import PlannedRun, as_run
from accord.bench.campaigns.run import Run
from accord.bench.isolation.report import Declaration, Grids, Report
from accord.bench.isolation.terms import Terms
from accord.puzzles.instance import Instance
from accord.puzzles.problem import Problem, Solution

MOST_TRIED = 50_000  # assignments; a second or two
BRUTE_FORCE = "brute force"  # as the finder of a solution
_ALL = Terms(limit=None)


def is_tried(problem: Problem) -> bool:
    """Whether its assignments are few enough to try them all."""
    return prod(map(len, problem.domains)) <= MOST_TRIED


def solutions_of(problem: Problem) -> list[Solution]:
    """All solutions in the order of the domains' values, of a problem that `is_tried`."""
    assignments = map(problem.solution, product(*map(sorted, problem.domains)))
    return [each for each in assignments if not [*islice(problem.violations(each), 1)]]


def true_claim(instance: Instance) -> Run:
    """The claim of all solutions of a problem that `is_tried`."""
    grids = Grids(instance.puzzle)
    for solution in solutions_of(instance.puzzle):
        grids.add(solution)
    report = Report(grids, exhausted=True)
    return as_run(PlannedRun(instance, _DECLARED), report, _ALL, seed=0)


_DECLARED = Declaration(BRUTE_FORCE, "", "", "search", BRUTE_FORCE, BRUTE_FORCE)
