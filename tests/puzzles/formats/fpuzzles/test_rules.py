"""A rule of f-puzzles leaves the grids of 4x4 that it means."""

from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Any

import pytest

from accord.puzzles.files.texts import read
from fpuzzle_objects import blank_grids, fpuzzle, grids_of

Rows = list[list[int]]
SHARED_EDGES = [
    ((r, c), (r + down, c + right))
    for r in range(4)
    for c in range(4)
    for down, right in ((0, 1), (1, 0))
    if r + down < 4 and c + right < 4
]


def apart(g: Rows, far: Callable[[int, int], bool]) -> bool:
    return all(far(g[a][b], g[c][d]) for (a, b), (c, d) in SHARED_EDGES)


def moves_differ(g: Rows, steps: set[tuple[int, int]]) -> bool:
    cells = [(r, c) for r in range(4) for c in range(4)]
    return all(
        g[a][b] != g[c][d] for a, b in cells for c, d in cells if (abs(a - c), abs(b - d)) in steps
    )


def double(a: int, b: int) -> bool:
    return a == 2 * b or b == 2 * a


def seen(line: list[int]) -> int:
    return len({*accumulate(line, max)})


def in_classes(line: list[int], class_of: dict[int, int]) -> bool:
    near = [pair for far in (1, 2) for pair in zip(line, line[far:], strict=False)]
    return all(class_of[one] != class_of[other] for one, other in near)


def name(place: tuple[int, int]) -> str:
    return f"R{place[0] + 1}C{place[1] + 1}"


def values_of(g: Rows, named: list[list[str]]) -> list[list[int]]:
    return [[g[int(cell[1]) - 1][int(cell[3]) - 1] for cell in pair] for pair in named]


def apart_but(g: Rows, marked: list[list[str]], far: Callable[[int, int], bool]) -> bool:
    """Whether all neighbours without a mark are so."""
    left = [[name(a), name(b)] for a, b in SHARED_EDGES]
    return all(far(a, b) for a, b in values_of(g, [pair for pair in left if pair not in marked]))


