"""Deciding: problems of every kind, by whoever is asked first or last."""

import sys

import pytest

from accord.puzzles.classics.examples import EXAMPLES
from accord.solvers import deciding
from accord.solvers.registry import backends


@pytest.mark.parametrize("seconds", [0.0, 30.0], ids=["CP-SAT", "search"])
@pytest.mark.parametrize("name", ["killer-4", "futoshiki-5", "kakuro-table", "zebra", "queens-6",
                                  "langford-5", "magic-square-2", "quasigroup-5-12"])  # fmt: skip
def test_the_first_two_solutions_of_a_problem_are_solutions_and_all_where_it_has_fewer(
    name: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "SECONDS", seconds)
    example = EXAMPLES[name]
    problem = example.problem()
    found = deciding.first_two_of(problem)
    assert len({*found}) == len(found) == min(2, example.solutions)
    assert not any(broken for each in found for broken in problem.violations(each))


def test_what_comes_alone_is_the_bitset_solvers_until_it_has_cost_as_much_as_the_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    asked = []
    for seconds in (0.0, deciding.LOADING):
        monkeypatch.setattr(deciding._alone, "seconds", seconds)
        asked.append(next(deciding._provers())[0])
    assert asked == [backends()["backtracking-bitset"], deciding.exact()]
