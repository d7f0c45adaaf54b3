"""Drawings of cages and their sums."""

import re
import unicodedata
from collections import Counter
from random import Random

import pytest

from accord import Problem
from accord.constraints import AllDifferent, Expression, Linear, Variable
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.classics.boards.sudoku_variants import killer
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.layout import ProblemLayout
from accord.views.boards.cells import UNIT
from accord.views.boards.elements import MARGIN
from accord.views.boards.outlines import DOWN, JOINTS, LEFT, RIGHT, UP
from accord.views.boards.problems import problem_caption, problem_svg, problem_text
from drawn_problems import (
    Segment,
    beside,
    cell_at,
    distance,
    multiple,
    places,
    segments,
)

LETTERS = [chr(code) for code in range(ord("A"), ord("A") + 200) if chr(code).isalpha()]


def random_killer(seed: int, size: int) -> tuple[Puzzle, str, dict[str, int]]:
    """Cages that grow from cell to cell, their letters and their sums."""
    random = Random(seed)
    cages = [""] * size**2
    for cell in random.sample(range(size**2), size**2):
        near = [
            cages[other] for other in beside(cell, size) if cages[other] and random.random() < 0.7
        ]
        used = {*cages}
        cages[cell] = near[0] if near else next(each for each in LETTERS if each not in used)
    sums = {letter: random.randint(1, 45) for letter in cages}
    return killer("".join(cages), sums), "".join(cages), sums


@pytest.mark.parametrize("seed", range(6))
def test_every_cage_has_its_sum_once_in_its_first_cell_and_an_outline_at_its_ends(
    seed: int,
) -> None:
    size = (4, 6, 9)[seed % 3]
    asked, cages, sums = random_killer(seed, size)
    as_problem = Problem(
        asked.domains, asked.constraints, layout=ProblemLayout("grid", size), names=asked.names
    )
    for problem in (asked, as_problem):
        drawing = problem_svg(problem)
        expected = sorted((str(total), cages.index(letter)) for letter, total in sums.items())
        found = [(text, cell_at(x, y, size)) for text, x, y in places(drawing)]
        assert sorted(found) == expected
        outlined = segments(drawing, "stroke-dasharray")
        ends = Counter(end for a, b, c, d in outlined for end in ((a, b), (c, d)))
        assert [*ends.values()].count(1) == 2 * len(sums)  # open beside the sum, and nowhere else
        for cell in range(size**2):
            for other in (cell - 1, cell + 1, cell - size, cell + size):
                inside = other in beside(cell, size) and cages[other] == cages[cell]
                assert dashed(outlined, cell, other - cell, size) != inside


def dashed(outlined: list[Segment], cell: int, step: int, size: int) -> bool:
    """Whether a line stands a little inside a cell, at the side of a neighbour."""
    row, column = divmod(cell, size)
    across = {1: 1, -1: -1}.get(step, 0)
    down = 0 if across else step // size
    x = MARGIN + UNIT * (column + 0.5) + across * (UNIT / 2 - 3)
    y = MARGIN + UNIT * (row + 0.5) + down * (UNIT / 2 - 3)
    return any(
        min(a, c) - 0.1 <= x <= max(a, c) + 0.1 and min(b, d) - 0.1 <= y <= max(b, d) + 0.1
        for a, b, c, d in outlined
        if (a == c) == bool(across)
    )


