"""Small problems of a kind, and what their reference formulas say, by trying every assignment."""

from collections.abc import Iterable, Iterator
from random import Random

from accord.bench.make.random_problems import random_problem
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.reference import reference_formula
from brute_force import solutions_by_trying
from projected_models import projected_models


def problems_of(kind: str, seeds: Iterable[int]) -> Iterator[Problem]:
    """Random ones; of sums also some over three or four variables that nearly all matter."""
    for seed in seeds:
        yield random_problem(seed, kind)
        if kind == Linear.kind:
            yield random_sum(Random(seed))


def random_sum(random: Random) -> Problem:
    scope = range(random.choice((3, 3, 4)))
    domains = [random.sample(range(-2, 4), random.choice((1, 2, 3, 4))) for _ in scope]
    weights = tuple(random.choice((-3, -2, -1, 1, 1, 2, 3)) for _ in scope)
    right = sum(w * random.choice(d) for w, d in zip(weights, domains, strict=True))
    right += random.choice((0, 0, 1, -1, 3))
    return Problem(domains, [Linear((*scope,), random.choice([*COMPARISONS]), right, weights)])


def misfit(problem: Problem) -> str:
    """`wrong` if the formula forbids a solution, `weak` if it only allows others; else empty."""
    formula = reference_formula(problem)
    solutions = {
        frozenset(formula.literal(variable, value) for variable, value in enumerate(solution))
        for solution in solutions_by_trying(problem)
    }
    models = {*projected_models(formula, sum(map(len, problem.domains)))}
    return "wrong" if solutions - models else "weak" if models - solutions else ""
