"""Objects of f-puzzles in their JSON, and all grids of a puzzle."""

import json
from functools import cache
from typing import Any

from accord.puzzles import Grid, Puzzle
from accord.puzzles.files.texts import read
from accord.solvers.answer import answer
from accord.solvers.registry import backends


def fpuzzle(size: int = 4, **keys: Any) -> str:
    """The text of an object with an empty grid and these keys."""
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    return json.dumps({"size": size, "grid": grid, **keys})


def grids_of(puzzle: Puzzle) -> set[Grid]:
    """All grids of a puzzle."""
    found = answer(backends()["backtracking-mrv"], puzzle, limit=None)
    return {Grid(each) for each in found.solutions}


@cache
def blank_grids() -> frozenset[Grid]:
    """The 288 grids of 4x4."""
    found = grids_of(read("................"))
    assert len(found) == 288
    return frozenset(found)
