"""The files of a MiniZinc model: the model, its data and what they include, kept as texts.

They stay with a problem as an XCSP3 file does (`Problem.original`), so that a solver of MiniZinc
can be asked the model itself.  Who compiles them writes them into a folder of its own first, placed
to each other as they were: what is compiled is what is kept.  Files of MiniZinc's own library, and
those that an absolute path includes, are not among them.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os.path import abspath, commonpath, relpath
from pathlib import Path
from typing import Self
from zlib import compress

from accord.puzzles.files.outside_file import OutsideFileError, read_outside
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import listed
from accord.puzzles.problem import Problem
from accord.puzzles.proposed_search import ProposedSearch, read_search, recorded
from accord.puzzles.sudoku.shape import MalformedPuzzleError

MODEL, DATA = ".mzn", (".dzn", ".json")  # endings of the files of a model
MOST = 1 << 26  # bytes of a file
START = b'{"minizinc": '  # of its bytes
INCLUDE = re.compile(r'\binclude\s*"([^"\\\n]+)"')


@dataclass(frozen=True)
class MiniZincModel:
    """A model with its data and what they include.

    Args:
        texts: by the path below the folder that holds all: the model, the data, then the rest.
        data: how many of them are data.
        settings: parameters and their values, as `minizinc -D` takes them.
        folder: that folder, as people write it; what messages name.
        int_bounds: of integers that have none, where its FlatZinc is read.
        words: by enumerated type those of its values, which count from 1, once it is compiled.
        kinds: what it prints of these types, by name.
        search: that it proposes, over the variables of the problem that it says.
    """

    texts: tuple[tuple[str, str], ...]
    data: int = 0
    settings: tuple[tuple[str, str], ...] = ()
    folder: str = ""
    int_bounds: tuple[int, int] | None = None
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    search: tuple[ProposedSearch, ...] = ()

    @classmethod
    def of_files(
        cls, model: Path, data: Iterable[Path] = (), settings: Mapping[str, str] | None = None
    ) -> Self:
        """The texts of a model's file, of its data, and of what it includes.

        Raises:
            MalformedPuzzleError: a file cannot be read, or data is neither .dzn nor .json.
        """
        named = [model, *data]
        for each in named[1:]:
            if each.suffix not in DATA:
                expected = f"data of MiniZinc, a file that ends in {listed(DATA, 'or')}"
                raise MalformedPuzzleError(f"{each}: found it behind {model}, expected {expected}")
        texts = {Path(abspath(each)): _text(each) for each in named}
        asked, number = [*texts], len(texts) - 1
        for path in asked:  # grows
            for name in INCLUDE.findall(texts[path]) if path.suffix == MODEL else ():
                for folder in (path.parent, asked[0].parent):
                    other = Path(abspath(folder / name))
                    if not Path(name).is_absolute() and other not in texts and other.is_file():
                        texts[other] = _text(other)
                        asked.append(other)
        top = commonpath([path.parent for path in texts])
        return cls(
            tuple((path.relative_to(top).as_posix(), text) for path, text in texts.items()),
            number,
            tuple((settings or {}).items()),
            top if model.is_absolute() else relpath(top),
        )

    @property
    def file(self) -> Path:
        """The model's own file, as people write it."""
        return Path(self.folder, self.texts[0][0])

    @property
    def data_files(self) -> list[Path]:
        """The files of its data, as people write them."""
        return [Path(self.folder, name) for name, _ in self.texts[1 : 1 + self.data]]

    @property
    def original(self) -> bytes:
        """All of it, as `read` takes it."""
        said = {
            "minizinc": [list(each) for each in self.texts],
            "data": self.data,
            "settings": [list(each) for each in self.settings],
            "folder": self.folder,
            "int_bounds": self.int_bounds,
            "words": self.words,
            "kinds": self.kinds,
            "search": recorded(self.search),
        }
        return json.dumps(said).encode()

    def attach(self, problem: Problem) -> Problem:
        """Keep it beside the problem that it says, which is returned."""
        vars(problem).update(search=self.search, packed=compress(self.original))
        return problem

    @classmethod
    def of(cls, problem: Problem) -> Self | None:
        """The model of a problem; None where it has none."""
        original = problem.original
        return None if original is None else cls.read(original)

    @classmethod
    def read(cls, original: bytes) -> Self | None:
        """The model that an original is; None where it is something else."""
        if not original.startswith(START):
            return None
        said = json_value(original.decode())
        texts = tuple((str(name), str(text)) for name, text in said["minizinc"])
        settings = tuple((str(name), str(value)) for name, value in said["settings"])
        found = said.get("int_bounds")
        bounds = (int(found[0]), int(found[1])) if found else None
        several = said.get("words", {}).items()
        words = {str(kind): tuple(map(str, each)) for kind, each in several}
        kinds = {str(name): str(kind) for name, kind in said.get("kinds", {}).items()}
        search = read_search(said.get("search", ()))
        at = int(said["data"]), settings, str(said["folder"]), bounds
        return cls(texts, *at, words, kinds, search)

    def write(self, folder: Path) -> list[str]:
        """Write the files into a folder of one's own; what `minizinc` is told of them.

        Raises:
            MalformedPuzzleError: one stands outside, which no model that was read has.
        """
        for name, text in self.texts:
            path = folder / name
            if Path(name).is_absolute() or ".." in path.parts:
                raise MalformedPuzzleError(f"found {name!r}, expected a path below the model's")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        told = [str(folder / name) for name, _ in self.texts[: 1 + self.data]]
        for setting in self.settings:
            told += ["-D", "=".join(setting) + ";"]
        return told

    def named(self, path: str, folder: Path) -> str:
        """A path that `minizinc` names, as people write it.

        Args:
            path: of a file that `write` has made, or of MiniZinc's library.
            folder: that `write` got.
        """
        given = Path(path)
        is_ours = given.is_relative_to(folder)
        return str(Path(self.folder, given.relative_to(folder))) if is_ours else path


def _text(path: Path) -> str:
    try:
        return read_outside(path, most=MOST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedPuzzleError(f"{path}: found bytes that are no UTF-8: {error}") from None
    except FileNotFoundError:
        raise MalformedPuzzleError(f"{path}: found no such file, expected one of a model") from None
    except OutsideFileError as error:
        raise MalformedPuzzleError(str(error)) from None
