"""A model file: run in a process of its own, under limits; its problem comes back as JSON.

What the process says is not trusted: it is a problem or an error, as text, and read as such a file
is.  The process is that of a solver of accord's that has no library, so that the same watchdog
holds its limits.  A model of MiniZinc is compiled in such a process, and what comes of it is read
here, as a file of FlatZinc is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from accord.bench.run.kept_models import CompiledModel, kept
from accord.bench.run.messages import ANY_TEXT
from accord.bench.run.supervisor import EndedError, Worker
from accord.bench.run.terms import Limits
from accord.puzzles.files.outside_file import OutsideFileError, read_outside
from accord.puzzles.files.texts import read_problem
from accord.puzzles.formats.flatzinc.read import read
from accord.puzzles.models.minizinc_output import kinds_of, shown_problem
from accord.puzzles.models.minizinc_places import called_by_place
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.models.running import NoModelError, run
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.budget import Budget, GaveUpError, now
from accord.solvers.cp.minizinc_compiling import LIBRARY, CompileError, compiled, sources_in
from accord.solvers.registry import Selection
from accord.solvers.source import MOST_CODE

LIMITS = Limits(60.0, memory=4 << 30)
GRACE = 5.0  # seconds of them in which MiniZinc is stopped
HOST = "backtracking-naive"  # imports nothing that a model could meet
PIECE = 1 << 20  # characters of a problem's text in a message
MOST_PIECES = 200
_compiling = list[Worker]()  # the last one is in use
HEAD = 3  # texts before the problem's: an error, the notes, and the model's library


class RefusedModelError(MalformedPuzzleError):
    """MiniZinc cannot compile a model, each time that it is asked."""


@dataclass(frozen=True)
class ReadModel:
    """The problem of a model file, and what is to be said of it."""

    problem: Problem
    notes: tuple[str, ...]
    compile_time: float | None = None  # seconds, wall, of MiniZinc's compiler


def read_model(file: Path, settings: Mapping[str, str] | None = None) -> ReadModel:
    """The problem that a model file makes.

    Args:
        file: a program that makes a `Model` of CPMpy or a `Problem` of python-constraint, under any
            one name, or has a function `model` that returns one.
        settings: what that function gets, by name, as texts.

    Raises:
        MalformedPuzzleError: it makes none, or cannot be run; says the line.
    """
    try:
        source = read_outside(file, most=MOST_CODE).decode()
    except (OSError, OutsideFileError, UnicodeDecodeError) as error:
        raise MalformedPuzzleError(f"{file}: found no program: {error}") from None
    program = ModelProgram(str(file), source, tuple((settings or {}).items()))
    wrong, notes, library, *pieces = asked_of(file, _said, program)
    if wrong:
        raise MalformedPuzzleError(wrong)
    problem = replace(program, library=library).attach(read_problem("".join(pieces)))
    return ReadModel(problem, tuple(notes.splitlines()))


def read_minizinc(
    file: Path,
    data: Iterable[Path] = (),
    settings: Mapping[str, str] | None = None,
    int_bounds: tuple[int, int] | None = None,
) -> ReadModel:
    """The problem that a model of MiniZinc and its data say, compiled by `minizinc`.

    Args:
        file: the model.
        data: files in .dzn or .json.
        settings: parameters of the model, by name, as MiniZinc writes their values.
        int_bounds: of integers that have none.

    Raises:
        MalformedPuzzleError: it says none, or one that is not taken, or it cannot be compiled; says
            the line.
    """
    model = MiniZincModel.of_files(file, data, settings)
    return _read_minizinc(replace(model, int_bounds=int_bounds))


@contextmanager
def compiling() -> Iterator[None]:
    """A context in which one process compiles models of MiniZinc; to start it takes a second."""
    _compiling.append(Worker(HOST))
    try:
        yield
    finally:
        _compiling.pop().close()


def with_places(problem: Problem) -> Problem:
    """The problem of a MiniZinc model, whose constraints are called by their text and place in it.

    Raises:
        MalformedPuzzleError: the model cannot be compiled any more.
    """
    model = MiniZincModel.of(problem)
    return problem if model is None else _read_minizinc(model, "--keep-paths").problem


def _read_minizinc(model: MiniZincModel, *options: str) -> ReadModel:
    """The problem of a model, compiled with these options of `minizinc`."""
    with TemporaryDirectory(prefix="accord-") as name:
        made = kept(model, lambda: _made(Path(name), model)) if not options else None
        made = made or _made(Path(name), model, *options)
        if made.error:
            raise MalformedPuzzleError(made.error)
        lines = StringIO(made.flat)
        found = read(lines, f"{model.file}: its FlatZinc", model.int_bounds)
        problem = shown_problem(found, made.output)
        called = called_by_place(problem, found.places, model, sources_in(Path(name)))
    kinds, words = kinds_of(made.output)
    whole = replace(model, words=words, kinds=kinds, search=found.problem.search)
    return ReadModel(whole.attach(called), made.notes, made.seconds)


def _made(folder: Path, model: MiniZincModel, *options: str) -> CompiledModel:
    """What `minizinc` makes of a model in an empty folder, with these options; or the error."""
    try:
        flat, output, (seconds, *notes) = compiled_in(folder, model, *options)
    except RefusedModelError as error:
        return CompiledModel(error=str(error))
    texts = flat.read_text(encoding="utf-8"), output.read_text(encoding="utf-8")
    return CompiledModel(*texts, tuple(notes), float(seconds))


def compiled_in(folder: Path, model: MiniZincModel, *options: str) -> tuple[Path, Path, list[str]]:
    """The FlatZinc of a model, the description of its output; the seconds it took, and notes.

    Args:
        folder: an empty one, in which the files are made.
        model: it and its data.
        options: of `minizinc`.

    Raises:
        MalformedPuzzleError: it cannot be compiled.
    """
    told = ["--solver", str(LIBRARY), *options]
    wrong, flat, output, *notes = asked_of(model.file, _compiled, model, str(folder), told)
    if wrong:
        raise RefusedModelError(wrong)
    return Path(flat), Path(output), notes


def asked_of(file: Path, function: Any, *arguments: Any) -> list[str]:
    """What a function says about a model file in a process of its own.

    Raises:
        MalformedPuzzleError: it needs more than it is allowed, or ends otherwise.
    """
    try:
        with _worker(function) as worker:
            most = HEAD + MOST_PIECES
            called = worker.call(
                *(function, *arguments), limits=LIMITS, kind=ANY_TEXT, least=HEAD, most=most
            )
            return [*called]
    except EndedError as error:
        allowed = f"{LIMITS.seconds:g} s and {(LIMITS.memory or 0) >> 30} GiB"
        raise MalformedPuzzleError(f"{file}: {error}; a model file has {allowed}") from None


@contextmanager
def _worker(function: Any) -> Iterator[Worker]:
    """The process that calls a function: its own, unless there is one that compiles."""
    if function is not _compiled or not _compiling:
        with Worker(HOST) as worker:
            yield worker
        return
    try:
        yield _compiling[-1]
    except EndedError:
        _compiling.pop().close()
        _compiling.append(Worker(HOST))
        raise


def _compiled(
    chosen: Selection, model: MiniZincModel, folder: str, options: Sequence[str]
) -> Iterator[Any]:
    """An error or an empty text, the files of the FlatZinc and its output, and the notes."""
    try:
        budget, began = Budget(LIMITS.seconds - GRACE), now()
        budget.resume()
        flat, output, notes = compiled(model, Path(folder), options, budget)
    except CompileError as error:
        yield from (str(error), "", "")
        return
    except GaveUpError:
        yield from (f"{model.file}: minizinc takes longer than {budget.seconds:g} s", "", "")
        return
    seconds = now().wall - began.wall
    yield from ("", str(flat), str(output), f"{seconds:.3f}", *notes[: MOST_PIECES - 1])


def _said(chosen: Selection, program: ModelProgram) -> Iterator[Any]:
    """An error or an empty text, the notes, the library, and the problem's text in pieces."""
    try:
        made = run(program)
    except NoModelError as error:
        yield from (str(error), "", "")
        return
    yield ""
    yield "\n".join(made.notes)
    yield made.library
    text = made.problem.to_json()
    for start in range(0, len(text), PIECE):
        yield text[start : start + PIECE]
