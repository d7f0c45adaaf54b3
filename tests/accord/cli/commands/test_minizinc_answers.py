"""An answer in MiniZinc's words is verified, and what is wrong with it is named."""

import re
import subprocess
from pathlib import Path

import pytest

from accord.puzzles import Problem
from accord.puzzles.models.minizinc_answer import read_answers
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from command_line import run_here
from optional import program, slow

MODEL = """
include "alldifferent.mzn";
enum Colour = {red, green, blue};
enum Day;
int: n = 4;
array [0..n-1] of var 1..n: row;
array [1..2] of var Colour: hue;
var Day: day;
array [1..2] of var set of 1..3: some;
var opt 1..2: perhaps;
var bool: b;
constraint alldifferent(row);
constraint
  forall (i in 0..n-2) (
    row[i] + 1 != row[i+1]
  );
constraint b <-> (row[1] > 2 \\/ row[2]*row[3] = 6);  % of three
constraint card(some[1]) = 2 /\\ hue[1] != hue[2] /\\ day != mo;
constraint absent(perhaps) <-> b;
solve maximize row[1] + 2*row[3];
"""
RIGHT = (
    "row = [0: 1, 1: 3, 2: 2, 3: 4]; hue = [green, red]; day = tu; some = [1..2, {}]; perhaps = <>;"
    "b = true;"
)
BEST = f"{RIGHT} _objective = 11;\n----------\n==========\n"
WORSE = "row = array1d(0..3, [2, 4, 1, 3]); b = true;"
WRONG = {  # what is changed in it, and what is said
    ("1: 3", "1: 2"): "line 12: alldifferent(row) repeats 2 at row[1], row[2]",
    ("0: 1", "0: 2"): "line 14: forall (i in 0..n-2) ( row[i] + 1 != row[i+1] ) with i=0: "
    "row[0] - row[1] != -1: found -1",
    ("b = true", "b = false"): "line 17: b <-> (row[1] > 2 \\/ row[2]*row[3] = 6)",
    ("1..2, {}", "{3}, {}"): "line 18: card(some[1]) = 2 /\\ hue[1] != hue[2] /\\ day != mo: ",
    ("green", "red"): "line 18: card(some[1]) = 2 /\\ hue[1] != hue[2] /\\ day != mo: ",
    ("{}", "{5}"): "some: found 5, but its members are of 1..3",
    ("4];", "9];"): "row[3] = 9, but its domain is 1..4",
    ("= 11", "= 12"): "found _objective = 12, but it is 11",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "m.mzn").write_text(MODEL)
    (tmp_path / "m.dzn").write_text("Day = {mo, tu};")
    return tmp_path


def verified(folder: Path, answer: str) -> tuple[int, str, str]:
    (folder / "answer").write_text(answer)
    done = run_here("verify", "m.mzn", "m.dzn", "answer", cwd=folder)
    return done.returncode, done.stdout, done.stderr


