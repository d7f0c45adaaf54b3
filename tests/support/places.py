"""Where things stand: the repository, its tests' support, and the folder of shared data."""

import json
from pathlib import Path
from typing import Any

import pytest

from ran import NO_DATA

ROOT = Path(__file__).parents[2]
SUPPORT = Path(__file__).parent
SHARED = ROOT.parent / "shared" / "data"
needs_data = pytest.mark.skipif(not SHARED.is_dir(), reason=NO_DATA)


def shared(name: str) -> list[Any]:
    """The records of a file of shared data; the test is skipped where that folder is absent."""
    text = shared_file(name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def shared_file(name: str) -> Path:
    """A file of shared data; the test is skipped where that folder is absent."""
    if not SHARED.is_dir():
        pytest.skip(NO_DATA)
    return SHARED / name
