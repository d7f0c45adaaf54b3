"""Functions as solvers: what names a function of this process for another one.

A solver is asked in a process of its own, which imports it by a name: `package.module:OBJECT` or
`file.py:OBJECT`.  A function of a module has such a name.  One of a notebook or of the script that
runs has none that may be imported, as the script would run again; nor has one within another
function.  Its source is written to a file, after that of what it uses: modules are imported,
functions and classes that stand beside it are written too, and values as Python writes them, or
pickled.  What cannot be written so is refused by name.
"""

import ast
import builtins
import inspect
import linecache
import pickle
import sys
from collections.abc import Iterator
from dis import get_instructions
from pathlib import Path
from textwrap import dedent
from types import CodeType, FunctionType, ModuleType
from typing import Any

from accord.puzzles.errors import items_of, shown
from accord.solvers.registry import UnknownSolverError, expect_name

LOADS = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}  # of names from outside
OF_MODULE = {"__name__", "__annotations__"}  # which every class loads, and each module has


def names_of(solvers: Any, folder: Path) -> tuple[str, ...]:
    """The names under which another process finds solvers; a function has FILE.py:NAME.

    Args:
        solvers: one or several names or functions.
        folder: where files of functions are written, if there are any.

    Raises:
        UnknownSolverError: one is neither, or cannot be written; says why.
    """
    one = isinstance(solvers, str) or items_of(solvers) is None
    known: dict[str, Any] = {}
    for each in (solvers,) if one else solvers:
        name = _place(each, folder) if callable(each) else expect_name(each)
        if known.setdefault(name, each) != each:
            called = getattr(each, "__name__", name)
            raise UnknownSolverError(f"found two functions {called}, expected different names")
    return tuple(known)


def _place(function: Any, folder: Path) -> str:
    module, path = _module_of(function), getattr(function, "__qualname__", "")
    if _is_importable(function) and (file := getattr(module, "__file__", None)):
        return f"{module.__name__ if '.' in module.__name__ else file}:{path}"
    if not isinstance(function, FunctionType) or function.__name__ == "<lambda>":
        raise UnknownSolverError(
            f"found {shown(function)} as a solver, expected a function made by def, "
            "or a place as file.py:solve"
        )
    text = f"from __future__ import annotations\n{''.join(_Written(function).parts)}"
    file = folder / f"{function.__name__}.py"
    if file.parent.is_symlink():
        raise UnknownSolverError(f"{file.parent}: found a link, expected a folder; remove it")
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.is_symlink() or not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.unlink(missing_ok=True)
        file.write_text(text, encoding="utf-8")
    return f"{file}:{function.__name__}"


def _module_of(thing: Any) -> ModuleType:
    return sys.modules.get(getattr(thing, "__module__", None) or "", sys.modules["__main__"])


def _is_importable(thing: Any) -> bool:
    """Whether another process can import this object from its module."""
    found: Any = _module_of(thing)
    if found.__name__ == "__main__":
        return False
    for part in getattr(thing, "__qualname__", "<none>").split("."):
        found = getattr(found, part, None)
    return found is thing


