"""The file of tasks: what it holds, and what is refused."""

from pathlib import Path

import pytest

from accord.bench.grading.tasks import TasksError, read_tasks
from accord.puzzles.errors import InputError

TASK = '[[task]]\nname = "small"\npublic = "4x4"\npoints = 4\nmost = 3\n'
MODEL = """[[model]]
name = "week"
problem = "A week."
file = "own.py"
variables = ["day"]
public = [{}]
points = 1
"""


def test_sources_are_collections_and_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("1......3..2.4...\n", encoding="utf-8")
    file = tmp_path / "tasks.toml"
    file.write_text(f'title = "week 3"\nslow = 10\n{TASK}hidden = "own.txt"\n', encoding="utf-8")
    found = read_tasks(file)
    (task,) = found.tasks
    assert [len(task.public), len(task.hidden)] == [3, 1]
    assert (found.points, found.slow, found.reference) == (4, 10, "backtracking-mrv")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "found no 'title', expected a text"),
        ('title = "a"', "found no 'task', expected a list of tables"),
        (f'title = "a"\nsecond = 3\n{TASK}', "found the key 'second', expected seconds"),
        (f'title = "a"\nseconds = 0\n{TASK}', "seconds: found 0, expected a number above 0"),
        (f'title = "a"\nseconds = {10**400}\n{TASK}', "expected a number above 0, up to"),
        (f'title = "a"\nmegabytes = {10**400}\n{TASK}', "expected a whole number from 64 to"),
        (f'title = "a"\nslow = inf\n{TASK}', "slow: found inf, expected a number above 1"),
        (f'title = "a"\naccept = ["java"]\n{TASK}', 'accept: found ["java"], expected a list'),
        (f'title = "a"\nslow = 1\n{TASK}', "slow: found 1, expected a number above 1"),
        (f'title = "a"\n{TASK}hiden = "x"', "task 1: found the key 'hiden', expected hidden"),
        (f'title = "a"\n{TASK}hidden = "x"', "hidden: found no 'x', expected a file beside"),
        (f'title = "a"\n{TASK}{TASK}', "found two tasks 'small', expected a name for each"),
        (f'title = "a"\npackages = ["nowhere"]\n{TASK}', "packages: found 'nowhere', which is not"),
        (f'title = "a"\npackages = ["accord"]\n{TASK}', "found 'accord', which has the answers"),
        (f'title = "a"\n{TASK}{MODEL}', "found both [[task]] and [[model]], expected a list of"),
        (f'title = "a"\n{MODEL}', "week: found no file 'own.py' beside it, expected one"),
        (
            f'title = "a"\n{MODEL}requires = ["all-differnt"]',
            "found 'all-differnt', expected all-di",
        ),
        (f'title = "a"\n{MODEL}words.day = 5', "expected for each array a list of texts"),
        (f'title = "a"\n{MODEL}words.day = "Mo"', "expected for each array a list of texts"),
        (f'title = "a"\n{MODEL}words.dya = ["Mo"]', "words: found 'dya', expected day"),
        (f'title = "a"\n{MODEL}seeded = 2'.replace("own.py", "own.mzn"), "expected one of Python"),
        (f'title = "a"\n{MODEL}'.replace('"week"', '"points"'), "found a task 'points', expected"),
        (f'title = "a"\n{MODEL}'.replace('"week"', '"a/b"'), "found a task 'a/b', expected no"),
        (f'title = "a"\n{MODEL}hidden = [{{n = 2020-01-01}}]', "expected a list of tables of"),
        ("title = ", "found no TOML but an end, expected a value"),
    ],
)
def test_what_is_no_task_is_refused_by_what_is_wrong(
    text: str, complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "tasks.toml"
    file.write_text(text, encoding="utf-8")
    if "found no file" not in complaint:
        for name in ("own.py", "own.mzn"):
            (tmp_path / name).touch()
    with pytest.raises(TasksError) as refused:
        read_tasks(file)
    assert complaint in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"tasks\.toml: No such file"):
        read_tasks(tmp_path / "tasks.toml")
