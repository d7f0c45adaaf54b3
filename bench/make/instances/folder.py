"""Folders and lists of problem files: collections of one's own.

A folder stands for the problem files below it, in the order of their names: XCSP3 and DIMACS,
compressed or not, and JSON.  A list is a text file that names files, one a line, relative to its
own folder; blank lines and what follows a `#` say nothing.  Each file is read when its instances
are asked for.

An instance is called by the path of its file without endings, as Queens/Queens-0008-m1; of a file
with several, each has its own name behind that.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from accord.bench.make.instances.minizinc_tree import ModelInstance, tree_instances
from accord.puzzles.files.bytes_of_text import ENDINGS, PACKED, name_of
from accord.puzzles.phrasing import listed
from accord.puzzles.puzzle import Instance
from accord.puzzles.sudoku.shape import MalformedPuzzleError

LONGEST_LINE = 2**16  # characters, so that an instance on one line is not read to see it is no list
PROBLEMS = (*(form + packed for form in ENDINGS for packed in ("", *PACKED)), ".json")
MINIZINC = ".mzn"  # a model that is compiled, which runs nothing
MODEL = ".py"  # a program that makes one, which is run only where that is asked for


@dataclass(frozen=True)
class FolderContent:
    """What a folder and those below it hold, without what is hidden."""

    files: list[Path]  # with problems, and programs that make models, sorted
    models: list[ModelInstance]  # in MiniZinc
    others: list[Path]


def content_of(folder: Path, *, with_models: bool = False) -> FolderContent:
    """The problem files below a folder.

    Args:
        folder: where they lie.
        with_models: also its models in MiniZinc, and programs that make models.

    Raises:
        MalformedPuzzleError: there are none.
    """
    there = _below(folder)
    models, theirs = tree_instances(there, folder)
    if not with_models:
        models, theirs = [], {path for each in models for path in each.data}
    endings = (*PROBLEMS, MODEL, MINIZINC) if with_models else PROBLEMS
    files = [path for path in there if path.name.endswith(endings) and path not in theirs]
    if not files and not models:
        plain = " ".join(ending for ending in endings if not ending.endswith(PACKED))
        raise MalformedPuzzleError(
            f"{folder}: found no problem files, expected files that end in {plain}, "
            f"or so and in {listed(PACKED, 'or')}{'' if with_models else models_among(there)}"
        )
    read = {*files, *(path for path in theirs if path.suffix == MINIZINC)}
    read.update(path for each in models for path in each.data)
    return FolderContent(files, models, [path for path in there if path not in read])


def models_among(paths: Iterable[Path]) -> str:
    """The end of a sentence on files that are left out: what `--models` does with some of them."""
    what = {MODEL: "runs the .py files", MINIZINC: "compiles the .mzn files"}
    endings = {path.suffix for path in paths}
    said = [words for ending, words in what.items() if ending in endings]
    return f"; --models {' and '.join(said)}" if said else ""


def _below(folder: Path) -> list[Path]:
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part[:1] == "." for part in path.relative_to(folder).parts)
    ]


def listed_files(path: Path) -> list[Path] | None:
    """The files that a list names; None where a file is no list, as its first line names none.

    Raises:
        MalformedPuzzleError: it is one, and another line names no file.
    """
    files: list[Path] = []
    try:
        with path.open(encoding="utf-8") as lines:
            pieces = iter(lambda: lines.readline(LONGEST_LINE), "")
            for number, line in enumerate(pieces, 1):
                if not (name := line.split("#", 1)[0].strip()):
                    continue
                file = path.parent / name
                if len(name) > 255 or "\0" in name or not file.is_file():
                    if not files:
                        return None
                    where = f"line {number}: found {name!r}"
                    raise MalformedPuzzleError(f"{path}: {where}, expected the path of a file")
                files.append(file)
    except (UnicodeDecodeError, OSError):
        return None
    return files or None


def called(paths: list[Path], folder: Path) -> list[str]:
    """The names of files' instances: their paths from the folder, without endings.

    The endings stay where two files would be called the same.
    """
    inside = [
        path.relative_to(folder) if path.is_relative_to(folder) else Path(path.name)
        for path in paths
    ]
    names = [str(path.parent / label_of(path)) for path in inside]
    several = Counter(dict(zip(inside, names, strict=True)).values())
    return [
        str(path) if several[name] > 1 else name for path, name in zip(inside, names, strict=True)
    ]


def at_least_one(instances: Iterator[Instance], path: Path) -> Iterator[Instance]:
    """The instances of a file.

    Raises:
        MalformedPuzzleError: it has none.
    """
    found = False
    for each in instances:
        found = True
        yield each
    if not found:
        raise MalformedPuzzleError(f"{path}: found nothing in it, expected a problem")


def label_of(path: Path) -> str:
    """The name of a file without endings."""
    return name_of(path).removesuffix(".json").removesuffix(MODEL)


def with_names(instances: Iterator[Instance], name: str, stem: str) -> Iterator[Instance]:
    """The instances of a file under the name of the file.

    Args:
        instances: of the file.
        name: of the file in its collection.
        stem: what an instance is called, with its number, that has no name of its own.
    """
    for number, instance in enumerate(instances, 1):
        own = instance.name
        if own in (stem, f"{stem}#{number}"):
            own = "" if number == 1 else f"#{number}"
        else:
            own = f"/{own}"
        yield replace(instance, name=f"{name}{own}")
