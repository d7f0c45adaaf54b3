"""Deciding: problems of every kind, by whoever is asked last."""

import pytest

from accord.puzzles.classics.examples import EXAMPLES
from accord.solvers import deciding


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
