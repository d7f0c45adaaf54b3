"""Clues outside a board follow from what constraints say of whole lines."""

from itertools import groupby
from random import Random

import pytest

from accord import Problem
from accord.classics import skyscrapers
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.layout import ProblemLayout
from accord.views.boards.problems import problem_caption, problem_svg, problem_text


def lengths(line: list[int]) -> list[int]:
    return [len([*run]) for value, run in groupby(line) if value]


def automaton(scope: tuple[int, ...], runs: list[int], name: str) -> Regular:
    """A state for each square of the pattern with the fewest empty ones; zeros may be repeated."""
    shortest = "0".join("1" * run for run in runs)
    steps = [(f"s{at}", int(value), f"s{at + 1}") for at, value in enumerate(shortest)]
    again = [at for at, value in enumerate(shortest) if value == "0"]
    steps += [(f"s{at}", 0, f"s{at}") for at in (0, *(at + 1 for at in again), len(shortest))]
    return Regular(scope, tuple(dict.fromkeys(steps)), "s0", (f"s{len(shortest)}",), name=name)


def table(scope: tuple[int, ...], runs: list[int], name: str) -> Table:
    every = [[number >> at & 1 for at in range(len(scope))] for number in range(2 ** len(scope))]
    return Table(scope, tuple(tuple(each) for each in every if lengths(each) == runs), name=name)


@pytest.mark.parametrize("seed", range(4))
def test_the_runs_of_a_nonogram_stand_beside_rows_and_above_columns(seed: int) -> None:
    random = Random(seed)
    rows, columns = random.randint(2, 6), random.randint(2, 7)
    picture = [[random.randint(0, 1) for _ in range(columns)] for _ in range(rows)]
    said: list[Constraint] = []
    left = [lengths(row) for row in picture]
    above = [lengths([*row]) for row in zip(*picture, strict=True)]
    for at, runs in enumerate(left):
        scope = tuple(range(at * columns, (at + 1) * columns))
        made = random.choice((automaton, table))
        said.append(made(scope, runs, f"row {at + 1}"))
    for at, runs in enumerate(above):
        scope = tuple(range(at, rows * columns, columns))
        turned = random.random() < 0.5
        order = -1 if turned else 1
        said.append(table(scope[::order], runs[::order], f"column {at + 1}"))
    layout = ProblemLayout("grid", columns)
    problem = Problem([(0, 1)] * (rows * columns), said, layout=layout)
    assert "constraints:" not in problem_caption(problem)
    lines = problem_text(problem, [value for row in picture for value in row]).split("\n")
    found = [line.split() for line in lines[-rows:]]
    assert [words[-columns:] for words in found] == [[".#"[v] for v in row] for row in picture]
    assert [[*map(int, words[:-columns])] for words in found] == [runs or [0] for runs in left]
    high = len(lines) - rows
    ends = [len(lines[-1]) - 2 * (columns - 1 - at) for at in range(columns)]
    read = [
        [int(line[end - 1]) for line in lines[:high] if line[end - 1 : end].strip()] for end in ends
    ]
    assert read == [runs or [0] for runs in above]


def test_what_says_less_or_more_than_runs_is_no_clue() -> None:
    scope = (0, 1, 2, 3)
    both = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
    loop = (("a", 0, "a"), ("a", 1, "b"), ("b", 0, "b"), ("b", 1, "b"))
    others: list[Constraint] = [
        Table(scope, both[:3], name="one is missing"),
        Table(scope, (*both, (1, 1, 0, 0)), name="one too many"),
        Table(scope, both, True, name="forbidden"),
        Regular(scope, loop, "a", ("b",), name="one or more"),
        Regular(scope, loop[:2], "a", ("b",), name="at the end"),
    ]
    for other in others:
        problem = Problem([(0, 1)] * 8, [other], layout=ProblemLayout("grid", 4))
        assert problem_caption(problem).endswith(f"constraints: {other.name}")
    problem = Problem([(0, 1)] * 8, [Table(scope, both)], layout=ProblemLayout("grid", 4))
    assert problem_text(problem) == "1 ? ? ? ?\n  ? ? ? ?"
    equal = [Linear((0, 1), "=", 1, name="row 1"), Linear((2, 3), "=", 1, name="row 2")]
    square = ProblemLayout("grid", 2)
    assert "row 1; row 2" in problem_caption(Problem([(0, 1)] * 4, equal, layout=square))
    sums = [Linear((0, 1), "=", 2), Linear((2, 3), "=", 1)]
    assert problem_text(Problem([(0, 1)] * 4, sums, layout=square), (1, 1, 0, 1)) == "2 # #\n1 . #"


SKYLINE = """
# . 2 . . #
3 . . . . .
. . 1 . . 2
. . . . . .
4 . . . . .
# 3 . 1 . #
""".strip()


def test_skyscrapers_are_read_from_their_text_in_both_models() -> None:
    for puzzle in (skyscrapers(SKYLINE), skyscrapers(SKYLINE, "expression")):
        assert problem_text(puzzle) == SKYLINE
        assert "constraints:" not in problem_caption(puzzle)
        drawing = problem_svg(puzzle)
        assert [drawing.count(f">{clue}<") for clue in range(1, 5)] == [2, 2, 2, 1]
