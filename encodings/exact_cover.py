"""A puzzle as an exact cover: choose options so that every item is covered once.

An option says that a cell takes a value.  It covers the item of its cell ("r1c1 has a value") and,
for each all-different constraint of the cell, the item of the value there ("row 1 has a 5").  An
item is primary, to be covered exactly once, or secondary, to be covered at most once: over fewer
cells than values a value need not have a place.

    blank grid       items                      options, each of so many items
    --------------   ------------------------   ------------------------------
    n x n Sudoku     4 n^2: 324 for a 9x9       n^3: 729, of 4
    n x n Latin      3 n^2                      n^3, of 3

Only values of a cell's domain are options: a given is a cell with one option, and a puzzle in which
an item has no option has no solution.  The exact covers are the solutions, one for each.  The items
are D. E. Knuth's words (The Art of Computer Programming 7.2.2.1, 2020) for what he called columns,
and the options rows, in "Dancing links" (2000), where Sudoku's cousins are solved so.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from accord.encodings.scopes import scopes
from accord.puzzles.grid import Cell, Grid, Value, cell_name
from accord.puzzles.puzzle import Puzzle

Item = int  # 0, 1, ...; the primary ones first


@dataclass(frozen=True)
class ExactCover:
    """Items, and the options that cover them."""

    items: tuple[str, ...]  # what each stands for
    primary: int  # how many of them, from the first, are to be covered exactly once
    options: tuple[tuple[Item, ...], ...]
    meaning: tuple[tuple[Cell, Value], ...]  # of each option


def encode(puzzle: Puzzle) -> ExactCover:
    """The exact cover problem whose solutions are those of `puzzle`, one for each.

    Raises:
        TypeError: a constraint says something else than AllDifferent.
    """
    size = puzzle.size
    scopes(puzzle)  # complains of constraints of other kinds
    full = [constraint for constraint in puzzle.constraints if len(constraint.cells) == size]
    short = [constraint for constraint in puzzle.constraints if len(constraint.cells) != size]
    names = [f"{cell_name(cell, size)} has a value" for cell in puzzle.shape.cells]
    at: list[list[Item]] = [[] for _ in names]  # for each cell the items of value 1
    for number, constraint in enumerate((*full, *short)):
        for cell in constraint.cells:
            at[cell].append(len(puzzle.domains) + number * size)
        where = constraint.name or f"constraint {number + 1}"
        names += [f"{where} has a {value}" for value in range(1, size + 1)]
    meaning = tuple(
        (cell, value) for cell, domain in enumerate(puzzle.domains) for value in sorted(domain)
    )
    options = tuple((cell, *(item + value - 1 for item in at[cell])) for cell, value in meaning)
    primary = len(puzzle.domains) + len(full) * size
    return ExactCover(tuple(names), primary, options, meaning)


def decode(cover: ExactCover, chosen: Iterable[int]) -> Grid:
    """The grid that the chosen options say.

    Args:
        cover: of the puzzle.
        chosen: one option for each cell, by number.
    """
    values = dict(cover.meaning[option] for option in chosen)
    return Grid(values[cell] for cell in sorted(values))
