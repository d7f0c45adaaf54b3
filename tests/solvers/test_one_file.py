"""A backend is one new file in its room: everything else finds it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from accord.solvers.registry import backends
from places import ROOT

NEW = {  # a backend's own name: its module, and what it declares
    "mine": ("search.backtracking_first", 'engine="handwritten", model="mine", family="search"'),
    "mine-too": ("sat.pycosat", 'engine="picosat", model="cnf", family="sat"'),
}
BACKEND = '''
"""A backend that was added a moment ago."""

from accord.solvers.backend import Backend
from accord.solvers.{} import solve

SOLVERS = {{"{}": Backend(solve, {})}}
'''
WHERE_IT_IS = """
import json
import runpy
from pathlib import Path
import accord
from accord.bench.analysis.ladder import groups
from accord.cli.options.question import asked_solvers, read_question
from accord.solvers.registry import available

zoo = Path(accord.__file__).parent / "bench" / "zoo.toml"
page = ["{0} {1}"]
runpy.run_path("docs/conf.py")["with_tables"](None, "reference", page)
places = {
    "reference": page[0].split(),
    "available": [*available()],
    "ladder": [name for each in groups().values() for model in each for name in model.solvers],
    "zoo": asked_solvers(read_question(zoo)["solvers"]),
}
print(json.dumps(places))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of accord, and two backends more in it."""
    folder = tmp_path_factory.mktemp("copy")
    unwanted = shutil.ignore_patterns("__pycache__")
    for floor in ("accord", "puzzles", "encodings", "solvers", "bench", "views"):
        place = folder / "accord" / ("" if floor == "accord" else floor)
        shutil.copytree(ROOT / floor, place, ignore=unwanted, dirs_exist_ok=True)
    for name, (module, declared) in NEW.items():
        room = folder / "accord" / "solvers" / module.partition(".")[0]
        (room / f"{name.replace('-', '_')}.py").write_text(BACKEND.format(module, name, declared))
    return folder


def run(copy: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


def test_a_new_backend_is_available_and_is_in_ladder_zoo_and_reference(copy: Path) -> None:
    for place, solvers in json.loads(run(copy, "-P", "-c", WHERE_IT_IS)).items():
        assert {*NEW} <= {*solvers}, place


def test_the_readme_names_every_engine_and_no_solver_that_is_not_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    prose = readme.split("\n## Solvers\n")[1].split("\n###")[0]
    named = {*re.findall(r"-s ([\w-]+)|`([a-z]+-[\w-]+)`", prose)}
    assert {one or other for one, other in named} <= {*backends()}
    plain = re.sub(r"\W", "", prose).lower()
    engines = {each.engine for each in backends().values()} - {"handwritten"}
    assert {name for name in engines if re.sub(r"\W", "", name).lower() not in plain} == set()


def test_commands_know_a_new_backend(copy: Path) -> None:
    listed = json.loads(run(copy, "-P", "-m", "accord", "solvers", "--json"))
    assert {*NEW} <= {each["name"] for each in listed}
    solvers = ("-s", "mine", "-s", "mine-too", "-s", "exact-cover-bits")
    assert "agreed" in run(copy, "-P", "-m", "accord", "check", "1234341221434321", *solvers)


def test_conformance_asks_a_new_backend(copy: Path) -> None:
    options = ("--collect-only", "-q", "-p", "no:cacheprovider", "-k", "test_backend_conforms")
    collected = run(copy, "-P", "-m", "pytest", *options, "tests/solvers/test_conformance.py")
    assert all(f"test_backend_conforms[{name}]" in collected for name in NEW)
