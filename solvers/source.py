"""The source of a solver: a hash of the code that it consists of.

That is the module in which it stands and every module that this one imports, directly or not, also
within functions.  What is hashed are syntax trees without docstrings and without the texts that
errors are raised with: comments, layout and messages may change.  Libraries are left out, since the
versions of what is installed are known; modules of accord's floors count wherever they are
installed.  Modules are found without being imported.  What a solver loads by a name that it
computes is not seen in its text, nor what it finds in a folder that it puts on sys.path; so its
process, which has imported it, says where code came from besides (`places_of_code`).  What it loads
in such ways only while it solves is not seen, nor are programs.

All this happens in the process that judges, so that it has bounds, far above what people write.  A
syntax tree takes up to a thousand times its text: of a large file the bytes are hashed, and what it
imports is not looked for.  What is above the other bounds is left out.
"""

import ast
import os
import re
import sys
import sysconfig
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module, util
from importlib.machinery import ModuleSpec, PathFinder
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from accord.puzzles.discovery import modules_defining
from accord.puzzles.files.outside_file import OutsideFileError, read_outside
from accord.puzzles.outside_data import toml_table
from accord.solvers.registry import backends

FLOORS = ("puzzles", "encodings", "solvers", "bench", "views")
LENGTH = 12  # hexadecimal digits
MOST_CODE = 64 << 20  # bytes of a file; a larger one is left out
MOST_TOGETHER = 256 << 20  # bytes of all files of a solver
MOST_FILES = 2000  # of a solver, and places that its process declares
MOST_FOLDERS = 50  # among these places
MOST_LOOKED_UP = 10_000  # names that may be modules, of all its files
MOST_NAMES, LONGEST_NAME = 1000, 255  # of one file; characters
MOST_PARSED = 1 << 18  # bytes of a file of which a tree is made
PARSED_TOGETHER = 8 << 20  # bytes of all of them
# A dotted name of as many parts, for which Python's parser takes the square of its length.
_MANY_PARTS = re.compile(rb"(?:\.[\w\s\\\x80-\xff]*){%d}" % LONGEST_NAME)
_INSTALLED = ("stdlib", "platstdlib", "purelib", "platlib")
_LIBRARIES = tuple(Path(sysconfig.get_path(name)).resolve() for name in _INSTALLED)


class CodeFile(NamedTuple):
    """The contribution of a file: the hash of its code, and names that may be modules."""

    hash: str
    imports: tuple[str, ...]


def source_of(solver: str, places: Sequence[str] = ()) -> str:
    """The hash of a solver's code; empty where none is found.

    Args:
        solver: as people write it.
        places: where its process has found code, if it was imported: see `places_of_code`.
    """
    found = code_of(solver, places)
    known = sorted((Path(name).name, each) for name, each in found.items() if each)
    text = "\n".join(f"{name} {each}" for name, each in known)
    return sha256(text.encode(errors="surrogateescape")).hexdigest()[:LENGTH] if text else ""


def code_of(solver: str, places: Sequence[str] = ()) -> dict[str, str]:
    """The hash of each module or file of a solver's code, by its name; arguments as above."""
    name, _, _ = solver.partition(":")
    if name in backends():
        return _found(home_of(name), "", places)
    if name.endswith(".toml"):
        return _found("accord.solvers.programs.instances", name, places)
    if name.endswith(".py"):
        return _found("", name, (str(Path(name).resolve().parent), *places))
    return _found(name, "", (str(Path.cwd()), *places))


def home_of(name: str) -> str:
    """The module that defines a registered backend."""
    return _homes()[name]


def hash_of(content: bytes, name: str) -> str:
    """The hash of a module or description, as `code_of` has it."""
    if name.endswith(".toml"):
        return sha256(_described(content).encode()).hexdigest()
    return _code(content, name, is_package=False).hash


def places_of_code(modules: Collection[str], folders: Collection[str]) -> tuple[str, ...]:
    """The files and folders of sys.path in which this process has found modules' code.

    Libraries and accord itself are left out.

    Args:
        modules: the names of those that were there before.
        folders: what sys.path was before.
    """
    new = [each for name, each in sys.modules.items() if name not in modules]
    files = [file for each in new if (file := getattr(each, "__dict__", {}).get("__file__"))]
    places = dict.fromkeys(map(str, (*files, *(each for each in sys.path if each not in folders))))
    rooms = [import_module(f"accord.{floor}") for floor in FLOORS]
    ours = tuple(os.path.join(folder, "") for room in rooms for folder in room.__path__)
    return tuple(
        place
        for place in places
        if not (os.path.join(place, "").startswith(ours) or _is_library(Path(place)))
    )


