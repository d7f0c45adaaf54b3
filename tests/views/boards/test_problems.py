"""Pictures of problems: what is drawn follows from the constraints, in text and in drawings."""

import re
import unicodedata
from collections import Counter
from itertools import combinations
from math import dist
from random import Random
from xml.etree import ElementTree

import pytest

from accord import Problem
from accord.constraints import AllDifferent, Constraint, Expression, Linear, Table, Variable
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.classics.boards.futoshiki import futoshiki
from accord.puzzles.classics.boards.kakuro import kakuro
from accord.puzzles.classics.boards.killer import killer
from accord.puzzles.classics.examples import AUSTRALIA, EXAMPLES
from accord.puzzles.classics.graph_colouring import graph_colouring, read_dimacs
from accord.puzzles.classics.queens import n_queens
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.maximum import Maximum
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.layout import Form, ProblemLayout
from accord.views.boards.cells import UNIT
from accord.views.boards.elements import MARGIN
from accord.views.boards.forms.graphs import FILLS, contrast, letters_on
from accord.views.boards.forms.graphs import places as places_of_nodes
from accord.views.boards.forms.lists import MOST
from accord.views.boards.outlines import DOWN, JOINTS, LEFT, RIGHT, UP
from accord.views.boards.problems import problem_caption, problem_svg, problem_text

SVG = "{http://www.w3.org/2000/svg}"
LETTERS = [chr(code) for code in range(ord("A"), ord("A") + 200) if chr(code).isalpha()]
Segment = tuple[float, float, float, float]


def test_constraints_without_a_name_are_captioned_as_what_they_say() -> None:
    said: list[Constraint] = [
        Ordered((0, 1), "<="),
        Ordered((1, 2), "<", (2,)),
        Maximum((0, 1), "<=", Variable(2)),
    ]
    caption = problem_caption(Problem([range(5)] * 3, said, ["a", "b", "c"]))
    written = "a <= b; b + 2 < c; maximum of a, b <= c"
    assert caption.endswith(written)


def parsed(text: str) -> ElementTree.Element:
    assert not re.search(r"href|url\(|<script|<style|<image|<!DOCTYPE", text)
    return ElementTree.fromstring(text)


def places(drawing: str) -> list[tuple[str, float, float]]:
    """Each text, and where the middle of its height begins."""
    return [
        (each.text or "", float(each.attrib["x"]), float(each.attrib["y"]))
        for each in parsed(drawing).iter(f"{SVG}text")
    ]


def cell_at(x: float, y: float, columns: int) -> int:
    return int((y - MARGIN) // UNIT) * columns + int((x - MARGIN) // UNIT)


def segments(drawing: str, having: str) -> list[Segment]:
    """The straight lines of paths with this attribute."""
    found = re.findall(rf'<path d="([^"]*)"[^>]*{having}', drawing)
    lines = [re.findall(r"-?[0-9.]+", part) for path in found for part in path.split("M")[1:]]
    return [tuple(map(float, line[:4])) for line in lines]  # type: ignore[misc]


# ---- Cages --------------------------------------------------------------------------------------


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


def beside(cell: int, size: int) -> list[int]:
    row, column = divmod(cell, size)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size]


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
    twice = Problem([range(4)] * 4, [AllDifferent((0, 0))], layout=ProblemLayout("grid", 2))
    assert problem_caption(twice).endswith("constraints: all different (x0, x0)")
    latin = Puzzle(shape(4, rules=["latin"], extra=shape(4).houses[8:]), Grid([0] * 16))
    assert problem_svg(latin).count("stroke-dasharray") == 4


# ---- Signs --------------------------------------------------------------------------------------


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


# ---- Kakuro -------------------------------------------------------------------------------------


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


# ---- Areas, queens and graphs -------------------------------------------------------------------


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
    problem, (_, edges) = graph_colouring(AUSTRALIA, 10), read_dimacs(AUSTRALIA)
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
        return Problem([range(3)] * number, [AllDifferent(tuple(range(number)))], layout=layout)

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


# ---- Marks between cells, and paths -------------------------------------------------------------


def distance(one: int, other: int, is_: int) -> Constraint:
    return Expression(("eq", ("abs", ("sub", Variable(one), Variable(other))), is_))  # type: ignore[arg-type]


def multiple(one: int, other: int, of: int, values: range) -> Constraint:
    pairs = [(a, of * a) for a in values if of * a in values]
    return Table((one, other), (*pairs, *(pair[::-1] for pair in pairs)))


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
