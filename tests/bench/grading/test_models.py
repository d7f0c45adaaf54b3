"""Models that are handed in: a class of them, and what two models have in common."""

import json
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from accord.bench.grading import equivalence, model_marks
from accord.bench.grading.equivalence import ComparedModel
from accord.bench.grading.grade import grade
from accord.bench.grading.marks import ClassMarks, StudentMarks
from accord.bench.grading.model_marks import ModelGrader
from accord.bench.grading.models import reader_answer, reading
from accord.bench.grading.submissions import NoSubmissionError, model_file, submissions
from accord.bench.grading.tasks import ModelTask, TasksError, read_tasks
from accord.bench.judge.claim import Grids
from accord.bench.run.model_file import HOST
from accord.bench.run.report import Report
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem
from accord.views.grading import table
from modelling_class import write_models
from optional import library, program, slow
from tried_again import OverrunError, tried_again

RIGHT = "All answers are right: 3."
BEGINNINGS = {  # of the sentences: of several best solutions a solver finds any
    "ada": RIGHT,
    "bob": "Your model allows time[0]=Monday 9:00, time[1]=Monday 9:00, which breaks: at a time a "
    "lecturer has one course.",
    "cleo": "Your model forbids time=[Monday 9:00, Monday 11:00, Monday 9:00], room=[A, A, B], "
    "which is right; it breaks your (time[0]) != (time[2]).",
    "dan": "All answers are right: 3, 3 of them slow",
    "eve": RIGHT,
    "fay": "fay.py, line 13, `found += time[n] == 0`: IndexError: index 3 is out of bounds for "
    "axis 0 with size 3.",
    "gus": "The file did not come to an end in 4 s; is there a loop?",
    "hal": "hal.py: model() returns {'time': 3}, expected a model.",
    "ida": "ida.py: found lecturer=['Ann', 'Ann', 'Bo'], and no function model(lecturer), expected "
    "one.",
    "jan": 'jan.py, line 9, `raise LookupError(f"{len(found)} references and {len(others)} '
    'students found")`: LookupError: 0 references and 0 students found.',
    "kim": RIGHT,
    "lou": "Your best, time=[",
    "mia": "Your model has 0 variables room, expected 3: it says nothing of room[0], room[1] and "
    "room[2].",
}


@pytest.mark.usefixtures("namespaces")
@tried_again
def test_a_class_of_models_gets_its_points_and_a_sentence_each(tmp_path: Path) -> None:
    slow()
    library("cpmpy")
    library("ortools")
    program("minizinc")
    folder, tasks = write_models(tmp_path)
    found = grade(folder, read_tasks(tasks), slots=2)
    assert found.isolated
    sentences = {each.student: each.sentence for each in found.students}
    odd = {name: each for name, each in sentences.items() if not each.startswith(BEGINNINGS[name])}
    if odd:  # seconds are short on a busy machine
        raise OverrunError(f"found {odd}")
    points = {each.student: each.points for each in found.students if each.points}
    assert points == pytest.approx({"ada": 6, "dan": 3, "eve": 6, "kim": 6})
    dan = next(each for each in found.students if each.student == "dan")
    assert (dan.ratio or 0) > 20
    assert {mark.size for mark in dan.marks if mark.part == "hidden"} == {
        "72 variables (68 shown), 1,777 constraints, objective"
    }


TASK = """
title = "One model"
seed = 1
seconds = 10
[[model]]
name = "pairs"
problem = "Two numbers."
file = "reference.json"
variables = ["x"]
public = [{}]
points = 2
words.x = ["red", "green", "blue"]
"""
THREE = [range(3)] * 2
NAMES = ("x[0]", "x[1]")
DIFFERENT = AllDifferent((0, 1), name="two colours")
UNEQUAL = Linear((0, 1), "!=", 0, (1, -1))
LEAST = Objective("minimize", (Variable(0),))


def marks_of(
    folder: Path, own: Problem | str, reference: Problem, further: str = "", slow: str = ""
) -> StudentMarks:
    """What a student gets for a model of a JSON file."""
    (folder / "reference.json").write_text(reference.to_json(), encoding="utf-8")
    text = own if isinstance(own, str) else own.to_json()
    (folder / "ada.json").write_text(text, encoding="utf-8")
    (folder / "tasks.toml").write_text(f"{slow}\n{TASK}{further}", encoding="utf-8")
    assignment = read_tasks(folder / "tasks.toml")
    (found,) = grade(folder / "ada.json", assignment, sandboxed=False).students
    return found


