"""Texts in any of the formats: puzzles, grids and files of puzzles are read and written.

read("53..7....6..195...")            one puzzle, its format detected
read(text, Variant((3, 2), frozenset({"diagonals"})))
read_grid(text)                       a claimed solution, right or wrong
read_many(open("puzzles.sdm"))        instances, one at a time
write(puzzle, "grid")                 the way back; write_grid, write_many

Box, rules and regions are not written where a format has no place for them: a reader of the text
takes them as options.  Candidates and further constraints are never left out.
"""

from collections.abc import Iterable, Iterator

from accord.puzzles.files.foreign import refuse_foreign
from accord.puzzles.files.read_many import read_many
from accord.puzzles.formats import csv_table
from accord.puzzles.formats.draft import USUAL, Variant
from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.formats.registry import (
    detect,
    format_named,
    plain_line,
    read_values,
    recognised,
)
from accord.puzzles.formats.source import Source
from accord.puzzles.grid import Grid
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance, Puzzle

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


__all__ = ["FormatError", "write", "write_grid", "write_many"]


def write(puzzle: Problem, format: str = "line") -> str:
    """The text of a puzzle or another problem, without a line end.

    Raises:
        FormatError: there is no such format, or it cannot say all of the puzzle.
    """
    chosen = format_named(format)
    if isinstance(puzzle, Puzzle):
        return chosen.write(puzzle)
    if chosen.write_problem is None:
        raise FormatError(
            f"found a problem of {counted(len(puzzle.domains), 'variable')}, which only the "
            "formats json and xcsp3 can say"
        )
    return chosen.write_problem(puzzle)


def write_grid(grid: Grid, format: str = "grid", box: tuple[int, int] | None = None) -> str:
    """The text of a grid, without a line end; by default with the usual boxes of its size.

    Raises:
        FormatError: there is no such format, or it cannot say the grid.
    """
    return format_named(format).write_grid(grid, box)


def write_many(instances: Iterable[Instance], format: str = "line") -> Iterator[str]:
    """The lines of a file of instances, without line ends; one at a time.

    CSV and JSON lines keep names and expectations; formats of many lines have a blank one between.

    Raises:
        FormatError: there is no such format, or it cannot say all of a puzzle.
    """
    chosen = format_named(format)
    if format == "csv":
        yield from csv_table.write_instances(instances)
    elif format == "json":
        yield from map(write_instance, instances)
    else:
        for number, instance in enumerate(instances):
            if number and not chosen.one_line:
                yield ""
            yield from write(instance.problem, format).split("\n")
