"""How good solvers are by when: figures and tables of a report on problems with objectives."""

import json
from math import nan
from pathlib import Path
from typing import Any

import pytest

from command_line import run_here
from optional import library

library("scipy")
library("altair")
library("vl_convert")

from accord.bench.analysis.anytime.histories import (  # noqa: E402
    Contest,
    Contested,
    History,
)
from accord.puzzles.constraints.constraint import Variable  # noqa: E402
from accord.puzzles.objective import Objective  # noqa: E402
from accord.views.report.figures.all_figures import figures  # noqa: E402
from accord.views.report.figures.anytime import course, quality, told_apart  # noqa: E402
from accord.views.report.report_data import ReportData, report_data  # noqa: E402
from accord.views.report.tables import tables, values  # noqa: E402

LEAST = Objective("minimize", (Variable(0),))
FIRST = History(4.0, found=((1.0, 20), (3.0, 10)), bounds=((2.0, 8),), solved=True, proved=True)
SECOND = History(10.0, found=((2.0, 10),), bounds=((1.0, -1000), (4.0, 9)), solved=True)
RUNS = {"one": FIRST, "two": SECOND, "none": History(10.0)}
SOLVERS = ("two", "one", "none")


def problem(name: str, runs: dict[str, History]) -> Contested:
    return Contested(name, LEAST, 10, "recorded", 10.0, runs)


ALIKE = problem("alike", dict.fromkeys(RUNS, SECOND))
SATISFIED = Contested("any", None, None, "", 10.0, RUNS)
CONTEST = Contest(SOLVERS, ((problem("apart", RUNS),), (ALIKE,), (SATISFIED,)), 10.0)


def test_the_profile_has_the_share_of_problems_near_the_best_by_when() -> None:
    drawn = quality(CONTEST)
    assert drawn is not None
    points = [
        [(row["cost"], row["share"]) for row in drawn.data["curve"] if row["solver"] == solver]
        for solver in SOLVERS
    ]
    assert points == [
        [(2, 0.5), (2, 1), (10, 1)],
        [(2, 0.5), (3, 1), (10, 1)],
        [(2, 0.5), (10, 0.5)],
    ]
    assert "of 2 problems" in drawn.reading  # one has no objective
    assert quality(Contest(SOLVERS, ((SATISFIED,),), 10.0)) is None


def test_the_course_of_a_problem_has_each_step_and_the_bounds_near_it() -> None:
    first, *_ = told_apart(CONTEST)
    assert first.name == "apart"
    drawn = course(first, SOLVERS, 1)
    assert drawn is not None
    steps = [(row["solver"], row["cost"], row["value"]) for row in drawn.data["curve"]]
    assert steps == [
        ("two", 2, 10),
        ("two", 10, 10),
        ("one", 1, 20),
        ("one", 3, 10),
        ("one", 4, 10),
    ]
    assert [row["value"] for row in drawn.data["bounds"]] == [9, 8]  # -1000 is out of the axis
    assert drawn.reading.endswith("best that is known, 10; no solution: none.")
    assert course(problem("empty", {"none": RUNS["none"]}), ["none"], 1) is None


def test_a_table_has_value_bound_and_proof_of_each_solver() -> None:
    drawn = values(CONTEST)
    assert drawn.columns == ("problem", "best", "known by", *SOLVERS)
    assert drawn.texts == [
        ["apart", "10", "recorded", "10 (9)", "10 proved", "-"],
        ["alike", "10", "recorded", *["10 (9)"] * 3],
    ]


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("best")
    objective: dict[str, Any] = {"sense": "maximize", "terms": ["x", "y"]}
    text = {"variables": {"x": "0..9", "y": "0..9"}, "objective": objective}
    (home / "most.json").write_text(json.dumps(text))
    asked = ("-s", "backtracking-mrv", "-s", "cpsat", "-q", "-o", home / "campaign")
    assert run_here("bench", home / "most.json", *asked).returncode == 0
    return home / "campaign"


@pytest.fixture(scope="module")
def made(campaign: Path) -> ReportData:
    return report_data(campaign)


def test_a_report_on_problems_with_objectives_has_them(made: ReportData, tmp_path: Path) -> None:
    assert {"quality", "course-1"} <= {each.name for each in figures(made)}
    of = {each.name: each for each in tables(made)}
    assert [row[:3] for row in of["values"].texts] == [["most#1", "18", of["values"].texts[0][2]]]
    assert [row[1] for row in of["contest"].texts] == ["1/1", "1/1"]
    assert {each.value for row in of["contest"].rows for each in row[1:2]} == {1.0}
    assert nan not in [each.value for row in of["contest"].rows for each in row]


def test_a_report_measures_by_the_values_of_a_reference(campaign: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.csv"
    known.write_text("problem,best,bound,source\nmost#1,20,,a talk\n")
    contest = report_data(campaign, reference=str(known)).contest
    assert contest is not None
    first = contest.problems[0][0]
    assert (first.best, first.source) == (20, "a talk")
