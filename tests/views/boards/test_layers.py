"""Layers of a Regular and an MDD: what is drawn are the accepted words, and nothing else."""

import re
from collections.abc import Sequence
from itertools import product

import pytest

from accord import Problem
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.regular import Regular
from accord.views.boards.problems import problem_svg, problem_text

STEPS = (
    *(("work", 1, "work"), ("work", 0, "rest"), ("rest", 0, "rest")),
    *(("rest", 1, "night"), ("night", 1, "night"), ("night", 2, "night")),
)
WEEK = Regular((0, 1, 2, 3), STEPS, "work", ("night", "rest"), name="week")
DIAGRAM = MDD(
    (0, 1, 2),
    (
        *(("root", 1, "low"), ("root", 2, "high"), ("low", 5, "a"), ("high", 7, "a")),
        *(("high", 5, "b"), ("a", 0, "end"), ("a", 1, "end"), ("a", 2, "end"), ("b", 3, "end")),
    ),
    name="diagram",
)
CASES: list[tuple[Constraint, Sequence[Sequence[int]]]] = [
    (WEEK, [range(3)] * 4),
    (WEEK, [(1,), (0, 1), (0, 2), (1, 2)]),
    (DIAGRAM, [(1, 2, 7), (5, 7), range(4)]),
    (DIAGRAM, [(1, 2), (7,), range(4)]),
]


def arrows(drawing: str) -> tuple[int, int]:
    """How many arrows are drawn, and how many of them are thick."""
    layers = drawing[drawing.index("layers of") :]
    widths = re.findall(r'<path [^>]*stroke-width="([0-9.]+)"', layers)
    return len(widths), widths.count("2.4")


@pytest.mark.parametrize(("constraint", "domains"), CASES)
def test_the_arrows_are_those_of_accepted_words(
    constraint: Regular | MDD, domains: Sequence[Sequence[int]]
) -> None:
    problem = Problem(domains, [constraint])
    words = [word for word in product(*domains) if constraint.holds(word)]
    regular = constraint.regular if isinstance(constraint, MDD) else constraint
    expected = set[tuple[int, int, int]]()
    for word in words:
        state = 0
        for place, value in enumerate(word):
            following = regular.automaton.steps[state][value]
            expected.add((place, state, following))
            state = following
    assert words
    assert arrows(problem_svg(problem)) == (len(expected), 0)
    assert arrows(problem_svg(problem, words[-1])) == (len(expected), len(domains))
    wrong = next(word for word in product(*domains) if not constraint.holds(word))
    assert arrows(problem_svg(problem, wrong)) == (len(expected), 0)


def test_a_diagram_is_a_line_for_each_layer() -> None:
    problem = Problem([(1, 2, 7), (5, 7), range(4)], [DIAGRAM], [*"xyz"])
    assert problem_text(problem).split("\n")[4:] == [
        "layers of diagram",
        "  x: root -1-> low, root -2-> high",
        "  y: low -5-> a, high -5-> b, high -7-> a",
        "  z: a -0..2-> end, b -3-> end",
    ]


def test_what_is_too_large_or_empty_is_said() -> None:
    steps = tuple(
        (str(one), value, str((one + value) % 9)) for one in range(9) for value in range(9)
    )
    large = Regular(tuple(range(30)), steps, "0", ("3",), name="<large>")
    drawing = problem_svg(Problem([range(9)] * 30, [large]))
    assert "layers of &lt;large&gt;" in drawing
    assert "not drawn: 30 variables and 2,286 arrows; at most 20 and 150 are" in drawing
    none = problem_svg(Problem([(2,)] * 4, [WEEK]))
    assert "no word within the domains is accepted" in none