class _Written:
    """The source of a function, after what it needs, part by part."""

    def __init__(self, function: FunctionType) -> None:
        self.parts: list[str] = []
        self._done: dict[str, Any] = {}
        self._solver = function.__name__
        self._define(function)

    def _define(self, thing: Any) -> None:
        """Write a function or a class after what its source names."""
        self._done[thing.__name__] = thing
        source = self._source(thing)
        for name in dict.fromkeys(_names(compile(source, "", "exec"))):
            for value in _values(thing, name):
                self._need(name, value)
        self.parts.append(f"\n\n{source}")

    def _source(self, thing: Any) -> str:
        try:
            source = dedent(_class_source(thing) or inspect.getsource(thing))
            if thing.__name__ not in {getattr(each, "name", "") for each in ast.parse(source).body}:
                raise OSError  # of a text that was executed, another one may be found
            compile(source, "", "exec")
        except (OSError, TypeError):
            raise self._refusal(
                f"no source of {thing.__name__}", "one that stands in a file or a notebook"
            ) from None
        except SyntaxError as error:  # nonlocal, or lines that end within another statement
            raise self._refusal(
                f"{thing.__name__}, which cannot stand alone: {error.msg}", "a function that can"
            ) from None
        return source

    def _refusal(self, found: str, expected: str) -> UnknownSolverError:
        return UnknownSolverError(
            f"{self._solver}: found {found}, expected {expected}, as it is asked in another "
            "process; or give its place, as file.py:solve"
        )

    def _need(self, name: str, value: Any) -> None:
        """Write what makes a name have a value."""
        if name in self._done:
            if self._done[name] is not value:
                raise self._refusal(f"two values of {name}", "one")
            return
        if (inspect.isclass(value) or isinstance(value, FunctionType)) and (
            value.__name__ == name and not _is_importable(value)
        ):
            self._define(value)
            return
        self._done[name] = value
        self.parts.append("".join(self._assigned(name, value)))

    def _assigned(self, name: str, value: Any) -> Iterator[str]:
        if isinstance(value, ModuleType):
            yield from _beside(value)
            yield f"import {value.__name__} as {name}\n"
        elif (inspect.isclass(value) or callable(value)) and _is_importable(value):
            outer, _, inner = value.__qualname__.partition(".")
            yield from _beside(_module_of(value))
            yield f"from {value.__module__} import {outer} as {name}\n"
            yield f"{name} = {name}.{inner}\n" if inner else ""
        elif _is_literal(value):
            yield f"{name} = {value!r}\n"
        else:
            try:
                pickled = pickle.dumps(value)
            except Exception as error:  # whatever an object raises that cannot be
                what = f"{name} = {shown(value)}, which cannot be pickled: {error}"
                raise self._refusal(what, "a value that can") from None
            if b"__main__" in pickled:
                what = f"{name} = {shown(value)}, of a class that only this process has"
                raise self._refusal(what, "one of a module")
            yield f"import pickle as _pickle\n{name} = _pickle.loads({pickled!r})\n"


def _names(code: CodeType) -> Iterator[str]:
    """The names that a code and those within it load from outside, and not of their own."""
    own = {*OF_MODULE}
    for each in get_instructions(code):
        if each.opname == "STORE_NAME":
            own.add(each.argval)
        elif each.opname in LOADS and each.argval not in own:
            yield each.argval
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _values(thing: Any, name: str) -> Iterator[Any]:
    """The objects that a name in a function or class stands for; none for builtins."""
    functions = vars(thing).values() if inspect.isclass(thing) else (thing,)
    for each in functions:
        function = inspect.unwrap(each) if callable(each) else each
        if not isinstance(function, FunctionType):
            continue
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        if name in cells:
            yield cells[name].cell_contents
            return
    known = thing.__globals__ if isinstance(thing, FunctionType) else vars(_module_of(thing))
    if name in known and known[name] is not getattr(builtins, name, None):
        yield known[name]


def _class_source(thing: Any) -> str:
    """The source of a class that a notebook has made: its module has no file, its methods have."""
    for each in vars(thing).values() if inspect.isclass(thing) else ():
        if isinstance(each, FunctionType):
            text = "".join(linecache.getlines(each.__code__.co_filename))
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ClassDef) and node.name == thing.__name__:
                    first = min([node.lineno, *(line.lineno for line in node.decorator_list)])
                    return "".join(text.splitlines(keepends=True)[first - 1 : node.end_lineno])
    return ""


def _is_literal(value: Any) -> bool:
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False


def _beside(module: ModuleType) -> Iterator[str]:
    """The code that makes a module's folder importable, if it is not installed."""
    top = sys.modules.get(module.__name__.partition(".")[0], module)
    file = getattr(top, "__file__", None)
    if file and not {"site-packages", "dist-packages", "lib"} & {*Path(file).parts}:
        folder = Path(file).resolve().parent
        folder = folder.parent if Path(file).stem == "__init__" else folder
        yield f"import sys as _sys\n_sys.path.append({str(folder)!r})\n"