GRID = [[1, 2, 3, 4], [4, 3, 2, 1], [2, 1, 4, 3], [3, 4, 1, 2]]
VALUE = {(r, c): value for r, row in enumerate(GRID) for c, value in enumerate(row)}
NEIGHBOURS = [
    ([name(a), name(b)], min(VALUE[a], VALUE[b]), max(VALUE[a], VALUE[b])) for a, b in SHARED_EDGES
]
CONSECUTIVE = [pair for pair, low, high in NEIGHBOURS if high - low == 1]
DOUBLE = [pair for pair, low, high in NEIGHBOURS if high == 2 * low]
TRIPLE = [pair for pair, low, high in NEIGHBOURS if high == 3 * low]

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
    "nothing": (
        {
            "antiknight": False,
            "foo": [],
            "fogofwar": ["R1C1"],
            "littlekillersum": [{"cell": "R0C1", "direction": "DR"}],
            "sandwichsum": [{"cell": "R1C0", "value": ""}],
            "xv": [{"cells": ["R1C1", "R1C2"]}],
            "betweenline": [{"lines": [["R1C1"], ["R1C1", "R1C2"]]}],
            "killercage": [{"cells": ["R1C1"], "outlineC": "#000000"}],
        },
        lambda g: True,
    ),
    "extremes side by side": (
        {
            "minimum": [{"cell": "R2C2"}, {"cell": "R2C3"}],
            "maximum": [{"cell": "R3C2"}],
        },
        lambda g: (
            g[1][1] < min(g[0][1], g[2][1], g[1][0])
            and g[1][2] < min(g[0][2], g[2][2], g[1][3])
            and g[2][1] > max(g[1][1], g[3][1], g[2][0], g[2][2])
        ),
    ),
    "whispers of half the size": (
        {"whispers": [{"lines": [["R1C1", "R1C2", "R2C3"]]}]},
        lambda g: all(abs(a - b) >= 2 for a, b in pairwise((g[0][0], g[0][1], g[1][2]))),
    ),
    "not consecutive without dots": (
        {
            "nonconsecutive": True,
            "difference": [{"cells": pair} for pair in CONSECUTIVE[1:]],
            "ratio": [{"cells": CONSECUTIVE[0]}],
        },
        lambda g: (
            apart_but(g, CONSECUTIVE, lambda a, b: abs(a - b) != 1)
            and all(abs(a - b) == 1 for a, b in values_of(g, CONSECUTIVE[1:]))
            and all(double(a, b) for a, b in values_of(g, CONSECUTIVE[:1]))
        ),
    ),
    "no ratio, but at dots": (
        {
            "negative": ["ratio"],
            "ratio": [
                *({"cells": pair} for pair in DOUBLE[1:]),
                *({"cells": pair, "value": "3"} for pair in TRIPLE),
            ],
            "difference": [{"cells": DOUBLE[0]}],
        },
        lambda g: (
            apart_but(
                g,
                [*DOUBLE, *TRIPLE],
                lambda a, b: not double(a, b) and 3 not in (a / b, b / a),
            )
            and all(double(a, b) for a, b in values_of(g, DOUBLE[1:]))
            and all(abs(a - b) == 1 for a, b in values_of(g, DOUBLE[:1]))
            and all({a, b} == {1, 3} for a, b in values_of(g, TRIPLE))
        ),
    ),
    "slow thermometer": (
        {"slowthermometer": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]},
        lambda g: g[0][0] <= g[1][1] <= g[2][2],
    ),
    "entropic line": (
        {"entropicline": [{"lines": [["R1C1", "R1C2", "R2C2", "R2C3"]]}]},
        lambda g: in_classes([*g[0][:2], *g[1][1:3]], {1: 0, 2: 1, 3: 1, 4: 2}),
    ),
    "modular line": (
        {"modularline": [{"lines": [["R1C1", "R1C2", "R2C2", "R2C3"]]}]},
        lambda g: in_classes([*g[0][:2], *g[1][1:3]], {1: 1, 2: 2, 3: 0, 4: 1}),
    ),
    "nabner": (
        {"nabner": [{"lines": [["R1C1", "R2C2"]]}, {"lines": [["R4C4", "R4C3"]]}]},
        lambda g: abs(g[0][0] - g[1][1]) >= 2 and abs(g[3][3] - g[3][2]) >= 2,
    ),
    "double arrow": (
        {"doublearrow": [{"lines": [["R1C1", "R2C2", "R2C3", "R3C4"]]}]},
        lambda g: g[0][0] + g[2][3] == g[1][1] + g[1][2],
    ),
    "zipper lines": (
        {
            "zipperline": [
                {"lines": [["R1C1", "R1C2", "R2C3"], ["R4C1", "R4C2", "R3C3", "R3C4"]]},
            ]
        },
        lambda g: g[0][0] + g[1][2] == g[0][1] and g[3][0] + g[2][3] == g[3][1] + g[2][2],
    ),
    "lockout": (
        {"lockout": [{"lines": [["R1C1", "R2C2", "R3C3"]]}]},
        lambda g: (
            abs(g[0][0] - g[2][2]) >= 2
            and not min(g[0][0], g[2][2]) <= g[1][1] <= max(g[0][0], g[2][2])
        ),
    ),
    "indexers": (
        {
            "rowindexer": [{"cells": ["R2C3"]}],
            "columnindexer": [{"cells": ["R1C1", "R4C1"]}],
            "boxindexer": [{"cells": ["R3C4"]}],
        },
        lambda g: (
            g[g[1][2] - 1][2] == 2
            and g[0][g[0][0] - 1] == 1
            and g[3][g[3][0] - 1] == 1
            and [*g[2][2:], *g[3][2:]][g[2][3] - 1] == 2
        ),
    ),
    "X-sums": (
        {"xsum": [{"cell": "R0C2", "value": "6"}, {"cell": "R3C5", "value": 10}]},
        lambda g: sum([row[1] for row in g][: g[0][1]]) == 6 and sum(g[2][::-1][: g[2][3]]) == 10,
    ),
    "skyscrapers": (
        {"skyscraper": [{"cell": "R5C1", "value": "3"}, {"cell": "R1C0", "value": "2"}]},
        lambda g: seen([row[0] for row in g][::-1]) == 3 and seen(g[0]) == 2,
    ),
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
