"""Small problems of a kind, and what their reference formulas say, by trying every assignment."""

from collections.abc import Iterable, Iterator, Set
from random import Random

from accord.bench.make.random_problems import random_problem
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import FORMULAS
from accord.puzzles.proofs.reference import ReferenceFormula
from brute_force import solutions_by_trying
from projected_models import Model, projected_models


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


def true_literals(formula: ReferenceFormula, solution: Solution) -> Model:
    """The variables of a formula that a solution makes true."""
    literals = (formula.literal(variable, value) for variable, value in enumerate(solution))
    return frozenset(literal for literal in literals if literal > 0)


def own_literals(formula: ReferenceFormula, problem: Problem) -> int:
    """How many variables of a formula say which values the problem's have."""
    domains = enumerate(problem.domains)
    literals = (formula.literal(variable, value) for variable, own in domains for value in own)
    return max(map(abs, literals), default=0)


def misfit(problem: Problem) -> str:
    """`wrong` if a formula forbids a solution, `weak` if it only allows others; else empty.

    `broken` where it names literals that are not there.

    That of each version is looked at.
    """
    for version in FORMULAS:
        formula = FORMULAS[version](problem, ())
        try:
            solutions = {true_literals(formula, each) for each in solutions_by_trying(problem)}
            models = {*projected_models(formula, own_literals(formula, problem))}
        except IndexError:
            return "broken"
        if found := _misfit(solutions, models):
            return found
    return ""


def _misfit(solutions: Set[Model], models: Set[Model]) -> str:
    return "wrong" if solutions - models else "weak" if models - solutions else ""
