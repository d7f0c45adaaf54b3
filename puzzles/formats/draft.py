"""A draft: what a text says of a puzzle, before the reader's options complete it."""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.formats import digits as alphabets
from accord.puzzles.formats.source import Entry
from accord.puzzles.formats.symbols import NOTHING, expected, in_usual_signs, size_of, value_of
from accord.puzzles.grid import Grid, Value, cell_name
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle, ValueSet
from accord.puzzles.sudoku.shape import (
    RULES,
    MalformedPuzzleError,
    Shape,
    renumbered,
    shape,
    unknown_rule,
)

Box = tuple[int, int]  # rows, columns
Regions = str | Sequence[int]  # for each cell its region: a symbol or a number


@dataclass(frozen=True)
class Draft:
    """A text read cell by cell; values may still be out of range."""

    givens: Sequence[Value]
    candidates: Sequence[ValueSet] | None = None
    entries: Sequence[Entry] = ()  # where the givens stand, if the text has places
    characters: str = ""  # one for each cell, if that is how the text says them
    from_zero: Sequence[Value] = ()  # the givens, if the text seems to have the numbers 0 to n-1
    box: Box | None = None
    drawn_box: Box | None = None  # what its rulers show, unless text or options say another
    rules: frozenset[str] = frozenset()
    regions: Regions | None = None
    extra: tuple[Constraint, ...] = ()

    @property
    def grid(self) -> Grid:
        """The values as a claimed solution, whatever they are."""
        return Grid(self.in_digits().givens)

    def in_digits(self, asked: str | None = None) -> "Draft":
        """The draft with its characters read as the digits that are asked for, or that it shows.

        Raises:
            MalformedPuzzleError: it may have one of several, or has a character that is none.
        """
        size = isqrt(len(self.givens))
        if self.from_zero and asked is None:
            warnings.warn(f"the numbers 0-{size - 1} are read as 1-{size}", stacklevel=2)
            return replace(self, givens=self.from_zero)
        if not self.characters or (asked is None and size not in alphabets.VARYING):
            if asked and asked[0] != "1" and any(self.givens):
                raise MalformedPuzzleError(f"found numbers, expected characters of {asked}")
            return self
        cells = self.characters.upper()
        digits = alphabets.digits_of(cells, size, asked)
        usual = alphabets.name("1", size)
        if digits == usual:
            return replace(self, characters="")
        if asked is None:
            warnings.warn(f"the digits {digits} are read as {usual}", stacklevel=2)
        values = alphabets.values_of(cells, digits, size)
        if (place := next((cell for cell, value in enumerate(values) if value < 0), -1)) >= 0:
            raise self._complaint(place, alphabets.expected(digits, size))
        return replace(self, givens=values, characters="")

    def _complaint(self, cell: int, expected: str) -> MalformedPuzzleError:
        """The error about the character of a cell."""
        if self.entries:
            return self.entries[cell].complain(expected)
        where = cell_name(cell, isqrt(len(self.givens)))
        return MalformedPuzzleError(
            f"found {self.characters[cell]!r} at {where}, expected {expected}"
        )


