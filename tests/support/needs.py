"""What a test needs besides accord's core: extra libraries, programs, a browser, much time.

Nobody declares it: tests ask for what they need with `optional.library`, `optional.program` and
`optional.slow`, import `browser`, or have a solver as a parameter, whose backend says what it
needs.  A test is marked if its code, or that of its fixtures, can reach one of these through
functions of the tests.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import requires
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

import optional
from accord.solvers.backend import Backend
from accord.solvers.registry import backends, select
from accord.solvers.settings import SettingError
from places import ROOT

ASKED: dict[Any, str] = {
    optional.library: "extra",
    optional.program: "program",
    optional.slow: "slow",
}
AT_THE_TOP = re.compile(
    r"^(?:\w+(?:, \w+)* = )?(library|program)\(|^(?:from|import) (browser)\b", re.M
)
REQUIRED = [each for each in requires("accord") or () if "extra ==" not in each]
CORE = {re.split(r"[^\w-]", each)[0] for each in REQUIRED}


def needs(item: pytest.Item) -> set[str]:
    """The marks of a test: any of extra, program, browser, slow."""
    if not isinstance(item, pytest.Function):
        return set()
    found = {*_of_module(item.path), *({"browser"} & item._fixtureinfo.name2fixturedefs.keys())}
    for fixtures in item._fixtureinfo.name2fixturedefs.values():
        found.update(*(_of_function(fixture.func) for fixture in fixtures))
    found |= _of_function(item.function)
    if callspec := getattr(item, "callspec", None):
        found.update(*(_of_solver(value) for value in _texts(callspec.params.values())))
    return found


@cache
def _of_module(file: Path) -> frozenset[str]:
    """What is asked for when a file is imported."""
    found = {a or b for a, b in AT_THE_TOP.findall(file.read_text(encoding="utf-8"))}
    return frozenset({"library": "extra"}.get(each, each) for each in found)


@cache
def _of_function(function: Any) -> frozenset[str]:
    """What a function asks for by itself or through functions of the tests that it names."""
    found, seen, todo = set(), set(), [function]
    while todo:
        each = todo.pop()
        if not isinstance(each, FunctionType) or each in seen:
            continue
        seen.add(each)
        if need := ASKED.get(each):
            found.add(need)
        elif _is_test_code(each):
            todo += _named(each)
    return frozenset(found)


def _is_test_code(function: FunctionType) -> bool:
    return Path(function.__code__.co_filename).is_relative_to(ROOT / "tests")


def _named(function: FunctionType) -> Iterator[Any]:
    """The functions that a function's code names: its own module's, and those of modules."""
    if wrapped := getattr(function, "__wrapped__", None):
        yield wrapped
    names = set(_names(function.__code__))
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        if isinstance(value, ModuleType):
            value = [vars(value)[each] for each in names & vars(value).keys()]
        yield from value if isinstance(value, list) else (getattr(value, "func", value),)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _texts(values: Any) -> Iterator[str]:
    """The texts among some values and the tuples and lists in them."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple | list):
            yield from _texts(value)


@cache
def _of_solver(text: str) -> frozenset[str]:
    """What the solver of this name needs; nothing of a text that names none."""
    if text.partition(":")[0] not in backends():
        return frozenset()
    try:
        backend: Backend = select(text).backend
    except (SettingError, ValueError):
        return frozenset()
    missing = [need for need in backend.needs if not CORE & set(need.distributions)]
    return frozenset("program" if need.program else "extra" for need in missing)
