"""The large problems of a campaign: files beside its table of puzzles.

    problems/HASH.json.gz    a problem's JSON, named by its SHA-256
    problems/HASH.xml.gz     the XCSP3 file from which it was read, named by its SHA-256
    problems/HASH.cnf.gz     or a file of clauses or pseudo-Boolean sums, whatever its format
    problems/HASH.model.gz   the program or model that says it, as of puzzles/models/program.py

DuckDB takes 2,048 texts at a time, however long, and has a bounded memory (database.py): 5,000 of
20 kB are too much for it, and so is one object of 16 MB.  So a text above LARGE stands in a file
of its own, and in the table stands which: `{"sha256": HASH}`, and of an original `{"sha256": HASH,
"format": "xcsp3"}`, or "formula" or "model".  A file never changes, as its name says its content;
it is there before the table that names it, and goes after it.
"""

import gzip
import json
import os
import re
import zlib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from accord.bench.campaigns.folder import CampaignError
from accord.puzzles.files.outside_file import (
    OutsideFileError,
    open_outside,
    subfolder,
    vacate,
    write_whole,
)
from accord.puzzles.models.minizinc_source import START as MINIZINC
from accord.puzzles.models.program import START
from accord.puzzles.outside_data import PROBLEM_MEMORY, expect_memory

PROBLEMS = "problems"
LARGE = 10_000  # bytes of a text, above which it stands in a file
MOST = 2**29  # bytes of one: of JSON that takes no more memory than is allowed there are fewer
IS_LARGE = "starts_with({}, '{{\"sha256\": ')"  # SQL, of a text
ENDINGS = {None: "json", "xcsp3": "xml", "formula": "cnf", "model": "model"}
XML = (b"<", b"\xef\xbb\xbf")  # how a file in XML begins
_LARGE = re.compile(r'\{"sha256": "([0-9a-f]{64})"(?:, "format": "(xcsp3|formula|model)")?\}')


def put_text(folder: Path, text: str) -> str:
    """What stands in the table for a problem's text, which is written to a file if it is large.

    Raises:
        CampaignError: it is larger than what can be read again.
    """
    if len(text) <= LARGE and len(text.encode()) <= LARGE:
        return text
    try:
        expect_memory(text, PROBLEM_MEMORY)
    except ValueError as error:
        raise CampaignError(str(error)) from None
    return _put(folder, text.encode())


def put_original(folder: Path, original: bytes | None) -> str | None:
    """What stands in the table for a problem's original, as of `put_text`; None for none.

    One that is larger than what is read again is left out.
    """
    if original is None or len(original) > MOST:
        return None
    if original.startswith((START, MINIZINC)):
        form = "model"
    else:
        form = "xcsp3" if original.lstrip().startswith(XML) else "formula"
    return original.decode() if len(original) <= LARGE else _put(folder, original, format=form)


def _put(folder: Path, content: bytes, **form: str) -> str:
    """Write a file; what stands in the table for it."""
    subfolder(folder, PROBLEMS)
    said = json.dumps({"sha256": sha256(content).hexdigest()} | form)
    write_whole(_path(folder, said), gzip.compress(content, 1, mtime=0))
    return said


def large_in(table: str, also: str) -> str:
    """SQL for the texts of a table that name files.

    Args:
        table: a part of a FROM clause.
        also: further columns, behind a comma.
    """
    return " UNION ALL ".join(
        f"SELECT {name}{also} FROM {table} WHERE {IS_LARGE.format(name)}"
        for name in ("text", "original")
    )


def is_large(text: str) -> bool:
    """Whether a text of the table says which file to read."""
    return _LARGE.fullmatch(text) is not None


def text_of(folder: Path, text: str) -> str:
    """The text of a problem for which this one stands in the table.

    Raises:
        CampaignError: its file is missing, or has another content.
    """
    if (match := _LARGE.fullmatch(text)) is None:
        return text
    path = _path(folder, text)
    try:
        with open_outside(path, folder) as file, gzip.open(file) as unpacked:
            content = unpacked.read(MOST)
    except (OSError, EOFError, zlib.error, OutsideFileError) as error:
        raise CampaignError(f"{path}: cannot be read: {error}; {_AGAIN}") from None
    if (found := sha256(content).hexdigest()) != match[1]:
        raise CampaignError(
            f"{path}: found the SHA-256 {found}, expected that of its name; {_AGAIN}"
        )
    return content.decode()


_AGAIN = "`accord bench` with the same question writes it again"


def move_text(text: str, source: Path, folder: Path) -> None:
    """Move the file that a text of the table names, if it names one, in the place of any there."""
    if source != folder and is_large(text):
        subfolder(folder, PROBLEMS)
        vacate(path := _path(folder, text))
        _path(source, text).replace(path)


def copy_text(text: str, source: Path, folder: Path) -> None:
    """Copy the file that a text of the table names, unless it is there.

    Raises:
        CampaignError: it is missing in both folders, or has another content.
    """
    if is_large(text):
        subfolder(folder, PROBLEMS)
        try:
            text_of(folder, text)
        except CampaignError:
            content = text_of(source, text).encode()
            write_whole(_path(folder, text), gzip.compress(content, 1, mtime=0))


def remove_others(texts: Iterable[str], folder: Path) -> None:
    """Remove the files that no text of the table names, and the folder if it is empty."""
    named = {_path(folder, text).name for text in texts if is_large(text)}
    place = folder / PROBLEMS
    if not os.path.lexists(place):
        return
    for path in subfolder(folder, PROBLEMS).iterdir():
        if path.name not in named:
            vacate(path)
    if not named:
        place.rmdir()


def _path(folder: Path, text: str) -> Path:
    """The path of the file that a text of the table names."""
    match = _LARGE.fullmatch(text)
    assert match
    return folder / PROBLEMS / f"{match[1]}.{ENDINGS[match[2]]}.gz"
