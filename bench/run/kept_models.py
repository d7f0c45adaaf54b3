"""Compiled MiniZinc models that a campaign keeps, so that none is compiled twice.

    compiled/DIGEST.json.gz    the FlatZinc of a model, its output, notes and seconds; or the error

The digest is that of all that it depends on: the texts of the model and its data, parameters, the
version of `minizinc`, and accord's library for it.
"""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from accord.puzzles.files.outside_file import OutsideFileError, open_outside, subfolder, write_whole
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.outside_data import json_value
from accord.solvers.backend import Need
from accord.solvers.cp.minizinc_compiling import LIBRARY

COMPILED = "compiled"
MOST = 2**29  # bytes of one
_folders = list[Path]()  # the last one is in use


@dataclass(frozen=True)
class CompiledModel:
    """What `minizinc` has made of a model."""

    flat: str = ""  # FlatZinc
    output: str = ""  # the description of its output
    notes: tuple[str, ...] = ()
    seconds: float = 0.0  # wall
    error: str = ""  # why there is nothing else


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """A context in which compiled models are kept in the folder of a campaign."""
    _folders.append(folder)
    try:
        yield
    finally:
        _folders.pop()


def kept(model: MiniZincModel, make: Callable[[], CompiledModel]) -> CompiledModel:
    """The compiled model that is kept, or else the one that is made now, which is kept then."""
    compiler = _compiler() if _folders else ""
    if not compiler:
        return make()
    said = f"{compiler}\n".encode() + model.original
    path = subfolder(_folders[-1], COMPILED) / f"{sha256(said).hexdigest()[:32]}.json.gz"
    if (found := _read(path)) is not None:
        return found
    made = make()
    content = json.dumps(asdict(made)).encode()
    if len(content) <= MOST:
        write_whole(path, gzip.compress(content, 1, mtime=0))
    return made


def _read(path: Path) -> CompiledModel | None:
    """What a file keeps; None where it is missing, or holds something else."""
    try:
        with open_outside(path, path.parent) as file, gzip.open(file) as unpacked:
            said = json_value(unpacked.read(MOST), memory=4 * MOST)
        flat, output, error = (str(said[name]) for name in ("flat", "output", "error"))
        notes = tuple(map(str, said["notes"]))
        return CompiledModel(flat, output, notes, float(said["seconds"]), error)
    except (OSError, EOFError, zlib.error, OutsideFileError, ValueError, KeyError, TypeError):
        return None


@cache
def _compiler() -> str:
    """The version of `minizinc`, and a hash of accord's library for it; empty without it."""
    if not (version := Need(program="minizinc").version):
        return ""
    library = sha256()
    for path in sorted(LIBRARY.parent.rglob("*")):
        if path.is_file():
            library.update(path.name.encode() + path.read_bytes())
    return f"{version} {library.hexdigest()}"