@pytest.mark.parametrize("seed", range(4))
def test_cages_are_read_from_the_text(seed: int) -> None:
    size = (4, 6, 9, 9)[seed]
    asked, cages, sums = random_killer(seed, size)
    grid = Grid(1 + cell % size for cell in range(size**2))
    lines = problem_text(asked, grid).split("\n")
    assert all(len(line) <= 80 for line in lines)
    rows = [at for at, line in enumerate(lines) if not re.search("[━─╍]", line)][1::2]
    wide = (len(lines[0]) - 1) // size
    middles = {
        cell: (rows[cell // size], wide * (cell % size) + wide // 2) for cell in range(size**2)
    }
    open_lines = {" ", "╏", "╍"}
    for cell, (line, at) in middles.items():
        assert lines[line][at - 1 : at + 2].strip() == str(grid[cell])
        first = cages.index(cages[cell]) == cell
        shown = lines[line - 1][at - wide // 2 + 1 : at + wide // 2 + 1]
        assert shown.strip(" │┃╏") == (str(sums[cages[cell]]) if first else "")
        if (cell + 1) % size:
            bar = lines[line][wide * (cell % size + 1)]
            assert (bar in open_lines) == (cages[cell] == cages[cell + 1])
        if cell + size < size**2:
            between = {lines[each][at] for each in range(line + 1, rows[cell // size + 1] - 1)}
            together = cages[cell] == cages[cell + size]
            assert (between <= open_lines) == together


def test_a_joint_has_the_lines_that_its_name_says() -> None:
    assert len({*JOINTS}) == 81
    for place, joint in enumerate(JOINTS[1:], 1):
        weights = {way: place // unit % 3 for way, unit in arms().items()}
        name = unicodedata.name(joint).replace("VERTICAL", "UP DOWN")
        name = name.replace("HORIZONTAL", "LEFT RIGHT")
        assert {way for way, weight in weights.items() if weight} == {*arms()} & {*name.split()}
        assert {weight for weight in weights.values() if weight} == {
            weight for weight, word in ((1, "LIGHT"), (2, "HEAVY")) if word in name
        }


def arms() -> dict[str, int]:
    return {"UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT}


def test_cages_that_overlap_are_listed_and_not_drawn() -> None:
    sums = [Linear((0, 1), "=", 3, name="one"), Linear((1, 2), "=", 4, name="two")]
    asked = Puzzle(shape(4, extra=sums), Grid([0] * 16))
    assert "stroke-dasharray" not in problem_svg(asked)
    assert "further constraints: one; two" in problem_caption(asked)
    apart = [sums[0], Linear((5, 10), "=", 4, name="apart"), Linear((6, 7), "=", 4, (1, 2))]
    asked = Puzzle(shape(4, extra=apart), Grid([0] * 16))
    assert [text for text, _, _ in places(problem_svg(asked))] == ["3"]
    assert problem_caption(asked).endswith("further constraints: apart; r2c3 + 2 r2c4 = 4")


def test_sums_of_cells_that_need_not_differ_are_said_to_repeat_values() -> None:
    sums = [
        Linear((0, 1), "=", 3, name="in a row"),
        Linear((5, 10), "=", 4, name="apart"),
        Linear((6, 11, 10), "=", 6, name="bent"),
        Linear((7, 3, 2), "=", 6, name="in a box"),
    ]
    asked = Puzzle(shape(4, extra=sums), Grid([0] * 16))
    further = "further constraints: apart\nvalues may repeat in: bent"
    assert problem_caption(asked).endswith(further)
    kakuro_like = Problem([range(10)] * 4, [Linear((1, 2, 3), "=", 9, name="run")],
                          layout=ProblemLayout("grid", 4, black=(0,)))  # fmt: skip
    assert problem_caption(kakuro_like).endswith("1 constraint\nvalues may repeat in: run")
    twice = Problem(
        [range(4)] * 4, [as_read(AllDifferent, (0, 0))], layout=ProblemLayout("grid", 2)
    )
    assert problem_caption(twice).endswith("constraints: all different (x0, x0)")
    latin = Puzzle(shape(4, rules=["latin"], extra=shape(4).houses[8:]), Grid([0] * 16))
    assert problem_svg(latin).count("stroke-dasharray") == 4


def test_operations_of_cages_that_do_not_overlap_stand_in_their_corners() -> None:
    product = Expression(("eq", 6, ("mul", Variable(0), Variable(1), Variable(4))))  # type: ignore[arg-type]
    said = [
        *(product, distance(2, 3, 1), multiple(5, 9, 2, range(1, 5))),
        *(Linear((6, 7, 11), "=", 6), Linear((13,), "=", 3)),
    ]
    asked = Puzzle(shape(4, rules=["latin"], extra=said), Grid([0] * 16))
    labels = {0: "6×", 2: "1-", 5: "2÷", 6: "6+", 13: "3"}  # noqa: RUF001  (as it is printed)
    assert {cell_at(x, y, 4): text for text, x, y in places(problem_svg(asked))} == labels
    text, caption = problem_text(asked), problem_caption(asked)
    assert all(label in text for label in labels.values())
    assert "constraints:" not in caption
    assert "repeat" not in caption
    alone = Puzzle(shape(4, rules=["latin"], extra=[distance(2, 3, 1)]), Grid([0] * 16))
    assert "<circle" in problem_svg(alone)


def test_cells_that_all_differ_are_no_cage_though_some_others_are_black() -> None:
    layout = ProblemLayout("grid", 3, black=(4,))
    free = [cell for cell in range(6) if cell != 4]
    asked = Problem([range(6)] * 6, [AllDifferent(tuple(free), name="all")], layout=layout)
    assert "stroke-dasharray" not in problem_svg(asked)
    assert problem_caption(asked) == "2x3 grid, 1 constraint\nconstraints: all"


def test_candidates_stand_within_the_lines_of_their_cages() -> None:
    asked, _, sums = random_killer(0, 4)
    text = problem_text(asked, look="candidates")
    assert sorted(re.findall(r"[0-9]+", text.replace("1234", ""))) == sorted(
        map(str, sums.values())
    )
    assert text.count("1234") == 16
    assert [text.count(sign) for sign in "┏┓┗┛"] == [1] * 4
    assert (
        problem_caption(asked, "candidates").split("\n")[1:]
        == problem_caption(asked).split("\n")[1:]
    )
