"""A backend, a format and an encoding are one new file in their room: everything finds them."""

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
OTHERS = {  # by the file: what it holds
    "encodings/clauses/mine.py": """
from accord.encodings.clauses import direct

CLAUSE_ENCODINGS = {"mine": direct.CLAUSE_ENCODINGS["minimal"]}
""",
    "puzzles/formats/mine.py": """
from accord.puzzles.formats.format import plain
from accord.puzzles.formats.plain.lines import read_cells

def read(source):
    return read_cells(source.lines[1:])

def draw(grid, box):
    return "[mine]\\n" + "".join(map(str, grid))

def looks_like(source):
    return source.start == "[mine]"

FORMATS = {"mine": plain("Mine.", read, draw, looks_like, rank=36)}
""",
}
WHERE_IT_IS = """
import json
from pathlib import Path
import accord
from accord.bench.analysis.ladder import groups
from accord.cli.options.question import asked_solvers, read_question
from accord.solvers.registry import available, backends
from accord.views.tables.solvers import matrix

zoo = Path(accord.__file__).parent / "bench" / "zoo.toml"
places = {
    "reference": [row[0] for row in matrix(backends()).rows],
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
    for file, text in OTHERS.items():
        (folder / "accord" / file).write_text(text)
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
    asked = ("check", "1234341221434321", *solvers, "--no-certify")
    assert "agreed" in run(copy, "-P", "-m", "accord", *asked)


def test_conformance_asks_a_new_backend(copy: Path) -> None:
    options = ("--collect-only", "-q", "-p", "no:cacheprovider", "-k", "test_backend_conforms")
    collected = run(copy, "-P", "-m", "pytest", *options, "tests/solvers/test_conformance.py")
    assert all(f"test_backend_conforms[{name}]" in collected for name in NEW)


def test_a_new_format_is_detected_before_those_of_a_higher_rank(copy: Path) -> None:
    assert "\nmine " in run(copy, "-P", "-m", "accord", "convert", "--formats")
    mine = run(copy, "-P", "-m", "accord", "convert", "1234341221434321", "--format", "mine")
    assert mine == "[mine]\n1234341221434321\n"
    assert run(copy, "-P", "-m", "accord", "convert", mine) == "1234341221434321\n"


def test_a_new_clause_encoding_is_a_setting_and_a_language(copy: Path) -> None:
    listed = run(copy, "-P", "-m", "accord", "encodings", "1234341221434320")
    assert "cnf-mine " in listed
    solved = run(copy, "-P", "-m", "accord", "solve", "1234341221434320", "-s", "sat-pycosat:mine")
    assert "4 3 | 2 1" in solved
