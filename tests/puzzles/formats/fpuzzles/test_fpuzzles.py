"""A rule of f-puzzles leaves the grids that it means, and what is not known is refused by name."""

import json
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles import Grid, Puzzle
from accord.puzzles.files.read import read, read_many
from accord.puzzles.formats.fpuzzles.lz_string import ALPHABET, decompressed
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.answer import answer
from accord.solvers.registry import backends

VECTORS = json.loads((Path(__file__).parent / "lz_string.json").read_text(encoding="utf-8"))
Rows = list[list[int]]
SHARED_EDGES = [
    ((r, c), (r + down, c + right))
    for r in range(4)
    for c in range(4)
    for down, right in ((0, 1), (1, 0))
    if r + down < 4 and c + right < 4
]


def fpuzzle(size: int = 4, **keys: Any) -> str:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    return json.dumps({"size": size, "grid": grid, **keys})


def grids_of(puzzle: Puzzle) -> set[Grid]:
    found = answer(backends()["backtracking-mrv"], puzzle, limit=None)
    return {Grid(each) for each in found.solutions}


@cache
def blank_grids() -> frozenset[Grid]:
    found = grids_of(read("................"))
    assert len(found) == 288
    return frozenset(found)


def apart(g: Rows, far: Callable[[int, int], bool]) -> bool:
    return all(far(g[a][b], g[c][d]) for (a, b), (c, d) in SHARED_EDGES)


def moves_differ(g: Rows, steps: set[tuple[int, int]]) -> bool:
    cells = [(r, c) for r in range(4) for c in range(4)]
    return all(
        g[a][b] != g[c][d] for a, b in cells for c, d in cells if (abs(a - c), abs(b - d)) in steps
    )


def double(a: int, b: int) -> bool:
    return a == 2 * b or b == 2 * a


