"""Help: every kind and every public function shows an example, and what it shows is so."""

import doctest
import pydoc
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

import accord
from accord import classics, constraints
from optional import library, slow

KINDS = {
    name: kind
    for name in constraints.__all__
    if isinstance(kind := getattr(constraints, name), type) and hasattr(kind, "kind")
}
FUNCTIONS = {
    name: function
    for name in ("run", *sorted(accord.__all__))  # others are about the campaign of its example
    if callable(function := getattr(accord, name)) and not isinstance(function, type)
}
SCREEN = 40  # lines


def failures(things: Mapping[str, Any]) -> list[str]:
    """The names without an example, and those whose example shows something else."""
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner(verbose=False)
    modules = (constraints, classics)
    names = {name: getattr(module, name) for module in modules for name in module.__all__}
    bad = []
    for name, thing in things.items():
        (found,) = finder.find(thing, name, globs={**names, "accord": accord})
        if not found.examples or runner.run(found).failed:
            bad.append(name)
    return bad


def test_help_on_a_kind_is_one_screen_with_an_example_that_runs() -> None:
    assert len(KINDS) > 25
    further = {name: getattr(constraints, name) for name in ("Variable", "Operation", "Objective")}
    assert failures({**KINDS, **further}) == []
    for name, kind in KINDS.items():
        lines = pydoc.plain(pydoc.render_doc(kind)).splitlines()
        assert len(lines) <= SCREEN, name
        assert all(any(called in line for line in lines) for called in (" holds(", " violations("))


def test_help_on_a_public_function_has_an_example_that_runs(tmp_path: Path) -> None:
    slow()
    for needed in ("pandas", "altair", "scipy", "pysat"):
        library(needed)
    with chdir(tmp_path):
        assert failures(FUNCTIONS) == []


def test_help_on_a_classic_has_an_example_that_runs() -> None:
    assert failures({name: getattr(classics, name) for name in classics.__all__}) == []


def test_an_example_that_shows_something_else_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    def wrong() -> None:
        """A sum.

        >>> 1 + 1
        3
        """

    def without() -> None:
        """Nothing to see."""

    assert failures({"wrong": wrong, "without": without}) == ["wrong", "without"]
    assert "Expected:" in capsys.readouterr().out
