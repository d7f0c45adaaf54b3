"""Cells in f-puzzles: R1C1 is the first, and R0C1 stands outside, above the first column."""

import re
from collections.abc import Mapping
from typing import Any

from accord.puzzles.grid import Cell
from accord.puzzles.sudoku.shape import MalformedPuzzleError

_NAME = re.compile(r"R([0-9]{1,3})C([0-9]{1,3})", re.ASCII)
Entry = Mapping[str, Any]  # one of a rule: a cage, a thermometer


def wrong(found: object, expected: str) -> MalformedPuzzleError:
    """The error for something that is not as it should be; the rule is named by the caller."""
    text = repr(found)
    cut = text if len(text) <= 40 else f"{text[:40]}..."
    return MalformedPuzzleError(f"found {cut}, expected {expected}")


def place(name: object, size: int) -> tuple[int, int]:
    """The row and column of a cell's name, from 0; -1 and the size stand outside.

    Raises:
        MalformedPuzzleError: it names none.
    """
    match = _NAME.fullmatch(name) if isinstance(name, str) else None
    row, column = (int(match[1]) - 1, int(match[2]) - 1) if match else (-2, -2)
    if not (-1 <= row <= size and -1 <= column <= size):
        raise wrong(name, f"a cell from R1C1 to R{size}C{size}")
    return row, column


def cell(name: object, size: int) -> Cell:
    """The cell of that name.

    Raises:
        MalformedPuzzleError: there is none in the grid.
    """
    row, column = place(name, size)
    if not (0 <= row < size and 0 <= column < size):
        raise wrong(name, f"a cell from R1C1 to R{size}C{size}")
    return row * size + column


def cells(entry: Entry, size: int, key: str = "cells") -> tuple[Cell, ...]:
    """The cells that a key of an entry lists."""
    found = entry.get(key)
    if not isinstance(found, list) or not found:
        raise wrong(found, f"{key}: a list of cells")
    return tuple(cell(each, size) for each in found)


def lines(entry: Entry, size: int) -> list[tuple[Cell, ...]]:
    """The lines of an entry, each through some cells."""
    found = entry.get("lines")
    if not isinstance(found, list) or not found:
        raise wrong(found, "lines: lists of cells")
    return [cells({"cells": each}, size) for each in found]


def outside(entry: Entry, size: int) -> tuple[Cell, ...]:
    """The row or column beside which a clue stands, from there on."""
    row, column = place(entry.get("cell"), size)
    if (0 <= row < size) == (0 <= column < size):
        raise wrong(entry.get("cell"), "a cell outside, beside a row or a column")
    if 0 <= row < size:
        own = range(row * size, row * size + size)
        return tuple(own if column < 0 else reversed(own))
    own = range(column, size * size, size)
    return tuple(own if row < 0 else reversed(own))


def is_blank(entry: Entry) -> bool:
    """Whether an entry has no value."""
    return entry.get("value") in ("", None)


def number(entry: Entry, usual: int | None = None, least: int = 0) -> int:
    """The value of an entry, which may be written as a text.

    Raises:
        MalformedPuzzleError: it has none, and there is no usual one; or it is too small.
    """
    found = entry.get("value", "")
    if is_blank(entry) and usual is not None:
        return usual
    if isinstance(found, str) and re.fullmatch(r"[0-9]{1,6}", found, re.ASCII):
        found = int(found)
    if type(found) is not int or found < least:
        raise wrong(entry.get("value", ""), f"value: a whole number from {least}")
    return found
