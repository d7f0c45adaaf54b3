"""Running a model file: what happens in the process that has nothing else to do.

The file is run to its end, or to where it asks for a solution: what is known there is the model,
and solving it is not its part here.  Its `__name__` is that of its file, so that what stands under
`if __name__ == "__main__"` is left out.  An object that was handed over is unpickled instead, which
runs what it says as well.
"""

import ast
import linecache
import pickle
import sys
import traceback
import warnings
from base64 import b85decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple, NoReturn

from accord.puzzles.errors import InputError
from accord.puzzles.models.cpmpy_reading import items_of
from accord.puzzles.models.objects import is_model, library_of, read_model_object, remarks
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.models.slips import Slips
from accord.puzzles.phrasing import listed
from accord.puzzles.problem import Problem

FUNCTION = "model"
LONGEST = 300  # characters of an error's own words
ASKING = {  # by the library, its module, its class, and the methods that ask for a solution
    "cpmpy": (("model", "Model", "solve solveAll"), ("solvers.utils", "SolverLookup", "get")),
    "constraint": (("problem", "Problem", "getSolution getSolutions getSolutionIter"),),
}


ASSERTIONS = {  # of CPMpy, which have no words
    "assert (lb <= ub)": "found a lower bound above the upper one, expected a variable with values"
}


class NoModelError(InputError):
    """A file makes no model, or one that is not taken; says the line where there is one."""


class _AskedError(BaseException):
    """The file asks for a solution: its model is there."""


class Made(NamedTuple):
    """What a program has made: the model, its problem, and what is to be said of it."""

    model: Any
    library: str  # of the model
    problem: Problem
    notes: list[str]
    variables: dict[Any, Any]  # of the model, as of `read_model_object`


def run(program: ModelProgram) -> Made:
    """Run a program up to where it asks for a solution.

    Raises:
        NoModelError: it makes no model, or several.
    """
    file, source, settings = program.file, program.source, dict(program.settings)
    if program.is_object:
        return _unpickled(program)
    folder = Path(file).resolve().parent
    sys.argv = [file]
    sys.path.insert(0, str(folder))
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    module, notes = ModuleType(Path(file).stem), list[str]()
    module.__file__ = file
    slips = None
    try:
        slips = Slips(file, ast.parse(source, file))
        with _prepared(source, slips), _forgetting(folder), _warned(slips):
            try:
                exec(compile(source, file, "exec", dont_inherit=True), vars(module))
            except _AskedError:
                said = "solving is left out, and what follows it"
                notes.append(f"{file}, line {_line_in(file)}: {said}")
            model, arrays = _model(vars(module), settings)
        problem, variables = _problem(file, model, arrays, notes)
    except SyntaxError as error:
        raise NoModelError(_at(file, error.lineno, error.msg)) from None
    except (Exception, SystemExit) as error:
        line = _line_in(file)
        said = slips.found.pop(line, "") if slips and line else ""
        raise NoModelError(_at(file, line, said or _in_words(error))) from None
    notes[:0] = [f"{file}, line {line}: {said}" for line, said in sorted(slips.found.items())]
    return Made(model, library_of(model), problem, notes, variables)


def _unpickled(program: ModelProgram) -> Made:
    """A model that is an object."""
    lost = program.unpicklable
    try:
        model, show = pickle.loads(b85decode(program.pickled)) if not lost else (None, None)
    except Exception as error:  # its classes may be gone, or raise anything
        lost = _in_words(error)
    if lost:
        raise NoModelError(f"{program.file} cannot be handed to another process: {lost}")
    problem, variables = read_model_object(model, show)
    library = library_of(model)
    for each in variables.values() if library == "CPMpy" else ():
        if (number := each.name[2:]).isdecimal():  # what it adds from now on has names of its own
            type(each).counter = max(type(each).counter, int(number) + 1)
    return Made(model, library, problem, [], variables)


def _in_words(error: BaseException) -> str:
    """An exception as one line; an assertion without words by its own line."""
    words = " ".join(str(error).split())
    if isinstance(error, InputError):
        return words
    if not words:
        (last,) = traceback.extract_tb(error.__traceback__)[-1:]
        words = (last.line or "").strip()
    if (plain := ASSERTIONS.get(words)) is not None:
        return plain
    cut = words if len(words) <= LONGEST else f"{words[:LONGEST]}..."
    return f"{type(error).__name__}: {cut}"


def _at(file: str, line: int | None, said: str) -> str:
    text = linecache.getline(file, line or 0).strip()
    where = f"{file}, line {line}" if line else file
    return f"{where}, `{text}`: {said}" if text else f"{where}: {said}"


def _line_in(file: str) -> int | None:
    """The last line of a file that the exception being handled went through."""
    lines = [
        each.lineno for each in traceback.extract_tb(sys.exc_info()[2]) if each.filename == file
    ]
    return lines[-1] if lines else None


