"""A backend is one new file in its room: everything else finds it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT

BACKEND = '''
"""A backend that was added a moment ago."""

from accord.solvers.backend import Backend
from accord.solvers.search.backtracking_first import solve

SOLVERS = {"mine": Backend(solve, engine="handwritten", model="mine", family="search")}
'''
WHERE_IT_IS = """
import json
from pathlib import Path
import accord
from accord.bench.analysis.ladder import groups
from accord.cli.options.question import asked_solvers, read_question
from accord.solvers.registry import available

zoo = Path(accord.__file__).parent / "bench" / "zoo.toml"
places = {
    "available": available(),
    "ladder": [name for each in groups().values() for model in each for name in model.solvers],
    "zoo": asked_solvers(read_question(zoo)["solvers"]),
}
print(json.dumps([name for name, solvers in places.items() if "mine" in solvers]))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of accord, and a backend more in it."""
    folder = tmp_path_factory.mktemp("copy")
    unwanted = shutil.ignore_patterns("__pycache__")
    for floor in ("accord", "puzzles", "encodings", "solvers", "bench", "views"):
        place = folder / "accord" / ("" if floor == "accord" else floor)
        shutil.copytree(ROOT / floor, place, ignore=unwanted, dirs_exist_ok=True)
    (folder / "accord" / "solvers" / "search" / "mine.py").write_text(BACKEND)
    return folder


def run(copy: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


def test_a_new_backend_is_available_and_stands_in_the_ladder_and_in_the_zoo(copy: Path) -> None:
    assert json.loads(run(copy, "-P", "-c", WHERE_IT_IS)) == ["available", "ladder", "zoo"]


def test_commands_know_a_new_backend(copy: Path) -> None:
    listed = json.loads(run(copy, "-P", "-m", "accord", "solvers", "--json"))
    assert "mine" in {each["name"] for each in listed}
    solvers = ("-s", "mine", "-s", "exact-cover-bits")
    assert "agreed" in run(copy, "-P", "-m", "accord", "check", "1234341221434321", *solvers)


def test_conformance_asks_a_new_backend(copy: Path) -> None:
    options = ("--collect-only", "-q", "-p", "no:cacheprovider", "-k", "test_backend_conforms")
    collected = run(copy, "-P", "-m", "pytest", *options, "tests/solvers/test_conformance.py")
    assert "test_backend_conforms[mine]" in collected
