"""The object of SudokuPad as a draft: what it says to programs.

    {"cells": [[{"value": 3}, {}, ...], ...], "regions": [[[0, 0], [0, 1], ...], ...],
     "cages": [{"cells": [[0, 0], [0, 1]], "sum": 5, "unique": true}], "metadata": {...}}

Its cells, regions, cages that are unique or have a sum, antiknight and antiking are rules.  Lines,
arrows and shapes are drawings, whose meaning only the rules in words say: they are refused by name,
as is every other key that is not known.  Rows and columns are counted from 0.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Record
from accord.puzzles.formats.fpuzzles.board import expected_of
from accord.puzzles.formats.fpuzzles.cells import wrong
from accord.puzzles.formats.fpuzzles.rules import GRID_RULES, GridFacts
from accord.puzzles.grid import LARGEST_SYMBOL, Cell
from accord.puzzles.sudoku.shape import MalformedPuzzleError, boxes, default_box, renumbered

Object = Mapping[str, Any]
DRAWN = ("lines", "arrows", "underlays", "overlays")
SAID = ("cells", "regions", "cages", "metadata")
PASSED_OVER = ("id", "cellSize", "settings", "foglight", "triggereffect", "videos", "duration")
OF_CELL = ("value", "given", "centremarks", "cornermarks", "pencilMarks", "color", "colors")
OF_CAGE = ("cells", "value", "sum", "unique", "hidden", "type")
LOOKS_OF_CAGE = (
    "style", "fontC", "outlineC", "fontSize", "color", "borderColor", "backgroundColor",
    "thickness",
)  # fmt: skip
TEXTS = ("title", "author", "rules", "solution", "source", "info", "msgcorrect", "customstyle")
RULES = ("antiknight", "antiking")
_TEXT = re.compile(r"([a-z]+):\s*(.*)", re.DOTALL)  # of a cage that is no cage


def record_of(value: Object, line: int = 1) -> Record:
    """The puzzle that an object says, with what it expects.

    Raises:
        MalformedPuzzleError: it says none, or a rule that no program reads; names the key.
    """
    _refuse_drawings(value)
    rows = value.get("cells")
    size = len(rows) if isinstance(rows, list) else 0
    if not 1 <= size <= LARGEST_SYMBOL or any(_length(row) != size for row in rows or ()):
        raise wrong(rows, f"cells: as many rows as columns, at most {LARGEST_SYMBOL}")
    texts = _texts(value)
    regions = _regions(value.get("regions") or [], size)
    whole = [each for each in regions if each is not None]
    box = default_box(size)
    usual = box and renumbered(whole) == boxes(size, box)
    draft = Draft(
        [_given(square, size) for row in rows or () for square in row],
        rules=frozenset() if len(whole) == len(regions) else frozenset({"latin"}),
        regions=None if usual or len(whole) < len(regions) else whole,
        extra=tuple(_constraints(value, texts, GridFacts(size, regions, box if usual else None))),
    )
    if rules := texts.get("rules"):
        warnings.warn(f"the rules in words are not read: {rules[:60]!r}", stacklevel=2)
    notes = {key: texts[key] for key in ("title", "author") if texts.get(key)}
    expected = expected_of(texts.get("solution"), size)
    return Record(draft, texts.get("title", ""), expected, "", line, notes)


def _refuse_drawings(value: Object) -> None:
    for key, found in value.items():
        if found in (None, "", False, [], {}) or key in (*SAID, *PASSED_OVER):
            continue
        if key in DRAWN:
            number = len(found) if isinstance(found, list) else 1
            raise MalformedPuzzleError(
                f"{key}: found drawings ({number}), whose meaning only the rules in words say; "
                "expected the link of f-puzzles (fpuzzles...), if there is one"
            )
        raise MalformedPuzzleError(f"{key}: not known as a rule; these are: {', '.join(SAID)}")


def _length(row: object) -> int:
    return len(row) if isinstance(row, list) else -1


def _given(square: object, size: int) -> int:
    """The value of a cell; texts and numbers are one."""
    if not isinstance(square, dict):
        raise wrong(square, "cells: an object for each cell")
    for key, found in square.items():
        if key not in OF_CELL and found not in (None, "", False, []):
            raise MalformedPuzzleError(f"cells: found the key {key!r} of a cell, not known")
    found = square.get("value")
    if found in (None, ""):
        return 0
    if isinstance(found, str) and re.fullmatch("[0-9]{1,2}", found, re.ASCII):
        found = int(found)
    if type(found) is not int or not 1 <= found <= size:
        raise wrong(found, f"value: 1 to {size}")
    return found


def _places(found: object, size: int) -> tuple[Cell, ...]:
    """The cells of a list of rows and columns."""
    places = found if isinstance(found, list) else None
    for place in places or ([None] if places is None else ()):
        within = isinstance(place, list) and len(place) == 2
        if not within or any(type(at) is not int or not 0 <= at < size for at in place):
            raise wrong(place, f"a list of row and column, each 0 to {size - 1}")
    return tuple(row * size + column for row, column in places or ())


def _regions(found: object, size: int) -> list[int | None]:
    """The region of each cell; None of one that is in none."""
    if not isinstance(found, list):
        raise wrong(found, "regions: a list of lists of cells")
    region: list[int | None] = [None] * size**2
    for number, places in enumerate(found):
        for cell in _places(places, size):
            if region[cell] is not None:
                raise wrong(places, "regions: that share no cell")
            region[cell] = number
    return region


def _constraints(value: Object, texts: Mapping[str, str], facts: GridFacts) -> Iterator[Constraint]:
    if None in facts.regions:
        for number in sorted({each for each in facts.regions if each is not None}):
            cells = [cell for cell, region in enumerate(facts.regions) if region == number]
            yield AllDifferent(tuple(cells), f"region {number + 1}")
    for key in RULES:
        if texts.get(key, "").lower() == "true":
            yield from GRID_RULES[key](facts)
    for number, cage in enumerate(_cages(value), 1):
        yield from _cage(cage, f"cage {number}", facts.size)


def _cages(value: Object) -> Sequence[Object]:
    """The cages that have cells; those without hold a text."""
    found = value.get("cages") or []
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise wrong(found, "cages: a list of objects")
    return [cage for cage in found if not _is_text(cage)]


def _is_text(cage: Object) -> bool:
    return not cage.get("cells") and bool(_TEXT.match(str(cage.get("value"))))


def _cage(cage: Object, name: str, size: int) -> Iterator[Constraint]:
    """Cells that differ, with their sum; one of no meaning is refused."""
    for key, says in cage.items():
        if key not in (*OF_CAGE, *LOOKS_OF_CAGE) and says not in (None, "", False, []):
            raise MalformedPuzzleError(f"{name}: found the key {key!r}, not known")
    if cage.get("type") not in (None, "", "rowcol"):
        raise wrong(cage["type"], f"{name}: type: rowcol")
    own, unique, total = _places(cage.get("cells"), size), cage.get("unique"), cage.get("sum")
    written = cage.get("value")
    if total is None and unique is True and re.fullmatch("[0-9]{1,4}", str(written), re.ASCII):
        total = int(str(written))
    if total is None and written not in (None, ""):
        raise wrong(written, f"{name}: a sum; its meaning only the rules in words say")
    if total is not None and (type(total) is not int or str(written or total) != str(total)):
        raise wrong(total, f"{name}: sum: a whole number, the value that is written")
    if type(unique) is not bool:
        raise wrong(unique, f"{name}: unique: true or false; else only the rules in words say it")
    if unique:
        yield AllDifferent(own, name)
    if total is not None:
        yield Linear(own, "=", total, name=name)


def _texts(value: Object) -> dict[str, str]:
    """The texts beside the puzzle: of its metadata, and of cages that are none."""
    metadata = value.get("metadata") or {}
    if not isinstance(metadata, dict):
        raise wrong(metadata, "metadata: an object")
    found = {key: str(says) for key, says in metadata.items() if says not in (None, "", False)}
    cages = value.get("cages")
    for cage in cages if isinstance(cages, list) else ():
        if isinstance(cage, dict) and _is_text(cage):
            key, text = _TEXT.match(str(cage["value"])).groups()  # type: ignore[union-attr]
            found.setdefault(key, text)
    for key in found:
        if key not in (*TEXTS, *RULES):
            raise MalformedPuzzleError(f"metadata: {key}: not known, it may be a rule")
    return found
