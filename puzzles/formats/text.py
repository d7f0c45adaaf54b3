"""Text of one puzzle, in any format but the files of records (CSV, JSON).

A text is read by the first format it looks like, in the order of their ranks: a brace before a
value decides for candidates, brackets for lists, rulers for grids, and the number of words or
characters for the rest.  A text that looks like none is a line.
"""

from accord.puzzles.formats import sukaku
from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.plain import lines
from accord.puzzles.formats.registry import recognised
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.symbols import quick_values


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
