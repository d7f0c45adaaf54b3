"""The value of an objective as a variable is, in every solution, what the objective measures."""

import pytest

from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.derived.objective_value import with_objective_value
from accord.puzzles.errors import InputError
from accord.puzzles.objective import Objective
from accord.puzzles.problem import HasObjectiveError, expect_no_objective
from brute_force import solutions_by_trying
from nested_terms import terms

X, Y, Z = map(Variable, range(3))
DOMAINS = [range(-1, 3), [0, 2], range(1, 3)]


@pytest.mark.parametrize(
    "objective",
    [
        Objective("minimize", (X,)),
        Objective("maximize", terms(("mul", 3, X), ("sub", Y, Z), Z)),
        Objective("minimize", (X, Y, Z), "product"),
        Objective("minimize", terms(X, ("sqr", Y)), "minimum"),
        Objective("minimize", (X, Y, Z), "maximum"),
        Objective("maximize", (X, Y, Z), "n-values"),
    ],
)
def test_each_solution_has_its_value(objective: Objective) -> None:
    names = ("objective", "y", "z")
    problem = Problem(DOMAINS, [Linear((0, 1), "!=", 2)], names, objective=objective)
    valued = with_objective_value(problem)
    assert valued.names == (*names, "objective_")
    expected = {(*each, objective.value(each)) for each in solutions_by_trying(problem)}
    assert len(expected) > 8
    assert solutions_by_trying(valued) == expected


def test_what_has_no_single_value_is_refused() -> None:
    with pytest.raises(InputError, match="lex"):
        with_objective_value(Problem(DOMAINS, objective=Objective("minimize", (X, Y), "lex")))
    with pytest.raises(InputError, match="found no objective"):
        with_objective_value(Problem(DOMAINS))


def test_a_problem_that_asks_for_a_best_solution_is_refused_unless_that_is_ignored() -> None:
    problem = Problem(DOMAINS, [], "xyz", objective=Objective("minimize", (X,)))
    with pytest.raises(HasObjectiveError, match="found an objective, minimize x;"):
        expect_no_objective(problem)
    expect_no_objective(problem.without_objective())
    expect_no_objective(Problem(DOMAINS))