RULES: dict[str, tuple[dict[str, Any], Callable[[Rows], Any]]] = {
    "cage": (
        {"killercage": [{"cells": ["R1C1", "R2C2", "R3C3"], "value": "6"}]},
        lambda g: sorted((g[0][0], g[1][1], g[2][2])) == [1, 2, 3],
    ),
    "cage without a sum": (
        {"killercage": [{"cells": ["R1C1", "R3C3"], "value": ""}]},
        lambda g: g[0][0] != g[2][2],
    ),
    "little killer": (
        {"littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "4"}]},
        lambda g: g[0][1] + g[1][2] + g[2][3] == 4,
    ),
    "little killer from below": (
        {"littlekillersum": [{"cell": "R5C4", "direction": "UL", "value": 6}]},
        lambda g: g[3][2] + g[2][1] + g[1][0] == 6,
    ),
    "sandwich": (
        {"sandwichsum": [{"cell": "R2C0", "value": "3"}, {"cell": "R0C3", "value": "0"}]},
        lambda g: between(g[1]) == 3 and between([row[2] for row in g]) == 0,
    ),
    "thermometer": (
        {"thermometer": [{"lines": [["R1C1", "R1C2", "R1C3"]]}]},
        lambda g: g[0][0] < g[0][1] < g[0][2],
    ),
    "arrow": (
        {"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R2C2", "R3C3"]]}]},
        lambda g: g[0][0] == g[1][1] + g[2][2],
    ),
    "arrow of two digits": (
        {
            "arrow": [
                {
                    "cells": ["R1C1", "R1C2"],
                    "lines": [["R1C2", "R2C2", "R2C3", "R3C3", "R4C4", "R4C3"]],
                }
            ]
        },
        lambda g: 10 * g[0][0] + g[0][1] == g[1][1] + g[1][2] + g[2][2] + g[3][3] + g[3][2],
    ),
    "palindrome": (
        {"palindrome": [{"lines": [["R1C1", "R1C2", "R2C3", "R2C4"], ["R4C4", "R3C3", "R2C2"]]}]},
        lambda g: g[0][:2] == [g[1][3], g[1][2]] and g[3][3] == g[1][1],
    ),
    "difference": (
        {"difference": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R4C1", "R4C2"], "value": "3"}]},
        lambda g: abs(g[0][0] - g[0][1]) == 1 and abs(g[3][0] - g[3][1]) == 3,
    ),
    "all differences": (
        {"difference": [{"cells": ["R1C1", "R1C2"]}], "negative": ["difference"]},
        lambda g: all(
            (abs(g[a][b] - g[c][d]) == 1) == ((a, b, c, d) == (0, 0, 0, 1))
            for (a, b), (c, d) in SHARED_EDGES
        ),
    ),
    "ratio": (
        {"ratio": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R4C1", "R4C2"], "value": 3}]},
        lambda g: double(g[0][0], g[0][1]) and {g[3][0], g[3][1]} == {1, 3},
    ),
    "no ratio": ({"negative": ["ratio"]}, lambda g: apart(g, lambda a, b: not double(a, b))),
    "XV": (
        {"xv": [{"cells": ["R1C1", "R1C2"], "value": "V"}]},
        lambda g: g[0][0] + g[0][1] == 5,
    ),
    "no XV": ({"negative": ["xv"]}, lambda g: apart(g, lambda a, b: a + b != 5)),
    "extra region": (
        {"extraregion": [{"cells": ["R1C1", "R2C2", "R3C3", "R4C4"]}]},
        lambda g: len({g[place][place] for place in range(4)}) == 4,
    ),
    "even and odd": (
        {"even": [{"cell": "R1C1"}], "odd": [{"cell": "R2C3"}]},
        lambda g: g[0][0] % 2 == 0 and g[1][2] % 2 == 1,
    ),
    "minimum and maximum": (
        {"minimum": [{"cell": "R2C2"}], "maximum": [{"cell": "R4C4"}]},
        lambda g: (
            g[1][1] < min(g[0][1], g[2][1], g[1][0], g[1][2]) and g[3][3] > max(g[2][3], g[3][2])
        ),
    ),
    "between line": (
        {"betweenline": [{"lines": [["R1C1", "R1C2", "R1C3"]]}]},
        lambda g: min(g[0][0], g[0][2]) < g[0][1] < max(g[0][0], g[0][2]),
    ),
    "clone": (
        {"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}]},
        lambda g: g[0][:2] == g[2][2:],
    ),
    "quadruple": (
        {"quadruple": [{"cells": ["R2C2", "R2C3", "R3C2", "R3C3"], "values": [1, 1, 2]}]},
        lambda g: (m := [*g[1][1:3], *g[2][1:3]]).count(1) >= 2 and 2 in m,
    ),
    "renban": (
        {"renban": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]},
        lambda g: sorted((g[0][0], g[1][1], g[2][2])) in ([1, 2, 3], [2, 3, 4]),
    ),
    "whispers": (
        {"whispers": [{"lines": [["R1C1", "R1C2", "R2C3"]], "value": "2"}]},
        lambda g: all(abs(a - b) >= 2 for a, b in pairwise((g[0][0], g[0][1], g[1][2]))),
    ),
    "region sum line": (
        {"regionsumline": [{"lines": [["R1C1", "R2C1", "R3C1", "R4C1"]]}]},
        lambda g: g[0][0] + g[1][0] == g[2][0] + g[3][0],
    ),
    "antiknight": ({"antiknight": True}, lambda g: moves_differ(g, {(1, 2), (2, 1)})),
    "antiking": ({"antiking": True}, lambda g: moves_differ(g, {(1, 1)})),
    "nonconsecutive": (
        {"nonconsecutive": True},
        lambda g: apart(g, lambda a, b: abs(a - b) != 1),
    ),
    "disjoint groups": (
        {"disjointgroups": True},
        lambda g: all(
            len({g[r + 2 * down][c + 2 * right] for down in (0, 1) for right in (0, 1)}) == 4
            for r in (0, 1)
            for c in (0, 1)
        ),
    ),
    "both diagonals": (
        {"diagonal+": True, "diagonal-": True},
        lambda g: len({g[p][p] for p in range(4)}) == len({g[p][3 - p] for p in range(4)}) == 4,
    ),
    "the rising diagonal": (
        {"diagonal+": True},
        lambda g: len({g[place][3 - place] for place in range(4)}) == 4,
    ),
    "nothing": ({"antiknight": False, "text": [{"cells": ["R0C0"]}], "foo": []}, lambda g: True),
}


IMPOSSIBLE = ("all differences", "antiking", "no ratio", "nonconsecutive")  # in 4x4


def between(line: list[int]) -> int:
    low, high = sorted((line.index(1), line.index(4)))
    return sum(line[low + 1 : high])


@pytest.mark.parametrize("name", RULES)
def test_a_rule_leaves_the_grids_that_it_means(name: str) -> None:
    keys, meaning = RULES[name]
    found = grids_of(read(fpuzzle(**keys)))
    rows = {
        grid: [[*grid[start : start + 4]] for start in range(0, 16, 4)] for grid in blank_grids()
    }
    assert found == {grid for grid in blank_grids() if meaning(rows[grid])}
    assert bool(found) == (name not in IMPOSSIBLE)


def test_givens_marks_regions_and_what_is_expected() -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = {"value": 3, "given": True, "c": "#FF0000"}
    grid[0][1] = {"value": 4, "centerPencilMarks": [1]}  # entered while solving
    grid[0][2] = {"givenPencilMarks": [1, 2]}
    grid[0][3], grid[1][0] = {"region": 0}, {"region": 1}
    solution = [1, 2, 3, 4] * 4
    text = json.dumps({"size": 4, "title": "Mine", "grid": grid, "solution": solution})
    (instance,) = read_many([text])
    puzzle = instance.puzzle
    assert isinstance(puzzle, Puzzle)
    assert puzzle.givens[:3] == (3, 0, 0)
    assert [*map(set, puzzle.domains[:3])] == [{3}, {1, 2, 3, 4}, {1, 2}]
    assert puzzle.regions is not None
    assert puzzle.regions[3] == puzzle.regions[0] != puzzle.regions[4]
    assert instance.name == "Mine"
    assert instance.expected is not None
    assert instance.expected.solution == tuple(solution)


def test_a_larger_size_without_boxes_is_latin() -> None:
    assert read(fpuzzle(5)).rules == {"latin"}
    assert read(fpuzzle(6)).box == (2, 3)


def test_rules_in_words_are_warned_of() -> None:
    with pytest.warns(UserWarning, match="the rules in words are not read: 'No 7 beside a 3'"):
        read(fpuzzle(ruleset="No 7 beside a 3"))


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"fogofwar": ["R1C1"]}, "fogofwar: not known as a rule; these are: killercage"),
        ({"antiknight": 7}, "antiknight: not known as a rule"),
        ({"killercage": [{"cells": ["R1C9"]}]}, "killercage: found 'R1C9', expected a cell from"),
        ({"killercage": [{"cells": []}]}, "killercage: found [], expected cells: a list of cells"),
        ({"killercage": [{"cells": ["R1C1"], "value": "<9"}]}, "killercage: found '<9', expected"),
        ({"killercage": {"cells": []}}, "killercage: found {'cells': []}, expected a list of"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "VI"}]}, "xv: found 'VI', expected value"),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "N"}]}, "littlekillersum: found 'N'"),
        ({"sandwichsum": [{"cell": "R1C1", "value": "3"}]}, "sandwichsum: found 'R1C1', expected"),
        ({"negative": ["clone"]}, "found ['clone'], expected negative: a list of difference"),
        (
            {"ratio": [{"cells": ["R1C1", "R1C2"], "value": "3"}], "negative": ["ratio"]},
            "ratio: found 'ratio', expected marks of 2 only",
        ),
        (
            {"minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}]},
            "minimum: found two that share an edge",
        ),
        ({"size": 99}, "found 99, expected size: a whole number from 1 to 35"),
        ({"grid": [[]]}, "grid: found no 4 rows of 4 cells"),
        ({"solution": [1]}, "expected solution: 16 values"),
    ],
)
def test_what_is_not_known_is_refused_by_name(keys: dict[str, Any], says: str) -> None:
    with pytest.raises(MalformedPuzzleError) as raised:
        read(json.dumps({**json.loads(fpuzzle()), **keys}))
    assert says in str(raised.value)


