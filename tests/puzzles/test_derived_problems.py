"""Problems made of another one: kinds decomposed."""

from math import prod

import pytest

import accord
from accord.constraints import (
    AllDifferent,
    Cardinality,
    Count,
    Expression,
    Linear,
    Operation,
    Table,
    Variable,
)
from accord.puzzles.layout import ProblemLayout


def test_the_kinds_that_are_named_are_decomposed_and_the_others_stay() -> None:
    constraints: list[accord.constraints.Constraint] = [
        AllDifferent((0, 1, 2)),
        Count((0, 1), "=", Variable(3), (1, 2)),
        Table((0, 3), ((1, 1), (2, 2), (3, 2))),
    ]
    line = ProblemLayout("line")
    problem = accord.Problem([range(1, 4)] * 3 + [range(3)], constraints, [*"abcd"], line)
    pairs = accord.decomposed(problem, AllDifferent, Cardinality)
    disequalities = tuple(Linear(each, "!=", 0, (1, -1)) for each in ((0, 1), (0, 2), (1, 2)))
    assert pairs.constraints == (*disequalities, *constraints[1:])
    assert (pairs.names, pairs.layout, pairs.domains) == (tuple("abcd"), line, problem.domains)

    counted = accord.decomposed(problem, Count)
    assert counted.names == ("a", "b", "c", "d", "fresh 1", "fresh 2")
    assert counted.layout is None
    assert len(accord.decomposed("." * 16, AllDifferent).constraints) == 12 * 6
    with pytest.raises(TypeError, match="kinds: found 'count', expected classes"):
        accord.decomposed(problem, "count")  # type: ignore[arg-type]
    found = accord.solve(counted, limit=None).solutions
    expected = accord.solve(problem, limit=None).solutions
    assert sorted(each[:4] for each in found) == sorted(expected) != []


@pytest.mark.parametrize("operands", [(-2, 0, 0), (0, 0, -2), (2, -3, 0), (0, 1, 1), (1, 0, -1)])
def test_a_product_of_three_is_decomposed_whatever_is_constant(operands: tuple[int, ...]) -> None:
    """Operands of 0 are the variables, in their order."""
    variables = iter((Variable(0), Variable(1)))
    said = Operation("mul", tuple(each or next(variables) for each in operands))
    holds = Expression(Operation("eq", (Variable(2), Operation("add", (said, 1)))))
    problem = accord.Problem([range(-1, 3)] * 2 + [range(-14, 14)], [holds])
    found = accord.solve(accord.decomposed(problem, Expression), limit=None).solutions
    expected = set()
    for x in range(-1, 3):
        for y in range(-1, 3):
            rest = iter((x, y))
            value = prod(each or next(rest) for each in operands) + 1
            expected.add((x, y, value))
    assert {each[:3] for each in found} == expected
    assert len(found) == len(expected)