@dataclass(frozen=True)
class Variant:
    """The options that say what a text leaves open.

    They are box, rules, regions and digits of a puzzle, the column of a table with puzzles, whether
    any solution of a problem with an objective will do, what the function of a model file gets,
    whether the model files of a folder are run, the files with the data of a model, the bounds of
    integers that have none, and a list of the models of a folder.
    """

    box: Box | None = None
    rules: frozenset[str] = frozenset()
    regions: Regions | None = None
    digits: str | None = None  # as 0-F; found by what the text shows where none are named
    column: str | None = None  # of a table that has the puzzles; `puzzle` or `quizzes` by default
    ignore_objective: bool = False
    settings: tuple[tuple[str, str], ...] = ()  # of a model file's function, by name
    models: bool = False
    data: tuple[str, ...] = ()  # files beside a model of MiniZinc
    int_bounds: tuple[int, int] | None = None  # of MiniZinc and FlatZinc
    instances: str = ""  # a list of models in a folder, with their data

    def __post_init__(self) -> None:
        for rule in sorted(self.rules.difference(RULES)):
            raise unknown_rule(rule)

    def puzzle(self, draft: Draft) -> Puzzle:
        """The puzzle that the text and these options say together.

        Raises:
            MalformedPuzzleError: they contradict each other, or a value is out of range.
        """
        size = size_of(len(draft.givens))
        draft = draft.in_digits(self.digits)
        _check_range(draft, size)
        rules = self.rules | draft.rules
        regions = _numbers(draft.regions, size)
        asked = _numbers(self.regions, size)
        if regions and asked and regions != asked:
            raise MalformedPuzzleError("regions: found other regions than those asked for")
        regions = regions or asked
        box = _agreed_box(draft.box, self.box)
        if regions is None and "latin" not in rules:
            box = _agreed_box(draft.drawn_box, box)
        candidates = None if draft.candidates is None else tuple(draft.candidates)
        return Puzzle(shape(size, box, rules, regions, draft.extra), Grid(draft.givens), candidates)

    def problem(self, said: Draft | Problem) -> Problem:
        """The puzzle of a draft; a problem as it is, or with its objective ignored.

        Raises:
            MalformedPuzzleError: as `puzzle`; or there are box, rules or regions for a problem.
        """
        if isinstance(said, Draft):
            return self.puzzle(said)
        if self.box or self.rules or self.regions:
            raise MalformedPuzzleError(
                "found box, rules or regions for a problem, expected them for puzzles only"
            )
        return said.without_objective() if self.ignore_objective else said

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return self != USUAL

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Variant":
        """The variant of a puzzle: all that plain text leaves unsaid."""
        return cls(puzzle.box, puzzle.rules, puzzle.regions)

    def plain(self, values: bytes) -> Puzzle:
        """The puzzle with these givens, which are known to be n*n values in range."""
        return Puzzle(self.shape(isqrt(len(values))), Grid(values))

    def shape(self, size: int) -> Shape:
        """The shape that plain text of this size has.

        Raises:
            MalformedPuzzleError: its box, rules or regions do not fit the size.
        """
        return shape(size, self.box, self.rules, _numbers(self.regions, size))


USUAL = Variant()


def draft_of(
    rows: Iterable[Iterable[Entry]], drawn_box: Box | None = None, *, numbers: bool = False
) -> Draft:
    """The draft with these cells; `numbers` where a 0 is surely a blank.

    Raises:
        MalformedPuzzleError: a cell holds no value, or their number is no square.
    """
    entries, sign = in_usual_signs([entry for row in rows for entry in row])
    for entry in entries:
        value_of(entry, isqrt(len(entries)))  # complains of symbols before cells are counted
    size = size_of(len(entries))
    values = [value_of(entry, size) for entry in entries]
    if sign:
        warnings.warn(f"{sign!r} is read as a blank", stacklevel=2)
    characters = "" if numbers else _characters(entries)
    from_zero: Sequence[Value] = ()
    if not characters:
        found = [
            number if entry.text.isdigit() else max(number, 0) or None
            for entry, number in zip(entries, values, strict=True)
        ]
        from_zero = alphabets.numbered_from_zero(found, size)
    return Draft(
        values, entries=entries, characters=characters, from_zero=from_zero, drawn_box=drawn_box
    )


def _characters(entries: Sequence[Entry]) -> str:
    """The cells, if there is a character in each; an empty one is a space."""
    texts = [" " if entry.text in NOTHING else entry.text for entry in entries]
    return "".join(texts) if all(len(text) == 1 for text in texts) else ""


def _check_range(draft: Draft, size: int) -> None:
    for entry, value in zip(draft.entries, draft.givens, strict=False):
        if not 0 <= value <= size:
            raise entry.complain(expected(size))


def _agreed_box(found: Box | None, asked: Box | None) -> Box | None:
    """The box that one of text and options says, or both."""
    if found is not None and asked is not None and found != asked:
        raise MalformedPuzzleError(
            f"found boxes of {found[0]}x{found[1]}, expected {asked[0]}x{asked[1]} as asked for"
        )
    return asked if found is None else found


def _numbers(regions: Regions | None, size: int) -> tuple[int, ...] | None:
    """For each cell the number of its region."""
    if isinstance(regions, str):
        return _from_text(regions, size)
    return None if regions is None else renumbered(regions)


@lru_cache(maxsize=64)
def _from_text(text: str, size: int) -> tuple[int, ...]:
    """Regions from text: a character for each cell, or words with whitespace between them."""
    words: Sequence[str] = text.removeprefix("\ufeff").split()
    if len(words) != size * size:
        words = "".join(words)
    if len(words) != size * size:
        raise MalformedPuzzleError(
            f"regions: found {len(words)} cells, expected {size * size} ({size} x {size})"
        )
    return renumbered(words)