@cache
def _homes() -> dict[str, str]:
    """The module that defines each registered backend, by name."""
    homes = {name: str(backend.solve.__module__) for name, backend in backends().items()}
    for module in modules_defining("SOLVERS", "accord.solvers"):
        homes |= dict.fromkeys(import_module(module).SOLVERS, module)
    return homes


def _found(module: str, file: str, places: Sequence[str]) -> dict[str, str]:
    """The hashes of a module, or a file that is none, and of what they import, by name or place.

    Args:
        module: its full name; empty for none.
        file: the path of a file besides; empty for none.
        places: folders whose modules can be imported after everything installed, and files that
            were imported, in whatever way.
    """
    places = places[:MOST_FILES]
    beside = [place for place in places if Path(place).is_dir()][:MOST_FOLDERS]
    found = _FoundCode(beside, module.partition(".")[0])
    imports: Iterable[str] = ()
    if Path(file).is_file():
        found.hashes[""], imports = found.code(Path(file))
    found.follow([*_with_parents(module), *imports])
    for place in filter(os.path.isfile, places):
        code = found.code(Path(place))
        if code.hash not in found.hashes.values():
            found.hashes[place] = code.hash
            found.follow([*code.imports])
    return found.hashes


class _FoundCode:
    """The hashes of a solver's files, by module or place, as far as the bounds allow."""

    def __init__(self, beside: Sequence[str], own: str) -> None:
        """Begin without files; arguments as of `_file`."""
        self.hashes: dict[str, str] = {}
        self._beside, self._own = beside, own
        self._looked_up: set[str] = set()
        self._bytes = self._parsed = 0

    def follow(self, todo: list[str]) -> None:
        """Add the hashes of these modules, by their full names, and of what they import."""
        while todo and len(self._looked_up) < MOST_LOOKED_UP:
            if (name := todo.pop()) in self._looked_up:
                continue
            self._looked_up.add(name)
            if (path := _file(name, self._beside, self._own)) is None:
                continue
            code = self.code(path, name, is_package=path.stem == "__init__")
            self.hashes[name] = code.hash
            todo += [parent for each in code.imports for parent in _with_parents(each)]

    def code(self, path: Path, name: str = "", *, is_package: bool = False) -> CodeFile:
        """The contribution of a file, read again when it has changed; empty above the bounds."""
        try:
            stat = path.stat()
            size = stat.st_size
            if self._bytes + size > MOST_TOGETHER or len(self.hashes) >= MOST_FILES:
                return CodeFile("", ())
            parsed = size <= min(MOST_PARSED, PARSED_TOGETHER - self._parsed)
            code = _read(path, name, is_package, parsed, stat.st_mtime_ns, size)
        except (OSError, OutsideFileError):
            return CodeFile("", ())
        self._bytes += size
        self._parsed += size if parsed else 0
        return code


def _with_parents(name: str) -> list[str]:
    """A module and the packages it stands in, which run when it is imported.

    The rooms of accord only re-export: they count where they are imported by name.
    """
    if name.startswith("accord.") or name.endswith(".toml"):
        return [name]
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts) + 1) if name]


def _file(name: str, beside: Sequence[str], own: str) -> Path | None:
    """The file of a module that counts; None for a library, and for what is no module.

    Args:
        name: its full name.
        beside: folders where it may be, after everything installed.
        own: the package of the solver, which counts wherever it is installed.
    """
    if name.endswith(".toml"):
        return Path(name)
    top, *parts = name.split(".")
    if top == "accord":
        if not parts or parts[0] not in FLOORS:
            return None
        return _in_package(f"accord.{parts[0]}", parts[1:])
    spec = _top_level(top, beside)
    for place in range(len(parts)):
        inside = spec.submodule_search_locations if spec else None
        full = ".".join((top, *parts[: place + 1]))
        spec = PathFinder.find_spec(full, list(inside)) if inside else None
    if spec is None or not spec.has_location or spec.origin is None:
        return None
    path = Path(spec.origin)
    return path if top == own or not _is_library(path) else None


def _in_package(floor: str, parts: Sequence[str]) -> Path | None:
    """The file of a module of one of accord's floors."""
    for folder in import_module(floor).__path__:
        module = os.path.join(folder, *parts)
        for path in (os.path.join(module, "__init__.py"), f"{module}.py"):
            if os.path.isfile(path):  # asked hundreds of times: with a Path five times as long
                return Path(path)
    return None


