"""Formats: the ways in which people and programs write puzzles, in one table.

Each module holds one of them or a family, with what recognises, reads and writes it.
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
