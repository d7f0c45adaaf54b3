"""Problems without a layout that have the form which their constraints say."""

import re
from xml.etree import ElementTree

from accord import Problem
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.layout import ProblemLayout
from accord.views.boards.cells import UNIT
from accord.views.boards.elements import MARGIN
from accord.views.boards.problems import problem_caption, problem_svg, problem_text

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float, str]  # left, top, width, height, fill


def bars(drawing: str, *, pale: bool = False) -> list[Box]:
    found = []
    for each in ElementTree.fromstring(drawing).iter(f"{SVG}rect"):
        if "rx" in each.attrib and ("opacity" in each.attrib) == pale:
            x, y, width, height = (float(each.attrib[k]) for k in ("x", "y", "width", "height"))
            found.append((x, y, width, height, each.attrib["fill"]))
    return found


def cell_at(x: float, y: float) -> int:
    return int((y - MARGIN) // UNIT) * 3 + int((x - MARGIN) // UNIT)


def shop() -> Problem:
    """Two machines, two jobs of two tasks each, and when all is done."""
    said: list[Constraint] = [
        NoOverlap((0, 3), (3, 2), name="saw"),
        NoOverlap((1, 2), (2, 4), name="<drill>"),
        Linear((0, 1), "<=", -3, (1, -1)),
        Linear((2, 3), "<=", -4, (1, -1)),
        Linear((1, 4), "<=", -2, (1, -1)),
    ]
    return Problem([range(8)] * 4 + [range(11)], said, [*"abcd", "end"])


def test_each_machine_has_a_row_of_bars_as_long_as_its_tasks() -> None:
    drawing = problem_svg(shop(), (0, 4, 0, 4, 7))
    a, d, c, b = bars(drawing)
    unit = a[2] / 3
    assert [round(each[2] / unit, 2) for each in (a, b, c, d)] == [3, 2, 4, 2]
    assert [round((each[0] - a[0]) / unit, 2) for each in (a, b, c, d)] == [0, 4, 0, 4]
    assert a[1] == d[1] < b[1] == c[1]
    assert a[4] == b[4] != c[4] == d[4]  # a colour for each job
    texts = [each.text for each in ElementTree.fromstring(drawing).iter(f"{SVG}text")]
    assert [*texts[:3], texts[3]] == ["saw", "a", "d", "<drill>"]
    assert texts[-1] == "end = 7"
    lines = problem_text(shop(), (0, 4, 0, 4, 7)).split("\n")
    assert lines[:4] == ["a |===   |", "d |    ==|", "b |    ==|", "c |====  |"]
    assert "saw" not in problem_caption(shop())


def test_narrow_bars_have_short_names_where_these_differ() -> None:
    def named(*names: str) -> list[str | None]:
        machine = NoOverlap((0, 1, 2), (9, 2, 2))
        drawing = problem_svg(Problem([(0,), (9,), (19,)], [machine], names))
        return [each.text for each in ElementTree.fromstring(drawing).iter(f"{SVG}text")][1:4]

    assert named("job 1, task 12", "job 1, task 2", "Zug 3") == ["job 1, task 12", "j1t2", "Zug 3"]
    same = named("job 1, task 2", "jam 1, tea 2", "Zug 3")
    assert same == ["job 1, task 2", "jam 1, …", "Zug 3"]


def test_a_task_without_an_origin_is_pale_where_it_may_run() -> None:
    problem = Problem(
        [(0, 1, 2), range(5), (2, 3)],
        [Cumulative((0, 1), (4, Variable(2)), (1, 2), 3, name="crew")],
        ["long", "wide", "time"],
    )
    (left, _, whole, _, _), wide = bars(problem_svg(problem), pale=True)
    (sure,) = bars(problem_svg(problem))
    unit = whole / 6
    assert (round((sure[0] - left) / unit, 2), round(sure[2] / unit, 2)) == (2, 2)
    assert round(wide[2] / unit, 2) == 7
    assert problem_text(problem).split("\n")[:2] == ["long |--==-- |", "wide |-------|"]
    above, below = sorted(bars(problem_svg(problem, (0, 0, 2))), key=lambda each: each[1])
    assert above[1] + above[3] == below[1]
    assert above[3] == 2 * below[3]


def test_rectangles_lie_in_the_plane_and_where_they_may_lie_is_pale() -> None:
    """Of a: 3 x 1, and of b, whose height is a variable."""
    apart = NoOverlap2D(((0, 1), (2, 3)), ((3, 1), (2, Variable(4))))
    names = ["a x", "a y", "b x", "b y", "high"]
    problem = Problem([range(3), range(3), (3,), (-1, 0), (2, 3)], [apart], names)
    placed = problem_svg(problem, (0, 2, 3, -1, 2))
    plane, a, b = rectangles(placed)
    unit = plane[2] / 5  # from 0 to 5, and from -1 to 3
    at = [[round((each[0] - plane[0]) / unit, 1) for each in (a, b)]]
    at += [[round((plane[1] + plane[3] - each[1] - each[3]) / unit, 1) - 1 for each in (a, b)]]
    assert at == [[0, 3], [2, -1]]
    assert [(round(w / unit, 1), round(h / unit, 1)) for _, _, w, h, _ in (a, b)] == [
        (3, 1),
        (2, 2),
    ]
    words = [each.text for each in ElementTree.fromstring(placed).iter(f"{SVG}text")]
    assert {"a", "b", "0", "5", "-1", "3", "high = 2"} <= {*words}
    assert problem_text(problem, (0, 2, 3, -1, 2)).split("\n")[:5] == [
        "AAA..",
        ".....",
        "...BB",
        "...BB",
        "",
    ]
    _, may_a, may_b, sure = rectangles(problem_svg(problem))
    assert [round(each[2] / each[3], 2) for each in (may_a, may_b)] == [round(5 / 3, 2), 0.5]
    assert (sure[0], sure[2] * 2) == (may_b[0], sure[3] * 4)  # b is at 0..1 in any case
    assert problem_caption(problem) == "5 variables, 1 constraint"


def rectangles(drawing: str) -> list[Box]:
    """All but the ground."""
    found = [*ElementTree.fromstring(drawing).iter(f"{SVG}rect")][1:]
    keys = ("x", "y", "width", "height")
    return [(*(float(each.attrib[k]) for k in keys), each.attrib["fill"]) for each in found]  # type: ignore[misc]


def test_a_tour_goes_over_a_board_with_the_place_of_each_cell_in_it() -> None:
    moves = (1, 4, 5, 2, 3, 0)  # over 2 rows of 3: 0 1 4 3 2 5
    layout = ProblemLayout("grid", 3)
    problem = Problem([range(6)] * 6, [Circuit(tuple(range(6)))], layout=layout)
    assert problem_text(problem, moves).split("\n") == ["1 2 5", "4 3 6"]
    drawing = problem_svg(problem, moves)
    circles = ElementTree.fromstring(drawing).iter(f"{SVG}circle")
    middles = [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in circles]
    expected = [MARGIN + UNIT * (place + 0.5) for place in range(3)]
    assert [x for x, _ in middles] == expected * 2
    steps = re.findall(r"M([0-9.]+),([0-9.]+)L([0-9.]+),([0-9.]+)M", drawing)
    found = [(cell_at(a, b), cell_at(c, d)) for a, b, c, d in (map(float, s) for s in steps)]
    assert found == [*enumerate(moves)]
    assert problem_text(problem, (1, 0, 3, 2, 5, 4)).startswith("x0 = 1")  # three small ones


def test_a_node_that_is_left_out_has_a_dashed_ring_and_no_arrow() -> None:
    circuit = Circuit((0, 1, 2, 3), start=1, loops=True, size=Variable(4))
    problem = Problem([range(1, 5)] * 4 + [range(5)], [circuit], [*"abcd", "size"])
    drawing = problem_svg(problem, (3, 2, 4, 1, 3))
    rings = [*ElementTree.fromstring(drawing).iter(f"{SVG}circle")]
    assert ["stroke-dasharray" in ring.attrib for ring in rings] == [False, True, False, False]
    text = problem_text(problem, (3, 2, 4, 1, 3))
    assert text.endswith("size = 3\n\ntour: a -> c -> d -> a")
    assert "constraints:" not in problem_caption(problem)
    assert "M" in problem_svg(problem)


def test_an_automaton_is_a_table_and_a_ring_for_each_state_with_arrows_between_them() -> None:
    steps = (
        ("off", 0, "off"),
        ("off", 1, "on"),
        ("on", 1, "on"),
        ("on", 2, "off"),
        ("on", 0, "on"),
    )
    regular = Regular((0, 1, 2), steps, "off", ("on",), name="</g>lamp")
    problem = Problem([range(3)] * 3, [regular, regular], [*"abc"])
    assert problem_text(problem).split("\n")[3:] == [
        "",
        "automaton of </g>lamp and 1 more",
        "   state  0    1   2",
        ">  off    off  on  -",
        " * on     on   on  off",
    ]
    root = ElementTree.fromstring(problem_svg(problem))
    rings = [each for each in root.iter(f"{SVG}circle") if each.attrib["r"] != "6"]  # of layers
    assert [ring.attrib["cx"] for ring in rings] == ["0", "80", "80"]
    texts = [each.text for each in root.iter(f"{SVG}text")]
    assert texts[3:10] == ["automaton of </g>lamp and 1 more", "off", "on", "0", "1", "0, 1", "2"]
    (arrows,) = re.findall(r'<path d="([^"]*C[^"]*)"', problem_svg(problem))
    assert (arrows.count("C"), arrows.count("Q")) == (2, 2)  # to itself, to another one
    bent = re.findall(r"M([0-9.]+),[^M]*?Q[^ ]* ([0-9.]+),", arrows)
    assert [float(end) > float(start) for start, end in bent] == [True, False]