def problem(*constraints: Linear | AllDifferent, goal: Objective | None = None) -> Problem:
    """Two numbers from 0 to 2."""
    return Problem(THREE, constraints, NAMES, objective=goal)


REFERENCE = problem(DIFFERENT)
HELPED = Problem(  # x[0] + h = x[1] with h that is not 0; indices that count from 1
    [*THREE, [-2, -1, 1, 2]], [Linear((0, 2, 1), "=", 0, (1, 1, -1))], ("x[1]", "x[2]", "h")
)
DOUBLE = Operation("mul", (2, Variable(0)))
WEIGHED = Objective("minimize", (DOUBLE, Variable(1)))  # the best is [0, 1]
OTHER = Objective("minimize", (Variable(0), Operation("mul", (2, Variable(1)))))  # [1, 0], also 1
SUMMED = Objective("minimize", (Operation("add", (DOUBLE, 1)),))


@pytest.mark.parametrize(
    ("own", "reference", "further", "points", "words"),
    [
        (problem(UNEQUAL), REFERENCE, "", 2, "All answers are right: 1."),
        (HELPED, REFERENCE, "", 2, "All answers are right: 1."),
        (
            problem(),
            REFERENCE,
            "",
            0,
            "Your model allows x=[red, red], which breaks: two colours.",
        ),
        (
            problem(Linear((0, 1), "<", 0, (1, -1), name="x[0] < x[1]")),
            REFERENCE,
            "",
            0,
            "Your model forbids x=[green, red], which is right; it breaks your x[0] < x[1].",
        ),
        (
            Problem([range(4), range(3)], [DIFFERENT], NAMES),
            REFERENCE,
            "",
            0,
            "Your model allows x[0]=3, which breaks: x[0] is among 0..2.",
        ),
        (
            problem(UNEQUAL),
            REFERENCE,
            'requires = ["all-different"]',
            1,
            "1 of them with no use of a required kind",
        ),
        (problem(DIFFERENT), REFERENCE, 'requires = ["all-different"]', 2, "are right: 1."),
        (
            Problem([*THREE, *THREE], [UNEQUAL, AllDifferent((2, 3))], (*NAMES, "y", "z")),
            REFERENCE,
            'requires = ["all-different"]',
            1,
            "1 of them with no use of a required kind",
        ),
        (problem(goal=LEAST), problem(goal=LEAST), "", 2, "All answers are right: 1."),
        (problem(), problem(goal=LEAST), "", 0, "Your model has no objective"),
        (problem(goal=SUMMED), problem(goal=LEAST), "", 2, "All answers are right: 1."),
        (
            problem(DIFFERENT, goal=OTHER),
            problem(DIFFERENT, goal=WEIGHED),
            "",
            0,
            "Your best, x=[green, red], costs 2; 1 is possible.",
        ),
        (
            problem(DIFFERENT, goal=WEIGHED),
            problem(DIFFERENT, goal=Objective("maximize", (DOUBLE, Variable(1)))),
            "",
            0,
            "Your best, x=[red, green], is worth 1; 5 is possible.",
        ),
        (Problem(THREE, [], ("x[0]", "y")), REFERENCE, "", 0, "it says nothing of x[1]."),
        ("{}", REFERENCE, "", 0, "Found neither givens nor"),
    ],
)
def test_a_difference_is_said_in_the_words_of_the_task(
    own: Problem | str,
    reference: Problem,
    further: str,
    points: float,
    words: str,
    tmp_path: Path,
) -> None:
    found = marks_of(tmp_path, own, reference, further)
    assert words in found.sentence
    assert found.points == points


