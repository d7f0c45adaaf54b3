"""Pictures of problems: what is drawn follows from the constraints, in text and in drawings."""

import re
from itertools import combinations
from math import dist
from random import Random

import pytest

from accord import Problem
from accord.constraints import AllDifferent, Constraint, Expression, Linear, Variable
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.classics.examples import TEXTS
from accord.puzzles.classics.graph_colouring import graph_colouring, read_dimacs
from accord.puzzles.classics.squares import n_queens
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.maximum import Maximum
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.layout import Form, ProblemLayout
from accord.views.boards.forms.graphs import FILLS, contrast, letters_on
from accord.views.boards.forms.graphs import places as places_of_nodes
from accord.views.boards.forms.lists import MOST
from accord.views.boards.problems import problem_caption, problem_svg, problem_text
from drawn_problems import (
    SVG,
    beside,
    cell_at,
    distance,
    multiple,
    parsed,
    places,
    segments,
)


def test_constraints_without_a_name_are_captioned_as_what_they_say() -> None:
    said: list[Constraint] = [
        Ordered((0, 1), "<="),
        Ordered((1, 2), "<", (2,)),
        Maximum((0, 1), "<=", Variable(2)),
    ]
    caption = problem_caption(Problem([range(5)] * 3, said, ["a", "b", "c"]))
    written = "a <= b; b + 2 < c; maximum of a, b <= c"
    assert caption.endswith(written)


def test_a_sudoku_as_a_problem_has_its_boxes() -> None:
    sudoku = Puzzle(shape(4), Grid([1] + [0] * 15))
    problem = Problem(sudoku.domains, sudoku.constraints, layout=ProblemLayout("grid", 4))
    thick = r'<path d="([^"]*)"[^>]*stroke-width="2.4"'
    named = re.findall(thick, problem_svg(problem))
    assert [path.split("M")[2:] for path in named] == [["3,83h160", "83,3v160"]]
    assert "further constraints: row 1..4; column 1..4" in problem_caption(problem)


def test_queens_stand_in_their_rows() -> None:
    solution = (2, 4, 6, 1, 3, 5)
    problem = n_queens(6)
    assert problem_text(problem, solution).split("\n") == [
        *(". . . Q . .", "Q . . . . .", ". . . . Q ."),
        *(". Q . . . .", ". . . . . Q", ". . Q . . ."),
    ]
    circles = parsed(problem_svg(problem, solution)).iter(f"{SVG}circle")
    spots = {cell_at(float(c.attrib["cx"]), float(c.attrib["cy"]), 6) for c in circles}
    assert spots == {(row - 1) * 6 + column for column, row in enumerate(solution)}
    held = Problem([[2], [1, 3], [1, 2, 3, 4]], layout=ProblemLayout("queens", lowest=1))
    assert problem_text(held).split("\n") == [". . .", "Q x .", ". . .", ". x ."]
    outside = Problem([[0, 1], [1, 2]], layout=ProblemLayout("queens", lowest=1))
    assert problem_text(outside) == "x0 in 0..1\nx1 in 1..2"


def test_nodes_have_their_values_on_colours_with_contrast_and_edges_join_them() -> None:
    assert min(contrast(letters_on(fill), fill) for fill in FILLS) > 4.5
    assert contrast("#000000", "#ffffff") == 21
    problem, (_, edges) = graph_colouring(TEXTS["australia"], 10), read_dimacs(TEXTS["australia"])
    solution = (1, 2, 3, 1, 9, 10, 4)
    drawing = problem_svg(problem, solution)
    places_of_nodes.cache_clear()
    assert drawing == problem_svg(problem, solution)
    circles = [*parsed(drawing).iter(f"{SVG}circle")]
    spots = [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in circles]
    radius = float(circles[0].attrib["r"])
    assert all(dist(a, b) > 2 * radius for a, b in combinations(spots, 2))
    fills = [c.attrib["fill"] for c in circles]
    assert fills == [FILLS[value - 1] if value <= len(FILLS) else "#fff" for value in solution]
    words = [(text, min(spots, key=lambda at: dist(at, (x, y)))) for text, x, y in places(drawing)]
    pairs = zip(problem.names, solution, spots, strict=True)
    assert words == [each for n, v, at in pairs for each in ((n, at), (str(v), at))]
    joined = set()
    for a, b, c, d in segments(drawing, 'stroke-width="1"'):
        ends = [min(range(7), key=lambda n: dist(spots[n], at)) for at in ((a, b), (c, d))]
        assert dist(spots[ends[0]], (a, b)) == pytest.approx(radius, abs=0.05)
        joined.add((min(ends), max(ends)))
    assert joined == {*edges}
    assert "constraints:" not in problem_caption(problem)


