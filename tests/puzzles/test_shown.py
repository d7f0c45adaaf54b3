"""A problem says which variables are shown: in Python, in JSON, and wherever it goes."""

import json
import pickle
import re
from typing import Any

import pytest

import accord
from accord.constraints import Count, Linear, Variable
from accord.encodings.encoding import encoding
from accord.puzzles import Problem, Puzzle
from accord.puzzles.derived_problems import (
    Reordering,
    decomposed,
    forbidding,
    reordering,
)
from accord.puzzles.errors import InputError
from accord.puzzles.files.texts import read_problem, write
from accord.puzzles.formats.format import FormatError
from accord.puzzles.objective import Objective
from accord.puzzles.optimization import better_than, with_value
from accord.puzzles.problem import MalformedProblemError
from brute_force import solutions_by_trying
from hiding_problems import hiding, projections

SUM = Linear((0, 1, 2), "=", 4)
TWO = Problem([range(3)] * 3, [SUM], "xyz", shown=[2, 0])


def test_shown_variables_are_kept_wherever_a_problem_goes() -> None:
    assert ([*TWO.shown], TWO.shows_all, str(TWO)) == (
        [0, 2],
        False,
        "3 variables (2 shown), 1 constraint",
    )
    assert TWO.record()["shown"] == ["x", "z"]
    again = accord.problem(TWO.to_json())
    for same in (again, pickle.loads(pickle.dumps(TWO)), TWO.copy(), TWO.changed()):
        assert (same, same.shown, same.full_digest) == (TWO, (0, 2), TWO.full_digest)
    assert TWO.projected((1, 2, 1)) == (1, 1)
    assert TWO.worded((1, 2, 1)) == "x=1, z=1"
    assert Problem([range(3)], shown=[]).worded((1,)) == "no shown variables"
    assert TWO.changed([range(2)] * 3).shown == TWO.without_objective().shown == (0, 2)


def test_problems_that_show_other_variables_are_other_instances() -> None:
    plain = Problem([range(3)] * 3, [SUM], "xyz")
    every = Problem([range(3)] * 3, [SUM], "xyz", shown=[2, 1, 0])
    assert every == plain == TWO.showing_all()
    assert every.to_json() == plain.to_json()
    assert every.shows_all
    assert [*every.shown] == [0, 1, 2]
    assert plain.digest == "2a3fa734ec144466"  # as it was before variables could be hidden
    shown: tuple[Any, ...] = ([], [0], [1], [0, 1], [0, 2], None)
    problems = [Problem([range(3)] * 3, [SUM], "xyz", shown=each) for each in shown]
    assert len({each.digest for each in problems}) == len({*problems}) == len(shown)
    puzzle = accord.puzzle("1..............4")
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.shows_all, len(puzzle.shown)) == (True, 16)


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        ([3], "shown: found 3, expected one of 3 variables, numbered from 0"),
        ([-1], "shown: found -1, expected one of 3 variables"),
        (["x"], "shown: found 'x', expected one of 3 variables"),
        ([True], "shown: found True, expected one of 3 variables"),
        ([1, 2, 1], "shown: found 'y' twice, expected it once"),
        (7, "shown: found 7, expected numbers of variables"),
    ],
)
def test_what_shows_no_variables_is_refused(shown: Any, message: str) -> None:
    with pytest.raises(MalformedProblemError, match=message):
        Problem([range(3)] * 3, names="xyz", shown=shown)


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        (["w"], 'shown: found "w", expected the name of a variable'),
        ([0], "shown: found 0, expected the name of a variable"),
        ([["x"]], r'shown: found \["x"\], expected the name of a variable'),
        (["x", "x"], "shown: found 'x' twice, expected it once"),
        ("x", 'shown: found "x", expected a list of names of variables'),
    ],
)
def test_json_that_shows_no_variables_is_refused(shown: Any, message: str) -> None:
    text = json.dumps({"variables": {"x": "0..1", "y": "0..1"}, "shown": shown})
    with pytest.raises(InputError, match=message):
        accord.problem(text)


def test_null_shows_all_and_an_empty_list_none() -> None:
    assert accord.problem('{"variables": {"x": "0..1"}, "shown": null}').shows_all
    assert [*accord.problem('{"variables": {"x": "0..1"}, "shown": []}').shown] == []


def test_derived_problems_have_the_same_solutions_by_their_shown_values() -> None:
    for seed in range(60):
        problem = hiding(seed)
        names = [problem.names[each] for each in problem.shown]
        expected = projections(problem)

        moved, order = reordering(problem, seed, 1)
        assert isinstance(order, Reordering)
        assert {moved.names[each] for each in moved.shown} == {*names}
        assert {moved.projected(order.grid(each)) for each in solutions_by_trying(problem)} == (
            projections(moved)
        )
        assert order.inverse.puzzle(moved).shown == problem.shown

        parts = decomposed(problem, Count)
        if not problem.shows_all:
            assert [parts.names[each] for each in parts.shown] == names
            assert projections(parts) == expected
        if problem.shown:
            part = min(expected, default=tuple(-9 for _ in problem.shown))
            fewer = forbidding(problem, [part])
            assert fewer.shows_all
            assert {problem.projected(each) for each in solutions_by_trying(fewer)} == (
                expected - {part}
            )


def test_what_is_hidden_may_make_a_solution_better() -> None:
    least = Objective("minimize", (Variable(0), Variable(1)))
    problem = Problem([range(3)] * 2, [], objective=least, shown=[1])
    assert problem.projected((2, 0)) == (2, 0)
    assert problem.without_objective().projected((2, 0)) == (0,)
    assert with_value(problem).shows_all
    assert better_than(problem, 3).shows_all


def test_what_is_not_shown_is_refused_or_said_in_files() -> None:
    with pytest.raises(FormatError, match="variables that are not shown, which XCSP3 cannot say"):
        write(TWO, "xcsp3")
    assert read_problem(write(TWO, "json")) == TWO
    lines = "".join(encoding("cnf-extended").write(TWO, False)).splitlines()
    literals: list[int] = []
    for line in lines:
        if line.startswith(("c x=", "c z=")):
            literals += map(int, line.partition(":")[2].split())
    (shown,) = (line for line in lines if line.startswith("c p show"))
    assert [*map(int, shown.split()[3:])] == [*sorted({*map(abs, literals)}), 0]
    every = "".join(encoding("cnf-extended").write(TWO.showing_all(), False))
    assert "".join(f"{line}\n" for line in lines if line != shown) == every


@pytest.mark.parametrize("language", ["asp", "linear", "minizinc", "opb", "smtlib", "xcsp3"])
def test_a_comment_says_which_variables_are_not_shown(language: str) -> None:
    lines = "".join(encoding(language).write(TWO, False)).splitlines()
    plain = "".join(encoding(language).write(TWO.showing_all(), False)).splitlines()
    ((said, before),) = (pair for pair in zip(lines, plain, strict=True) if pair[0] != pair[1])
    assert re.search(r"\by\b", before)
    assert said.removeprefix(before).strip(" ,-!<>%;") == "not shown"
