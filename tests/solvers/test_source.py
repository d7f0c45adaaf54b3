"""The source of a solver changes with the code that it consists of, and with nothing else."""

import ast
import os
import shutil
import sys
from pathlib import Path

import pytest

from accord import solvers
from accord.solvers import source
from accord.solvers.registry import backends
from accord.solvers.source import source_of
from no_plain_files import at_once
from places import ROOT

FILES = {
    "solver.py": "import helper\nfrom package.part import thing\n\ndef solve(puzzle, budget):\n"
    '    "A sentence."\n    from lazily import later\n    yield from later(puzzle)\n',
    "helper.py": "FACTOR = 1  # a comment\n",
    "by_name.py": "X = 1\n",
    "lazily.py": "import json\nfrom importlib import import_module\n"
    "other = import_module('by_name')\nfrom package import inner\nlater = inner.later\n",
    "package/__init__.py": "from . import inner\n",
    "package/part.py": '"""A sentence."""\nfrom .inner import later as thing\n',
    "package/inner.py": "def later(puzzle):\n    return iter(())\n",
    "unused.py": "X = 1\n",
    "pyproject.toml": "[project]\n",
}
USED = [name for name in FILES if name.endswith(".py") and name != "unused.py"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a solver and its helpers."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def changed(folder: Path, name: str, text: str) -> bool:
    """Whether a file's text makes the solver another one."""
    solver = f"{folder / 'solver.py'}:solve"
    before = source_of(solver)
    assert before
    (folder / name).write_text(text)
    return source_of(solver) != before


@pytest.mark.parametrize("name", USED)
def test_code_counts_wherever_it_is_imported(folder: Path, name: str) -> None:
    assert changed(folder, name, FILES[name] + "\nADDED = 1\n")
    assert changed(folder, name, FILES[name])


@pytest.mark.parametrize("name", USED)
def test_comments_layout_and_docstrings_do_not_count(folder: Path, name: str) -> None:
    said = FILES[name].replace("A sentence.", "Another sentence.").replace("= ", "=  ")
    assert not changed(folder, name, f"# A comment.\n\n\n{said}\n# Another.\n")


@pytest.mark.parametrize("name", ["unused.py", "pyproject.toml"])
def test_what_is_not_imported_does_not_count(folder: Path, name: str) -> None:
    assert not changed(folder, name, "Y = 2\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X = 'kind=[], '\n", "X = ''\n"),
        ("X = 'a, )'\n", "X = 'a)'\n"),
        ("X = 'ctx=Load()'\n", "X = ''\n"),
        ("X = None\n", "X: None\n"),
        ("X = [[]]\n", "X = []\n"),
        ("X = 1\n", "X = True\n"),
        ("X = -0.0\n", "X = 0.0\n"),
        ("def f(a, /): pass\n", "def f(a): pass\n"),
        ("def f(*, a): pass\n", "def f(*, a=None): pass\n"),
        ("def f(a=1): pass\n", "def f(a=2): pass\n"),
        ("@g\ndef f(): pass\n", "def f(): pass\n"),
        ("X = " + "1 + " * 3000 + "1\n", "X = " + "1 + " * 3000 + "2\n"),
        ("X = " + "-" * 3000 + "1\n", "X = " + "-" * 3000 + "2\n"),
        ("X = 0x" + "1" * 5000 + "\n", "X = 0x" + "2" * 5000 + "\n"),
        pytest.param(*("X = [" + "[]," * 600_000 + f"{last}]\n" for last in (1, 2)), id="brackets"),
    ],
)
def test_every_other_change_of_the_code_counts(folder: Path, before: str, after: str) -> None:
    (folder / "helper.py").write_text(before)
    assert changed(folder, "helper.py", after)


def test_what_cannot_be_parsed_counts_as_it_is(folder: Path) -> None:
    assert changed(folder, "helper.py", "def (")
    assert changed(folder, "helper.py", "def ((")


def test_pipes_and_endless_files_beside_a_solver_are_no_code(folder: Path) -> None:
    """The hash is made outside of the solver's process, so nothing may hold it up."""
    (solver := folder / "reads.py").write_text('FILES = "*.toml"\n')
    os.mkfifo(folder / "pipe.toml")
    (folder / "device.toml").symlink_to("/dev/zero")
    before = source_of(f"{solver}:solve")
    with (folder / "holes.toml").open("wb") as file:
        file.truncate(20 << 30)
    with at_once():
        assert source_of(f"{solver}:solve", (str(folder / "holes.toml"),)) == before


