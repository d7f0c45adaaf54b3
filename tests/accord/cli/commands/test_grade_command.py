"""`accord grade` and `accord conformance`: what they print, and how they end."""

import json
from pathlib import Path

import students
from command_line import run_here

ONE = 'title = "One"\n[[task]]\nname = "4x4"\npublic = "4x4"\nmost = 1\npoints = 2\n'


def test_marks_are_printed_as_a_table_as_json_and_as_a_page(tmp_path: Path) -> None:
    handed_in, tasks = students.write_class(tmp_path, {"ada.py": students.SOLVE})
    tasks.write_text(ONE, encoding="utf-8")
    done = run_here("grade", handed_in, "--tasks", tasks, "--unsandboxed")
    assert done.returncode == 0
    assert done.stdout.splitlines()[2].split()[:4] == ["ada", "function", "2/2", "1/1"]
    assert "ada: All answers are right: 1." in done.stdout
    assert max(map(len, done.stdout.splitlines()[:4])) <= 80
    done = run_here("grade", handed_in / "ada.py", "--tasks", tasks, "--json", "--unsandboxed")
    assert json.loads(done.stdout)["students"][0]["points"] == 2


def test_tasks_that_cannot_be_used_end_with_the_code_of_bad_input(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.toml"
    tasks.write_text(ONE.replace("points", "point"), encoding="utf-8")
    done = run_here("grade", tmp_path, "--tasks", tasks)
    assert done.returncode == 2
    assert "task 1: found the key 'point', expected points" in done.stderr
    tasks.write_text(ONE, encoding="utf-8")
    done = run_here("grade", tmp_path / "nowhere", "--tasks", tasks, "--unsandboxed")
    assert (done.returncode, "expected a folder of submissions" in done.stderr) == (2, True)


def test_conformance_says_what_a_solver_does_wrong(tmp_path: Path) -> None:
    file = tmp_path / "silent.py"
    file.write_text("def solve(puzzle, budget):\n    yield from ()\n", encoding="utf-8")
    done = run_here("conformance", f"{file}:solve")
    assert done.returncode == 1
    assert done.stdout.startswith("finds every solution once then stops: ")
    done = run_here("conformance", "backtracking-mrv")
    assert (done.returncode, done.stdout) == (
        0,
        "backtracking-mrv passes 12 checks; in its own process, by its own word, also: "
        "leaves the puzzle alone, leaves no thread\n",
    )
