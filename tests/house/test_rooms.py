"""Rooms: one subject each, that says what lives there; no circles; one meaning for each name."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from places import ROOT

FLOORS = ("puzzles", "encodings", "solvers", "bench", "views", "accord")
FILES = [file for floor in FLOORS for file in sorted((ROOT / floor).rglob("*.py"))]
ROOMS = sorted({file.parent for file in FILES} - {ROOT / floor for floor in FLOORS})
# Of these names each backend's own file may have one.
OWN = {"Node", "Search", "State"}


def module(file: Path) -> str:
    """The name under which a file is imported."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "accord" else ("accord", *parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module(file): ast.parse(file.read_text(encoding="utf-8")) for file in FILES}


def imports(tree: ast.AST) -> Iterator[str]:
    """The modules of accord that a module imports, in functions and for types too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {  # a module does not import its package by name
        name: {
            each
            for each in imports(tree)
            if each in MODULES and not f"{name}.".startswith(f"{each}.")
        }
        for name, tree in MODULES.items()
    }
    reached: dict[str, set[str]] = {}
    for name, wanted in graph.items():
        todo, reached[name] = set(wanted), set()
        while todo:
            reached[name].add(each := todo.pop())
            todo |= graph[each] - reached[name]
    assert [name for name, below in reached.items() if name in below] == []


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(ROOT)))
def test_a_room_says_what_lives_there_and_has_few_files(room: Path) -> None:
    said = ast.get_docstring(MODULES[module(room / "__init__.py")]) or ""
    assert len(said.splitlines()) >= 3
    assert len([*room.glob("*.py")]) <= (26 if room.name == "commands" else 18)


def test_no_public_class_name_has_two_meanings() -> None:
    places = defaultdict(list)
    for name, tree in MODULES.items():
        for node in tree.body if isinstance(tree, ast.Module) else ():
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    assert {name: at for name, at in places.items() if len(at) > 1 and name not in OWN} == {}


def test_text_is_shown_without_the_code_of_pages() -> None:
    pages = ("accord.views.player", "accord.views.report")
    for name, tree in MODULES.items():
        if name.startswith("accord.views.") and not name.startswith(
            (*pages, "accord.views.notebook")
        ):
            assert not [each for each in imports(tree) if each.startswith(pages)], name
