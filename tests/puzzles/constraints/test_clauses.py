"""Clauses in one flat array: what is given, the numbers of what is broken, and that it is kept."""

import copy
import pickle
from array import array
from typing import Any

import pytest

from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.clauses import Clauses, FlatClauses, clause_by_clause
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.files.texts import read_problem, write
from accord.puzzles.problem import Problem

EVERY = [(1, -2), (), (2, 3, -1)]


def test_flat_clauses_are_the_clauses_by_number_and_in_order() -> None:
    clauses = FlatClauses.of(EVERY)
    assert [*clauses] == EVERY == [clauses[place] for place in range(-3, 0)] == clauses[:]
    assert (len(clauses), clauses.highest, clauses.empty) == (3, 3, 2)
    assert [*clauses.flat] == [1, -2, 0, 0, 2, 3, -1, 0]
    with pytest.raises(TypeError):
        clauses.flat[0] = 2
    with pytest.raises(IndexError):
        clauses[3]
    for again in (pickle.loads(pickle.dumps(clauses)), copy.deepcopy(clauses)):
        assert (again, hash(again), [*again]) == (clauses, hash(clauses), EVERY)
    assert FlatClauses(array("i")) == FlatClauses.of([]) != clauses


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([(1, 3)], "found the literal of variable 3, expected 1 to 2"),
        ([(1, 0)], "found the literal 0, expected a place in the scope, from 1"),
        ([(1, True)], "found the literal True"),
        ([(2**40,)], "found the literal 1099511627776"),
        ([1, 2], "found 1, expected literals in a clause"),
        ("1 2 0", "found '1 2 0', expected clauses"),
    ],
)
def test_what_is_no_clause_is_refused(given: Any, message: str) -> None:
    with pytest.raises(MalformedConstraintError, match=message):
        Clauses((4, 7), given)


def test_each_clause_that_is_broken_is_named_by_its_number() -> None:
    formula = as_read(Clauses, (0, 1, 2), EVERY, name="f")
    assert [*formula.violations([0, 1, 0], "xyz")] == [
        "f: clause 1: x or not y: found x = 0, y = 1",
        "f: clause 2: has no literals",
    ]
    parts = [*clause_by_clause([formula])]
    assert [each.name for each in parts] == ["f: clause 1", "f: clause 2", "f: clause 3"]
    for values in ([0, 1, 0], [1, 0, 0], [1, 1, 1]):
        held = [each.holds([values[variable] for variable in each.scope]) for each in parts]
        said = " ".join(formula.violations(values, "xyz"))
        assert [f"clause {number}:" not in said for number in (1, 2, 3)] == held


def test_a_digest_is_of_the_clauses_and_the_same_everywhere() -> None:
    problem = read_problem("p cnf 3 2\n1 -2 0\n2 3 0\n")
    assert problem.digest == "a3cad4b9afdbad41"
    assert read_problem(write(problem, "json")).digest == problem.digest
    turned = Problem(problem.domains, [Clauses((0, 1, 2), FlatClauses.of([(-2, 1), (2, 3)]))])
    assert turned.digest != problem.digest
