"""An object of f-puzzles is read as it says, and what is not known is refused by name."""

import json
from collections.abc import Callable
from itertools import chain, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles import Grid, Puzzle
from accord.puzzles.errors import InputError
from accord.puzzles.files.texts import read, read_many
from accord.puzzles.formats.fpuzzles.board import RULES
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from fpuzzle_objects import blank_grids, fpuzzle, grids_of


def test_givens_marks_regions_and_what_is_expected() -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = {"value": 3, "given": True, "c": "#FF0000"}
    grid[0][1] = {"value": 4, "centerPencilMarks": [1]}  # entered while solving
    grid[0][2] = {"givenPencilMarks": [1, 2]}
    grid[0][3], grid[1][0] = {"region": 0}, {"region": 1}
    solution = [1, 2, 3, 4] * 4
    text = json.dumps({"size": 4, "title": "Mine", "grid": grid, "solution": solution})
    (instance,) = read_many([text])
    puzzle = instance.problem
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


def with_regions(size: int, region: Callable[[int, int], int | None], **keys: Any) -> str:
    grid = [[{"region": region(r, c)} for c in range(size)] for r in range(size)]
    return fpuzzle(size, **{"grid": grid, **keys})


def test_regions_of_a_size_without_boxes_are_kept() -> None:
    puzzle = read(with_regions(5, lambda r, c: (r + c) % 5))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.regions is not None
    assert puzzle.regions[1] == puzzle.regions[5] != puzzle.regions[0]
    assert not puzzle.rules


def test_cells_may_be_in_no_region() -> None:
    rows = [*permutations(range(1, 5))]
    latin = [
        grid
        for grid in product(rows, repeat=4)
        if all(len({*c}) == 4 for c in zip(*grid, strict=True))
    ]
    boxed = {
        Grid(chain(*g))
        for g in latin
        if len({*g[2][:2], *g[3][:2]}) == len({*g[2][2:], *g[3][2:]}) == 4
    }
    assert (len(latin), len(boxed)) == (576, 288)
    found = read(
        with_regions(4, lambda r, c: None if r < 2 and c < 3 else 0 if r < 2 else 2 + c // 2)
    )
    assert grids_of(found) == boxed


def test_a_line_has_no_sum_where_there_is_no_region() -> None:
    line = ["R1C1", "R3C2", "R2C2", "R3C3"]
    text = with_regions(
        4, lambda r, c: None if r < 2 else 2 + c // 2, regionsumline=[{"lines": [line]}]
    )
    (constraint,) = (each for each in read(text).constraints if each.kind == "linear")
    assert constraint.scope == (9, 10)


@pytest.mark.parametrize("key", ["line", "rectangle", "circle", "text", "cage"])
def test_a_drawing_may_show_a_rule(key: str) -> None:
    drawn: dict[str, Any] = {key: [{"cells": ["R1C1"]}, {"value": "9"}]}
    with pytest.warns(UserWarning, match=rf"drawings may show rules, .*: {key} \(2\)$"):
        read(fpuzzle(**drawn))
    line: dict[str, Any] = {"lines": [["R1C1", "R1C2"]]}
    drawn = {key: [{**line, "fromConstraint": "Renban"}]}
    read(fpuzzle(renban=[line], **drawn))
    drawn = {key: [{**line, "fromConstraint": "X Sum"}]}
    with pytest.raises(MalformedPuzzleError, match=f"{key}: drawn for the rule 'X Sum', which"):
        read(fpuzzle(**drawn))


@pytest.mark.parametrize(
    ("solution", "expected"),
    [
        ([1, 2, 3, 4] * 4, True),
        ("1234" * 4, True),
        (",".join("1234" * 4), True),
        ([0] * 16, False),
        ([None] * 16, False),
    ],
)
def test_the_solution_that_is_claimed(solution: Any, expected: bool) -> None:
    (instance,) = read_many([fpuzzle(solution=solution)])
    assert (instance.expected is not None) == expected
    if instance.expected is not None:
        assert instance.expected.solution == (1, 2, 3, 4) * 4


def test_a_part_of_a_solution_is_not_compared() -> None:
    with pytest.warns(UserWarning, match="the solution is not complete"):
        (instance,) = read_many([fpuzzle(solution=[1, *[0] * 15])])
    assert instance.expected is None


def test_rules_in_words_are_warned_of() -> None:
    with pytest.warns(UserWarning, match="the rules in words are not read: 'No 7 beside a 3'"):
        read(fpuzzle(ruleset="No 7 beside a 3"))


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"chess": ["R1C1"]}, "chess: not known as a rule; these are: killercage"),
        ({"odd": [{"cell": "R1C1", "cells": ["R1C2"]}]}, "odd: found the key 'cells' of an entry"),
        ({"diagonal+": "yes"}, "found 'yes', expected diagonal+: true or false"),
        ({"arrow": [{"cells": ["R1C2", "R1C1"], "lines": [["R1C1", "R2C1"]]}]}, "arrow: found"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R2C1", "R3C1"]]}]}, "from the circle to other"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1"]]}]}, "from the circle to other cells"),
        ({"difference": [{"cells": ["R1C1", "R1C1"]}]}, "difference: found ['R1C1', 'R1C1'], exp"),
        ({"difference": [{"cells": ["R1C7", "R1C1"]}]}, "difference: found 'R1C7', expected"),
        (
            {"sandwichsum": [{"cell": "R0C1", "value": "6"}]},
            "sandwichsum: found 6, expected value: 0 to 5",
        ),
        (
            {"killercage": [{"cells": ["R1C1"], "value": "0"}]},
            "expected value: a whole number from 1",
        ),
        ({"doublearrow": [{"lines": [["R1C1", "R1C2"]]}]}, "doublearrow: found"),
        (
            {"negative": ["xv"], "xv": [{"cells": ["R1C1", "R1C2"]}]},
            "xv: found '', expected value: X",
        ),
        (
            {"littlekillersum": [{"cell": "R1C1", "direction": "DR"}]},
            "littlekillersum: found 'R1C1'",
        ),
        (
            {"littlekillersum": [{"cell": "R0C1", "direction": "DR", "cells": ["R1C1"]}]},
            "littlekillersum: found ['R1C1'], expected cells: those of the diagonal",
        ),
        ({"antiknight": 7}, "antiknight: found 7, expected true or false"),
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
            "ratio: found [3], expected marks of 2",
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