def test_times_are_medians_of_runs_in_turn_and_half_the_points_are_left_of_a_slow_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter((9.0, 0.2, 1.0, 0.5, 0.6, 0.4))  # of the model, of the reference, and again

    def run(self: ComparedModel) -> Report:
        return Report(Grids(self.problem), cost={"wall_time": next(times), "decisions": 3})

    monkeypatch.setattr(ComparedModel, "again", run)
    monkeypatch.setattr(model_marks, "ENOUGH", 99.0)
    first = Report(Grids(REFERENCE), cost={"wall_time": next(times), "conflicts": 6})
    monkeypatch.setattr(ComparedModel, "measured", first)
    assert first.cost["wall_time"] == 9.0
    found = marks_of(tmp_path, REFERENCE, REFERENCE, slow="slow = 2")
    (mark,) = found.marks
    assert (mark.seconds, mark.ratio) == (1.0, 1.0 / 0.4)
    assert (mark.state, mark.points) == ("slow", 1.0)
    assert model_marks.nodes_of(first, run_of("decisions")) is None
    assert model_marks.nodes_of(first, run_of("conflicts")) == 2


def run_of(counter: str) -> Report:
    """A run that has counted three of something."""
    return Report(Grids(REFERENCE), cost={counter: 3})


MANY = [range(9)] * 6
ARRAY = [f"x[{place}]" for place in range(6)]


def test_of_more_solutions_than_are_listed_some_are_drawn(tmp_path: Path) -> None:
    few = "listed = 20\ndrawn = 15"
    reference = Problem(MANY, [DIFFERENT], ARRAY)
    found = marks_of(tmp_path, Problem(MANY, [UNEQUAL], ARRAY), reference, few)
    (mark,) = found.marks
    assert mark.sentence == "Right, as far as 30 random solutions show."
    assert found.sentence == "All answers are right: 1, equal as far as 30 compared solutions show."
    several = replace(found, marks=[mark, replace(mark, compared=7), replace(mark, compared=None)])
    assert (
        several.sentence == "All answers are right: 3, equal as far as 7 compared solutions show."
    )
    assignment = read_tasks(tmp_path / "tasks.toml")
    printed = table.report(ClassMarks(assignment, [several], False, 1))
    assert several.sentence in printed.csv()
    assert f"ada: {several.sentence}" in printed.notes
    equal = Linear((2, 3), "=", 0, (1, -1), name="x[2] = x[3]")
    strong = marks_of(tmp_path, Problem(MANY, [UNEQUAL, equal], ARRAY), reference, few)
    assert strong.sentence.endswith("which is right; it breaks your x[2] = x[3].")
    listed = marks_of(tmp_path, Problem([range(1)] * 6, [], ARRAY), reference, few)
    assert listed.sentence == "Your model allows x[0]=red, x[1]=red, which breaks: two colours."


@pytest.mark.parametrize(
    ("outcome", "points", "words"),
    [
        ("TIMEOUT", 0, "30 of 30 solutions were not decided in 10.0 s."),
        ("UNSUPPORTED", 0, "were not decided: backtracking-mrv: UNSUPPORTED, of size."),
    ],
)
def test_what_is_not_decided_is_not_right(
    outcome: str, points: float, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = Report(Grids(REFERENCE), outcome, "of size")
    monkeypatch.setattr(ComparedModel, "allows", lambda *_: report)
    many = Problem(MANY, [DIFFERENT], ARRAY)
    found = marks_of(tmp_path, many, many, "listed = 20\ndrawn = 15")
    assert found.sentence.endswith(words)
    assert found.points == points


def test_verifying_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(step=20)
    monkeypatch.setattr(equivalence, "monotonic", lambda: float(next(clock)))
    found = marks_of(tmp_path, REFERENCE, REFERENCE)
    assert found.sentence == "The solutions of your model were not verified in 10.0 s."


FORGING = """
import os

for channel in range(1, 30):
    try:
        os.write(channel, {written!r})
    except OSError:
        pass
os._exit(0)
"""


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (b"right\n", "It wrote to the result channel."),
        (b"problem\n[]", "What it says is no problem: "),
        (b"problem\n" + REFERENCE.to_json().encode() * 2, "What it says is no problem: "),
        (b"problem\n" + REFERENCE.to_json().encode(), "All answers are right: 1."),
    ],
)
def test_a_problem_that_a_student_forges_is_a_problem_and_no_more(
    written: bytes, sentence: str, tmp_path: Path
) -> None:
    marks_of(tmp_path, REFERENCE, REFERENCE)
    (tmp_path / "ada.py").write_text(FORGING.format(written=written), encoding="utf-8")
    assignment = read_tasks(tmp_path / "tasks.toml")
    (found,) = grade(tmp_path / "ada.py", assignment, sandboxed=False).students
    assert found.sentence.startswith(sentence)


