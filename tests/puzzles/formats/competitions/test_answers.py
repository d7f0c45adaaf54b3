"""Answers of the SAT, pseudo-Boolean and MaxSAT competitions: printed, read back, and verified."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles.files.assignment import read_assignment, read_claim
from accord.puzzles.formats.competitions.answers import LANGUAGES, value_lines
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from command_line import run_here

OPB = "min: +1 x1 -2 x2 x3 ;\n+2 x1 +3 ~x2 >= 3 ;\n+1 x1 +1 x2 +1 x4 = 2 ;\n"
WCNF = "h 1 -2 0\n4 2 3 0\n5 -3 0\n1 -1 0\n"
VALUES = {"dimacs": "v 1 -2 3 0", "opb": "v x1 -x2 x3", "wcnf": "v 101"}


@given(st.lists(st.integers(0, 1), max_size=120), st.sampled_from(LANGUAGES))
def test_what_is_printed_is_read(values: list[int], language: str) -> None:
    problem = Problem([range(2)] * len(values))
    text = "\n".join(["c by a solver", "s SATISFIABLE", *value_lines(language, values)])
    assert read_assignment(text, problem) == tuple(values)
    shown = Problem([range(2)] * len(values), shown=range(0, len(values), 2))
    assert read_claim(text, shown) == tuple(values)
    if values and language == "opb":
        words = [word for word in text.split() if word.lstrip("-")[:1] == "x"]
        assert read_claim(f"v {' '.join(words[::2])}", shown) == tuple(values[::2])


def test_each_competition_has_its_lines() -> None:
    assert {each: "".join(value_lines(each, (1, 0, 1))) for each in LANGUAGES} == VALUES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s UNSATISFIABLE", "found s UNSATISFIABLE, expected a solution in lines v"),
        ("s OPTIMUM FOUND\no 3", "found no line v"),
        ("v 1 2 0", "found no value of .x2."),
        ("v 1 2 -3 4 0", "found '4', expected a literal of 3 variables"),
        ("v 1 -1 2 3", "found '-1' and its contrary, expected one"),
        ("v 01", "found '01', expected a literal"),
        ("v 1 2 y", "found 'y', expected a literal"),
    ],
)
def test_what_is_no_solution_is_refused(text: str, message: str) -> None:
    with pytest.raises(MalformedPuzzleError, match=message):
        read_assignment(text, Problem([range(2)] * 3))
    with pytest.raises(MalformedPuzzleError, match="expected values as x=1"):
        read_assignment("v 1", Problem([range(3)]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "text", "best"), [("a.opb", OPB, 1), ("a.wcnf", WCNF, 1)])
def test_an_answer_is_verified_with_its_value(
    name: str, text: str, best: int, language: str, tmp_path: Path
) -> None:
    file, answer = tmp_path / name, tmp_path / "answer"
    file.write_text(text)
    solved = run_here("solve", file, "--format", language)
    lines = solved.stdout.splitlines()
    assert lines[-3:-1] == [f"o {best}", "s OPTIMUM FOUND"]
    answer.write_text(solved.stdout)
    verified = run_here("verify", file, answer)
    expected = f"correct: it is a solution of value {best}\n"
    assert (verified.returncode, verified.stdout) == (0, expected)
    answer.write_text(solved.stdout.replace(f"o {best}\ns", f"o {best + 1}\ns"))
    refuted = run_here("verify", file, answer)
    expected = f"found o {best + 1}, but the value of this solution is {best}\n"
    assert (refuted.returncode, refuted.stdout) == (1, expected)


def test_a_broken_constraint_is_named_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "a.opb"
    file.write_text(OPB)
    done = run_here("verify", file, "v -x1 x2 -x3 x4")
    assert (done.returncode, done.stdout) == (1, "line 2: 2 x1 - 3 x2 >= 0: found -3\n")


def test_none_is_said_too_and_other_problems_are_refused() -> None:
    none = run_here("solve", "-", "--format", "wcnf", text="h 1 0\nh -1 0\n")
    assert (none.returncode, none.stdout) == (0, "s UNSATISFIABLE\n")
    other = run_here("solve", "classics/queens-4", "--format", "opb")
    assert other.returncode == 2
    assert "for variables of other values than 0 and 1, expected json or xcsp3" in other.stderr
