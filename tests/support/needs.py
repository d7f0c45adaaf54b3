"""What a test needs besides accord's core: extra libraries, programs, a browser, much time.

Nobody declares it: tests ask for what they need with `optional.library`, `optional.program` and
`optional.slow`, import `browser`, or have a solver as a parameter, whose backend says what it
needs.  A test is marked if its code, or that of its fixtures, can reach one of these through
functions of the tests, or its file asks when it is imported; `library` is no extra of what accord's
core or its tests install, where the name is written out.  A marked test is skipped where something
that it needs is missing, or fails where nothing may be: `tests/conftest.py` sees to it, for all
tests.
"""

import ast
import dis
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions, requires
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

import optional
from accord.solvers.backend import Backend
from accord.solvers.registry import backends, select
from accord.solvers.settings import SettingError
from places import ROOT, SUPPORT

INSTALLED = {  # distributions: with accord, and with its tests
    re.split(r"[^\w-]", each)[0].lower()
    for each in requires("accord") or ()
    if "extra ==" not in each or each.endswith('extra == "dev"')
}


class Prerequisite(NamedTuple):
    """Something that a test needs."""

    mark: str  # extra, program, browser or slow
    missing: str = ""  # what is not here, in words; empty when all is, or when it is not known


SLOW = Prerequisite("slow")
TESTS = f"{ROOT}/tests/"
ASKING = (optional.library, optional.program, optional.slow)
NAMES = {each.__name__ for each in ASKING}
ASKED = re.compile(r"\b(?:library|program|slow)\(|\bbrowser\b")
IMPORTED = re.compile(r"^\s*(?:from|import) (\w+)\b", re.M)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
KNOWN: dict[tuple[Path, Any], frozenset[Prerequisite]] = {}
EXTRAS = {"extra", "program", "browser"}  # marks of what the core does not have


def skip_if_missing(item: pytest.Item) -> None:
    """Skip a test that needs what is missing, or fail it where everything is required."""
    if missing := sorted({need.missing for need in needs(item)} - {""}):
        optional.absent("; ".join(missing))


def needs(item: pytest.Item) -> set[Prerequisite]:
    """What a test needs."""
    if not isinstance(item, pytest.Function):
        return set()
    of_all = item.path, item.function  # the cases of a test, which may be hundreds
    if of_all not in KNOWN:
        KNOWN[of_all] = _of_each_case(item)
    found = {*KNOWN[of_all]}
    if callspec := getattr(item, "callspec", None):
        found.update(*(_of_solver(value) for value in _texts(callspec.params.values())))
    return found


def _of_each_case(item: pytest.Function) -> frozenset[Prerequisite]:
    """What a test needs whatever its parameters are."""
    found = {*_of_module(item.path)}
    for name, fixtures in item._fixtureinfo.name2fixturedefs.items():
        found |= _of_browser() if name == "browser" else set()
        found.update(*(_of_function(fixture.func) for fixture in fixtures))
    return frozenset(found | _of_function(item.function))


@cache
def _of_module(file: Path) -> frozenset[Prerequisite]:
    """What every test of a file needs, because importing the file already asks for it."""
    found: set[Prerequisite] = set()
    text = file.read_text(encoding="utf-8")
    shared = {each: SUPPORT / f"{each}.py" for each in IMPORTED.findall(text)}
    imported = {each: _of_module(path) for each, path in shared.items() if path.is_file()}
    if not (ASKED.search(text) or any(imported.values())):
        return frozenset()  # most files: parsing each takes seconds
    for node in _at_the_top(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(name)) | ast.Import([ast.alias(name)]):
                found |= _of_browser() if name == "browser" else imported.get(name, frozenset())
            case ast.Call(
                ast.Name(asked) | ast.Attribute(ast.Name("optional"), asked), arguments
            ) if asked in NAMES:
                constants = [each.value for each in arguments if isinstance(each, ast.Constant)]
                found |= _of_call(asked, str(constants[0]) if constants else "")
    return frozenset(found)


def _at_the_top(node: ast.AST) -> Iterator[ast.AST]:
    """What stands below a node and outside of the bodies of functions."""
    for field, value in ast.iter_fields(node):
        if field != "body" or not isinstance(node, FUNCTIONS):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield each
                    yield from _at_the_top(each)