# ---- What is odd --------------------------------------------------------------------------------

FORMS: tuple[ProblemLayout | None, ...] = (
    *(None, ProblemLayout("grid", 2), ProblemLayout("line"), ProblemLayout("queens")),
    ProblemLayout("graph", edges=((0, 1), (1, 0), (1, 1))),
)


@pytest.mark.parametrize("layout", FORMS, ids=str)
def test_names_from_outside_are_escaped(layout: ProblemLayout | None) -> None:
    names = ["<script>alert(1)</script>", "a\x1b[2J\n\u202e&"]
    odd = Linear((0, 1), "<=", 3, name="</text><script>\x07")
    problem = Problem([range(2)] * 2, [odd], names, layout)
    for solution in (None, (0, 1)):
        root = parsed(problem_svg(problem, solution, title="<b>\x00", captioned=True))
        texts = [each.text or "" for each in root.iter(f"{SVG}text")]
        text = "\n".join([problem_text(problem, solution), problem_caption(problem)])
        assert all(each.isprintable() for each in (*texts, *text.split("\n")))
        assert r"</text><script>\x07" in "".join(texts).replace(" ", "")
        if layout is None:
            assert r"a\x1b[2J\n\u202e&" in text


@pytest.mark.parametrize("form", ["", "grid", "line", "queens", "graph"])
def test_what_is_empty_small_or_huge_has_a_bounded_picture(form: Form | str) -> None:
    def of(number: int) -> Problem:
        layout = ProblemLayout(form, columns=100 if number > 1 else 1) if form else None  # type: ignore[arg-type]
        return Problem(
            [range(3)] * number, [as_read(AllDifferent, tuple(range(number)))], layout=layout
        )

    for number in (0, 1, 10_000):
        problem = of(number)
        for solution in (None, (1,) * number):
            text = problem_text(problem, solution)
            drawing = problem_svg(problem, solution, captioned=True)
            assert parsed(drawing).tag == f"{SVG}svg"
            assert len(drawing) < 40_000
            assert all(len(line) <= 80 for line in text.split("\n"))
            assert len(problem_caption(problem)) < 200
            if number == 0:
                assert text == "no variables"
            elif number == 1 and solution and form not in ("queens", ""):
                assert "1" in text
            elif number > 1:
                lines = text.split("\n")
                assert len(lines) == MOST + 1
                assert lines[0] == ("x0 = 1" if solution else "x0 in 0..2")
                assert lines[-1] == "... and 9,900 more variables"


def test_values_that_are_no_solution_are_shown_as_they_are() -> None:
    problem = n_queens(4)
    board = problem_text(problem, (1, 1, 1, 6)).split("\n")
    assert (board[0], board[5], len(board)) == ("Q Q Q .", ". . . Q", 6)
    assert len(places(problem_svg(problem, (1, 1, 1, -9)))) == 4
    with pytest.raises(ValueError, match="found 3 values, expected 4"):
        problem_text(problem, (1, 2, 3))
    with pytest.raises(ValueError, match="found 5 values, expected 4"):
        problem_svg(problem, (1, 2, 3, 4, 5))


def test_many_constraints_are_listed_by_the_first_ones() -> None:
    named = [Linear((0, 1), "<=", each, name=f"{each} and so on") for each in range(50)]
    unnamed: list[Constraint] = [
        AllDifferent((0, 1, 2), name=""),
        Expression(("le", Variable(0), 3)),  # type: ignore[arg-type]
    ]
    problem = Problem([range(4)] * 3, [*unnamed, *unnamed, *named])
    _, line = problem_caption(problem).split("\n")
    assert line.startswith("constraints: all different (x0, x1, x2) (2); x0 <= 3 (2); 0 and so")
    assert line.endswith("9 and so on; and 40 more")


