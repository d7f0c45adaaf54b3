"""Problems with some kinds decomposed: the others stay, and solutions correspond."""

import pytest

import accord
from accord.constraints import AllDifferent, Cardinality, Count, Linear, Table, Variable
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
