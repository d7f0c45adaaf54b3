"""Formats: the ways in which people and programs write puzzles, in one table.

In goes the text of one puzzle, as a `Source` that knows its lines and columns; out comes a `Draft`,
which a `Variant` (box, rules and regions given beside the text) completes to a puzzle.  The way
back is the text.  Each module holds one format or a family, with what recognises, reads and writes
it, and ends in FORMATS.

Read `source`, `draft` and `format`, then `symbols` (what stands in a cell) and `lines` (the
simplest family).  `text` decides which format a text is.  `json_object` and `csv_table` hold
records: puzzles with names and expectations.
"""

from collections.abc import Mapping
from difflib import get_close_matches

from accord.puzzles.formats import csv_table, json_object, text
from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.source import Source

__all__ = ["FORMATS", "Format", "FormatError", "detect", "format_named"]

FORMATS: Mapping[str, Format] = {**text.TEXTS, **csv_table.FORMATS, **json_object.FORMATS}


def detect(source: Source) -> Format:
    """The format that a text looks like; files of records are recognised before anything else."""
    records = (FORMATS[name] for name in ("json", "csv"))
    return next((form for form in records if form.looks_like(source)), None) or text.detect(source)


def format_named(name: str) -> Format:
    """The format of that name.

    Raises:
        FormatError: there is none.
    """
    if name in FORMATS:
        return FORMATS[name]
    near = get_close_matches(name, FORMATS, 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    raise FormatError(f"found the format {name!r}, expected one of {', '.join(FORMATS)}{meant}")
