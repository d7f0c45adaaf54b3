"""What each kind means, held against what others take it to mean.

MiniZinc and CPMpy evaluate the constraints on given values; another solver has recorded the
solutions of files in XCSP3.  Where readings differ, docs/decisions/011-readings-of-constraints.md
says which is ours.
"""

from collections.abc import Callable
from random import Random

import pytest

import cpmpy_meaning
import minizinc_meaning
import xcsp3_sample
from accord.bench.make.random_problems import HIGH, KINDS, LOW, random_problem
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.expression import Expression
from brute_force import solutions_by_trying

CASES = 1000
Values = dict[int, int]


def cases(kind: str, can_say: Callable[[Constraint], bool]) -> list[tuple[Constraint, Values]]:
    """Constraints with values of their variables, some outside what domains have."""
    random, found, seed = Random(kind), list[tuple[Constraint, Values]](), 0
    while len(found) < CASES:
        constraint = random_problem(seed, kind).constraints[0]
        seed += 1
        if can_say(constraint):
            values = {each: random.randint(LOW - 1, HIGH + 1) for each in constraint.scope}
            found.append((constraint, values))
    return found


def ours(constraint: Constraint, values: Values) -> bool:
    return constraint.holds([values[each] for each in constraint.scope])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in minizinc_meaning.UNKNOWN])
def test_minizinc_takes_constraints_to_mean_the_same(kind: str) -> None:
    tried = cases(kind, minizinc_meaning.can_say)
    theirs = minizinc_meaning.answers(tried)
    assert [(*case, ours(*case)) for case in tried] == [
        (*case, each) for case, each in zip(tried, theirs, strict=True)
    ]
    assert {*theirs} == {True, False}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in cpmpy_meaning.UNKNOWN])
def test_cpmpy_takes_constraints_to_mean_the_same(kind: str) -> None:
    tried = cases(kind, cpmpy_meaning.can_say)
    theirs = [cpmpy_meaning.answer(*case) for case in tried]
    assert [(*case, ours(*case)) for case in tried] == [
        (*case, each) for case, each in zip(tried, theirs, strict=True)
    ]
    assert {*theirs} == {True, False}


@pytest.mark.parametrize("name", xcsp3_sample.NAMES)
def test_the_solutions_are_those_that_another_solver_recorded(name: str) -> None:
    problem, recorded = xcsp3_sample.problem(name)
    assert solutions_by_trying(problem) == recorded


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (("div", -7, 2), -3),
        (("div", 7, -2), -3),
        (("mod", -7, 2), -1),
        (("mod", 7, -2), 1),
        (("pow", 0, 0), 1),
        (("pow", -2, 3), -8),
        (("if", ("eq", 1, 1), 5, ("div", 1, 0)), 5),
        (("add", 1, ("eq", ("div", 1, 0), 1)), 1),
    ],
    ids=str,
)
def test_a_term_is_worth_what_the_page_of_readings_says(
    term: tuple[object, ...], value: int
) -> None:
    assert as_read(Expression, ("eq", term, value)).holds(())


@pytest.mark.parametrize("operator", ["eq", "ne", "lt", "in", "notin"])
@pytest.mark.parametrize("undefined", [("div", 1, 0), ("mod", 1, 0), ("pow", 2, -1)], ids=str)
def test_the_nearest_comparison_of_an_undefined_term_is_false(
    operator: str, undefined: tuple[object, ...]
) -> None:
    other = ("set", 0, 1) if operator in ("in", "notin") else 0
    comparison = (operator, undefined, other)
    assert not as_read(Expression, comparison).holds(())
    assert as_read(Expression, ("not", comparison)).holds(())
