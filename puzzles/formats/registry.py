"""The registry of formats: one is found by its name, or by what a text looks like.

Every module of this room that defines FORMATS, a dict from names to formats, adds them.  There is
no list of their names: a format says itself what it recognises, and its rank among the others.

A text of one puzzle, in any format but the files of records (CSV, JSON), is read by the first
format it looks like, in the order of their ranks: a brace before a value decides for candidates,
brackets for lists, rulers for grids, and the number of words or characters for the rest.  A text
that looks like none is a line.
"""

from collections.abc import Callable
from functools import cache

from accord.puzzles.discovery import members
from accord.puzzles.formats import sukaku
from accord.puzzles.formats.competitions import wcnf
from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.plain import lines
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.symbols import quick_values
from accord.puzzles.phrasing import nearest

LOOKED_AT = 1 << 20  # bytes of a file, in which comments end


@cache
def formats() -> dict[str, Format]:
    """Every format by name, sorted."""
    return members("FORMATS", "accord.puzzles.formats")


def format_named(name: str) -> Format:
    """The format of that name.

    Raises:
        FormatError: there is none.
    """
    if name in formats():
        return formats()[name]
    raise FormatError(f"found the format {name!r}, expected {nearest(name, [*formats()])}")


def name_of(form: Format) -> str:
    """The name of a format."""
    return next(name for name, each in formats().items() if each is form)


def detect(source: Source) -> Format:
    """The format that a text looks like; a text that looks like none is a line."""
    return recognised(source) or formats()["line"]


def recognised(
    source: Source, among: Callable[[Format], bool] = lambda form: True
) -> Format | None:
    """The format of the lowest rank that a text looks like, of those that `among` accepts."""
    return next((form for form in _by_rank() if among(form) and form.looks_like(source)), None)


def format_of(original: bytes) -> str | None:
    """The name of the format that a problem's file, in UTF-8, looks like; None if like none."""
    form = recognised(source := Source(original[:LOOKED_AT].decode("utf-8", "replace")))
    if form is None:
        return "wcnf" if wcnf.SOFT_ALONE.match(source.raw) else None
    return name_of(form)


@cache
def _by_rank() -> list[Format]:
    return sorted(formats().values(), key=lambda form: form.rank)


def plain_line(text: str) -> bytes | None:
    """The values of a text that is a line of characters and surely nothing else."""
    return quick_values(text) if len(text) != sukaku.CHARACTERS else None


def read_text(text: str) -> Draft:
    """The draft of a text in any format but CSV and JSON.

    Raises:
        MalformedPuzzleError: it cannot be read.
    """
    if values := plain_line(text):
        return Draft(values, characters=text)
    form = recognised(source := Source(text), lambda form: form.records is None)
    return form.draft(source) if form else lines.read_lines(source)


def read_values(source: Source, size: int | None = None) -> Draft:
    """The draft of a text without candidates: numbers are numbers, 729 characters are 27 x 27.

    Raises:
        MalformedPuzzleError: it cannot be read.
    """
    if size is None and (values := quick_values(source.raw)):
        return Draft(values, characters=source.raw)
    form = recognised(source, lambda form: form.draw is not None)
    return form.draft(source) if form else lines.read_lines(source, size)
