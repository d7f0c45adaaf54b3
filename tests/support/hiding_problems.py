"""Random problems that hide some of their variables, and their solutions by trying."""

from random import Random

from accord.bench.make.random_problems import random_problem
from accord.puzzles.problem import Problem, Solution
from brute_force import solutions_by_trying


def hiding(seed: int, kind: str = "") -> Problem:
    """A random problem that shows some of its variables: now and then none, one, or all."""
    random = Random(seed)
    problem = random_problem(random, kind)
    number = len(problem.domains)
    shown = random.sample(range(number), random.randint(0, number))
    return Problem(problem.domains, problem.constraints, shown=shown)


def projections(problem: Problem) -> set[Solution]:
    """The shown values of all solutions."""
    return set(map(problem.projected, solutions_by_trying(problem)))
