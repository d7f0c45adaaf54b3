"""What solvers answered, in the words of a report."""

from pathlib import Path
from typing import Any

import pytest

from accord.bench.analysis.judging import judging
from accord.constraints import Objective, Operation, Variable
from accord.puzzles import Problem
from accord.views.report.answers import answers
from stored_rows import NOTHING, put, some_run, written

LATE = NOTHING | {"outcome": "TIMEOUT", "reason": "out of time"}


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (
            {"assignments": "[[1],[2]]", "value": "[2,3]", "count": 2, "valid": 2},
            "2 solutions, the last of value 2 3, and none better than the last (claimed)",
        ),
        (
            LATE | {"assignments": "[[1]]", "value": "[1,2]", "count": 1, "valid": 1},
            "1 solution of value 1 2, and no proof that none is better",
        ),
        (LATE, "out of time"),
    ],
)
def test_the_best_value_that_a_solver_found_is_said(
    columns: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    x = Variable(0)
    best = Objective("maximize", (x, Operation("add", (x, 1))), "lex")
    problem = Problem([range(3)], objective=best)
    put(tmp_path, problem)
    asked: dict[str, Any] = {"sense": "maximize", "limit": None, "solutions": ()}
    written(tmp_path, some_run(problem, **asked | columns))
    with judging(tmp_path) as base:
        found = answers(base, ["s"], [problem.digest])
    assert (found.sentences, found.places) == ((sentence,), ((0,),))
