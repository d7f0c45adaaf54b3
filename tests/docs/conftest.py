"""The site, built once for all tests of its pages."""

import os
import sys
from fcntl import LOCK_EX, flock
from pathlib import Path
from subprocess import run

import pytest

from optional import library, slow
from places import ROOT


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    slow()
    for name in ("sphinx", "myst_nb", "furo", "altair", "scipy", "vl_convert"):
        library(name)
    workers = tmp_path_factory.getbasetemp()
    folder = (workers.parent if "PYTEST_XDIST_WORKER" in os.environ else workers) / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-T", str(ROOT / "docs"), str(folder)]
    with open(f"{folder}.lock", "w") as lock:  # one worker builds it, for all
        flock(lock, LOCK_EX)
        if not (folder / "index.html").exists():
            built = run(command, capture_output=True, text=True)
            assert built.returncode == 0, built.stderr
    return folder