@contextmanager
def _warned(slips: Slips) -> Iterator[None]:
    """A context in which what CPMpy warns of is noted at the line of the file that caused it."""

    def warned(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != slips.file:
            frame = frame.f_back
        if frame is not None and issubclass(category, UserWarning | SyntaxWarning):
            slips.found.setdefault(frame.f_lineno, " ".join(str(message).split()))

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = warned
        yield


@contextmanager
def _prepared(source: str, slips: Slips) -> Iterator[None]:
    """A context in which asking the libraries for a solution ends the file, and slips are noted.

    Args:
        source: of the file; libraries that it does not name are not imported.
        slips: takes what is asked too early.
    """

    def asked(*_: Any, **__: Any) -> NoReturn:
        raise _AskedError

    with ExitStack() as changed:
        for library, places in ASKING.items():
            if library not in source:
                continue
            with suppress(ImportError):  # the file says why it is not there
                for module, kind, methods in places:
                    holder = getattr(import_module(f"{library}.{module}"), kind)
                    for method in methods.split():
                        changed.callback(setattr, holder, method, vars(holder)[method])
                        setattr(holder, method, asked)
        if (core := sys.modules.get("cpmpy.expressions.core")) is not None:
            for kind in (core.Expression, core.Comparison):
                changed.callback(setattr, kind, "__bool__", kind.__bool__)
                slips.watch(kind)
        yield


@contextmanager
def _forgetting(folder: Path) -> Iterator[None]:
    """A context that forgets what it imports from a folder, so that it is made anew the next time.

    A model of python-constraint changes where it is solved, and another folder has another file.
    """
    before = {*sys.modules}
    try:
        yield
    finally:
        for name in {*sys.modules} - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and folder in Path(file).parents[:2]:  # a module's, or a package's
                del sys.modules[name]


def _model(
    names: Mapping[str, Any], settings: Mapping[str, str]
) -> tuple[Any, dict[str, Any] | None]:
    """The only model among some names, and the arrays there; None for the arrays of a function."""
    function = names.get(FUNCTION)
    if callable(function) and not is_model(function):
        return _called(function, settings), None
    if settings:
        said = ", ".join(f"{key}={value}" for key, value in settings.items())
        raise NoModelError(
            f"found --set {said}, and no function {FUNCTION}({', '.join(settings)}), expected one"
        )
    models = {name: each for name, each in names.items() if is_model(each)}
    if len({*map(id, models.values())}) != 1:
        found = f"several models, {listed(models)}" if models else "no model"
        raise NoModelError(
            f"found {found}, expected one Model of CPMpy or one Problem of "
            f"python-constraint, or a function {FUNCTION}() that returns one"
        )
    arrays = {name: each for name, each in names.items() if not name.startswith("_")}
    return next(iter(models.values())), arrays


def _called(function: Callable[..., Any], settings: Mapping[str, str]) -> Any:
    """What the function `model` returns with these arguments."""
    try:
        signature(function).bind(**settings)
    except TypeError as error:
        written = f"{FUNCTION}{signature(function)}"
        raise NoModelError(
            f"{error}: found {', '.join(settings) or 'no --set'}, expected the arguments "
            f"of {written}, as --set NAME=VALUE"
        ) from None
    try:
        model = function(**{key: _value(text) for key, text in settings.items()})
    except _AskedError:
        raise NoModelError(
            f"{FUNCTION}() asks for a solution, expected that it returns its model"
        ) from None
    if isinstance(model, list) and "cpmpy" in sys.modules:
        model = sys.modules["cpmpy"].Model(model)
    if not is_model(model):
        raise NoModelError(f"{FUNCTION}() returns {model!r:.60}, expected a model")
    return model


def _value(text: str) -> Any:
    """A literal of Python, or the text."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def _problem(
    file: str, model: Any, names: dict[str, Any] | None, notes: list[str]
) -> tuple[Problem, dict[Any, Any]]:
    """The problem of a model, and its variables; what is to be said of it goes to the notes."""
    arrays = {name: each for name, each in (names or {}).items() if _are_variables(each)}
    problem, variables = read_model_object(model, arrays or None)
    if not problem.domains:
        raise NoModelError("found a model without a variable, expected one or more")
    notes += [f"{file}: {each}" for each in remarks(model, problem)]
    return problem, variables


def _are_variables(found: Any) -> bool:
    """Whether something is a variable of CPMpy, or an array, a list or a mapping of some."""
    items = [*items_of(found)]
    return bool(items) and all(
        type(each).__name__ in ("_IntVarImpl", "_BoolVarImpl")
        and type(each).__module__ == "cpmpy.expressions.variables"
        for each in items
    )
