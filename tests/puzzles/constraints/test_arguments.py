# mypy: disable-error-code="arg-type,list-item,dict-item"
"""Whatever stands for an argument of any kind: it is taken for what it is, or refused by name."""

import re
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from accord.puzzles import AllDifferent
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable, examples
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.terms import Operation, in_words
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem

NUMBERS = {"index", "value", "start", "right", "limit", "size"}  # arguments that may be one
LISTS = {"lists", "rows"}  # that hold tuples of any number of variables
STRANGE: dict[str, tuple[Any, set[str]]] = {  # what is given, and the arguments that may be it
    "an int": (3, NUMBERS),
    "a text": ("ab", {"name"}),
    "a float": (1.0, set()),
    "None": (None, {"size"}),
    "True": (True, {"closed", "columns", "covered", "forbidden", "loops", "zero_ignored"}),
    "a mapping": ({0: 1, 1: 2}, set()),
    "a nested list": ([[0, 1, 2]], LISTS),
    "a deeply nested list": ([[[0, 1]]], set()),
    "a list of texts": (["?"], set()),  # no state of an automaton
    "a list of floats": ([0.0, 1.0], set()),
    "a list of None": ([None], set()),
    "a list of truth": ([True, False], set()),
    "lists of floats": ([[0.0, 1.0], [1.0, 2.0]], set()),
    "variables of texts": (lambda: [Variable("a")], set()),
}


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize("example", examples())
def test_no_argument_is_taken_for_what_it_is_not(example: str, strange: str) -> None:
    constraint: Any = examples()[example]
    given, fitting = STRANGE[strange]
    for key in (each.name for each in fields(constraint) if each.init):
        try:
            again = replace(constraint, **{key: given() if callable(given) else given})
        except MalformedConstraintError as error:
            said = str(error)
        else:
            assert key in fitting, f"{key} was taken"
            said = f"found {again.holds([1] * len(again.scope))}, expected no error"
        assert re.search("found .*, expected ", said, re.DOTALL)


@pytest.mark.parametrize(
    ("build", "complaint"),
    [
        (lambda: Problem([3, 3]), "domain of variable 0: found 3, expected a range or whole num"),
        (lambda: Problem(["0..2"]), "domain of variable 0: found '0..2', expected a range or"),
        (lambda: Problem([[1.5]]), "domain of variable 0: found 1.5, expected a whole number"),
        (lambda: Problem([{0: 1}]), "domain of variable 0: found {0: 1}, expected a range"),
        (lambda: Problem({"a": [1]}), "domains: found {'a': .1.}, expected for each variable a"),
        (lambda: Problem(None), "domains: found None, expected for each variable a"),
        (lambda: Problem([[1]], names={"a": 1}), "names: found {'a': 1}, expected texts"),
        (lambda: Problem([[1]], names=[1]), "names: found 1, expected a text"),
        (lambda: Problem([[1]], 3), "constraints: found 3, expected constraints"),
        (lambda: Problem([[1]], ["x0 = 1"]), "constraint 1: found 'x0 = 1', expected a constraint"),
        (lambda: Problem([[1]], layout="grid"), "layout: found 'grid', expected a ProblemLayout"),
        (lambda: ProblemLayout("grid", "3"), "columns: found '3', expected a whole number"),
        (lambda: ProblemLayout("graph", edges=[3]), "edges: found 3, expected a tuple of 2 whole"),
        (lambda: Domain([3]), "found 3, expected an interval"),
        (lambda: Domain([(1, 2.5)]), "found 2.5, expected a whole number"),
        (lambda: AllDifferent(["a"]), "scope: found 'a', expected a whole number"),
        (lambda: AllDifferent(0), r"scope: found 0, expected a tuple of whole numbers, as \(0,\)"),
        (lambda: AllDifferent((0, 1), (2,)), r"name: found \(2,\), expected a text"),
        (lambda: Circuit((0, 1), True), "start: found True, expected a whole number"),
        (
            lambda: Cardinality((0, 1), (0, 1), {0: 1, 1: 2}),
            "occurrences: found {0: 1, 1: 2}, expected a tuple of whole numbers, Variables or",
        ),
        (
            lambda: Cumulative((0, 1), 2, (1, 1), 2),
            "durations: found 2, expected a tuple of whole numbers or Variables, as .2,.",
        ),
        (lambda: BinPacking((0, 1), (1, 1), 3), "loads: found 3, expected a tuple of whole num"),
        (lambda: Expression(()), r"found \(\), expected a whole number, a Variable or"),
        (lambda: Expression((["eq"], 1)), "found .'eq'., expected the name of an operator"),
        (lambda: Expression(("eq", "x", 1)), "found 'x', expected a whole number, a Variable or"),
        (lambda: Expression(("lt", Variable(0), 1.5)), "found 1.5, expected a whole number, a"),
        (lambda: Expression(("not", True)), "found True, expected a whole number, a Variable or"),
        (lambda: Expression(("sub", Variable(0))), "sub: found 1 operand, expected 2"),
        (lambda: Operation("in", (0, 1)), "in: operand 2: found 1, expected a set"),
        (lambda: Operation("add", 3), "add: found 3, expected operands"),
    ],
)
def test_the_error_says_what_was_found_and_expected(
    build: Callable[[], object], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        build()


def test_numbers_of_other_libraries_become_whole_numbers() -> None:
    """Whatever has `__index__` is one; an array of them is a row."""

    class Number:
        def __index__(self) -> int:
            return 2

    two: Any = Number()
    row: Any = iter([0, two])
    built = AllDifferent(row), Circuit((0, 1), two), Variable(two), Domain.of([two])
    assert built == (AllDifferent((0, 2)), Circuit((0, 1), 2), Variable(2), Domain(((2, 2),)))
    assert Expression(("eq", Variable(0), two)).term.operands[1] == 2


@pytest.mark.parametrize(
    ("sign", "others"), [("=", ("==", "eq")), ("<=", ("=<", "le")), (">", ("gt",))]
)
def test_comparisons_are_read_in_every_spelling_and_written_in_one(
    sign: Comparison, others: tuple[Comparison, ...]
) -> None:
    told, term = Linear((0, 1), sign, 3), Expression((sign, Variable(0), ("add", Variable(1), 3)))
    for other in (sign, *others):
        assert Linear((0, 1), other, 3) == told
        assert Expression((other, *term.term.operands)) == term
        record = {"scope": ["x", "y"], "operator": other, "right": 3}
        assert Linear.from_record(record, {"x": 0, "y": 1}) == told
        nested = {"expression": [other, "x", ["add", "y", 3]]}
        assert Expression.from_record(nested, {"x": 0, "y": 1}) == term
    assert told.record("xy")["operator"] == sign
    assert in_words(term.term, "xy") == f"x {sign} y + 3"
    assert told.in_words("xy") == f"x + y {sign} 3"


def test_excepted_values_have_one_name_more_in_json() -> None:
    told = AllDifferent((0, 1), excepted=(0,))
    for key in ("except", "excepted"):
        record = {"scope": ["x", "y"], key: [0]}
        assert AllDifferent.from_record(record, {"x": 0, "y": 1}) == told
    assert told.record("xy") == {"scope": ["x", "y"], "except": [0]}
    with pytest.raises(MalformedConstraintError, match="twice"):
        AllDifferent.from_record({"scope": ["x"], "except": [0], "excepted": [1]}, {"x": 0})
