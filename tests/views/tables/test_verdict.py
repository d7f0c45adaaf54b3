"""The line on who carries a verdict says who has read the problem for both."""

from dataclasses import replace

import pytest

from accord.bench.run.check import check
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.files.texts import read_problem
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.problem import Problem
from accord.views.tables.verdict import carrying

FORMULA = "p cnf 2 2\n1 2 0\n-1 2 0\n"
MODEL = MiniZincModel((("m.mzn", "var bool: a;"),))


@pytest.mark.parametrize(
    ("problem", "both", "own"),
    [
        (read_problem(FORMULA).changed(), "", ""),
        (read_problem(FORMULA), ", of what accord has read", ""),
        (
            MODEL.attach(read_problem(FORMULA).changed()),
            ", of what minizinc and accord made of the model",
            ", of what minizinc made of the model",
        ),
    ],
    ids=["no file", "a file", "a model"],
)
def test_what_is_common_to_both_is_said(problem: Problem, both: str, own: str) -> None:
    verdict = check(problem, ["cpsat", "backtracking-mrv"], Terms(Limits(60.0), None))
    assert [*carrying(verdict)] == [f"independent: cpsat and backtracking-mrv{both}"]
    for asked in ("reads=itself", "posts=original"):
        one_reads = replace(verdict, carriers=("cpsat", f"one:{asked}"))
        assert [*carrying(one_reads)] == [f"independent: cpsat and one:{asked}{own}"]
