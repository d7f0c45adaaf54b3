"""The programs of tools/ say what they are for when they are asked."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from optional import library
from places import ROOT

NEED_AN_EXTRA = ("fresh", "prove", "results_page", "stale")
NAMES = sorted(each.stem for each in (ROOT / "tools").glob("*.py"))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NEED_AN_EXTRA])
def test_help_is_what_the_program_says_of_itself(name: str) -> None:
    says_what_it_is_for(ROOT / "tools" / f"{name}.py")


@pytest.mark.parametrize("name", NEED_AN_EXTRA)
def test_so_is_that_of_those_that_need_an_extra(name: str) -> None:
    library("altair")
    library("scipy")
    says_what_it_is_for(ROOT / "tools" / f"{name}.py")


def says_what_it_is_for(file: Path) -> None:
    command = [sys.executable, str(file), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    source = file.read_text(encoding="utf-8")
    assert done.stdout.strip() == (ast.get_docstring(ast.parse(source)) or "").strip() != ""