def test_a_file_called_model_makes_no_class_one_student(tmp_path: Path) -> None:
    marks_of(tmp_path, REFERENCE, REFERENCE)
    assignment, found = read_tasks(tmp_path / "tasks.toml"), tmp_path / "class"
    (found / "__pycache__").mkdir(parents=True)
    for name in ("model.py", "pairs.json", "helper.py", "notes.json"):
        (found / name).write_text("def helps(): pass", encoding="utf-8")
    (found / "model.py").write_text("from parts import model", encoding="utf-8")
    (found / "parts.py").write_text("def model(n):\n    return n", encoding="utf-8")
    assert [each.path for each in submissions(found, assignment)] == [found]
    (found / "parts.py").unlink()
    assert model_file(found, "pairs", assignment) == found / "pairs.json"
    (found / "bob.py").write_text("def model(n):\n    return n", encoding="utf-8")
    everybody = ["bob", "helper", "model", "notes", "pairs"]
    assert [each.student for each in submissions(found, assignment)] == everybody
    (found / "bob.py").unlink()
    (found / "eve").mkdir()
    (found / "eve" / "model.mzn").touch()
    assert [each.student for each in submissions(found, assignment)] == ["eve", *everybody[1:]]


HUNGRY = "kept = []\nwhile True:\n    kept.append(bytearray(1 << 24))\n"
BOMB = "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n"


@pytest.mark.usefixtures("namespaces")
@pytest.mark.parametrize("code", [HUNGRY, BOMB])
def test_too_much_memory_and_forking_for_ever_end_in_words(code: str, tmp_path: Path) -> None:
    marks_of(tmp_path, REFERENCE, REFERENCE)
    (tmp_path / "ada.py").write_text(code, encoding="utf-8")
    (found,) = grade(tmp_path / "ada.py", read_tasks(tmp_path / "tasks.toml")).students
    late = "The file did not come to an end in 10 s; is there a loop?"
    assert found.sentence in ("It used more than 512 MiB of memory.", late)
    assert found.points == 0


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('courses: 2')\nmodel = nothing", "NameError: name 'nothing' is not defined. "),
        ("print('courses: 2', end='')\ndef model(): return 5", "returns 5, expected a model. "),
        ("print('courses: 2')\nwhile True: pass", "The file did not come to an end in 3 s; "),
        ("print('courses: 2')\nimport os\nos._exit(3)", "It ended without a model: exit code 3. "),
        (
            "print('courses: 2', flush=True)\nimport os\nos.write(3, b'problem\\n{}')\nos._exit(0)",
            "What it says is no problem: ",
        ),
    ],
)
def test_what_a_model_prints_is_in_its_sentence(code: str, words: str, tmp_path: Path) -> None:
    marks_of(tmp_path, REFERENCE, REFERENCE)
    (tmp_path / "ada.py").write_text(code, encoding="utf-8")
    assignment = replace(read_tasks(tmp_path / "tasks.toml"), seconds=3.0)
    (found,) = grade(tmp_path / "ada.py", assignment, sandboxed=False).students
    assert words in found.sentence
    assert found.sentence.endswith(" It printed: courses: 2")


