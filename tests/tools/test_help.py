"""The programs of tools/ say what they are for when they are asked."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT


@pytest.mark.parametrize("file", sorted((ROOT / "tools").glob("*.py")), ids=lambda file: file.stem)
def test_help_is_what_the_program_says_of_itself(file: Path) -> None:
    command = [sys.executable, str(file), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    source = file.read_text(encoding="utf-8")
    assert done.stdout.strip() == (ast.get_docstring(ast.parse(source)) or "").strip() != ""