def sometimes_wrong(good: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    odd: list[Any] = [
        None,
        0,
        -1,
        "",
        "X",
        True,
        {},
        [[]],
        [None],
        ["R1C1"],
        1.5,
        10**30,
        "R1C1",
        "10a",
    ]
    return st.one_of(good, good, good, good, good, good, st.sampled_from(odd))


CELL = st.builds("R{}C{}".format, st.integers(0, 5), st.integers(0, 5))
VALUES = {
    "cell": CELL,
    "cells": st.lists(CELL, max_size=4),
    "cloneCells": st.lists(CELL, max_size=4),
    "lines": st.lists(st.lists(CELL, max_size=5), max_size=2),
    "direction": st.sampled_from(["DR", "DL", "UR", "UL"]),
    "value": st.sampled_from(["1", "2", "X", "V", 5]),
    "values": st.lists(st.integers(1, 4), max_size=4),
}
ENTRY = {
    key: st.fixed_dictionaries(
        {}, optional={own: sometimes_wrong(VALUES[own]) for own in rule.keys}
    )
    for key, rule in RULES.items()
}


@given(
    st.integers(1, 5),
    st.fixed_dictionaries(
        {}, optional={key: sometimes_wrong(st.lists(ENTRY[key], max_size=2)) for key in RULES}
    ),
    st.fixed_dictionaries(
        {},
        optional={
            key: sometimes_wrong(st.just(True))
            for key in ("antiknight", "diagonal+", "disjointgroups", "nonconsecutive")
        },
    ),
    sometimes_wrong(st.lists(st.sampled_from(["difference", "ratio", "xv"]))),
)
def test_any_object_is_a_puzzle_or_a_sentence(
    size: int, entries: dict[str, Any], flags: dict[str, Any], negative: Any
) -> None:
    text = fpuzzle(size, **entries, **flags, negative=negative)
    try:
        assert read(text).domains
    except InputError as error:
        message = str(error)
        assert "found" in message or "not known as a rule" in message


def test_the_key_parity_of_a_cell_is_a_rule() -> None:
    said = json.loads(fpuzzle())
    said["grid"][0][0] = {"parity": "even"}
    said["grid"][3][3] = {"parity": "Odd"}
    said["grid"][1][1] = {"parity": None}
    puzzle = read(json.dumps(said))
    assert grids_of(puzzle) == {g for g in blank_grids() if g[0] % 2 == 0 and g[15] % 2 == 1}
    said["grid"][1][1] = {"parity": 2}
    with pytest.raises(MalformedPuzzleError, match="found 2, expected parity of r2c2: even or odd"):
        read(json.dumps(said))


@pytest.mark.parametrize("arrow", [{"cells": ["R1C1"]}, {"cells": ["R1C1"], "lines": []}])
def test_an_arrow_without_a_line_says_nothing_and_is_named(arrow: dict[str, object]) -> None:
    with pytest.warns(UserWarning, match="arrow 1 has no line and says nothing"):
        assert grids_of(read(fpuzzle(arrow=[arrow]))) == blank_grids()
    with pytest.raises(
        MalformedPuzzleError, match="arrow: found 'R9C9', expected a cell from R1C1"
    ):
        read(fpuzzle(arrow=[{**arrow, "cells": ["R9C9"]}]))


@pytest.mark.parametrize("value", [{}, [], True, 5, "x"])
def test_a_value_of_another_type_is_refused_by_its_key(value: object) -> None:
    with pytest.raises(MalformedPuzzleError, match=r"xv: found .*, expected value: X or V"):
        read(fpuzzle(xv=[{"cells": ["R1C1", "R1C2"], "value": value}]))
