"""An object of SudokuPad is read where programs can read it; drawings are refused by name."""

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles import Puzzle
from accord.puzzles.files.texts import read, read_many
from accord.puzzles.formats.fpuzzles.zipped import NAMES, unzipped
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from fpuzzle_objects import blank_grids, grids_of

BOXES = [
    [[r + down, c + right] for down, right in product((0, 1), repeat=2)]
    for r, c in product((2, 0), repeat=2)
]


def sudokupad(**keys: Any) -> str:
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    return json.dumps({"cells": cells, "regions": BOXES, **keys})


def test_cages_and_moves_are_rules() -> None:
    cages = [
        {"cells": [[0, 0], [1, 1], [2, 2]], "sum": 6, "unique": True, "value": "6"},
        {"cells": [[0, 3], [1, 2]], "value": 5, "unique": True},
        {"cells": [[3, 0], [2, 1]], "unique": True, "hidden": True, "type": "rowcol"},
        {"cells": [[3, 0], [2, 2]], "sum": 6, "unique": False},
        {"value": "title: Mine"},
    ]
    puzzle = read(sudokupad(cages=cages))
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.box, puzzle.regions) == ((2, 2), None)
    meant = {
        grid
        for grid in blank_grids()
        if sorted((grid[0], grid[5], grid[10])) == [1, 2, 3]
        and grid[3] + grid[6] == 5
        and grid[12] != grid[9]
        and grid[12] + grid[10] == 6
    }
    assert meant
    assert grids_of(puzzle) == meant
    knight = read(sudokupad(metadata={"antiknight": True}))
    assert isinstance(knight, Puzzle)
    assert len(knight.shape.extra) == 24
    assert not read(sudokupad(metadata={"antiking": False})).constraints[12:]


def test_givens_regions_and_what_is_expected() -> None:
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    cells[0][0], cells[0][1] = {"value": "3"}, {"value": 4, "centremarks": [1]}
    metadata = {"title": "Mine", "author": "Me", "solution": "1234" * 4}
    (instance,) = read_many([sudokupad(cells=cells, metadata=metadata)])
    assert isinstance(instance.problem, Puzzle)
    assert instance.problem.givens[:3] == (3, 4, 0)
    assert instance.name == "Mine"
    assert instance.expected is not None
    assert instance.expected.solution == (1, 2, 3, 4) * 4
    latin, some = read(sudokupad(regions=[])), read(sudokupad(regions=BOXES[:2]))
    assert isinstance(latin, Puzzle)
    assert isinstance(some, Puzzle)
    assert latin.rules == some.rules == {"latin"}
    assert [len(each.shape.extra) for each in (latin, some)] == [0, 2]
    rows = read(sudokupad(regions=[[[r, c] for c in range(4)] for r in range(4)]))
    assert isinstance(rows, Puzzle)
    assert rows.regions == tuple(cell // 4 for cell in range(16))


def test_rules_in_words_are_warned_of() -> None:
    with pytest.warns(UserWarning, match="the rules in words are not read: 'No 7 beside a 3'"):
        read(sudokupad(metadata={"rules": "No 7 beside a 3"}))


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"lines": [{"wayPoints": []}]}, "lines: found drawings (1), whose meaning only the"),
        ({"overlays": [{}, {}]}, "overlays: found drawings (2)"),
        ({"chess": 1}, "chess: not known as a rule; these are: cells, regions, cages, metadata"),
        ({"cells": [[{}]] * 2}, "expected cells: as many rows as columns"),
        ({"cells": [[5]], "regions": []}, "cells: an object for each cell"),
        ({"cells": [[{"value": 2}]], "regions": []}, "found 2, expected value: 1 to 1"),
        ({"cells": [[{"fog": True}]], "regions": []}, "cells: found the key 'fog' of a cell"),
        ({"regions": [[[0, 4]]]}, "found [0, 4], expected a list of row and column, each 0 to 3"),
        ({"regions": [[[0, 0]], [[0, 0]]]}, "expected regions: that share no cell"),
        ({"regions": 5}, "found 5, expected regions: a list of lists"),
        ({"cages": [{"cells": [[0, 0]], "value": "5"}]}, "cage 1: a sum; its meaning only"),
        ({"cages": [{"cells": [[0, 0]], "sum": 5}]}, "cage 1: unique: true or false"),
        ({"cages": [{"cells": [[0, 0]]}]}, "cage 1: unique: true or false"),
        ({"cages": [{"cells": [[0, 0]], "unique": True, "value": "<5"}]}, "found '<5', expected"),
        ({"cages": [{"cells": [[0, 0]], "unique": True, "sum": 3, "value": 5}]}, "the value that"),
        ({"cages": [{"cells": [[0, 0]], "unique": True, "type": "fog"}]}, "cage 1: type: rowcol"),
        ({"cages": [{"cells": [[0, 0]], "unique": True, "min": 5}]}, "cage 1: found the key 'min'"),
        ({"cages": [{"value": "norowcol: true"}]}, "metadata: norowcol: not known, it may be a"),
        ({"metadata": {"norowcol": True}}, "metadata: norowcol: not known, it may be a rule"),
    ],
)
def test_what_no_program_reads_is_refused_by_name(keys: dict[str, Any], says: str) -> None:
    with pytest.raises(MalformedPuzzleError) as raised:
        read(sudokupad(**keys))
    assert says in str(raised.value)


SHORT = {long: key for key, long in NAMES.items()}


def zipped(value: object) -> str:
    """The short notation of an object, said once more; strings stand in single quotes."""
    if isinstance(value, dict):
        pairs = ",".join(f"{SHORT.get(key, key)}:{zipped(own)}" for key, own in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, list):
        items = ",".join("" if own == {} else zipped(own) for own in value)
        return f"[{items}]"
    if isinstance(value, str):
        body = json.dumps(value)[1:-1].replace("'", "\\'")
        return f"'{body}'"
    return {True: "t", False: "f"}[value] if isinstance(value, bool) else json.dumps(value)


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-99_999, 99_999),
        st.text("a'\u00e9 \n{:,", max_size=6),
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4),
        st.dictionaries(st.sampled_from(["cells", "value", "sum", "x1"]), inner, max_size=3),
    ),
    max_leaves=12,
)


@given(JSON)
def test_the_short_notation_says_the_object(value: object) -> None:
    assert unzipped(zipped(value)) == value


@given(st.text("{}[],:'\\atf01#.- ", max_size=30))
def test_any_text_is_an_object_or_a_sentence(text: str) -> None:
    try:
        unzipped(text)
    except MalformedPuzzleError as error:
        message = str(error)
        assert message.startswith("character ")


def test_a_link_holds_the_object_in_either_notation() -> None:
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    cells[0][0] = {"value": 3}
    text = sudokupad(cells=cells, cages=[{"cells": [[1, 1], [1, 2]], "sum": 3, "unique": True}])
    puzzle = read(text)
    short = zipped(json.loads(text)).replace(" ", "")
    assert read(f"https://sudokupad.app/scl{short}") == puzzle
    assert read("https://sudokupad.app/?puzzleid=ctc" + text.replace(" ", "")) == puzzle
