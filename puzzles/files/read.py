"""Reading: puzzles, grids and files of puzzles from text in any of the formats.

read("53..7....6..195...")            one puzzle, its format detected
read(text, Variant((3, 2), frozenset({"diagonals"})))
read_grid(text)                       a claimed solution, right or wrong
read_many(open("puzzles.sdm"))        instances, one at a time
"""

from accord.puzzles.files.foreign import refuse_foreign
from accord.puzzles.files.read_many import read_many
from accord.puzzles.formats.draft import USUAL, Variant
from accord.puzzles.formats.format import Format
from accord.puzzles.formats.registry import detect, format_named, recognised
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.text import plain_line, read_values
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle

__all__ = ["read", "read_grid", "read_many", "read_problem"]


def read(text: str, variant: Variant = USUAL, *, format: str | None = None) -> Puzzle:
    """The puzzle that a text says; a problem that is none is refused: see `read_problem`.

    Args:
        text: in any format.
        variant: box, rules, regions and digits, where the text does not say them.
        format: the name of the format; detected by default.

    Raises:
        MalformedPuzzleError: the text cannot be read; says where, what was found and expected.
        FormatError: there is no such format.
    """
    if format is None and not variant.digits and (values := plain_line(_one_line(text))):
        return variant.plain(values)
    source = Source(text)
    return variant.puzzle(_format(source, format).draft(source))


def read_problem(text: str, variant: Variant = USUAL, *, format: str | None = None) -> Problem:
    """The puzzle or other problem that a text says; see `read`."""
    if format is None and not variant.digits and (values := plain_line(_one_line(text))):
        return variant.plain(values)
    source = Source(text)
    return variant.problem(_format(source, format).read(source))


def _one_line(text: str) -> str:
    """The text without margins; lines of spaces around it stay, as they may be rows."""
    return text.strip("\r\n").strip(" \t")


def _format(source: Source, name: str | None) -> Format:
    if name is not None:
        return format_named(name)
    [*refuse_foreign(source.raw.splitlines())]
    return detect(source)


def read_grid(text: str, size: int | None = None, digits: str | None = None) -> Grid:
    """A claimed solution, which may be wrong, out of range or have blanks (0).

    Args:
        text: in any format; what would be candidates elsewhere are numbers here.
        size: decides where both characters and words could be the cells.
        digits: as of a Variant.

    Raises:
        MalformedPuzzleError: the text cannot be read, or the number of cells is no square.
    """
    if digits is None and (values := plain_line(text.strip())) and len(values) == (size or 0) ** 2:
        return Grid(values)
    [*refuse_foreign(text.splitlines())]
    source = Source(text)
    form = recognised(source, lambda form: form.records is not None)
    draft = form.draft(source) if form else read_values(source, size)
    return draft.in_digits(digits).grid
