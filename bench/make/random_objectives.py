"""Random objectives, and problems that have one."""

from collections.abc import Sequence
from random import Random
from typing import Any, get_args

from accord.bench.make.random_problems import random_problem
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.objective import MeasureName, Objective, Sense
from accord.puzzles.problem import Problem

MEASURES = get_args(MeasureName)


def random_objective(random: Random, variables: int, measure: Any, sense: Any) -> Objective:
    """A random measure of terms with weights of both signs; some are always 0, or undefined."""

    def variable() -> Variable:
        return Variable(random.randrange(variables))

    def term() -> Any:
        return random.choice(
            (
                variable(),
                Operation("mul", (random.randint(-3, 3), variable())),
                Operation("sub", (variable(), variable())),
                Operation("add", (variable(), random.randint(-5, 5))),
                Operation("sqr", (variable(),)),
                Operation("div", (random.randint(-6, 6), variable())),
            )
        )

    others = (term() for _ in range(random.randint(0, 2)))
    return Objective(sense, (random.choice((variable(), term())), *others), measure)


def with_objective(source: int | Random, measures: Sequence[str] = MEASURES) -> Problem:
    """A random problem that asks for the best, the same for a seed everywhere."""
    random = source if isinstance(source, Random) else Random(source)
    problem = random_problem(source, variables=range(2, 4))
    measure, sense = random.choice(measures), random.choice(get_args(Sense))
    objective = random_objective(random, len(problem.domains), measure, sense)
    return Problem(problem.domains, problem.constraints, objective=objective)
