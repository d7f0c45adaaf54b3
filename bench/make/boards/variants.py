"""Sudokus with more rules: thermometers, arrows, anti-knight and non-consecutive.

The grid is what the rules make of a random first row.  Thermometers and arrows are drawn where its
values allow them; givens go first, then paths.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from accord.bench.make.boards.draft import Change, Clued
from accord.bench.make.chance import shuffled
from accord.bench.make.full_grid import full_grid
from accord.puzzles import Cell, Grid, Puzzle, shape
from accord.puzzles.classics.boards.board import KING, pairs
from accord.puzzles.classics.boards.sudoku_variants import (
    anti_knight,
    arrows,
    non_consecutive,
    thermometers,
)
from accord.puzzles.grid import cell_name
from accord.solvers.answer import answer
from accord.solvers.registry import usable

Path = tuple[Cell, ...]
LONGEST = 4  # cells of a path
PATHS = 0.6  # of the cells are on paths, at most


def anti_knight_draft(size: int, random: Random) -> Clued:
    """An anti-knight Sudoku with every given."""
    return _ruled(size, random, anti_knight)


def non_consecutive_draft(size: int, random: Random) -> Clued:
    """A non-consecutive Sudoku with every given."""
    return _ruled(size, random, non_consecutive)


def _ruled(size: int, random: Random, rule: Callable[[Puzzle], Puzzle]) -> Clued:
    """All givens of a random grid that obeys a rule."""
    solver = usable("backtracking-mrv:filter=gac").backend
    while True:
        row = shuffled(range(1, size + 1), random)
        start = rule(_sudoku(size, [*enumerate(row)]))
        found = answer(solver, start, limit=1, filter="gac").solutions
        if found:
            givens = shuffled(enumerate(found[0]), random)
            return Clued(tuple(givens), lambda clues: rule(_sudoku(size, clues)))


def _sudoku(size: int, givens: Sequence[Change]) -> Puzzle:
    values = [0] * (size * size)
    for cell, value in givens:
        values[cell] = value
    return Puzzle(shape(size), Grid(values))


def thermometers_draft(size: int, random: Random) -> Clued:
    """A Sudoku with thermometers and every given."""
    return _with_paths(size, random, _rises, thermometers)


def arrows_draft(size: int, random: Random) -> Clued:
    """A Sudoku with arrows and every given."""
    return _with_paths(size, random, _adds_up, arrows)


def _rises(values: Sequence[int]) -> bool:
    return len(values) > 2 and all(map(int.__lt__, values, values[1:]))


def _adds_up(values: Sequence[int]) -> bool:
    return len(values) > 2 and values[0] == sum(values[1:])


def _with_paths(
    size: int,
    random: Random,
    allowed: Callable[[Sequence[int]], bool],
    add: Callable[[Puzzle, Sequence[str]], Puzzle],
) -> Clued:
    grid = full_grid(shape(size), random)
    near: dict[Cell, list[Cell]] = {cell: [] for cell in range(size * size)}
    for one, other in pairs(size, size, KING):
        near[one].append(other)
        near[other].append(one)
    free, paths = {*near}, list[Change]()
    for cell in shuffled(near, random):
        path = _path(cell, near, free, grid, allowed, random)
        if path and size * size - len(free) + len(path) <= PATHS * size * size:
            free -= {*path}
            paths.append(("path", *path))
    givens: list[Change] = shuffled(enumerate(grid), random)
    return Clued((*givens, *paths), partial(_written, size, add))


def _path(
    start: Cell,
    near: dict[Cell, list[Cell]],
    free: set[Cell],
    grid: Grid,
    allowed: Callable[[Sequence[int]], bool],
    random: Random,
) -> Path | None:
    """A random path from a cell that is allowed; the longest of its kind that is met."""
    best: Path | None = None
    waiting: list[Path] = [(start,)] if start in free else []
    while waiting:
        path = waiting.pop()
        if allowed([grid[cell] for cell in path]) and len(path) > len(best or ()):
            best = path
        if len(path) < LONGEST:
            following = [each for each in near[path[-1]] if each in free and each not in path]
            waiting += [(*path, each) for each in shuffled(following, random)]
    return best


def _written(
    size: int, add: Callable[[Puzzle, Sequence[str]], Puzzle], clues: Sequence[Change]
) -> Puzzle:
    givens = [clue for clue in clues if clue[0] != "path"]
    paths = (clue[1:] for clue in clues if clue[0] == "path")
    names = [" ".join(cell_name(cell, size) for cell in path) for path in paths]
    return add(_sudoku(size, givens), names)
