"""The views of a class: what marks say stands there, and nothing that a student wrote is obeyed."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from accord.bench.grading.marks import ClassMarks, Mark, StudentMarks
from accord.bench.grading.tasks import Assignment, GradedTask, ModelTask
from accord.views.grading import table
from browser import Opened
from optional import library

ASSIGNMENT = Assignment(title="week <b>3</b>", tasks=(GradedTask("4x4", 3, (), ()),), slow=10)
MARKS = [
    Mark("4x4", "one", "public", "right", "Right.", 1.5, 0.02, 0.25, 4.0),
    Mark("4x4", "two", "hidden", "slow", "Right, but slow.", 0.75, 0.2, 0.3, 16.0),
    Mark("4x4", "three", "public", "wrong", "<script>alert(1)</script>", 0.0, 0.01, None, 1.0),
    Mark("4x4", "three", "published", "right", "Right.", 0.0, 0.01, None, 1.0),
]
FOUND = ClassMarks(
    ASSIGNMENT,
    [
        StudentMarks("ada", "function", MARKS[:2], most=3),
        StudentMarks("<i>eve", "line", MARKS[2:], most=3),
        StudentMarks("nobody", "", problem="Found two of them.", most=3),
    ],
    isolated=False,
    seed=1234567,
    refuted=["two"],
)


def test_a_row_has_points_right_answers_and_the_mean_ratio() -> None:
    assert [table.row(each, FOUND) for each in FOUND.students] == [
        ("ada", "function", "2.2/3", "2/2", "8.00"),
        ("<i>eve", "line", "0/3", "0/1", "-"),
        ("nobody", "-", "0/3", "-", "-"),
    ]
    assert table.summary(FOUND) == "3 students, 0.8 of 3 points on average"


def test_the_notes_say_that_nothing_isolates_and_who_is_refuted() -> None:
    notes = [*table.notes(FOUND)]
    assert any(note.startswith("not isolated: submissions ran as you") for note in notes)
    assert any(note.startswith("seed: 1234567 ") for note in notes)
    assert notes[-1].startswith("REFUTED backtracking-mrv: claims that two has no solution")


def test_json_has_every_mark() -> None:
    found = json.loads(table.report(FOUND).json())
    assert [len(each["marks"]) for each in found["students"]] == [2, 2, 0]
    assert found["students"][1]["stored"] == 1
    assert (found["isolated"], found["seed"], found["students"][0]["points"]) == (
        *(False, 1234567),
        2.25,
    )


def test_points_are_counted_in_a_histogram_and_each_student_has_a_file() -> None:
    assert table.histogram(FOUND) == [
        *(("0 to below 1", 2, 100), ("1 to below 2", 0, 0), ("2 to 3", 1, 50)),
    ]
    files = dict(table.feedback(FOUND))
    assert [*files] == ["ada.txt", "_i_eve.txt", "nobody.txt"]
    lines = files["ada.txt"].splitlines()
    assert lines[:2] == ["week <b>3</b>: ada", "2.2 of 3 points"]
    assert "4x4, one (public): right, 1.5 points, 20.0 ms after a start of 250 ms. Right." in lines
    assert "1234567" not in files["ada.txt"]


def test_what_a_student_wrote_is_no_markup() -> None:
    library("jinja2")
    from accord.views.grading.table import page

    made = page(FOUND)
    assert not re.search(r"<(script|i>eve|b>3)", made)
    assert "&lt;script&gt;alert(1)" in made
    assert made.count("<section") == 1 + len(FOUND.students)


def test_the_table_of_a_class_fits_a_phone(browser: Any, tmp_path: Path) -> None:
    library("jinja2")
    from accord.views.grading.table import page

    task = ModelTask(
        name="rooms", problem="Rooms.", file="own.py", variables=("x",), public=({},), points=4
    )
    models = [
        replace(mark, task="rooms", seconds=1.0, ratio=1.031, nodes=123.0) for mark in MARKS[:2]
    ]
    found = replace(
        FOUND,
        assignment=Assignment(title="week 3", models=(task,)),
        students=[StudentMarks("katharina", "MiniZinc", models, most=4)],
    )
    file = tmp_path / "marks.html"
    file.write_text(page(found), encoding="utf-8")
    opened = Opened(browser, file, {"width": 390, "height": 844}, ready="lang")
    box = opened.page.locator(".box").first
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    opened.close()