def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The bytes of each file that is read from now on; the content is another one."""
    sizes: list[int] = []

    def nothing(path: Path, most: int) -> bytes:
        size = path.stat().st_size
        assert size <= most
        sizes.append(size)
        return path.name.encode()

    monkeypatch.setattr(source, "read_outside", nothing)
    return sizes


@pytest.mark.parametrize("size", [1, 64 << 20])
def test_places_that_a_solver_declares_are_read_up_to_a_number_and_a_sum(
    size: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (folder / "module.so").open("wb") as file:
        file.truncate(size)
    places = [folder / f"{number}.so" for number in range(3000)]
    for place in places:
        os.link(folder / "module.so", place)
    sizes = read(monkeypatch)
    assert source_of(f"{folder / 'solver.py'}:solve", [*map(str, places)])
    assert len(sizes) <= 2000
    assert 0 < sum(sizes) <= 256 << 20


def test_folders_that_a_solver_declares_are_searched_up_to_a_number(folder: Path) -> None:
    places = [folder / str(number) for number in range(500)]
    for place in places:
        place.mkdir()
    (folder / "solver.py").write_text("import nowhere\n")
    source_of(f"{folder / 'solver.py'}:solve", [*map(str, places)])
    assert sum(str(place) in sys.path_importer_cache for place in places) <= 50


@pytest.mark.parametrize("size", [9 << 20, 200 << 10])
def test_trees_are_made_of_small_files_up_to_a_sum(
    size: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tree takes a thousand times its text: 256 MiB of one file."""
    places = [folder / f"{number}.py" for number in range(100)]
    for place in places:
        with place.open("wb") as file:
            file.truncate(size)
    read(monkeypatch)
    parsed: list[str] = []
    monkeypatch.setattr(ast, "parse", lambda content: parsed.append(os.fsdecode(content)))
    monkeypatch.setattr(source, "_code_of", lambda *_: ([parsed[-1]], []))
    source_of(f"{folder / 'solver.py'}:solve", [*map(str, places)])
    sizes = [(folder / name).stat().st_size for name in parsed]
    assert max(sizes) <= 256 << 10
    assert sum(sizes) <= 8 << 20


@pytest.mark.parametrize(
    "text",
    [
        f"from {'a' * 100_000} import {','.join(f'b{number}' for number in range(20_000))}",
        f"import {'.'.join(f'a{number}' for number in range(30_000))}",
        f"import {','.join(f'a{number}' for number in range(30_000))}",
    ],
    ids=["from a long name", "of many parts", "many"],
)
def test_names_that_may_be_modules_are_looked_up_up_to_a_length_and_a_number(
    text: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(source, "_file", lambda name, *_: looked_up.append(name))
    (folder / "solver.py").write_text(text)
    assert source_of(f"{folder / 'solver.py'}:solve")
    assert len(looked_up) <= 10_000
    assert max(map(len, looked_up), default=0) <= 255


def test_a_module_of_the_current_folder_is_found_without_being_imported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "package/inner.py").write_text("raise SystemExit\n")
    before = source_of("package.part:thing")
    (folder / "package/inner.py").write_text("raise KeyboardInterrupt\n")
    assert before != source_of("package.part:thing") != ""


def test_every_solver_that_ships_has_a_source() -> None:
    found = {name: source_of(name) for name in backends()}
    assert all(found.values())
    modules = {backend.solve.__module__ for backend in backends().values()}
    assert len(set(found.values())) == len(modules)


def test_an_edited_module_of_a_backend_counts_for_those_that_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "solvers"
    shutil.copytree(ROOT / "solvers", copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(solvers, "__path__", [str(copy)])
    names = ("backtracking-mrv", "cpsat", "external")
    before = [source_of(name) for name in names]

    def changed(module: str, old: str, new: str) -> list[bool]:
        text = (copy / module).read_text("utf-8")
        assert old in text
        (copy / module).write_text(text.replace(old, new), "utf-8")
        after = [source_of(name) for name in names]
        return [one != other for one, other in zip(before, after, strict=True)]

    assert changed("search/matching.py", "A Hall set says", "A set of Hall says") == [False] * 3
    assert changed("programs/cadical.toml", "# CaDiCaL", "# The solver") == [False] * 3
    assert changed("programs/cadical.toml", "{seed}", "1{seed}") == [False, False, True]
    assert changed("search/matching.py", "- {value}", "- {value, 0}") == [True, False, True]