@cache
def _of_browser() -> frozenset[Prerequisite]:
    asked = _of_call("library", "playwright") | _of_call("program", "chromium")
    return frozenset(
        {Prerequisite("browser", " and ".join(each.missing for each in asked if each.missing))}
    )


@cache
def _distributions() -> Mapping[str, list[str]]:
    """The installed distributions of each module, by the name of the module."""
    return packages_distributions()


@cache
def _of_call(asked: str, name: str) -> frozenset[Prerequisite]:
    """What `slow`, or `library` or `program` of this name, needs.

    Of a name that is not written out no more is known: the test skips when it is asked for.
    """
    if asked == "slow":
        return frozenset({SLOW})
    if not name:
        return frozenset({Prerequisite("program" if asked == "program" else "extra")})
    if asked == "program":
        missing = "" if which(name) else f"needs the program {name}"
        return frozenset({Prerequisite("program", missing)})
    module = name.partition(".")[0]
    if INSTALLED & {each.lower() for each in _distributions().get(module, ())}:
        return frozenset()
    return frozenset({Prerequisite("extra", "" if find_spec(module) else f"needs {module}")})


@cache
def _of_function(function: Any) -> frozenset[Prerequisite]:
    """What a function asks for by itself or through functions of the tests that it names."""
    found: set[Prerequisite] = set()
    seen, todo = set(), [function]
    while todo:
        each = todo.pop()
        if isinstance(each, FunctionType) and each not in seen and _is_test_code(each):
            seen.add(each)
            asks, named = _asks_and_names(each)
            for asked, name in asks:
                found |= _of_call(asked, name)
            todo += named
    return frozenset(found)


@cache
def _asks_and_names(function: FunctionType) -> tuple[list[tuple[str, str]], list[Any]]:
    """What many tests reach is looked through once."""
    return [*_calls(function)], [*_named(function)]


def _is_test_code(function: FunctionType) -> bool:
    file = function.__code__.co_filename
    return file.startswith(TESTS) and file != optional.__file__


def _calls(function: FunctionType) -> Iterator[tuple[str, str]]:
    """The calls of `optional`: function, and its argument where that is written out."""
    for code in _codes(function.__code__):
        if not any(_is_asked(function, name) for name in code.co_names):
            continue
        steps = [each for each in dis.get_instructions(code) if each.opname != "PUSH_NULL"]
        for before, step, after in zip([None, *steps], steps, [*steps[1:], None], strict=False):
            if asked := _is_asked(function, step.argval):
                holder = function.__globals__.get(before.argval) if before else None
                own = step.opname == "LOAD_GLOBAL" and function.__globals__.get(step.argval)
                if holder is optional or own is asked:
                    name = after.argval if after and after.opcode in dis.hasconst else ""
                    yield asked.__name__, name if isinstance(name, str) else ""


def _is_asked(function: FunctionType, name: Any) -> Any:
    """What asks and has this name in a function's module, or in `optional`; None of another."""
    named = function.__globals__.get(name) if isinstance(name, str) else None
    return next((each for each in ASKING if each is named or each.__name__ == name), None)


def _named(function: FunctionType) -> Iterator[Any]:
    """The functions that a function's code names: its own module's, and those of modules."""
    if wrapped := getattr(function, "__wrapped__", None):
        yield wrapped
    if drawing := getattr(function, "hypothesis", None):  # a property: what it asks of each example
        yield drawing.inner_test
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        if isinstance(value, ModuleType):
            value = [vars(value)[each] for each in names & vars(value).keys()]
        yield from value if isinstance(value, list) else (getattr(value, "func", value),)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code and that of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _texts(values: Any) -> Iterator[str]:
    """The texts among some values and the tuples and lists in them."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple | list):
            yield from _texts(value)


@cache
def _of_solver(text: str) -> frozenset[Prerequisite]:
    """What the solver of this name needs; nothing of a text that names none."""
    if text.partition(":")[0] not in backends():
        return frozenset()
    try:
        backend: Backend = select(text).backend
    except (SettingError, ValueError):
        return frozenset()
    needed = [need for need in backend.needs if not INSTALLED & set(need.distributions)]
    return frozenset(
        Prerequisite("program" if need.program else "extra", need.missing) for need in needed
    )
