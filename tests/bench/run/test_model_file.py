"""Model files: what is run and when, what beginners are told, and what a hostile file can do."""

import json
import os
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

import accord
from accord.bench.make.instances.collection import instances_of
from accord.bench.run import model_file
from accord.bench.run.model_file import read_model
from accord.puzzles.formats.draft import Variant
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from command_line import run_here
from optional import library

library("cpmpy")
HEAD = """\
import cpmpy as cp
x, y = cp.intvar(0, 5, shape=2, name=["x", "y"])
v = cp.intvar(0, 5, shape=3, name="v")
b = cp.boolvar(name="b")
m = cp.Model()
"""
FILE = "model.py"
SLIPS = {  # line 6, and what is said: of an error everything, of a model that stands the notes
    "m += x == 1 and y == 2": "`and` keeps one side alone; write (x == 1) & (y == 2)",
    "m += x == 1 or y == 2": "`or` keeps one side alone; write (x == 1) | (y == 2)",
    "m += not (x == 1)": "a variable has a value; write ~(x == 1)",
    "m += x in [1, 2]": "a value; write cpmpy.InDomain(x, [1, 2])",
    "m += 0 < x < 2": "Python keeps one of these comparisons alone; write (0 < x) & (x < 2)",
    "m += 1 == x == 2": "Python keeps one of these comparisons alone; write (1 == x) & (x == 2)",
    "if x == 3: m += y == 0": (
        "Python decides `if` at once, before a variable has a value; write (x == 3).implies(...)"
    ),
    "if x > 3: m += y == 0": (
        "Python decides `if` at once, before a variable has a value; write (x > 3).implies(...)"
    ),
    "m += any(each == 2 for each in v)": "a variable has a value; write cpmpy.any(...)",
    "m += max(v) < 3": "a variable has a value; write cpmpy.max(...)",
    "m += x < 3 & y < 2": "is a number, did you forget to put brackets",
    "m += 'x < y'": "x < y: found a str, expected an expression of CPMpy or a whole number",
    "m += cp.AllDifferent([])": "constraint 1 is an AllDifferent of nothing: it says nothing",
    "z = cp.intvar(3, 1, name='z')": "found a lower bound above the upper one, expected",
    "m += [sum(v) == 4, max(v) == 3]": "Python's max decides at once, before",
    "m += x / 2 == 2": "We only support floordivision, use // instead of /",
    "z = cp.intvar(0, 2_000_000, name='z'); m += z > x": (
        "z has 2,000,001 values; many solvers make something for each of them"
    ),
    "m += x + y": "constraints must be expressions that return a Boolean value",
    "m += cp.alldifferent(v": "'(' was never closed",
    "m += w > 3": "NameError: name 'w' is not defined",
    "m += 1.5 * x < 2": "TypeError: Multiplication only supports integers or Expressions",
    "del x, y, v, b": "found a model without a variable, expected one or more",
    "n = cp.Model()": "found several models, m and n, expected one Model of CPMpy",
    "del m": "found no model, expected one Model of CPMpy or one Problem of python-constraint",
    "raise SystemExit(3)": "SystemExit: 3",
}
RUN_ALL = """\
import json, sys
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.models.running import NoModelError, run
said = []
for source in json.load(sys.stdin):
    try:
        said.append(run(ModelProgram("model.py", source)).notes)
    except NoModelError as error:
        said.append([str(error)])
print(json.dumps(said))
"""


def test_beginners_are_told_what_to_write_and_where() -> None:
    sources = [f"{HEAD}{line}\n" for line in SLIPS]
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL],
        input=json.dumps(sources),
        capture_output=True,
        text=True,
        check=True,
    )
    for (line, expected), said in zip(SLIPS.items(), json.loads(done.stdout), strict=True):
        text = "\n".join(said)
        assert expected in text, (line, text)
        assert "Traceback" not in text
        if "write " in expected or "Error:" in expected:
            assert f"{FILE}, line 6" in text, text


QUEENS = """\
import cpmpy as cp
def model(n, step=1):
    q = cp.intvar(1, n, shape=n, name="q")
    return cp.Model(cp.AllDifferent(q), [abs(q[i] - q[j]) != step * (j - i)
                    for i in range(n) for j in range(i + 1, n)])
"""


def written(tmp_path: Path, text: str, name: str = FILE) -> Path:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


