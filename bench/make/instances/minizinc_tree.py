"""A tree of MiniZinc models and their data: which model goes with which data.

    queens/queens.mzn  queens/board.mzn  queens/8.dzn  queens/large/80.dzn  queens/README.md

A model is a file that has a solve item; others are what models include.  It goes with each file of
data in its folder, and in the folders below that have no models of their own.  Data says by its
first name whether it is a model's: `n = 8;` is not that of a model without a word `n`, and JSON
that is no object of a model's names is no data.  A model without any is an instance by itself.

A list of instances names them instead: a CSV file with the columns problem (a folder), model and
data, where several files have semicolons between.

Only beginnings of files are read, and nothing is compiled here: 17,000 instances take seconds.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from accord.puzzles.files.outside_file import OutsideFileError, open_outside, read_outside
from accord.puzzles.models.minizinc_source import DATA, INCLUDE, MODEL
from accord.puzzles.sudoku.shape import MalformedPuzzleError

MOST_READ = 1 << 16  # bytes of a file of data
MOST_OF_MODEL = 1 << 24  # bytes of a model, and of a list
COLUMNS = ("problem", "model", "data")
_NO_CODE = re.compile(r'%[^\n]*|/\*.*?(?:\*/|\Z)|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
_SOLVE = re.compile(r"(?:\A|;)\s*solve\b")
_ASSIGNED = re.compile(r"(?:\A|;)\s*(\w+)\s*=")
_KEY = re.compile(r'\A\s*\{\s*"(\w+)"\s*:')
_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class ModelInstance:
    """A model with its data, under a name."""

    name: str
    model: Path
    data: tuple[Path, ...] = ()


def tree_instances(files: Iterable[Path], folder: Path) -> tuple[list[ModelInstance], set[Path]]:
    """The instances of the models among files below a folder, and the files that are theirs.

    Args:
        files: sorted.
        folder: where they lie.
    """
    models, data = dict[Path, list[Path]](), dict[Path, list[Path]]()
    sources = [path for path in files if path.suffix == MODEL]
    for path in sources:
        if has_solve_item(_beginning(path, MOST_OF_MODEL)):
            models.setdefault(path.parent, []).append(path)
    for path in files if models else ():
        around = (each for each in path.parents if each in models)
        if path.suffix in DATA and (home := next(around, None)) is not None:
            data.setdefault(home, []).append(path)
    found = list[ModelInstance]()
    for home in models:
        names = [(path, _first_name(path)) for path in data.get(home, ())]
        for model in models[home]:
            known = _words(model)
            own = [path for path, name in names if name in known]
            found += _named(model, own, home, folder)
    return found, {*sources, *(path for each in data.values() for path in each)}


def has_solve_item(text: str) -> bool:
    """Whether the text of a file of MiniZinc says what is to be solved."""
    return bool(_SOLVE.search(_NO_CODE.sub(" ", text)))


def listed_instances(file: Path, folder: Path) -> list[ModelInstance]:
    """The instances that a CSV file lists.

    Args:
        file: with the columns problem, model and data, with any names of data behind a `_`.
        folder: where models and data are looked for, and in its folder of the problem; then beside
            the list.

    Raises:
        MalformedPuzzleError: it lists none, or a file that is not there, or outside of both
            folders; says the line.
    """
    homes = folder.resolve(), file.parent.resolve()
    try:
        text = read_outside(file, most=MOST_OF_MODEL).decode("utf-8-sig")
    except (OutsideFileError, FileNotFoundError, UnicodeDecodeError) as error:
        raise MalformedPuzzleError(f"{file}: found no list: {error}") from None
    rows = csv.DictReader(text.splitlines(), skipinitialspace=True)
    heads = {(head or "").strip().split("_")[0].lower(): head for head in rows.fieldnames or ()}
    if missing := [each for each in COLUMNS if each not in heads]:
        raise MalformedPuzzleError(
            f"{file}, line 1: found no column {missing[0]}, expected {', '.join(COLUMNS)}"
        )
    found = list[ModelInstance]()
    for row in rows:
        problem, model, data = ((row[heads[each]] or "").strip() for each in COLUMNS)
        bases = [folder / problem, folder, file.parent / problem, file.parent]

        def there(name: str, bases: list[Path] = bases, line: int = rows.line_num) -> Path:
            for base in bases:
                path = base / name
                if name and path.is_file() and any(map(path.resolve().is_relative_to, homes)):
                    return path
            raise MalformedPuzzleError(
                f"{file}, line {line}: found {name!r}, expected a file in {bases[0]}"
            )

        files = tuple(there(each.strip()) for each in data.split(";") if each.strip())
        found.append(ModelInstance(problem, there(model), files))
    return [
        ModelInstance(f"{each.name}/{name}" if each.name else name, each.model, each.data)
        for each, name in zip(found, map(_stem, found), strict=True)
    ]


def _stem(instance: ModelInstance) -> str:
    return "-".join(each.stem for each in (instance.model, *instance.data))


def _named(model: Path, data: list[Path], home: Path, folder: Path) -> Iterator[ModelInstance]:
    """Instances of a model, each called by its path and that of a file of data without ending."""
    name = str(model.relative_to(folder).with_suffix(""))
    if not data:
        yield ModelInstance(name, model)
    times = Counter(path.with_suffix("") for path in data)
    for path in data:
        own = path if times[path.with_suffix("")] > 1 else path.with_suffix("")
        yield ModelInstance(f"{name}-{own.relative_to(home)}", model, (path,))


def _beginning(path: Path, most: int = MOST_READ) -> str:
    """The beginning of a file as text; nothing where it cannot be read."""
    try:
        with open_outside(path) as file:
            return file.read(most).decode("utf-8-sig", "replace")
    except (OSError, OutsideFileError):
        return ""


def _first_name(path: Path) -> str | None:
    """The first name to which data gives a value; None where it gives none."""
    text = _beginning(path)
    match = (
        _ASSIGNED.search(_NO_CODE.sub(" ", text)) if path.suffix != ".json" else _KEY.match(text)
    )
    return match[1] if match else None


def _words(model: Path) -> set[str]:
    """The words of a model and of what it includes; and no name, as of data that assigns none."""
    asked, found = [model], set[str]()
    for path in asked:  # grows
        text = _beginning(path, MOST_OF_MODEL)
        found |= set(_WORD.findall(_NO_CODE.sub(" ", text)))
        for name in INCLUDE.findall(text):
            other = path.parent / name
            if other not in asked and other.is_file():
                asked.append(other)
    return found
