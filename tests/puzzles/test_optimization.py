"""Optimisation: the value as a variable, and the solutions better than a value, by brute force."""

from itertools import pairwise, product
from pathlib import Path
from random import Random
from subprocess import run
from typing import Any, get_args

import pytest

from accord.bench.make.random_problems import random_problem
from accord.constraints import Linear, Maximum, Minimum, NValues, Operation, Variable
from accord.puzzles import Problem
from accord.puzzles.objective import MeasureName, Objective, Sense, Value
from accord.puzzles.optimization import HasNoObjectiveError, better_than, goal_of, with_value
from accord.puzzles.problem import Solution
from brute_force import solutions_by_trying
from nested_terms import terms
from optional import library, program, slow

X, Y, Z = map(Variable, range(3))
DOMAINS = [range(-1, 3), [0, 2], range(1, 3)]
TERMS = [
    terms(X),
    terms(("sub", Y, ("sqr", X))),
    terms(X, Y, Z),
    terms(("mul", 3, X), ("sub", Y, Z), ("neg", Z), 7),
    terms(X, ("sqr", Y)),
    terms(("div", Y, X), Z),  # undefined where x is 0
    terms(Z, ("mod", Z, X)),
    terms(X, ("div", 6, 2), ("add", 1, 1)),  # two without a variable
    terms(Y, ("div", 6, 0)),  # one of these without a value
]
OBJECTIVES = [
    Objective(sense, own, measure)
    for measure, own, sense in product(get_args(MeasureName), TERMS, get_args(Sense))
]
NAMES = ("objective", "y", "z")


def valued(objective: Objective, problem: Problem) -> dict[Solution, Value]:
    """The value of each solution, where it has one."""
    found = solutions_by_trying(problem.without_objective())
    return {
        each: objective.value(each) for each in found if not [*objective.violations(each, NAMES)]
    }


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", OBJECTIVES, ids=lambda each: each.words("xyz"))
def test_what_is_made_of_a_problem_has_the_solutions_that_are_meant(objective: Objective) -> None:
    problem = Problem(DOMAINS, [Linear((0, 1), "!=", 2)], NAMES, objective=objective)
    values = valued(objective, problem)
    assert solutions_by_trying(problem) == values.keys()
    assert len(values) > 5 or ("6 div 0" in objective.words(NAMES) and not values)
    of_value = with_value(problem)
    goal = goal_of(of_value)
    assert (goal.sense, goal.measure == "lex") == (objective.sense, objective.measure == "lex")
    found = solutions_by_trying(of_value)
    assert {each[:3]: goal.value(each) for each in found} == values
    assert len(found) == len(values)
    assert all(isinstance(term, Variable) for term in goal.terms)
    best = objective.best(values.values())
    assert {each[:3] for each in solutions_by_trying(better_than(problem, None))} == values.keys()
    for value in {*values.values()}:
        asked = better_than(problem, value)
        expected = {each for each in values if objective.is_better(values[each], value)}
        assert {each[:3] for each in solutions_by_trying(asked)} == expected
        assert (not expected) == (value == best)
        assert asked.goal is None


def test_what_kinds_say_natively_they_say() -> None:
    def added(objective: Objective) -> tuple[object, ...]:
        return with_value(Problem(DOMAINS, objective=objective)).constraints

    weighted = terms(("mul", 3, X), ("sub", Y, ("mul", 2, Z)), 7)
    assert added(Objective("minimize", weighted)) == (
        Linear((0, 1, 2, 3), "=", -7, (3, 1, -2, -1)),
    )
    assert added(Objective("minimize", (X, Y), "maximum")) == (Maximum((0, 1), "=", Variable(3)),)
    assert added(Objective("maximize", (X, Y), "minimum")) == (Minimum((0, 1), "=", Variable(3)),)
    assert added(Objective("minimize", (X, Y), "n-values")) == (NValues((0, 1), "=", Variable(3)),)
    assert not added(Objective("minimize", (X,)))


def test_a_better_value_is_less_or_more_and_of_lex_by_the_first_difference() -> None:
    least, most = Objective("minimize", (X, Y), "lex"), Objective("maximize", (X, Y), "lex")
    ordered = [(0, 5), (1, 0), (1, 2), (2, -7)]
    for one, other in pairwise(ordered):
        assert (least.is_better(one, other), least.is_better(other, one)) == (True, False)
        assert (most.is_better(one, other), most.is_better(other, one)) == (False, True)
        assert not least.is_better(one, one)
    assert (least.best(ordered), most.best(ordered), least.best([])) == ((0, 5), (2, -7), None)
    assert [*map(least.fits, [(1, 2), (1, 2, 3), (1, True), 1])] == [True, False, False, False]
    assert [*map(Objective("minimize", (X,)).fits, [3, 3.0, (3,), 10**5000])] == [True] + [
        False
    ] * 3


def test_the_best_of_random_problems_is_the_best_by_trying() -> None:
    for seed in range(100):
        random, problem = Random(seed), random_problem(seed)
        own = tuple(map(Variable, range(len(problem.domains))))
        chosen = random.choice(own), Operation("mul", (random.randint(-3, 3), random.choice(own)))
        goal = Objective(random.choice(("minimize", "maximize")), chosen)
        asked = Problem(problem.domains, problem.constraints, objective=goal)
        best = goal.best(map(goal.value, solutions_by_trying(asked)))
        if best is not None:
            assert not solutions_by_trying(better_than(asked, best))
            worse = best + 1 if goal.sense == "minimize" else best - 1  # type: ignore[operator]
            assert solutions_by_trying(better_than(asked, worse))


def test_a_problem_that_asks_for_no_best_has_none_better_than_a_value() -> None:
    problem = Problem(DOMAINS, [], "xyz", objective=Objective("minimize", (X,)))
    for each in (problem.without_objective(), Problem(DOMAINS)):
        with pytest.raises(HasNoObjectiveError, match="expected one"):
            better_than(each, 0)


@pytest.mark.parametrize(("values", "best"), [((0, 1), 1), ((0,), None)])
def test_minizinc_and_cpmpy_take_an_assignment_without_a_value_for_no_solution_too(
    values: tuple[int, ...], best: int | None, tmp_path: Path
) -> None:
    """The least x div y, where y may be 0, or has to be."""
    quotient = Objective("minimize", (Operation("div", (X, Y)),))
    problem = Problem([range(1, 4), values], [], "xy", objective=quotient)
    assert quotient.best(map(quotient.value, solutions_by_trying(problem))) == best

    slow()
    cpmpy: Any = library("cpmpy")
    x, y = cpmpy.intvar(1, 3), cpmpy.intvar(min(values), max(values))
    model = cpmpy.Model(minimize=x // y)
    assert model.solve() == (best is not None)
    assert model.objective_value() == best

    program("minizinc")
    text = f"var 1..3: x; var {{{','.join(map(str, values))}}}: y; solve minimize x div y;"
    (tmp_path / "least.mzn").write_text(f'{text} output [show(x div y), "\\n"];')
    command = ["minizinc", "--solver", "gecode", "-a", "least.mzn"]
    said = run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    expected = ["=====UNSATISFIABLE====="] if best is None else [f"{best}", "-" * 10, "=" * 10]
    assert said.stdout.splitlines()[-len(expected) :] == expected