def test_without_its_import_it_is_a_model_all_the_same(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("x = cp.intvar(0, 5)\nm = cp.Model(x > 2)\n")
    ran = run_here("solve", FILE, cwd=tmp_path)
    assert ran.returncode == 2
    assert f"{FILE}, line 1, `x = cp.intvar(0, 5)`: NameError: name 'cp' is not" in ran.stderr


def test_a_function_gets_what_is_set(tmp_path: Path) -> None:
    file = written(tmp_path, QUEENS)
    ran = run_here("solve", str(file), "--set", "n=6", "-n", "all", "-s", "cpsat")
    assert ran.returncode == 0, ran.stderr
    assert len([line for line in ran.stdout.splitlines() if line.startswith("q=[")]) == 4
    for words, expected in (
        ([], "missing a required argument: 'n'"),
        (["--set", "n=6", "--set", "k=1"], "unexpected keyword argument 'k'"),
        (["--set", "6"], "found '6', expected NAME=VALUE"),
    ):
        ran = run_here("solve", str(file), *words)
        assert ran.returncode == 2
        assert expected in ran.stderr


def test_it_is_run_when_it_is_named_and_in_a_folder_only_if_that_is_said(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    text = f"{HEAD}import os\nprint(os.getpid(), file=open({str(ran)!r}, 'a'))\nm += x < y\n"
    folder = tmp_path / "folder"
    folder.mkdir()
    file = written(folder, text)
    (folder / "other.json").write_text('{"variables": {"x": [1, 2]}}')
    assert [each.name for each in instances_of(str(folder))] == ["other"]
    (tmp_path / "list.txt").write_text("folder/model.py\n")
    with pytest.raises(MalformedPuzzleError):
        [*instances_of(str(tmp_path / "list.txt"))]
    assert not ran.exists()
    assert [each.name for each in instances_of(str(file))] == ["model"]
    assert len(ran.read_text().split()) == 1
    every = instances_of(str(folder), Variant(models=True))
    assert [each.name for each in every] == ["model", "other"]
    assert len({*ran.read_text().split()} - {str(os.getpid())}) == 2


def test_what_a_hostile_file_does_is_an_error_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file, "LIMITS", replace(model_file.LIMITS, seconds=4.0))
    for text, expected in (
        ("while True: pass", "it overran its limit; a model file has 4 s and 4 GiB"),
        ("import os; os._exit(0)", "exit"),
        ("x = bytearray(5 << 30)", "a model file has 4 s and 4 GiB"),
        ('print(\'{"said": "mine"}\', flush=True)', "expected one Model"),
    ):
        with pytest.raises(MalformedPuzzleError, match=expected) as raised:
            read_model(written(tmp_path, text))
        assert str(tmp_path / FILE) in str(raised.value)


def test_the_model_is_what_stands_before_it_is_solved(tmp_path: Path) -> None:
    file = written(tmp_path, f"{HEAD}m += x < y\nif m.solve():\n    print(x.value())\n")
    read = read_model(file)
    assert read.problem.names == ("x", "y", "v[0]", "v[1]", "v[2]", "b")
    assert read.notes == (f"{file}, line 7: solving is left out, and what follows it",)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert [each.problem for each in instances_of(str(file))] == [read.problem]
    assert [str(each.message) for each in said] == [*read.notes]


def test_shown_is_what_the_file_names_in_lists_and_mappings_too_and_numbers_are_not(
    tmp_path: Path,
) -> None:
    text = """\
import cpmpy as cp
import numpy as np
weights, least = np.array([[1, 2]]), np.array([3, 4]).min()
constants = cp.cpm_array([1, 2])
rooms = {"Ada": cp.intvar(1, 2, name="a"), "Ben": [cp.intvar(1, 2, shape=2, name=["b", "c"])]}
m = cp.Model(cp.max(rooms["Ada"], rooms["Ben"][0][0]) == cp.max(constants))
"""
    problem = accord.problem(written(tmp_path, text))
    assert [problem.names[each] for each in problem.shown] == ["a", "b", "c"]


def test_a_claim_names_arrays_and_words(tmp_path: Path) -> None:
    file = str(written(tmp_path, f"{HEAD}m += cp.AllDifferent(v)\nm += b.implies(x < y)\n"))
    answer = tmp_path / "answer.json"
    for claim, code in (
        ({"x": 1, "y": 0, "v": [0, 1, 2], "b": False}, 0),
        ({"x": 1, "y": 0, "v": [0, 1, 2], "b": True}, 1),
        ({"x": 1, "y": 0, "v": [0, 1], "b": True}, 2),
    ):
        answer.write_text(json.dumps(claim))
        ran = run_here("verify", file, str(answer))
        assert ran.returncode == code, ran.stderr
    assert "found no value of 'v[2]'" in ran.stderr
