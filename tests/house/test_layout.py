"""The layout: folders at the root that are packages of accord, and the one trap in that."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from accord.solvers.registry import backends
from places import ROOT, SUPPORT

TABLES = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
NO_PACKAGES = {"tests", "tools", "results", "docs", "build", "dist"}


def folders() -> set[Path]:
    """Every folder with Python code in it, relative to the root."""
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    found = {Path(file).parent for file in tracked}
    return {f for f in found if f.parts and f.parts[0] not in NO_PACKAGES and f.parts[0][0] != "."}


def test_nothing_stands_at_the_root_but_what_belongs_there() -> None:
    """A campaign or page that somebody tried there is not committed."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout
    folders_of_code = {folder.parts[0] for folder in folders()}
    files = {
        ".gitignore",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Makefile",
        "README.md",
        "pyproject.toml",
    }
    others = {".ci", "tests", "tools", "results", "docs"}
    assert {name.split("/")[0] for name in tracked.splitlines()} == folders_of_code | files | others


def package(folder: Path) -> str:
    parts = folder.parts if folder.parts[0] == "accord" else ("accord", *folder.parts)
    return ".".join(parts)


@pytest.mark.parametrize("path", [str(ROOT), ".", os.pathsep, os.pathsep.join(sys.path) + ":"])
def test_python_starts_with_the_repository_on_its_path(path: str) -> None:
    command = [sys.executable, "-c", "import encodings.idna, accord.encodings.clauses.cnf"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, check=True)


def test_pyproject_names_every_package_folder() -> None:
    expected = {package(folder): str(folder) for folder in folders()}
    assert set(TABLES["packages"]) == set(expected)
    floors = {name: folder for name, folder in expected.items() if "/" not in folder}
    assert TABLES["package-dir"] == floors


def test_users_may_check_their_types_against_every_package() -> None:
    for folder in folders():
        assert (ROOT / folder.parts[0] / "py.typed").exists()


def imported(statement: str) -> set[str]:
    """The modules that Python has loaded after a statement."""
    code = f"{statement}\nimport sys; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


OWN_FILE = f"{SUPPORT / 'wrong_solvers.py'}:says_no_solution"
HEAVY = {"pandas", "numpy", "duckdb", "rich", "jinja2", "numba"} | {
    need.module.partition(".")[0] for each in backends().values() for need in each.needs
}
LISTED = "import accord; accord.available()"
COMMAND = (
    "import contextlib, io, sys; from accord.__main__ import main; sys.argv[1:] = ['solvers']\n"
    "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit): main()\n"
)


@pytest.mark.parametrize(
    ("statement", "loads", "not_loaded"),
    [
        ("import accord", "accord", {"accord.solvers", "accord.bench", *HEAVY}),
        (
            "import accord.views.notebook",
            "accord",
            {"accord.bench", "accord.views.boards.svg", *HEAVY},
        ),
        (LISTED, "accord.solvers.cp.cpsat", HEAVY),
        ("from accord.solvers import exact; exact()", "accord.solvers.kernels", {"numba"}),
        (
            "from accord.solvers.registry import select; select('sat-cadical')",
            "accord.solvers.sat.pysat",
            {"accord.solvers.cp.cpsat", *HEAVY},
        ),
        (  # a solver's file is no name of ours, which would be looked for in all of them
            f"from accord.solvers.registry import usable; usable({OWN_FILE!r})",
            "accord.solvers.search.backtracking_mrv",
            {"accord.solvers.cp.cpsat", "accord.solvers.sat.pysat", *HEAVY},
        ),
        (
            "import accord; accord.explain('3..1..2......4..')",
            "accord.solvers.search.backtracking_bitset",
            {"accord.solvers.cp.cpsat", "numba"},
        ),
        (COMMAND, "accord.solvers.cp.cpsat", HEAVY - {"rich"}),
        (
            "from accord.bench.run.doctor import diagnose; diagnose()",
            "accord.solvers.cp.cpsat",
            HEAVY,
        ),
    ],
)
def test_no_library_is_loaded_before_it_is_needed(
    statement: str, loads: str, not_loaded: set[str]
) -> None:
    loaded = imported(statement)
    assert loads in loaded
    assert not_loaded & loaded == set()


_BESIDE = {"accord.constraints", "accord.texts", "accord.bench"}
"""Loaded by `import accord`, or empty."""


def test_what_judges_imports_nothing_but_the_puzzle() -> None:
    room = [f"accord.bench.judge.{file.stem}" for file in (ROOT / "bench/judge").glob("[!_]*.py")]
    loaded = {name for name in imported(f"import {', '.join(room)}") if name.startswith("accord.")}
    below = ("accord.puzzles", "accord.bench.judge")
    assert {*room} <= loaded
    assert not {name for name in loaded - _BESIDE if not name.startswith(below)}


def test_the_root_is_no_package_and_only_support_and_docs_are_on_a_path() -> None:
    assert not (ROOT / "__init__.py").exists()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert settings["pytest"]["ini_options"]["pythonpath"] == ["tests/support", "docs"]
