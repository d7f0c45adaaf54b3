"""Collections: named sets of instances that ship with accord.

`NAME.jsonl` beside this is one: the first line describes it (`{"about": "..."}`), each further
line is an instance in the JSON format of puzzles, with its name, what is expected of it, and where
it comes from.  Wherever a file of puzzles is accepted, the name of a collection is too, and
COLLECTION/NAME is one instance of it.
"""

import json
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from accord.bench.make.instances.folder import (
    MINIZINC,
    MODEL,
    at_least_one,
    called,
    content_of,
    label_of,
    listed_files,
    with_names,
)
from accord.bench.make.instances.minizinc_tree import ModelInstance, listed_instances
from accord.puzzles.files.bytes_of_text import encoding_of, format_of_problem, name_of, no_text
from accord.puzzles.files.compressed import chunks_of
from accord.puzzles.files.foreign import refuse_foreign_file
from accord.puzzles.files.outside_file import OutsideFileError, read_outside
from accord.puzzles.files.texts import read_many
from accord.puzzles.formats.csv_table import is_table
from accord.puzzles.formats.draft import USUAL, Variant
from accord.puzzles.formats.flatzinc.format import read_flatzinc
from accord.puzzles.formats.format import Complain, give_up
from accord.puzzles.formats.registry import formats
from accord.puzzles.phrasing import listed, similar
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from accord.puzzles.sudoku.shape import MalformedPuzzleError

FOLDER = Path(__file__).parent
MOST_RECORDED = 2**26  # bytes of a problem that was written down
FEW = 3  # names that an error lists
MAKES_MODEL = re.compile(  # also where the import was forgotten
    r"^\s*((import|from)\s+(cpmpy|constraint)\b|def model\(|\w+ = (cp|cpmpy)\.[A-Za-z]+\()",
    re.MULTILINE,
)
MOST_LOOKED_AT = 1 << 20  # characters of a program
SHORTEST = 16  # characters of a puzzle that somebody types


def collections() -> dict[str, Path]:
    """The files of the collections that ship, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.jsonl"))}


def about(name: str) -> str:
    """The description in the first line of a collection."""
    with collections()[name].open(encoding="utf-8") as lines:
        return str(json.loads(next(lines))["about"])


def named(name: str, variant: Variant = USUAL) -> Instance | None:
    """The instance COLLECTION/NAME; None where no collection is named so.

    Args:
        name: of the instance.
        variant: as for `instances_of`.

    Raises:
        MalformedPuzzleError: the collection has no such instance, or it cannot be read so.
    """
    collection, slash, rest = name.partition("/")
    if not slash or collection not in collections():
        return None
    with collections()[collection].open(encoding="utf-8") as lines:
        next(lines)
        held = {json.loads(line)["name"]: line for line in lines}
    if rest not in held:
        near = similar(rest, held, FEW)
        if len(held) <= FEW:
            expected = f"one of {', '.join(held)}"
        elif near:
            expected = f"perhaps {listed(near, 'or')}; `accord collections {collection}` lists all"
        else:
            expected = f"one that `accord collections {collection}` lists"
        raise MalformedPuzzleError(
            f"found no instance {rest!r} in {collection}, expected {expected}"
        )
    with _names(name):
        (instance,) = read_many([held[rest]], variant)
    return replace(instance, expected=None) if variant else instance


def one_of_file(name: str, variant: Variant = USUAL) -> Instance:
    """The only instance of a collection, a file, or one that COLLECTION/NAME names.

    Raises:
        MalformedPuzzleError: there is none, or several, or it cannot be read.
    """
    found = [*islice(instances_of(name, variant), 2)]
    if len(found) != 1:
        first = f"several puzzles, first {listed(each.name for each in found)}"
        raise MalformedPuzzleError(f"{name}: found {first if found else 'none'}, expected one")
    return found[0]


def recorded_problem(file: Path, within: Path) -> Problem:
    """The only problem of a file that accord has written into a folder, which may be somebody's.

    Raises:
        MalformedPuzzleError: it has none, or several, or it is no plain file.
    """
    try:
        text = read_outside(file, within, MOST_RECORDED).decode()
        (instance,) = read_many(text.splitlines(), name=file.stem)
    except (ValueError, FileNotFoundError, OutsideFileError) as error:
        raise MalformedPuzzleError(f"{file}: found no problem: {error}") from None
    return instance.problem


def is_rather_a_name(text: str) -> bool:
    """Whether a text that is no puzzle looks like the name of a file or a collection."""
    is_word = len(text) < SHORTEST and re.search("[A-Za-z]", text)
    is_name = is_word or re.search(r"[a-z]{2}|/|[A-Za-z]\.", text)
    return bool(is_name) and "://" not in text and not re.search(r"[\s|{}\[\]]", text)


def is_path(text: str) -> bool:
    """Whether a text that is no puzzle can only be a file's name: `hard/1.txt`, `hard.mzn`."""
    ending = r"/[^/]*\.[A-Za-z]\w*$|^[^/.]*[a-z]{2}[^/.]*\.[A-Za-z][A-Za-z0-9]{1,5}$"
    return is_rather_a_name(text) and bool(re.search(ending, text))


def expect_collection(name: str) -> None:
    """Refuse what is no name of a collection.

    Raises:
        MalformedPuzzleError: it is none.
    """
    if name not in collections():
        raise MalformedPuzzleError(
            f"found no collection {name!r}, expected one of {', '.join(collections())}"
        )


