"""Optional libraries and programs, and time: a test that needs one skips where it is missing.

In the job that has every extra (ACCORD_REQUIRE_ALL=1) it fails instead.
"""

import os
from importlib import import_module
from shutil import which
from typing import Any

import pytest

REQUIRED = os.environ.get("ACCORD_REQUIRE_ALL") == "1"
CORE_ALONE = os.environ.get("ACCORD_CORE_ALONE") == "1"


def library(name: str) -> Any:
    """The module with this name."""
    try:
        return import_module(name)
    except ImportError:
        return absent(f"needs {name}")


def program(name: str) -> str:
    """The path of the program with this name."""
    return which(name) or absent(f"needs the program {name}")


def slow() -> None:
    """Mark the calling test as slow: over two seconds of CPU, left out by `make test`."""


def absent(what: str) -> Any:
    """Skip the test that runs, or fail it where everything is required."""
    if REQUIRED:
        pytest.fail(what, pytrace=False)
    pytest.skip(what, allow_module_level=True)
