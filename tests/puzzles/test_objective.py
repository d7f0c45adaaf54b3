"""A problem keeps its objective and the symbols of its values, and says what becomes of them."""

import json
import pickle
from typing import Any

import pytest

from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.derived_problems import decomposed, reordering
from accord.puzzles.files.texts import read_problem, write
from accord.puzzles.layout import Symbols
from accord.puzzles.objective import Objective
from accord.puzzles.problem import MalformedProblemError
from nested_terms import terms

X, Y = Variable(0), Variable(1)
DOMAINS = [range(3), range(5)]
OBJECTIVES = [
    (Objective("minimize", (X,)), 2, "minimize x"),
    (Objective("maximize", terms(("mul", 2, X), Y)), 7, "maximize the sum of 2*x, y"),
    (Objective("minimize", (X, Y), "product"), 6, "minimize the product of x, y"),
    (Objective("minimize", (X, Y), "minimum"), 2, "minimize the minimum of x, y"),
    (Objective("minimize", (X, Y), "maximum"), 3, "minimize the maximum of x, y"),
    (Objective("minimize", (X, Y, X), "n-values"), 2, "minimize how many values are among x, y, x"),
    (Objective("maximize", (Y, X), "lex"), (3, 2), "maximize in this order y, x"),
]
COLOURS = Symbols(("red", "green", "blue"), (0,))


@pytest.mark.parametrize(("objective", "value", "words"), OBJECTIVES)
def test_an_objective_is_kept_measured_and_said(
    objective: Objective, value: object, words: str
) -> None:
    problem = Problem(DOMAINS, [], "xy", objective=objective, symbols=COLOURS)
    assert objective.value((2, 3)) == value
    assert objective.words(problem.names) == words
    assert read_problem(write(problem, "json")) == problem
    assert pickle.loads(pickle.dumps(problem)) == problem == problem.copy()
    assert decomposed(problem) == problem


def test_problems_with_other_objectives_are_other_instances_and_symbols_make_none() -> None:
    problems = [Problem(DOMAINS, objective=objective) for objective, _, _ in OBJECTIVES]
    ignored = problems[0].without_objective()
    several = [Problem(DOMAINS), ignored, *problems]
    assert len({each.full_digest for each in several}) == len(several)
    assert {each.without_objective().digest for each in problems} == {ignored.digest}
    assert str(ignored) == "2 variables, 0 constraints, objective ignored"
    assert Problem(DOMAINS, symbols=COLOURS).digest == Problem(DOMAINS).digest


def test_a_solution_is_shown_in_the_words_of_its_variables() -> None:
    assert Problem(DOMAINS, [], "xy", symbols=COLOURS).worded((1, 2)) == "x=green, y=2"
    assert Problem(DOMAINS, [], "xy", symbols=COLOURS).worded((7, 2)) == "x=7, y=2"


def test_of_a_long_solution_the_beginning_is_shown() -> None:
    several = Problem(
        [range(2)] * 65, names=[*(f"x[{i},{j}]" for i in range(8) for j in range(8)), "y"]
    )
    row = "[0, 1, 0, 1, 0, 1, 0, 1]"
    said = several.worded((0, 1) * 32 + (1,))
    assert said.startswith(f"x=[{row}, {row}, {row}, ")
    assert said.endswith(", ... (65 values)")
    assert len(said) < 200
    assert several.worded((0, 1) * 32 + (1,), most=None).endswith(f"{row}], y=1")


@pytest.mark.parametrize("number", range(1, 5))
def test_objective_and_symbols_follow_variables_into_another_order(number: int) -> None:
    problem = Problem(DOMAINS, [], "xy", None, Objective("minimize", terms(("sub", X, Y))), COLOURS)
    moved, order = reordering(problem, seed=1, number=number)
    solution = (1, 4)
    assert moved.objective
    assert moved.objective.value(order.grid(solution)) == -3
    assert sorted(moved.worded(order.grid(solution)).split(", ")) == ["x=green", "y=4"]


@pytest.mark.parametrize(
    ("key", "found", "error"),
    [
        ("objective", {"sense": "least", "terms": ["x"]}, "expected minimize, maximize"),
        ("objective", {"sense": "minimize", "terms": []}, "terms: found none"),
        (
            "objective",
            {"sense": "minimize", "terms": [0]},
            "terms: found 0 without a variable, exp",
        ),
        ("objective", {"sense": "minimize", "terms": ["z"]}, "the name of a variable"),
        ("objective", {"sense": "minimize", "terms": ["x"], "measure": "mean"}, "measure: found"),
        ("objective", {"sense": "minimize"}, "found no 'terms', expected a list of terms"),
        ("symbols", {"words": ["a", "a"], "variables": ["x"]}, "found 'a' twice"),
        ("symbols", {"words": ["a", 1], "variables": ["x"]}, "expected a text"),
        ("symbols", {"words": ["a"], "variables": [], "more_words": [["a"]]}, "expected 0 lists"),
    ],
)
def test_what_is_none_is_refused_with_its_place(key: str, found: Any, error: str) -> None:
    text = json.dumps({"variables": {"x": "0..1"}, key: found})
    with pytest.raises(ValueError, match=key) as raised:
        read_problem(text)
    assert error in str(raised.value)


def test_what_names_no_variable_is_refused() -> None:
    with pytest.raises(MalformedProblemError, match="objective: found variable 2"):
        Problem(DOMAINS, objective=Objective("minimize", (Variable(2),)))
    with pytest.raises(MalformedProblemError, match="symbols: found variable 5"):
        Problem(DOMAINS, symbols=Symbols(("a",), (5,)))
    with pytest.raises(MalformedConstraintError, match="terms: found none, expected at least one"):
        Objective("minimize", iter(()))  # type: ignore[arg-type]
    with pytest.raises(MalformedConstraintError, match=r"terms: found Variable\(.*expected a list"):
        Objective("minimize", Variable(0))  # type: ignore[arg-type]
    with pytest.raises(
        MalformedConstraintError, match=r"terms: found 0, neg\(1\) without a variab"
    ):
        Objective("minimize", terms(0, ("neg", 1)))