def instances_of(
    name: str, variant: Variant = USUAL, complain: Complain | None = None
) -> Iterator[Instance]:
    """The instances of a collection, a file, a folder or a list of files, as they are read.

    COLLECTION/NAME has one instance.

    Args:
        name: of one of them; what a collection expects goes with its own rules only.
        variant: what the lines do not say, as for `read_many`.
        complain: called with each line that cannot be read, which is left out; by default it
        raises.

    Raises:
        MalformedPuzzleError: there is neither, or a line cannot be read; names the line.
    """
    path = collections().get(name) or Path(name)
    if not path.exists():
        if one := named(name, variant):
            yield one
            return
        raise MalformedPuzzleError(
            f"found neither a file nor a collection {name!r}; "
            f"the collections are {', '.join(collections())}"
        )
    if is_model_file(path):
        yield _model(path, variant)
        return
    if variant.instances and not (variant.models and path.is_dir()):
        raise MalformedPuzzleError(
            f"{name}: found --instances, expected it with --models and the folder of the models"
        )
    if variant.settings or variant.data:
        found, kind = ("data", "") if variant.data else ("--set", " NAME.py with model(...), or")
        raise MalformedPuzzleError(
            f"{name}: found {found}, expected it with one model file:{kind} NAME.mzn"
        )
    yield from _instances(name, path, variant, complain)


def is_model_file(path: Path) -> bool:
    """Whether a path is that of a model of MiniZinc, or of a program that makes a model.

    A program is one by what it imports or defines.
    """
    if path.suffix == MINIZINC:
        return path.is_file()
    if path.suffix != MODEL or not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return bool(MAKES_MODEL.search(file.read(MOST_LOOKED_AT)))


def _model(path: Path, variant: Variant) -> Instance:
    """The problem that a model file makes; what is to be said of it is warned of."""
    from accord.bench.run.model_file import read_minizinc, read_model  # 50 ms

    if path.suffix == MINIZINC:
        read = read_minizinc(
            path, map(Path, variant.data), dict(variant.settings), variant.int_bounds
        )
    elif variant.data:
        raise MalformedPuzzleError(f"{path}: found data, expected it with a model in MiniZinc")
    else:
        read = read_model(path, dict(variant.settings))
    for note in read.notes:
        warnings.warn(note, stacklevel=2)
    name = "-".join(each.stem for each in (path, *map(Path, variant.data)))
    return Instance(name, variant.problem(read.problem), compile_time=read.compile_time)


def _instances(
    name: str,
    path: Path,
    variant: Variant,
    complain: Complain | None,
    around: tuple[Path, ...] = (),
) -> Iterator[Instance]:
    """The instances of a file, a folder or a list, which these lists name."""
    if (variant.models or path.suffix == MINIZINC) and is_model_file(path):
        yield _model(path, variant)
        return
    files, models = _listed(path, variant)
    if models:
        yield from _of_models(models, variant, complain)
    if files is not None:
        if (real := path.resolve()) in around:
            raise MalformedPuzzleError(f"{path}: found a list that names itself")
        for file, own in zip(files, called(files, _home(path)), strict=True):
            said: list[MalformedPuzzleError] = []
            of_file = _instances(
                str(file), file, variant, complain and _noting(said, complain), (*around, real)
            )
            try:
                yield from at_least_one(with_names(of_file, own, label_of(file)), file)
            except MalformedPuzzleError as error:
                if not said:  # else it has been said why there is nothing in it
                    (complain or give_up)(error)
        return
    changed = name in collections() and bool(variant)
    if complain:
        complain = naming_file(path, complain)
    with _names(path):
        refuse_foreign_file(path)
        if read := formats()[form].chunks if (form := format_of_problem(path)) else None:
            if form == "flatzinc":
                read = partial(read_flatzinc, int_bounds=variant.int_bounds)
            yield Instance(name_of(path), variant.problem(read(chunks_of(path))))
            return
        with path.open(encoding=encoding_of(path), newline="") as lines:
            if name in collections():
                next(lines)
            for instance in read_many(
                *(lines, variant), name=path.stem, complain=complain, table=is_table(path)
            ):
                yield replace(instance, expected=None) if changed else instance


def _noting(said: list[MalformedPuzzleError], complain: Complain) -> Complain:
    """A complaint function that also keeps each error in `said`."""

    def both(error: MalformedPuzzleError) -> None:
        said.append(error)
        complain(error)

    return both


def naming_file(path: Path, complain: Complain) -> Complain:
    """A complaint function whose errors name the file."""
    return lambda error: complain(MalformedPuzzleError(f"{path}: {error}"))


@contextmanager
def _names(source: Path | str) -> Iterator[None]:
    """A context whose errors of reading name the file, or the instance."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise MalformedPuzzleError(f"{source}: {no_text(Path(source), error)}") from None
    except MalformedPuzzleError as error:
        error.args = (f"{source}: {error}",)
        raise


def _of_models(
    models: Iterable[ModelInstance], variant: Variant, complain: Complain | None
) -> Iterator[Instance]:
    """The instances of models in MiniZinc, each compiled when it is asked for."""
    from accord.bench.run.model_file import compiling

    with compiling():
        for each in models:
            beside = replace(variant, data=tuple(map(str, each.data)))
            try:
                yield replace(_model(each.model, beside), name=each.name)
            except MalformedPuzzleError as error:
                (complain or give_up)(MalformedPuzzleError(f"{each.name}: {error}"))


def _listed(path: Path, variant: Variant) -> tuple[list[Path] | None, list[ModelInstance]]:
    """The files that a folder has, or a list names, and its models; None of another file."""
    if path.is_dir() and variant.instances:
        return [], listed_instances(Path(variant.instances), path)
    if path.is_dir():
        content = content_of(path, with_models=variant.models)
        return content.files, content.models
    return (listed_files(path) if path.is_file() else None), []


def _home(path: Path) -> Path:
    """The folder from which files are named."""
    return path if path.is_dir() else path.parent
