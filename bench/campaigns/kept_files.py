"""The small files of a campaign that nothing but accord may change while it runs.

What was asked and what was withdrawn are read again by every table.  A solver knows no folder, but
nothing keeps it from writing: so the supervisor remembers these files as they are when it begins,
and writes them again where they are found otherwise.  What was found stands in `spoiled/`.
"""

from collections.abc import Iterator
from pathlib import Path

from accord.bench.campaigns.folder import QUESTION, SPOILED, keep_spoiled
from accord.bench.campaigns.withdrawn import WITHDRAWN
from accord.puzzles.files.outside_file import (
    MOST_WHOLE,
    OutsideFileError,
    read_outside,
    vacate,
    write_whole,
)


class KeptFiles:
    """The files as they were when a campaign began."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept = {folder / name: _content(folder / name) for name in (QUESTION, WITHDRAWN)}

    def restore(self) -> Iterator[str]:
        """Undo changes, removals and additions; a sentence on each."""
        for path, kept in self._kept.items():
            found = _content(path)
            if found == kept:
                continue
            where = ""
            if isinstance(found, bytes):
                keep_spoiled(self._folder, path)
                where = f"; what was found is set aside in {SPOILED}/"
            vacate(path)
            if isinstance(kept, bytes):
                write_whole(path, kept.decode())
            yield (
                f"{path}: was changed by something else while the campaign ran, perhaps by a "
                f"solver; it is again as it was before{where}"
            )


def _content(path: Path) -> bytes | str | None:
    """The bytes of a small plain file; None where nothing is, else a sentence on what it is."""
    try:
        return read_outside(path, path.parent, MOST_WHOLE)
    except FileNotFoundError:
        return None
    except OutsideFileError as error:
        return str(error)
