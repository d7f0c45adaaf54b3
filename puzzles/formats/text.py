"""Text of one puzzle, in any format but the files of records (CSV, JSON).

A text is read by the first format it looks like: a brace before a value decides for candidates,
brackets for lists, rulers for grids, and the number of words or characters for the rest.
"""

from accord.puzzles.formats import candidates, lines, lists, pencilmarks, rulers, sdk, sukaku
from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.symbols import quick_values

TEXTS: dict[str, Format] = {
    **lines.FORMATS,
    **rulers.FORMATS,
    **sdk.FORMATS,
    **lists.FORMATS,
    **candidates.FORMATS,
    **pencilmarks.FORMATS,
    **sukaku.FORMATS,
}
_ORDER = ("sdk", "candidates", "flat", "pencilmarks", "boxed", "sukaku", "line")
_VALUES_ONLY = ("sdk", "flat", "boxed")


def detect(source: Source) -> Format:
    """The format that a text looks like; a text that looks like none is a line."""
    return next(TEXTS[name] for name in _ORDER if TEXTS[name].looks_like(source))


def plain_line(text: str) -> bytes | None:
    """The values of a text that is a line of characters and surely nothing else."""
    return quick_values(text) if len(text) != sukaku.CHARACTERS else None


def read_text(text: str) -> Draft:
    """What a text says.

    Raises:
        MalformedPuzzleError: it cannot be read.
    """
    if values := plain_line(text):
        return Draft(values)
    return detect(source := Source(text)).read(source)


def read_values(source: Source, size: int | None = None) -> Draft:
    """What a text says that has no candidates: numbers are numbers, 729 characters are 27 x 27.

    Raises:
        MalformedPuzzleError: it cannot be read.
    """
    if size is None and (values := quick_values(source.raw)):
        return Draft(values)
    for name in _VALUES_ONLY:
        if TEXTS[name].looks_like(source):
            return TEXTS[name].read(source)
    return lines.read_lines(source, size)