def test_what_minizinc_prints_in_each_of_its_forms_is_right(folder: Path) -> None:
    slow()
    minizinc = program("minizinc")
    for options in ([], ["--output-mode", "json"], ["--output-mode", "dzn", "--output-objective"]):
        command = [minizinc, "--solver", "gecode", *options, "m.mzn", "m.dzn"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        assert done.stdout.endswith("----------\n==========\n")
        assert verified(folder, done.stdout)[:2] == (0, "correct: it is a solution of value 11\n")


def test_what_an_answer_leaves_out_is_completed_and_what_is_wrong_stands_where_it_is_written(
    folder: Path,
) -> None:
    slow()
    program("minizinc")
    for right in (BEST, WORSE + "\n----------\n" + BEST, "row=[1, 3, 2, 4], hue=[green, red]"):
        assert verified(folder, right)[:2] == (0, "correct: it is a solution of value 11\n")
    for change, said in WRONG.items():
        code, out, _ = verified(folder, BEST.replace(*change))
        assert code == 1
        assert said in out.replace("m.mzn, ", "")
    code, out, _ = verified(folder, f"row = [1, 1, 2, 4];\n----------\n{BEST}")
    assert (code, out[:45]) == (1, "solution 1: m.mzn, line 12: alldifferent(row)")


def test_what_an_output_item_has_printed_is_no_answer_and_what_prints_one_is_said(
    folder: Path,
) -> None:
    program("minizinc")
    assert "--output-mode" not in verified(folder, "0 1 2")[2]
    (folder / "m.mzn").write_text("var 1..3: x; solve satisfy; output [show(x)];")
    (folder / "m.dzn").write_text("")
    code, _, said = verified(folder, "2 it is\n----------\n")
    assert (code, said.count("--output-mode dzn")) == (2, 1)


@pytest.mark.parametrize("text", ["x = 1; y = 2; x = 2;", '{"x": 1, "y": 2, "x": 2}'])
def test_two_values_of_a_variable_are_no_answer(text: str) -> None:
    with pytest.raises(MalformedPuzzleError, match="found two values of 'x', expected one"):
        read_answers(text, Problem([range(3)] * 2, [], "xy"))


def test_words_stand_for_values_in_what_is_said_of_domains(folder: Path) -> None:
    program("minizinc")
    enum = (
        "enum Day = {mo, tu, we}; var Day: day; constraint day != tu /\\ day < we; solve satisfy;"
    )
    (folder / "m.mzn").write_text(enum)
    (folder / "m.dzn").write_text("")
    assert verified(folder, "day = we;")[1] == "day = we, but its domain is mo\n"
    assert run_here("show", "m.mzn", "m.dzn", cwd=folder).stdout.startswith("day = mo\n")


DATA = "enum Colour = {red, blue}; enum Day; % enum Night = {dark};"
PRINTED = Problem(
    [range(-1, 4), range(3), range(3), range(2), range(2), range(1, 3)],
    names=["o", "a[-1]", "a[0]", "s has 2", "s has 5", "c"],
)
WORDS = {"Colour": ("red", "blue"), "Day": ("mo", "tu", "we"), "Made": ("Made(mo)",)}
MiniZincModel((("m.mzn", DATA), ("d.dzn", "Day = {mo, 'tu', we};")), 1, words=WORDS).attach(PRINTED)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("o = <>; a = [2, 0]; s = 5..9; c = blue;", (-1, 2, 0, 0, 1, 2)),
        ("o = 3; a = [|2 | 0|]; s = {}; c = we;", (3, 2, 0, 0, 0, 3)),
        ("o=3, a=[2, 0], s={2, 5}, c=red", (3, 2, 0, 1, 1, 1)),
        ("solution 2: a = array2d(-1..0, {1}, [true, false]), c = Made(mo)", (1, 0, 1)),
        ('{"o": null, "a": [[2], [0]], "s": {"set": [1, [4, 6]]}}', (-1, 2, 0, 0, 1)),
        ('{"s": {"set": []}, "c": {"e": "tu"}, "_objective": 3}', (0, 0, 2)),
        ("% about\nc = red;\n----------\n==========\n", (1,)),
    ],
)
def test_the_words_of_an_answer(text: str, values: tuple[int, ...]) -> None:
    (answer,) = read_answers(text, PRINTED)
    assert tuple(value for _, value in sorted(answer.values.items())) == values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "found nothing, expected a solution"),
        ("=====UNSATISFIABLE=====", "found =====UNSATISFIABLE=====, expected a solution"),
        ("x = 3;", "found a value of 'x', expected what the model prints: o, a, s or c"),
        ("c = dark;", "c: found dark, expected a number, or a word of the model"),
        ("c = {1};", "c: found 1, expected a number"),
        ("s = 3;", "s: found 3, expected a set"),
        ("s = {red..};", "expected a value"),
        ("s = {{}};", "expected numbers"),
        ("a = [1];", "a: found 1 value, expected 2"),
        ("o 3;", "found 3, expected a name and '='"),
        ("o = 3 c = 1;", "found c, expected ';'"),
        ("o = [3", "found the end, expected a value"),
        (f"o = {'[' * 2000}", "expected at most 50 brackets"),
        (f"o = {'1:' * 20000}", "found the end, expected a value"),
        (f"o = {'9' * 5000};", "digits"),
        ('{"o": }', "line 1"),
        (f'{{"o": {"[" * 3000}', ""),
        ('{"s": {"set": [[1, "x"]]}}', "found a set of"),
        ('{"o": 1.5}', "o: found 1.5, expected a number"),
    ],
)
def test_what_is_no_answer_is_refused(text: str, said: str) -> None:
    with pytest.raises(MalformedPuzzleError) as refused:
        read_answers(text, PRINTED)
    assert said in str(refused.value)


def test_solutions_are_printed_as_the_model_prints_them(folder: Path) -> None:
    slow()
    minizinc = program("minizinc")
    printing = 'output ["\\(row) \\(hue[1]) \\(day), \\(some) of \\(perhaps)\\n"];'
    for output in ("", printing):
        (folder / "m.mzn").write_text(MODEL + output)
        command = ["solve", "m.mzn", "m.dzn", "-s", "cpsat", "--format", "minizinc"]
        mine = run_here(*command, cwd=folder)
        assert mine.returncode == 0, mine.stderr
        assert mine.stdout.endswith("\n----------\n")
        assert mine.stderr == "optimum 11\n"
        if output:
            assert re.match(r"\[1, 3, 2, 4\] \w+ tu, \[\S.*\] of <>\n-", mine.stdout)
        else:
            (folder / "answer").write_text(mine.stdout)
            done = run_here("verify", "m.mzn", "m.dzn", "answer", cwd=folder)
            assert done.stdout == "correct: it is a solution of value 11\n"
            command = [minizinc, "--solver", "gecode", "m.mzn", "m.dzn"]
            its = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
            assert re.findall(r"^\w+ =", mine.stdout) == re.findall(r"^\w+ =", its.stdout)


def test_what_comes_of_no_model_is_not_printed_as_one() -> None:
    done = run_here("solve", "3..1..2......4..", "--format", "minizinc")
    assert (done.returncode, done.stdout) == (2, "")
    assert "found no model in MiniZinc, expected one" in done.stderr
