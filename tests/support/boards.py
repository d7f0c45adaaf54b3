"""Boards drawn by hand, boards at random, and reasons gone wrong: for the tests of techniques."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from accord.bench.make.full_grid import full_grid
from accord.puzzles import AllDifferent, Grid, Shape, Value, cell_name, shape
from accord.solvers.logic.engine.boards import Board, board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import House, layout, mask_of
from replay.check import check
from replay.entailed import RefusedError

NINE = shape(9)


def marked(marks: Mapping[str, str], figure: Shape = NINE) -> Board:
    """A blank board with all candidates but in these cells: {"r1c1 r1c2": "12"}."""
    every = mask_of(range(1, figure.size + 1))
    blank = Board(layout(figure), (0,) * len(figure.cells), (every,) * len(figure.cells), 0)
    return changed(blank, marks)


def drawn(picture: str, value: Value = 5, figure: Shape = NINE) -> Board:
    """A blank board with all candidates, but a value not where the picture has a dot."""
    marks = enumerate("".join(picture.split()))
    size = figure.size
    without = "".join(str(each) for each in range(1, size + 1) if each != value)
    return marked({cell_name(cell, size): without for cell, m in marks if m == "."}, figure)


def locked(board: Board, places: Mapping[str, str]) -> Board:
    """A board on which values have only some places in a house: {"1 row 1": "r1c1 r1c5"}."""
    marks = list(board.marks)
    for key, names in places.items():
        value, _, name = key.partition(" ")
        (house,) = (house for house in board.layout.houses if house.name == name)
        kept = [cell for cell in house.cells if cell_name(cell, board.size) in names.split()]
        assert len(kept) == len(names.split()), f"{names} are not all in {name}"
        for cell in set(house.cells) - set(kept):
            marks[cell] &= ~(1 << int(value))
    return Board(board.layout, board.values, tuple(marks), board.givens)


def changed(board: Board, cells: Mapping[str, str]) -> Board:
    """The board with other candidates in some cells, or a value: {"r1c1 r1c2": "12", "r2c1": "=5"}.

    The candidates of other cells stay as they are.
    """
    values, marks = list(board.values), list(board.marks)
    for names, text in cells.items():
        for cell in range(len(values)):
            if cell_name(cell, board.size) in names.split():
                values[cell] = int(text[1:]) if text.startswith("=") else 0
                marks[cell] = 0 if text.startswith("=") else mask_of(map(int, text))
    return Board(board.layout, tuple(values), tuple(marks), board.givens)


def described(text: str | Mapping[str, Any]) -> Board:
    """The board that a table describes: a text of candidates, or what is on it.

    size, rules, regions, extra    its shape; 9x9 unless something is said
    picture                        where 5 may stand
    marks, changed                 candidates of cells, and values: see `changed`
    places                         the only places of values in houses: see `locked`
    """
    if isinstance(text, str):
        return board(text)
    regions = [int(each) for each in text.get("regions", "")] or None
    extra = [AllDifferent(tuple(cells)) for cells in text.get("extra", ())]
    figure = shape(text.get("size", 9), None, text.get("rules", ()), regions, extra)
    blank = drawn(text["picture"], 5, figure) if "picture" in text else marked({}, figure)
    found = locked(changed(blank, text.get("marks", {})), text.get("places", {}))
    return changed(found, text.get("changed", {}))


def said(deduction: Deduction) -> str:
    """What is placed and removed, cells of a row together: r1c1=5, r1c234-34."""
    size = deduction.reason.layout.size
    assert size <= 9
    placed = [f"{cell_name(cell, size)}={value}" for cell, value in deduction.placed.items()]
    rows: dict[tuple[int, str], str] = {}
    for cell, gone in sorted(deduction.removed.items()):
        key = cell // size + 1, "".join(map(str, sorted(gone)))
        rows[key] = rows.get(key, "") + str(cell % size + 1)
    return " ".join(placed + [f"r{row}c{at}-{gone}" for (row, gone), at in rows.items()])


def scattered(figure: Shape, seed: int, grid: Grid | None = None) -> tuple[Board, Grid]:
    """A random board and a grid that agrees with it, any unless one is given; little is pruned."""
    random = Random(seed)
    grid = grid or full_grid(figure, random)
    density, placed = random.random() / 2, random.random() / 2
    values = tuple(value if random.random() < placed else 0 for value in grid)
    every = range(1, figure.size + 1)
    left = tuple(
        0 if held else mask_of(v for v in every if v == value or random.random() < density)
        for held, value in zip(values, grid, strict=True)
    )
    return Board(layout(figure), values, left, 0), grid


def assert_sound(board: Board, grid: Grid, deductions: Iterator[Deduction]) -> int:
    """Replay deductions, and hold them against a grid; their number."""
    found = list(deductions)
    for deduction in found:
        check(board, deduction)
        assert not any(grid[cell] in gone for cell, gone in deduction.removed.items()), deduction
        assert all(grid[cell] == value for cell, value in deduction.placed.items()), deduction
    return len(found)


def assert_lies_are_refused(board: Board, deduction: Deduction) -> int:
    """Change every part of a reason to everything else that it could be; the number of lies."""
    check(board, deduction)
    lies = list(_lies(deduction.reason))
    for lie in lies:
        with pytest.raises(RefusedError):
            check(board, replace(deduction, reason=lie))
    return len(lies)


def _lies(reason: Reason) -> Iterator[Reason]:
    for part in fields(reason)[2:]:
        for other in _others(reason, getattr(reason, part.name)):
            yield replace(reason, **{part.name: other})


def _others(reason: Reason, part: Any) -> Iterator[Any]:
    """What could stand in the place of a part of a reason."""
    if isinstance(part, House):
        yield from (house for house in reason.layout.houses if house != part)
    elif isinstance(part, Reason):
        yield from _lies(part)
    elif isinstance(part, tuple):
        for index, element in enumerate(part):
            yield part[:index] + part[index + 1 :]
            yield (*part, element)
            for other in _others(reason, element):
                yield (*part[:index], other, *part[index + 1 :])
    else:
        yield from (number for number in _numbers(reason) if number != part)


def _numbers(reason: Reason) -> range:
    """Cells and values alike."""
    return range(-1, reason.layout.size**2 + 1)