def test_a_model_gets_parameters_of_any_length(tmp_path: Path) -> None:
    asked = json.dumps(["a" * 200_000])
    reads = "import sys; text = sys.stdin.read(); print('fault', len(text), sep='\\n')"
    marks_of(tmp_path, REFERENCE, REFERENCE)
    command = [sys.executable, "-c", reads]
    with Worker(HOST) as worker, pytest.raises(NoSubmissionError, match=str(len(asked))):
        reader_answer(worker, command, json.loads(asked), Limits(10.0))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", r"found no function instance\(seed\)"),
        (
            "def instance(seed): return 5",
            r"instance\(7\) returned 5, expected a table",
        ),
    ],
)
def test_a_teachers_function_that_makes_no_instance(code: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(code, encoding="utf-8")
    command = reading(tmp_path / "own.py", tmp_path / "own.py", None)
    with Worker(HOST) as worker, pytest.raises(NoSubmissionError, match=words):
        reader_answer(worker, command, 7, Limits(10.0))


REFERENCE_OF_TWO = """
from constraint import AllDifferentConstraint, Problem


def model(n=2):
    found = Problem()
    names = [f"x[{place}]" for place in range(n)]
    found.addVariables(names, range(n))
    found.addConstraint(AllDifferentConstraint(), names)
    return found
"""
XCSP3 = """
<instance format="XCSP3" type="CSP"><variables><array id="x" size="[2]"> 0 1 </array></variables>
<constraints><allDifferent> x[] </allDifferent></constraints></instance>
"""


def test_a_model_in_xcsp3_or_json_is_one_instance(tmp_path: Path) -> None:
    library("constraint")
    marks_of(tmp_path, REFERENCE, REFERENCE)
    two = "public = [{n = 2}, {n = 3}]"
    (tmp_path / "own.py").write_text(REFERENCE_OF_TWO, encoding="utf-8")
    tasks = TASK.replace("reference.json", "own.py").replace("public = [{}]", two)
    (tmp_path / "tasks.toml").write_text(tasks, encoding="utf-8")
    handed_in = tmp_path / "class"
    handed_in.mkdir()
    json_text = Problem([range(2)] * 2, [DIFFERENT], NAMES).to_json()
    for name, text in (("ada.xml", XCSP3), ("bob.json", json_text)):
        (handed_in / name).write_text(text, encoding="utf-8")
    found = grade(handed_in, read_tasks(tmp_path / "tasks.toml"), sandboxed=False)
    for each, form in zip(found.students, ("XCSP3", "JSON"), strict=True):
        assert [mark.state for mark in each.marks] == ["right", "failed"]
        assert each.sentence.endswith(
            "public 2: Your model has 2 variables x, expected 3: it says nothing of x[2]. "
            f"A file in {form} says one instance, and the task has 2."
        )
    (tmp_path / "tasks.toml").write_text(TASK.replace("public = [{}]", two), encoding="utf-8")
    with pytest.raises(TasksError, match=r"found 2 instances with the file 'reference\.json'"):
        read_tasks(tmp_path / "tasks.toml")


def test_a_seeded_instance_that_fails_is_one_students(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks_of(tmp_path, REFERENCE, REFERENCE)
    assignment = read_tasks(tmp_path / "tasks.toml")
    task = replace(assignment.models[0], seeded=1)
    made = {"n": 9}

    def read(_: ModelGrader, asked_of: ModelTask, asked: object) -> object:
        if asked is not made and isinstance(asked, int):
            return made
        if asked is made:
            raise TasksError(f"{asked_of.file}: it was not decided")
        return REFERENCE

    monkeypatch.setattr(ModelGrader, "_read", read)
    found = grade(tmp_path / "ada.json", replace(assignment, models=(task,)), sandboxed=False)
    common, seeded = found.students[0].marks
    assert (common.state, seeded.state) == ("right", "failed")
    assert seeded.sentence.startswith("reference.json: it was not decided; instance(")
    assert seeded.sentence.endswith(') = {"n": 9}.')
    assert "compared, arrays with their sizes: pairs, public 1: x (2)" in table.notes(found)


def test_an_array_with_holes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TasksError, match=r"found x\[0\] and x\[2\] of x, expected an array"):
        marks_of(tmp_path, REFERENCE, Problem(THREE, [DIFFERENT], ("x[0]", "x[2]")))


def test_a_reference_that_says_nothing_ends_it_all(tmp_path: Path) -> None:
    with pytest.raises(TasksError, match=r"public 1: found no variable x, expected one"):
        marks_of(tmp_path, REFERENCE, Problem(THREE, [], "yz"))
    (tmp_path / "reference.json").unlink()
    with pytest.raises(TasksError, match=r"pairs: found no file 'reference.json' beside it"):
        read_tasks(tmp_path / "tasks.toml")


def test_the_gradebook_has_a_column_for_each_task(tmp_path: Path) -> None:
    found = marks_of(tmp_path, problem(), REFERENCE)
    assignment = read_tasks(tmp_path / "tasks.toml")
    printed = table.report(ClassMarks(assignment, [found], False, 1))
    assert printed.csv().splitlines()[0] == "student,pairs,points,feedback"
    assert printed.csv().splitlines()[1].startswith("ada,0.0,0.0,")
    assert "pairs: Two numbers." in printed.notes