@pytest.mark.parametrize("seed", range(3))
def test_dots_stand_between_their_cells_and_are_black_for_a_quotient(seed: int) -> None:
    random, size = Random(seed), 5
    pairs = [(a, b) for a in range(size**2) for b in beside(a, size) if a < b]
    dots = {pair: random.choice(("-", "/", "3")) for pair in random.sample(pairs, 14)}
    ways = {"-": (distance, 1), "/": (multiple, 2), "3": (distance, 3)}
    said: list[Constraint] = []
    for (a, b), way in dots.items():
        made, number = ways[way]
        said.append(made(a, b, number, *([range(1, 6)] if made is multiple else [])))  # type: ignore[operator]
    asked = Puzzle(shape(size, rules=["latin"], extra=said), Grid([0] * 25))
    drawing = problem_svg(asked)
    found = {}
    for each in parsed(drawing).iter(f"{SVG}circle"):
        x, y = float(each.attrib["cx"]), float(each.attrib["cy"])
        ends = cell_at(x - 6, y - 6, size), cell_at(x + 6, y + 6, size)
        found[ends] = each.attrib["fill"]
    assert found == {pair: "#000" if way == "/" else "#fff" for pair, way in dots.items()}
    assert [text for text, _, _ in places(drawing)] == ["3"] * [*dots.values()].count("3")
    numbered = [f"|{asked.names[a]} - {asked.names[b]}| = 3" for a, b in dots if dots[a, b] == "3"]
    caption = problem_caption(asked)
    assert all(each in caption for each in numbered)
    assert caption.count("|") == 2 * len(numbered)
    rows = [line.ljust(4 * size) for line in problem_text(asked).split("\n")]
    between = {
        (a, b): rows[2 * (a // size) + (b - a > 1)][4 * (a % size) + 2 * (b - a == 1)]
        for a, b in pairs
    }
    signs = {pair: sign for pair, sign in between.items() if sign != " "}
    assert signs == {pair: "@" if way == "/" else "o" for pair, way in dots.items()}


def test_paths_begin_at_their_bulb_and_their_circle() -> None:
    paths: list[Constraint] = [
        Ordered((0, 1, 5), "<"),
        Ordered((3, 6, 10), ">"),
        Ordered((12, 13), "<="),
        Linear((14, 11), "=", Variable(15)),
        Linear((8, 9, 4), "=", 0, (-1, -1, 1)),
    ]
    others: list[Constraint] = [
        Linear((14, 8), "=", Variable(15)),
        Ordered((0, 2), "<"),
        Linear((0, 1, 2), "=", 0, (1, -1, -2)),
        Ordered((0, 1), "<", (1,)),
    ]
    asked = Puzzle(shape(4, rules=["latin"], extra=[*paths, *others]), Grid([0] * 16))
    drawing = problem_svg(asked)
    circles = [*parsed(drawing).iter(f"{SVG}circle")]
    spots = [cell_at(float(c.attrib["cx"]), float(c.attrib["cy"]), 4) for c in circles]
    assert spots == [0, 10, 12, 15, 4]
    drawn = re.findall(r'd="M([^"M]*)[^"]*"[^>]*stroke-width="(?:11|1.6)"', drawing)
    last = [path.split("L")[-1].split(",") for path in drawn]
    ends = [cell_at(float(x), float(y), 4) for x, y in last]
    assert ends == [5, 3, 13, 11, 9]
    listed = ("r4c3 + r3c1 = r4c4", "r1c1 < r1c3", "r1c1 = r1c2 + 2 r1c3", "r1c1 + 1 < r1c2")
    assert problem_caption(asked, None).endswith(f"constraints: {'; '.join(listed)}")
    assert all(each in problem_caption(asked) for each in (*listed, "r1c1 < r1c2 < r2c2"))


def test_a_list_has_the_shown_variables_and_the_number_of_the_others() -> None:
    problem = Problem([range(3)] * 4, [], "abcd", shown=[3, 1])
    assert problem_text(problem) == "b in 0..2\nd in 0..2\n... and 2 not shown"
    drawing = problem_svg(problem, (0, 1, 2, 0), changed=[1, 2])
    bold = [
        each.text for each in parsed(drawing).iter(f"{SVG}text") if "font-weight" in each.attrib
    ]
    assert bold == ["b = 1"]
    many = Problem([range(3)] * 300, [], shown=range(MOST + 20))
    assert problem_text(many).split("\n")[-2:] == [
        "... and 20 more variables",
        "... and 180 not shown",
    ]


def test_a_board_has_the_values_of_the_shown_variables() -> None:
    grid = ProblemLayout("grid", columns=2)
    problem = Problem([[1, 2], [3], [1, 2], [1, 2]], [], layout=grid, shown=[0, 2])
    assert problem_text(problem, (2, 3, 1, 1)).split() == ["x0=2", "x2=1"]