def test_a_key_of_a_cell_that_is_not_known_is_refused() -> None:
    value = json.loads(fpuzzle())
    value["grid"][1][1] = {"fog": True}
    with pytest.raises(MalformedPuzzleError, match="the key 'fog' of a cell, not known"):
        read(json.dumps(value))


@pytest.mark.parametrize(("text", "packed"), VECTORS["texts"])
def test_compressed_text_is_unpacked(text: str, packed: str) -> None:
    assert decompressed(packed.rstrip("="), len(text)) == text
    if len(text) > 1:
        with pytest.raises(MalformedPuzzleError, match="more than"):
            decompressed(packed, len(text) - 1)


@given(st.text(ALPHABET, max_size=60))
def test_damaged_text_is_a_text_or_a_sentence(packed: str) -> None:
    try:
        assert len(decompressed(packed, 10_000)) <= 10_000
    except MalformedPuzzleError as error:
        message = str(error)
        assert message.startswith("found ")


@pytest.mark.parametrize(
    "before",
    [
        "https://www.f-puzzles.com/?load=",
        "https://sudokupad.app/fpuzzles",
        "https://sudokupad.app/?puzzleid=fpuzzles",
        "fpuzzles",
    ],
)
def test_links_hold_a_puzzle(before: str) -> None:
    puzzle = read(before + VECTORS["link"])
    assert [each.kind for each in puzzle.shape.extra] == ["all-different", "linear"]
    assert puzzle.givens[0] == 1
    assert read(before + VECTORS["link"].replace("+", "%2B").replace("=", "%3D")) == puzzle


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("https://sudokupad.app/abcdefgh", "a link that only names a puzzle on a server"),
        ("https://tinyurl.com/abcdefgh", "a link that only names a puzzle on a server"),
        ("https://sudokupad.app/sclABCDEFGH", "SudokuPad's own format"),
        ("fpuzzles?!?!?!?!", "other characters than Base64 has"),
        ("fpuzzlesN4IgzglgXgpiBcBOAvk", "compressed text"),
        (f"fpuzzles{VECTORS['texts'][2][1]}", "found no JSON in the link"),
    ],
)
def test_a_link_without_a_puzzle_says_why(link: str, says: str) -> None:
    with pytest.raises(MalformedPuzzleError, match=says):
        read(link)
