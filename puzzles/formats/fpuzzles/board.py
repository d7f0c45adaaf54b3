"""The object of f-puzzles as a draft: its grid, and the rules that its keys say.

A key that is not known is refused unless it says nothing (false, an empty list): it may be a rule;
so is one of an entry or a cell.  What only decorates the grid is passed over, but a drawing of its
own may show a rule, as a text may say one: of these there is a warning.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError
from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Record
from accord.puzzles.formats.fpuzzles.cells import cell, wrong
from accord.puzzles.formats.fpuzzles.extensions import EXTENSIONS
from accord.puzzles.formats.fpuzzles.rules import (
    GRID_RULES,
    LOOKS,
    NEGATIVE,
    OF_F_PUZZLES,
    GridFacts,
    Pair,
    marks,
    negative,
    with_parity,
)
from accord.puzzles.grid import Grid, cell_name
from accord.puzzles.puzzle import Expected
from accord.puzzles.sudoku.shape import MalformedPuzzleError, default_box

Object = Mapping[str, Any]
RULES = {**OF_F_PUZZLES, **EXTENSIONS}
DIAGONALS = ("diagonal+", "diagonal-")
DRAWN = ("line", "rectangle", "circle", "text", "cage")
DECORATION = (
    *DRAWN, "author", "title", "ruleset", "solution", "successMessage", "highlightConflicts",
    "disabledlogic", "truecandidatesoptions", "activeConstraints", "fogofwar", "foglight",
)  # fmt: skip
OF_GRID = ("size", "grid", "negative")
OF_CELL = (
    "value", "given", "region", "c", "cArray", "highlight", "centerPencilMarks",
    "cornerPencilMarks", "givenPencilMarks", "candidates", "parity",
)  # fmt: skip
PARITIES = {"even": 0, "odd": 1}
OTHER_NAMES = {"germanwhispers": "whispers", "dutchwhispers": "whispers"}  # of what is drawn
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
    regions = _regions(squares, size)
    said = [each for each in regions if each is not None]
    draft = Draft(
        [_given(square, size) for square in squares],
        _candidates(squares, size),
        rules=_rules(value, size, regions),
        regions=None if regions == _usual(size) or len(said) < len(regions) else said,
        extra=(*_constraints(value, _facts(value, size, regions)), *_parities(squares, size)),
    )
    _warn_of_drawings(value)
    if text := value.get("ruleset"):
        warnings.warn(f"the rules in words are not read: {str(text)[:60]!r}", stacklevel=2)
    title = value.get("title") or ""
    notes = {key: value[key] for key in ("title", "author") if value.get(key)}
    return Record(draft, str(title), expected_of(value.get("solution"), size), "", line, notes)


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
        if not isinstance(marks, list | range) or any(
            type(each) is not int or each not in every for each in marks
        ):
            raise wrong(marks, f"givenPencilMarks: values from 1 to {size}")
        found.append(frozenset(marks))
    return found


def _usual(size: int) -> list[int | None]:
    """The region of each cell where none is said: its box, or its row where there are no boxes."""
    rows, columns = default_box(size) or (1, size)
    across = size // columns
    return [
        place // size // rows * across + place % size // columns for place in range(size * size)
    ]


def _regions(squares: Sequence[Object], size: int) -> list[int | None]:
    """The region of each cell; None of one that is in none."""
    usual = _usual(size)
    found = [square.get("region", own) for square, own in zip(squares, usual, strict=True)]
    for each in found:
        if each is not None and (type(each) is not int or not 0 <= each < size):
            raise wrong(each, f"region: 0 to {size - 1}")
    return found


def _facts(value: Object, size: int, regions: Sequence[int | None]) -> GridFacts:
    dots: set[Pair] = set()
    for key in ("difference", "ratio"):
        with _named(key):
            dots.update(marks(value, key, size))
    extremes = {}
    for key in ("minimum", "maximum"):
        with _named(key):
            entries = _list(value.get(key) or [])
            extremes[key] = frozenset(cell(entry.get("cell"), size) for entry in entries)
    box = default_box(size) if regions == _usual(size) else None
    return GridFacts(size, regions, box, frozenset(dots), extremes)


def _rules(value: Object, size: int, regions: Sequence[int | None]) -> frozenset[str]:
    """Diagonals, if there are both; latin, if there are no boxes and not a region for each cell."""
    diagonals = [_flag(value, key) for key in DIAGONALS]
    usual = regions == _usual(size) and default_box(size) is None
    rules = {"latin"} if None in regions or usual else set()
    return frozenset(rules | ({"diagonals"} if all(diagonals) else set()))


def _flag(value: Object, key: str) -> bool:
    found = value.get(key) or False
    if type(found) is not bool:
        raise wrong(found, f"{key}: true or false")
    return found


def _constraints(value: Object, board: GridFacts) -> Iterator[Constraint]:
    negated = value.get("negative") or []
    if not isinstance(negated, list) or any(each not in NEGATIVE for each in negated):
        raise wrong(negated, f"negative: a list of {', '.join(NEGATIVE)}")
    yield from _some_regions(board)
    yield from _one_diagonal(value, board)
    for key, found in value.items():
        if not found or key in (*DECORATION, *OF_GRID, *DIAGONALS):
            continue
        with _named(key):
            if key in GRID_RULES:
                if found is not True:
                    raise wrong(found, "true or false")
                yield from GRID_RULES[key](board)
            elif key in RULES:
                yield from _entries(key, found, board)
            else:
                known = ", ".join((*RULES, *GRID_RULES, *DIAGONALS))
                raise MalformedPuzzleError(f"not known as a rule; these are: {known}")
    for key in negated:
        with _named(key):
            yield from negative(key, value.get(key) or [], board)


def _parities(squares: Sequence[Object], size: int) -> Iterator[Constraint]:
    """The cells that are said to be even or odd."""
    for own, square in enumerate(squares):
        found = square.get("parity")
        if found in (None, "", False):
            continue
        if not isinstance(found, str) or found.lower() not in PARITIES:
            raise wrong(found, f"parity of {cell_name(own, size)}: even or odd")
        yield with_parity(own, PARITIES[found.lower()], size, f"{found.lower()} cell")


def _some_regions(board: GridFacts) -> Iterator[Constraint]:
    """The regions, if some cells are in none."""
    if None in board.regions:
        for number in range(board.size):
            cells = [cell for cell, region in enumerate(board.regions) if region == number]
            if cells:
                yield AllDifferent(tuple(cells), f"region {number + 1}")


def _one_diagonal(value: Object, board: GridFacts) -> Iterator[Constraint]:
    """The only diagonal that has all values; both are a rule of their own."""
    rising, falling = (_flag(value, key) for key in DIAGONALS)
    if rising != falling and board.size > 1:
        n = board.size
        own = range(n - 1, n * n - 1, n - 1) if rising else range(0, n * n, n + 1)
        yield AllDifferent(tuple(own), "diagonal")


def _list(found: object) -> Sequence[Object]:
    """The entries of a key."""
    if not isinstance(found, list):
        raise wrong(found, "a list of entries")
    for entry in found:
        if not isinstance(entry, dict):
            raise wrong(entry, "an object for each entry")
    return found


def _entries(key: str, found: object, board: GridFacts) -> Iterator[Constraint]:
    rule = RULES[key]
    for place, entry in enumerate(_list(found), 1):
        for own, says in entry.items():
            if own not in (*rule.keys, *LOOKS) and says not in (None, "", False, []):
                raise MalformedPuzzleError(
                    f"found the key {own!r} of an entry, expected {', '.join(rule.keys)}"
                )
        yield from rule.read(entry, board, f"{rule.name} {place}")


def _warn_of_drawings(value: Object) -> None:
    """Warn of drawings that no rule has; those of a rule that is not said are refused.

    Extensions of f-puzzles draw their rules again, for who does not have them.
    """
    drawn = []
    for key in DRAWN:
        with _named(key):
            entries = _list(value.get(key) or [])
            for entry in entries:
                if name := entry.get("fromConstraint"):
                    rule = str(name).lower().replace(" ", "")
                    if not value.get(OTHER_NAMES.get(rule, rule)):
                        raise MalformedPuzzleError(
                            f"drawn for the rule {name!r}, which is not said"
                        )
        if number := sum(not entry.get("fromConstraint") for entry in entries):
            drawn.append(f"{key} ({number})")
    if drawn:
        warnings.warn(
            f"drawings may show rules, which are not read: {', '.join(drawn)}", stacklevel=3
        )


class _named:  # noqa: N801  (a context)
    """A context whose errors name the key."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, MalformedPuzzleError | MalformedConstraintError):
            raise MalformedPuzzleError(f"{self._key}: {error}") from None


def expected_of(found: object, size: int) -> Expected | None:
    """The solution that is claimed, as a list or a text; 0 stands for a value that is not said.

    A text has a character for each cell, two if the size has two digits, or commas.
    """
    if not found:
        return None
    if isinstance(found, str):
        width = 2 if len(found) == 2 * size**2 else 1
        every = range(0, len(found), width)
        words = found.split(",") if "," in found else [found[at : at + width] for at in every]
        blank = dict.fromkeys("._-?", 0)
        found = [int(each) if each.strip().isdecimal() else blank.get(each, each) for each in words]
    if not isinstance(found, list) or len(found) != size * size:
        raise wrong(found, f"solution: {size * size} values")
    values = [0 if each is None else each for each in found]
    if any(type(each) is not int or not 0 <= each <= size for each in values):
        raise wrong(found, f"solution: values from 1 to {size}, or 0")
    if 0 in values:
        if any(values):
            warnings.warn("the solution is not complete, and is not compared", stacklevel=3)
        return None
    return Expected(solution=Grid(values))
