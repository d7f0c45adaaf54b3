"""Boards with cages: killers and KenKens.

At first each cell is a cage of its own, which gives its value away.  A change makes one cage of the
two on both sides of an edge, up to a number of cells.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from random import Random
from string import ascii_letters

from accord.bench.make.boards.draft import Change
from accord.bench.make.boards.latin import latin_square
from accord.bench.make.chance import random_numbers, shuffled
from accord.bench.make.full_grid import full_grid
from accord.puzzles import Cell, Grid, Problem, Puzzle, Solution, shape
from accord.puzzles.classics.boards.board import ORTHOGONAL, pairs
from accord.puzzles.classics.boards.kenken import kenken
from accord.puzzles.classics.boards.sudoku_variants import killer

LETTERS = ascii_letters + "".join(map(chr, range(0x391, 0x3A2)))  # and Greek ones, of large boards
LETTERS += "".join(map(chr, range(0x410, 0x430)))


@dataclass(frozen=True)
class Caged:
    """A board whose cages grow."""

    grid: Grid
    cages: tuple[frozenset[Cell], ...]
    changes: tuple[Change, ...]  # pairs of neighbouring cells
    largest: int  # cells of a cage
    repeats: bool  # whether a cage may have a value twice
    write: Callable[[str, Mapping[str, Sequence[Cell]], Grid], Problem]

    @property
    def problem(self) -> Problem:
        """The puzzle with its cages, which have letters in the order of their first cells."""
        ordered = sorted(map(sorted, self.cages))
        named = dict(zip(LETTERS, ordered, strict=False))
        of = {cell: letter for letter, cells in named.items() for cell in cells}
        return self.write("".join(of[cell] for cell in range(len(self.grid))), named, self.grid)

    @property
    def written(self) -> None:
        """Return None: there is one model."""

    def changed(self, change: Change) -> "Caged | None":
        """The board on which two cages are one."""
        joined = [cage for cage in self.cages if not cage.isdisjoint(change)]
        cells = frozenset().union(*joined)
        values = [self.grid[cell] for cell in cells]
        fits = self.repeats or len(set(values)) == len(values)
        if len(joined) < 2 or len(cells) > self.largest or not fits:
            return None
        others = (cage for cage in self.cages if cage not in joined)
        return replace(self, cages=(*others, cells))

    def repaired(self, solutions: Sequence[Solution]) -> None:
        """Return None: with a cage for each cell it has one solution."""

    def varied(self) -> None:
        """Return None: larger cages are what makes it harder."""


def _caged(
    grid: Grid,
    random: Random,
    repeats: bool,
    write: Callable[[str, Mapping[str, Sequence[Cell]], Grid], Problem],
) -> Caged:
    edges = tuple(shuffled(pairs(grid.size, grid.size, ORTHOGONAL), random))
    largest = 3 if grid.size < 5 else 4 if grid.size < 9 else 5
    return Caged(
        grid, tuple(frozenset([cell]) for cell in range(len(grid))), edges, largest, repeats, write
    )


def killer_draft(size: int, random: Random) -> Caged:
    """A killer whose cages are single cells."""
    return _caged(full_grid(shape(size), random), random, False, _killer)


def _killer(text: str, cages: Mapping[str, Sequence[Cell]], grid: Grid) -> Puzzle:
    return killer(text, {each: sum(grid[cell] for cell in cage) for each, cage in cages.items()})


def kenken_draft(size: int, random: Random) -> Caged:
    """A KenKen whose cages are single cells."""
    chances = [*map(float, random_numbers([random], size * size)[0])]

    def write(text: str, cages: Mapping[str, Sequence[Cell]], grid: Grid) -> Puzzle:
        return kenken(
            text,
            {
                each: _clue([grid[cell] for cell in cage], chances[cage[0]])
                for each, cage in cages.items()
            },
        )

    return _caged(latin_square(size, random), random, True, write)


def _clue(values: Sequence[int], chance: float) -> str:
    """One of the clues that a cage may have."""
    if len(values) == 1:
        return str(values[0])
    clues = [f"{sum(values)}+", f"{prod(values)}x"]
    if len(values) == 2:
        low, high = sorted(values)
        clues += [f"{high - low}-"] * 2  # which printed KenKens have more often
        clues += [f"{high // low}/"] * 2 * (high % low == 0)
    return clues[int(chance * len(clues))]
