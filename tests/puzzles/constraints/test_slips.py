"""Constraints that are always true or always false: refused where somebody writes them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.puzzles.constraints.arguments import as_read, slip_of
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable, kinds
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR
from accord.puzzles.constraints.terms import (
    COMPARISONS,
    LOGIC,
    NUMBERS,
    constant_truth,
    term_of,
    truth,
)
from accord.puzzles.formats.problem_json import problem_of
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.budget import Budget

X, Y = Variable(0), Variable(1)
AB = (("a", 1, "b"),)
SLIPS: list[tuple[str, tuple[Any, ...], str]] = [
    ("all-different", ((),), "found no variables, expected one or more"),
    ("all-different", ((0, 1, 0),), "scope: found variable 0 twice, expected different ones"),
    ("all-different-lists", (((0, 1), (0, 1)),), "lists: found (0, 1) twice, expected different"),
    ("all-different-matrix", (((0, 1), (0, 2)),), "rows: found variable 0 twice, expected"),
    ("all-equal", ((),), "found no variables, expected one or more"),
    ("bin-packing", ((0, 1), (3, 2), ()), "loads: found 0 loads, expected 1 or more"),
    ("bin-packing", ((0, 1), (3, 2), (2, 2)), "sizes: found 3, expected 0 to 2"),
    ("bin-packing", ((0, 1), (3, 2), (X, -2)), "loads: found -2, expected none below 0"),
    ("cardinality", ((0, 1), (1, 2), (3, 1)), "occurrences: found = 3 of a number that is 0 to 2"),
    ("cardinality", ((0, 1), (1,), ((0, 2),)), "occurrences: found >= 0 of a number"),
    ("channel", (((0, 0),),), "lists: found variable 0 twice, expected different ones"),
    ("channel-value", ((), 0), "variables: found 0 variables, expected 1 or more"),
    ("circuit", ((0,),), "variables: found 1 variable, expected 2 or more"),
    ("circuit", ((0, 1, 0),), "variables: found variable 0 twice, expected different ones"),
    ("circuit", ((0, 1), 0, True, 3), "size: found 3, expected 2"),
    ("count", ((0, 1), "=", 7, (1,)), "right: found = 7 of a number that is 0 to 2, expected"),
    ("count", ((0, 1), "<=", 2, (1,)), "right: found <= 2 of a number that is 0 to 2, expected"),
    ("cumulative", ((0, 1), (1, 1), (3, 1), 2), "heights: found 3, expected 0 to 2"),
    ("cumulative", ((0, 1), (0, 0), (3, 1), 2), "heights: found no task that uses anything"),
    ("element", ((), 0, 1), "items: found 0 items, expected 1 or more"),
    ("element", ((5, 6, 7), 0, 2), "value: found 2, expected one of the items, 5, 6 or 7, or a"),
    ("expression", (("ne", 0, 1),), "found ne(0,1) without a variable, expected one, as Variable"),
    ("expression", (("lt", X, X),), "found lt(x0,x0), expected an expression that its variables"),
    ("expression", (("or", ("eq", 1, 1), ("eq", X, 1)),), "found or(eq(1,1),eq(x0,1)), expected"),
    ("expression", (("imp", ("eq", X, 1), ("le", Y, Y)),), "found imp(eq(x0,1),le(x1,x1))"),
    ("expression", (("eq", ("mul", X, 0), 1),), "found eq(mul(x0,0),1), expected an expression"),
    ("expression", (("lt", ("abs", X), 0),), "found lt(abs(x0),0), expected an expression that"),
    ("expression", (("ge", ("add", ("sqr", X), 2), ("neg", ("dist", X, Y))),), "found ge(add(sqr"),
    ("expression", (("in", X, ("set",)),), "found in(x0,set()), expected an expression that its"),
    ("expression", (("notin", ("abs", X), ("set", -1)),), "found notin(abs(x0),set(-1)), expected"),
    ("expression", (("eq", ("sub", X, X), 0),), "found eq(sub(x0,x0),0), expected an expression"),
    ("expression", (("eq", ("add", X, 1), ("add", X, 1)),), "found eq(add(x0,1),add(x0,1)), expec"),
    ("expression", (("gt", ("div", 1, X), ("div", 1, X)),), "found gt(div(1,x0),div(1,x0)), expec"),
    ("expression", (("not", ("max", X, 3)),), "found not(max(x0,3)), expected an expression"),
    ("expression", (("le", ("if", X, 1, ("eq", X, Y)), 1),), "found le(if(x0,1,eq(x0,x1)),1), exp"),
    ("instantiation", ((0, 0), (1, 2)), "scope: found variable 0 twice, expected different ones"),
    ("knapsack", ((0, 1), (0, 0), (1, 1), -1, ">=", 2), "coefficients: found a sum in which no"),
    ("lex", (((0, 1), (0, 1)), "<"), "lists: found the same one twice, expected different ones"),
    ("linear", ((0, 0), "=", 0, (1, -1)), "coefficients: found a sum in which no variable is"),
    ("linear", ((), "=", 1), "found no variables, expected one or more"),
    ("n-values", ((0, 1), "=", 3), "right: found = 3 of a number that is 1 to 2, expected"),
    ("no-overlap", ((0, 0), (1, 2)), "origins: found 0 twice, expected different ones"),
    ("no-overlap-2d", (((0, 1), (0, 1)), ((1, 1), (1, 2))), "origins: found 0, 1 twice, expected"),
    ("ordered", ((0, 1, 0), "<"), "variables: found variable 0 twice, expected different ones"),
    ("precedence", ((0, 1), ()), "values: found 0 values, expected 1 or more"),
    ("precedence", ((0, 0), (1, 2), True), "values: found 2, expected no more than variables"),
    ("regular", ((0, 1), AB, "a", ("b",)), "transitions: found no word of 2 values, expected one"),
    ("regular", ((0,), AB, "a", ()), "final: found 0 states, expected 1 or more"),
    ("table", ((0, 1), ()), "tuples: found 0 tuples, expected 1 or more"),
    ("table", ((0, 1), ((STAR, STAR),)), "tuples: found one of stars alone, expected a value"),
]


@pytest.mark.parametrize(("kind", "arguments", "said"), SLIPS, ids=lambda each: str(each)[:40])
def test_a_slip_is_refused_in_python_and_in_json_and_read_where_it_is_meant(
    kind: str, arguments: tuple[Any, ...], said: str
) -> None:
    build: Any = kinds()[kind]
    constraint = as_read(build, *arguments)
    truths = {
        constraint.holds([values[variable] for variable in constraint.scope])
        for values in product(range(-1, 4), repeat=2 + ("rows" in vars(constraint)))
    }
    assert len(truths) == 1  # whatever the values are
    (always,) = truths
    with pytest.raises(MalformedConstraintError) as error:
        build(*arguments)
    assert said in str(error.value)
    assert str(error.value).endswith(f"so it is always {str(always).lower()}")
    problem = Problem([range(4)] * 3, [constraint])
    written = problem.record()
    assert written["constraints"][0]["always"] is always
    assert problem_of(written) == problem
    for wrong in ({"always": not always}, {}):
        record = {key: each for key, each in written["constraints"][0].items() if key != "always"}
        with pytest.raises(MalformedPuzzleError, match=r"found .*expected"):
            problem_of({**written, "constraints": [record | wrong]})


def test_every_kind_refuses_other_arguments_in_words() -> None:
    for kind, build in kinds().items():
        for arguments, named in (((), {}), ((0,) * 20, {}), (((0, 1),), {"colour": 1})):
            with pytest.raises(MalformedConstraintError, match=r"found \w+\(.*expected \w+\("):
                build(*arguments, **named)
        if "scope" in build.__dataclass_fields__ and kind != "expression":  # type: ignore[attr-defined]
            assert f"as {build.__name__}(" in _said(build) or kind == "mdd"
    with pytest.raises(MalformedConstraintError, match="found variable -1, expected variables num"):
        kinds()["all-different"]((0, -1))  # type: ignore[call-arg]


def _said(build: Any) -> str:
    with pytest.raises(MalformedConstraintError) as error:
        build()
    return str(error.value)


def test_what_values_decide_is_no_slip() -> None:
    for name, example in no_slips().items():
        assert not slip_of(example), name


OPERANDS: Any = st.recursive(
    st.sampled_from([X, Y]) | st.integers(-2, 2),
    lambda inner: st.one_of(
        *(
            st.tuples(st.just(operator), *[inner] * max(least, min(most or 2, 2)))
            for operator, (least, most, _) in {**NUMBERS, **COMPARISONS, **LOGIC}.items()
            if operator != "pow"
        ),
        st.tuples(st.just("if"), inner, inner, inner),
        st.tuples(
            st.sampled_from(["in", "notin"]),
            inner,
            st.lists(st.integers(-2, 2), max_size=3).map(lambda each: ("set", *each)),
        ),
    ),
    max_leaves=8,
)


@given(OPERANDS)
def test_what_is_said_to_be_always_true_or_false_is_so_for_all_values(nested: Any) -> None:
    term = term_of(nested)
    if (always := constant_truth(term)) is not None:
        for values in product(range(-3, 4), repeat=2):
            assert truth(term, dict(enumerate(values))) is always


def no_slips() -> dict[str, Any]:
    """Constraints of each kind, and lists of one variable, which are no slips."""
    from accord.puzzles.constraints.constraint import examples

    of = {kind: build for kind, build in kinds().items() if kind in ("all-different", "all-equal")}
    singles = {f"one {kind}": build((0,)) for kind, build in of.items()}  # type: ignore[call-arg]
    return {**examples(), **singles}


def rewriting(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """A user's solver, which also makes a sum that is always true of the one that it is given."""
    (constraint,) = problem.constraints
    assert isinstance(constraint, Linear)
    for each in constraint, replace(constraint, coefficients=(0, 0), right=0):
        problem = Problem(problem.domains, [*problem.constraints, each])
    yield from (each for each in product(*problem.domains) if not any(problem.violations(each)))


def test_a_solver_that_accord_runs_builds_what_it_likes() -> None:
    linear = Linear((0, 1), "=", 1, (1, 2))
    with pytest.raises(MalformedConstraintError, match="a sum in which no variable is left"):
        replace(linear, coefficients=(0, 0))
    found = accord.solve(Problem([range(2)] * 2, [linear]), rewriting, limit=None)
    assert found.solutions == ((1, 0),)
