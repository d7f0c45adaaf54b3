"""Who may know that a problem is a grid: the rest reads domains and constraints alone.

mypy refuses `.size` of a Problem; this says who may expect a Puzzle to read it from.  The floors of
formats (puzzles), views and commands (accord) may.
"""

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from places import ROOT

BELOW = ("encodings", "solvers", "bench")
OF_GRIDS = {"size", "shape", "box", "rules", "regions", "houses", "peers", "givens", "candidates"}
DECLARED = {  # a room or a file, and why it needs the geometry
    "encodings/clauses": "formulas of grids number their variables by row, column and value",
    "encodings/encoding.py": "the constraint for which a puzzle is refused",
    "encodings/exact_cover.py": "items are cells, and values in houses",
    "encodings/scopes.py": "the scopes of a puzzle, by its size",
    "solvers/backend.py": "a backend declares the sizes of puzzles that it takes",
    "solvers/exact_cover": "an exact cover of cells and houses",
    "solvers/kernels": "compiled for givens in rows, columns and boxes",
    "solvers/logic": "techniques are defined on houses",
    "solvers/programs/external.py": "a program that reads lines of n x n characters",
    "solvers/search/backtracking_bitset.py": "bits of houses",
    "solvers/search/network.py": "what is made once for a shape",
    "solvers/traces": "a trace shows a grid",
    "bench/analysis/ladder.py": "it compares models of a puzzle",
    "bench/hunt": "puzzles lose givens, have isomorphs, and are cases",
    "bench/analysis/exports/aslib.py": "features of puzzles",
    "bench/analysis/hardness.py": "isomorphs of puzzles are measured",
    "bench/make": "what is generated is a puzzle",
    "bench/reasons": "cells are named by row and column",
    "bench/grading": "students hand in what solves puzzles",
    "bench/analysis": "a puzzle is compared with those of its size",
    "bench/run/faults.py": "what a faulty solver answers is a grid",
    "bench/run/worker.py": "it is warmed up for a shape",
    "bench/run/memoisation.py": "an isomorph of equal shape is asked for comparison",
    "bench/speed": "contestants solve lines of puzzles",
}


def reads(tree: ast.AST) -> Iterator[str]:
    """The attributes of grids that are read of something called a puzzle or a problem."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in OF_GRIDS:
            owner = ast.unparse(node.value)
            if owner.endswith(("puzzle", "problem")):
                yield f"{owner}.{node.attr}"


@cache
def reading() -> dict[str, set[str]]:
    """What each file below the views reads of grids, by file."""
    return {
        str(file.relative_to(ROOT)): found
        for floor in BELOW
        for file in sorted((ROOT / floor).rglob("*.py"))
        if (found := {*reads(ast.parse(file.read_text(encoding="utf-8")))})
    }


def declares(place: str, file: str) -> bool:
    return file == place or file.startswith(f"{place}/")


def test_only_what_declares_it_reads_the_geometry() -> None:
    undeclared = {*reading()} - {
        file for file in reading() for place in DECLARED if declares(place, file)
    }
    assert {file: reading()[file] for file in undeclared} == {}


@pytest.mark.parametrize("place", DECLARED)
def test_whatever_is_declared_reads_it(place: str) -> None:
    assert any(declares(place, file) for file in reading())
