"""Drawings of kakuros and of signs between cells."""

import re
from random import Random

import pytest

from accord import Problem
from accord.constraints import Constraint, Expression, Linear, Variable
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.classics.boards.kakuro import kakuro
from accord.puzzles.classics.boards.signs_between import futoshiki
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.layout import ProblemLayout
from accord.views.boards.cells import UNIT
from accord.views.boards.elements import MARGIN
from accord.views.boards.problems import problem_caption, problem_svg, problem_text
from drawn_problems import (
    beside,
    cell_at,
    places,
)


def less(random: Random, one: int, other: int) -> Constraint:
    """One of many ways to say that one is less than the other."""
    a, b = Variable(one), Variable(other)
    ways: list[Constraint] = [
        Linear((one, other), "<", 0, (1, -1)),
        Linear((one, other), ">", 0, (-2, 2)),
        Linear((other, one), ">", 0, (1, -1)),
        Linear((one, other), "<=", -1, (1, -1)),
        Linear((other,), ">", a),
        Expression(("lt", a, b)),  # type: ignore[arg-type]
        Expression(("gt", b, a)),  # type: ignore[arg-type]
    ]
    return random.choice(ways)


@pytest.mark.parametrize("seed", range(4))
def test_every_sign_points_at_the_cell_that_is_less(seed: int) -> None:
    random, size = Random(seed), 5
    pairs = [(a, b) for a in range(size**2) for b in beside(a, size) if a < b]
    said = {random.choice((pair, pair[::-1])) for pair in random.sample(pairs, 15)}
    signs = [less(random, *pair) for pair in sorted(said)]
    other = [Linear((0, 6), "<", 0, (1, -1)), Linear((0, 1), "<=", 0, (1, -1), name="no sign")]
    for box in ("latin", ""):
        asked = Puzzle(
            shape(size, rules=["latin"], extra=[*signs, *other])
            if box
            else shape(size, regions=[cell // size for cell in range(25)], extra=[*signs, *other]),
            Grid([0] * 25),
        )
        found = set()
        for path in re.findall(r'd="(M[^"]*)"[^>]*stroke-linejoin', problem_svg(asked)):
            numbers = [*map(float, re.findall(r"-?[0-9.]+", path))]
            (a, b), (x, y), (c, d) = zip(numbers[::2], numbers[1::2], strict=True)
            back = (a + c) / 2 - x, (b + d) / 2 - y
            ends = [cell_at(x - way * back[0] * 2, y - way * back[1] * 2, size) for way in (1, -2)]
            found.add(tuple(ends))
        assert found == said
        assert problem_caption(asked, None).endswith("constraints: r1c1 < r2c2; no sign")
    latin = shape(size, rules=["latin"], extra=signs)
    again = futoshiki(problem_text(Puzzle(latin, Grid([0] * 25))))
    assert {(each.holds([1, 2]), each.scope) for each in again.shape.extra} == {
        ((a < b), (min(a, b), max(a, b))) for a, b in said
    }


def random_kakuro(seed: int) -> str:
    """Rows of cells with a sum before each run, which need not have a solution."""
    random = Random(seed)
    rows, columns = random.randint(2, 8), random.randint(2, 9)
    white = [[bool(r and c) and random.random() < 0.7 for c in range(columns)] for r in range(rows)]
    text = ""
    for r in range(rows):
        for c in range(columns):
            down = r + 1 < rows and white[r + 1][c]
            across = c + 1 < columns and white[r][c + 1]
            clue = "\\".join(str(random.randint(1, 45)) if run else "" for run in (down, across))
            text += " " + ("." if white[r][c] else clue if down or across else "#")
        text += "\n"
    return text


@pytest.mark.parametrize("seed", range(6))
def test_a_kakuro_is_read_from_its_text_and_every_sum_stands_once_in_its_half_of_a_cell(
    seed: int,
) -> None:
    text = random_kakuro(seed)
    problem = kakuro(text)
    assert kakuro(problem_text(problem)) == problem
    assert "constraints:" not in problem_caption(problem)
    columns = len(text.split("\n")[0].split())
    expected = []
    for cell, words in enumerate(text.split()):
        for total, below in zip(words.split("\\"), (True, False), strict=False):
            expected += [(total, cell, below)] if total.isdecimal() else []
    found = []
    for total, x, y in places(problem_svg(problem)):
        cell = cell_at(x, y, columns)
        left, top = (MARGIN + UNIT * at for at in (cell % columns, cell // columns))
        found.append((total, cell, y - top > x - left))
    assert sorted(found) == sorted(expected)


def test_both_models_of_a_kakuro_are_one_drawing_and_what_is_more_than_a_sum_is_listed() -> None:
    linear, table = (EXAMPLES[f"kakuro-{model}"].problem() for model in ("linear", "table"))
    assert problem_svg(linear, title="it") == problem_svg(table, title="it")
    assert linear.layout
    short = [Linear((1, 2), "=", 9, name="no whole run"), Linear((1, 3), "=", 9, name="a gap")]
    layout = ProblemLayout("grid", 4, black=(0,))
    problem = Problem([range(10)] * 4, short, layout=layout)
    assert problem_text(problem).startswith("┏")  # a cage
    assert "a gap" in problem_caption(problem)


def test_black_places_are_variables_without_names() -> None:
    layout = ProblemLayout("grid", 2, black=(0,))
    problem = Problem([[0], [1, 2], [1, 2], [1, 2]], names=["_0", "a", "b", "c"], layout=layout)
    assert problem_text(problem, (0, 1, 2, 1)).split("\n") == ["#    a=1", "b=2  c=1"]
    with pytest.raises(MalformedConstraintError, match="divides 3, the number of variables; each"):
        Problem([[1, 2]] * 3, layout=layout)
