"""The models of docs/models: each has the optimum, or the number of solutions, that it states."""

import re
import runpy
from pathlib import Path

import pytest

import accord
from optional import library
from places import ROOT

cpmpy = library("cpmpy")
MODELS = sorted((ROOT / "docs" / "models").glob("*.py"))


def test_there_are_models() -> None:
    assert len(MODELS) >= 15


@pytest.mark.parametrize("file", MODELS, ids=lambda file: file.stem)
def test_a_model_has_what_it_states(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    ((asked, number),) = re.findall(r"^# (optimum|solutions): (\d+)$", text, re.MULTILINE)
    problem = accord.problem(file)
    model = runpy.run_path(str(file))["model"]
    model = model if isinstance(model, cpmpy.Model) else model()
    found = {}
    for solver in ("cpsat", "backtracking-mrv"):
        answer = accord.solve(problem, solver, limit="usual" if asked == "optimum" else None)
        assert answer.exhausted
        found[solver] = answer.value if asked == "optimum" else len(answer.solutions)
    if asked == "optimum":
        assert model.solve(solver="ortools")
        found["itself"] = model.objective_value()
    else:
        found["itself"] = model.solveAll(solver="ortools")
    assert {*found.values()} == {int(number)}, found
