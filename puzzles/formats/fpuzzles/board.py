"""The object of f-puzzles as a draft: its grid, and the rules that its keys say.

A key that is not known is refused unless it says nothing (false, an empty list): it may be a rule.
What only decorates the grid is passed over.  Rules in words, which no program reads, are warned of,
as they may say more.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError
from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.fpuzzles.cells import cell, wrong
from accord.puzzles.formats.fpuzzles.rules import GRID_RULES, RULES, GridFacts, negative
from accord.puzzles.formats.record import Record
from accord.puzzles.grid import Grid
from accord.puzzles.instance import Expected
from accord.puzzles.sudoku.shape import MalformedPuzzleError, default_box

Object = Mapping[str, Any]
DIAGONALS = ("diagonal+", "diagonal-")
DECORATION = (
    "line", "rectangle", "circle", "text", "cage", "author", "title", "ruleset", "solution",
    "successMessage", "highlightConflicts", "disabledlogic", "truecandidatesoptions",
)  # fmt: skip
OF_GRID = ("size", "grid", "negative")
OF_CELL = (
    "value", "given", "region", "c", "cArray", "highlight", "centerPencilMarks",
    "cornerPencilMarks", "givenPencilMarks",
)  # fmt: skip
MARKS = ("difference", "ratio", "xv")  # of which `negative` may say that all are shown
LARGEST = 35


def record_of(value: Object, line: int = 1) -> Record:
    """The puzzle that an object says, with what it expects.

    Raises:
        MalformedPuzzleError: it says none, or a rule that is not known; names the key.
    """
    size = value.get("size")
    if type(size) is not int or not 1 <= size <= LARGEST:
        raise wrong(size, f"size: a whole number from 1 to {LARGEST}")
    rows = _rows(value.get("grid"), size)
    squares = [square for row in rows for square in row]
    for square in squares:
        for key in square:
            if key not in OF_CELL:
                raise MalformedPuzzleError(f"grid: found the key {key!r} of a cell, not known")
    box = default_box(size)
    regions = _regions(squares, size, box)
    board = GridFacts(size, regions, box)
    draft = Draft(
        [_given(square, size) for square in squares],
        _candidates(squares, size),
        rules=_rules(value, size, box),
        regions=None if box and regions == _boxes(size, box) else regions if box else None,
        extra=tuple(_constraints(value, board)),
    )
    if text := value.get("ruleset"):
        warnings.warn(f"the rules in words are not read: {str(text)[:60]!r}", stacklevel=2)
    title = value.get("title") or ""
    notes = {key: value[key] for key in ("title", "author") if value.get(key)}
    return Record(draft, str(title), _expected(value.get("solution"), size), "", line, notes)


def _rows(found: Any, size: int) -> list[list[Object]]:
    rows = found if isinstance(found, list) and len(found) == size else []
    if not rows or not all(isinstance(row, list) and len(row) == size for row in rows):
        raise MalformedPuzzleError(f"grid: found no {size} rows of {size} cells, expected them")
    for square in (square for row in rows for square in row):
        if not isinstance(square, dict):
            raise wrong(square, "grid: an object for each cell")
    return rows


def _given(square: Object, size: int) -> int:
    """The value of a cell that was given; what somebody entered while solving is none."""
    found = square.get("value")
    if found is None or not square.get("given"):
        return 0
    if type(found) is not int or not 1 <= found <= size:
        raise wrong(found, f"value: 1 to {size}")
    return found


def _candidates(squares: Sequence[Object], size: int) -> list[frozenset[int]] | None:
    """The marks that the puzzle gives."""
    if not any(square.get("givenPencilMarks") for square in squares):
        return None
    every = range(1, size + 1)
    found = []
    for square in squares:
        marks = square.get("givenPencilMarks") or every
        if any(type(each) is not int or each not in every for each in marks):
            raise wrong(marks, f"givenPencilMarks: values from 1 to {size}")
        found.append(frozenset(marks))
    return found


def _boxes(size: int, box: tuple[int, int]) -> list[int]:
    rows, columns = box
    across = size // columns
    return [
        place // size // rows * across + place % size // columns for place in range(size * size)
    ]


def _regions(squares: Sequence[Object], size: int, box: tuple[int, int] | None) -> list[int]:
    """The region of each cell: that of its box, where it says no other."""
    usual = _boxes(size, box) if box else [place // size for place in range(size * size)]
    found = [square.get("region", own) for square, own in zip(squares, usual, strict=True)]
    for each in found:
        if type(each) is not int or not 0 <= each < size:
            raise wrong(each, f"region: 0 to {size - 1}")
    return found


def _rules(value: Object, size: int, box: tuple[int, int] | None) -> frozenset[str]:
    diagonals = [bool(value.get(key)) for key in DIAGONALS]
    rules = {"latin"} if box is None else set()
    return frozenset(rules | ({"diagonals"} if all(diagonals) else set()))


def _constraints(value: Object, board: GridFacts) -> Iterator[Constraint]:
    negated = value.get("negative") or []
    if not isinstance(negated, list) or any(each not in MARKS for each in negated):
        raise wrong(negated, f"negative: a list of {', '.join(MARKS)}")
    yield from _one_diagonal(value, board)
    for key, found in value.items():
        if not found or key in (*DECORATION, *OF_GRID, *DIAGONALS):
            continue
        with _named(key):
            if key in GRID_RULES and found is True:
                yield from GRID_RULES[key](board)
            elif key in RULES:
                yield from _entries(key, found, board)
            else:
                known = ", ".join((*RULES, *GRID_RULES, *DIAGONALS))
                raise MalformedPuzzleError(f"not known as a rule; these are: {known}")
    for key in negated:
        with _named(key):
            yield from negative(key, value.get(key) or [], board)


def _one_diagonal(value: Object, board: GridFacts) -> Iterator[Constraint]:
    """The only diagonal that has all values; both are a rule of their own."""
    rising, falling = (bool(value.get(key)) for key in DIAGONALS)
    if rising != falling:
        n = board.size
        own = range(n - 1, n * n - 1, n - 1) if rising else range(0, n * n, n + 1)
        yield AllDifferent(tuple(own), "diagonal")


def _entries(key: str, found: object, board: GridFacts) -> Iterator[Constraint]:
    rule, name = RULES[key]
    if not isinstance(found, list):
        raise wrong(found, "a list of entries")
    if key in ("minimum", "maximum"):
        _expect_apart(found, board)
    for place, entry in enumerate(found, 1):
        if not isinstance(entry, dict):
            raise wrong(entry, "an object for each entry")
        yield from rule(entry, board, f"{name} {place}")


def _expect_apart(found: Sequence[Object], board: GridFacts) -> None:
    """Refuse extremes side by side: nobody says whether one is compared with the other."""
    own = {cell(entry.get("cell"), board.size) for entry in found if isinstance(entry, dict)}
    for each in own:
        if own.intersection(board.beside(each)):
            raise MalformedPuzzleError("found two that share an edge, expected them apart")


class _named:  # noqa: N801  (a context)
    """Errors in here name the key."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, MalformedPuzzleError | MalformedConstraintError):
            raise MalformedPuzzleError(f"{self._key}: {error}") from None


def _expected(found: object, size: int) -> Expected | None:
    if not found:
        return None
    if not isinstance(found, list) or len(found) != size * size:
        raise wrong(found, f"solution: {size * size} values")
    if any(type(each) is not int for each in found):
        raise wrong(found, "solution: whole numbers")
    return Expected(solution=Grid(found))
