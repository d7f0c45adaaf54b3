"""Rooms: one subject each, that says what lives there; imports run downward and in no circle.

And no class name has two meanings.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from places import ROOT

FLOORS = ("puzzles", "encodings", "solvers", "bench", "views", "accord")
FILES = [file for floor in FLOORS for file in sorted((ROOT / floor).rglob("*.py"))]
ROOMS = sorted({file.parent for file in FILES})
UNTESTED_ROOMS = {  # those whose tests stand elsewhere
    "views/report/figures": "shown by views/report",
}
TESTS = ROOT / "tests"
CLASS = re.compile(r"^class (\w+)", re.MULTILINE)


def module(file: Path) -> str:
    """The name under which a file is imported."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "accord" else ("accord", *parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module(file): file for file in FILES}


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def imports(name: str) -> frozenset[str]:
    """The modules that a module imports, in functions and for types too."""
    return frozenset(_imported(tree_of(MODULES[name])))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called.endswith("import_module"):
                yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))


def test_imports_run_downward() -> None:
    floors = {name: FLOORS.index(file.relative_to(ROOT).parts[0]) for name, file in MODULES.items()}
    upward = {
        name: above
        for name, floor in floors.items()
        if (above := [each for each in imports(name) if floors.get(each, -1) > floor])
    }
    assert upward == {}


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {name: imports(name) & MODULES.keys() for name in MODULES}
    reached: dict[str, set[str]] = {}
    for name, wanted in graph.items():
        todo, reached[name] = set(wanted), set()
        while todo:
            reached[name].add(each := todo.pop())
            todo |= graph[each] - reached[name]
    assert [name for name, below in reached.items() if name in below] == []


def test_a_room_says_what_lives_there() -> None:
    inits = {room: room / "__init__.py" for room in ROOMS}
    assert [room for room, init in inits.items() if not ast.get_docstring(tree_of(init))] == []


def listed(room: Path) -> set[str]:
    """The files that a room's docstring names: NAME.py, and the first column of its lists."""
    text = ast.get_docstring(tree_of(room / "__init__.py")) or ""
    names = set(re.findall(r"[\w/]+\.py\b", text))
    for paragraph in text.split("\n\n"):
        if "----" not in paragraph:  # a table of something else
            rows = re.findall(r"^    ((?:[\w./]+, )*[\w./]+)  ", paragraph, re.MULTILINE)
            names |= {name for row in rows for name in row.split(", ")}
    return names


def test_a_room_of_measuring_names_the_files_that_are_there() -> None:
    rooms = [room for room in ROOMS if room.relative_to(ROOT).parts[0] == "bench"]
    there = {room: [room / name for name in listed(room)] for room in rooms}
    assert sum(map(len, there.values())) > 100
    gone = [
        each
        for room, found in there.items()
        for each in found
        if not any(place.exists() for place in (each, each.with_name(f"{each.name}.py")))
        and not (ROOT / each.relative_to(room)).exists()
    ]
    assert gone == []
    texts = {room: (room / "__init__.py").read_text(encoding="utf-8") for room in rooms}
    files = {file for room in rooms for file in room.glob("*.py")}
    unnamed = [each for each in files if not re.search(rf"\b{each.stem}\b", texts[each.parent])]
    assert [each for each in unnamed if each.stem != "__init__"] == []


def test_tests_stand_in_the_tree_of_the_code() -> None:
    files = [file.relative_to(TESTS) for file in TESTS.rglob("test_*.py")]
    tested = {str(folder) for file in files for folder in file.parents}
    rooms = {str(room.relative_to(ROOT)) for room in ROOMS}
    assert rooms - tested == UNTESTED_ROOMS.keys()
    assert tested - rooms == {".", "docs", "tools", "house"}


def test_no_class_name_has_two_meanings() -> None:
    places = defaultdict(list)
    files = (file for floor in (*FLOORS, "tools", "tests") for file in (ROOT / floor).rglob("*.py"))
    for place in files:
        for name in CLASS.findall(place.read_text(encoding="utf-8")):
            places[name].append(place)
    assert len(places) > 600
    twice = {name: at for name, at in places.items() if len(at) > 1}
    twice = {name: [each for each in at if name in classes(each)] for name, at in twice.items()}
    assert {name: at for name, at in twice.items() if len(at) > 1} == {}


def classes(file: Path) -> set[str]:
    """The classes of a file: its texts may have code with others."""
    return {node.name for node in tree_of(file).body if isinstance(node, ast.ClassDef)}


def test_text_is_shown_without_the_code_of_pages() -> None:
    pages = ("accord.views.player", "accord.views.report")
    for name in MODULES:
        if name.startswith("accord.views.") and not name.startswith(
            (*pages, "accord.views.notebook")
        ):
            assert not [each for each in imports(name) if each.startswith(pages)], name