def _top_level(name: str, beside: Sequence[str]) -> ModuleSpec | None:
    """The spec of a module that stands in no package; None if there is none."""
    try:
        installed = util.find_spec(name)
    except ValueError:  # of a module that was made by hand
        installed = None
    return installed or PathFinder.find_spec(name, list(beside))


def _is_library(path: Path) -> bool:
    """Whether a file belongs to Python or to what is installed beside it."""
    path = path.resolve()
    installed = not {"site-packages", "dist-packages"}.isdisjoint(path.parts)
    return installed or any(map(path.is_relative_to, _LIBRARIES))


@lru_cache(4096)
def _read(
    path: Path, name: str, is_package: bool, parsed: bool, _time: int, _size: int
) -> CodeFile:
    content = read_outside(path, most=MOST_PARSED if parsed else MOST_CODE)
    as_it_is = CodeFile(sha256(content).hexdigest(), ())
    if parsed and path.suffix == ".toml":
        return CodeFile(hash_of(content, str(path)), ())
    if not parsed or path.suffix != ".py" or _MANY_PARTS.search(content):
        return as_it_is
    try:
        code = _code(content, name, is_package)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return as_it_is
    if b'"*.toml"' in content:  # it reads the descriptions that stand beside it
        beside = map(str, islice(path.parent.glob("*.toml"), MOST_NAMES))
        return code._replace(imports=(*code.imports, *beside))
    return code


def _code(content: bytes, name: str, is_package: bool) -> CodeFile:
    """The contribution of a module's text.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: Python cannot parse it.
    """
    package = name if is_package else name.rpartition(".")[0]
    words, imports = _code_of(ast.parse(content.decode("utf-8-sig")), package)
    text = "\n".join(words)
    return CodeFile(sha256(text.encode()).hexdigest(), tuple(dict.fromkeys(imports)))


def _described(content: bytes) -> str:
    """The content of a description without its comments."""
    text = content.decode("utf-8", "replace")
    try:
        return repr(toml_table(text))
    except ValueError:
        return text


def _code_of(tree: ast.Module, package: str) -> tuple[list[str], list[str]]:
    """The code of a syntax tree in parts, and the names in it that may be modules.

    Left out are docstrings, texts of errors, what only type checkers read, and empty fields, which
    only some versions of Python have.

    Args:
        tree: of a module.
        package: what relative names begin with.
    """
    words: list[str] = []
    imports: list[str] = []
    todo: list[tuple[str, Any]] = [("", tree)]
    while todo:
        field, node = todo.pop()
        if isinstance(node, ast.AST):
            kind = type(node).__name__
            if kind in _IMPORTING:
                imports += islice(_imports(node, package), MOST_NAMES - len(imports))
            elif kind in _WITH_BODIES:
                _leave_out_sentences(node)
            inside = [
                (name, each)
                for name in node._fields
                if (each := getattr(node, name, None)) is not None and each != []
            ]
        elif isinstance(node, list):
            kind, inside = "list", [("", each) for each in node]
        else:
            kind, inside = repr(node), []
        words.append(f"{field} {kind} {len(inside)}")
        todo += reversed(inside)
    return words, imports


_WITH_BODIES = {"Module", "ClassDef", "FunctionDef", "AsyncFunctionDef", "If", "Raise"}
_IMPORTING = {"Import", "ImportFrom", "Call"}


def _leave_out_sentences(node: Any) -> None:
    """Remove a docstring, the texts that an error has, or what only type checkers read."""
    if isinstance(node, ast.Raise):
        for argument in getattr(node.exc, "args", ()):
            for each in getattr(argument, "values", [argument]):  # of an f-string its parts
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    each.value = ""
    elif isinstance(node, ast.If):
        if "TYPE_CHECKING" in vars(node.test).values():
            node.body = []
    elif ast.get_docstring(node, clean=False) is not None:
        del node.body[0]


def _imports(node: ast.AST, package: str) -> Iterator[str]:
    """The names in a node that may be modules; `package` is what relative ones begin with."""
    names: Iterable[str] = ()
    if isinstance(node, ast.Import):
        names = (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: 1 - node.level or None] if node.level else []
        module = ".".join(filter(None, (*above, node.module)))
        inside = node.names if len(module) <= LONGEST_NAME else ()
        names = (module, *(f"{module}.{each.name}" for each in inside))
    elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if called in ("import_module", "__import__"):
            names = (str(node.args[0].value),)
    yield from (name for name in names if len(name) <= LONGEST_NAME)
