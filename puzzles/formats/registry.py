"""The registry of formats: one is found by its name, or by what a text looks like.

Every module of this room that defines FORMATS, a dict from names to formats, adds them.  There is
no list of their names: a format says itself what it recognises, and its rank among the others.
"""

from collections.abc import Callable
from functools import cache

from accord.puzzles.discovery import members
from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.source import Source
from accord.puzzles.phrasing import nearest


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


@cache
def _by_rank() -> list[Format]:
    return sorted(formats().values(), key=lambda form: form.rank)
