"""Boards drawn by hand, boards at random, and reasons gone wrong: for the tests of techniques."""

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from accord.bench.generation.full_grid import full_grid
from accord.puzzles.grid import Grid, Value, cell_name
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import House, layout, mask_of
from accord.solvers.logic.replay.check import check
from accord.solvers.logic.replay.entailed import RefusedError

NINE = shape(9)
Removed = dict[str, set[Value]]


def marked(marks: dict[str, str], figure: Shape = NINE) -> Board:
    """A blank board with all candidates but in these cells: {"r1c1": "12"}."""
    every = range(1, figure.size + 1)
    names = (cell_name(cell, figure.size) for cell in figure.cells)
    left = tuple(mask_of(map(int, marks[n]) if n in marks else every) for n in names)
    return Board(layout(figure), (0,) * len(figure.cells), left, 0)


def drawn(picture: str, value: Value = 5, figure: Shape = NINE) -> Board:
    """A blank board with all candidates, but a value not where the picture has a dot."""
    rows = picture.split()
    every = mask_of(range(1, figure.size + 1))
    left = tuple(every & ~(1 << value) if mark == "." else every for row in rows for mark in row)
    return Board(layout(figure), (0,) * len(figure.cells), left, 0)


def crossed(picture: str, cross: str = "x", value: Value = 5) -> Removed:
    """The value, in every cell that the picture has a cross for."""
    marks = enumerate("".join(picture.split()))
    return {cell_name(cell, 9): {value} for cell, mark in marks if mark == cross}


def removed(deduction: Deduction) -> Removed:
    """What a deduction removes, by the names of the cells."""
    assert not deduction.placed
    size = deduction.reason.layout.size
    return {cell_name(cell, size): set(gone) for cell, gone in deduction.removed.items()}


def scattered(figure: Shape, seed: int) -> tuple[Board, Grid]:
    """A random board and a grid that agrees with it; little of it is pruned."""
    random = Random(seed)
    grid = full_grid(figure, random)
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
