"""The large problems of a campaign: files beside its table of puzzles.

    problems/HASH.json.gz    a problem's JSON, named by its SHA-256

DuckDB takes 2,048 texts at a time, however long, and has a bounded memory (database.py): 5,000 of
20 kB are too much for it, and so is one object of 16 MB.  So a text above LARGE stands in a file
of its own, and in the table stands which: `{"sha256": HASH}`.  A file never changes, as its name
says its content; it is there before the table that names it, and goes after it.
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
from accord.puzzles.outside_data import PROBLEM_MEMORY, expect_memory

PROBLEMS = "problems"
LARGE = 10_000  # bytes of a text, above which it stands in a file
MOST = 2**29  # bytes of one: of JSON that takes no more memory than is allowed there are fewer
IS_LARGE = "starts_with(text, '{\"sha256\": ')"  # in SQL
_LARGE = re.compile(r'\{"sha256": "([0-9a-f]{64})"\}')


def put_text(folder: Path, text: str) -> str:
    """What stands in the table for a problem's text, which is written to a file if it is large.

    Raises:
        CampaignError: it is larger than what can be read again.
    """
    if len(text) <= LARGE and len(content := text.encode()) <= LARGE:
        return text
    try:
        expect_memory(text, PROBLEM_MEMORY)
    except ValueError as error:
        raise CampaignError(str(error)) from None
    content = text.encode()
    name = sha256(content).hexdigest()
    subfolder(folder, PROBLEMS)
    write_whole(_path(folder, name), gzip.compress(content, 1, mtime=0))
    return json.dumps({"sha256": name})


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
    path = _path(folder, match[1])
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
    if source != folder and (match := _LARGE.fullmatch(text)):
        subfolder(folder, PROBLEMS)
        vacate(path := _path(folder, match[1]))
        _path(source, match[1]).replace(path)


def copy_text(text: str, source: Path, folder: Path) -> None:
    """Copy the file that a text of the table names, unless it is there.

    Raises:
        CampaignError: it is missing in both folders, or has another content.
    """
    if match := _LARGE.fullmatch(text):
        subfolder(folder, PROBLEMS)
        try:
            text_of(folder, text)
        except CampaignError:
            content = text_of(source, text).encode()
            write_whole(_path(folder, match[1]), gzip.compress(content, 1, mtime=0))


def remove_others(texts: Iterable[str], folder: Path) -> None:
    """Remove the files that no text of the table names, and the folder if it is empty."""
    named = {f"{match[1]}.json.gz" for text in texts if (match := _LARGE.fullmatch(text))}
    place = folder / PROBLEMS
    if not os.path.lexists(place):
        return
    for path in subfolder(folder, PROBLEMS).iterdir():
        if path.name not in named:
            vacate(path)
    if not named:
        place.rmdir()


def _path(folder: Path, name: str) -> Path:
    return folder / PROBLEMS / f"{name}.json.gz"
