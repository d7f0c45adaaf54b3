"""Latin squares with clues between the cells or outside: futoshiki, kropki, skyscrapers.

All clues that a random square allows stand there at first, and all givens.  Givens are tried
before the others, so that few of them are left.
"""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from random import Random

from accord.bench.make.boards.draft import Change, Clued
from accord.bench.make.chance import shuffled
from accord.bench.make.full_grid import full_grid
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.classics.boards.board import ORTHOGONAL, pairs
from accord.puzzles.classics.boards.signs_between import BLACK, STEP, WHITE, futoshiki, kropki
from accord.puzzles.classics.boards.skyscrapers import skyscrapers


def latin_square(size: int, random: Random) -> Grid:
    """A random Latin square."""
    return full_grid(shape(size, rules=["latin"]), random)


def futoshiki_draft(size: int, random: Random) -> Clued:
    """A futoshiki with every sign and every given."""
    square = latin_square(size, random)
    signs: list[Change] = []
    for one, other in pairs(size, size, ORTHOGONAL):
        less, more = "<>" if other == one + 1 else "^v"
        signs.append((one, other, less if square[one] < square[other] else more))
    return Clued(_ordered(square, signs, random), partial(_futoshiki, size))


def _futoshiki(size: int, clues: Sequence[Change]) -> Puzzle:
    return futoshiki(signed_text(size, clues))


def kropki_draft(size: int, random: Random) -> Clued:
    """A kropki with every given; all its dots are shown, and stay."""
    square = latin_square(size, random)
    dots: list[Change] = []
    for one, other in pairs(size, size, ORTHOGONAL):
        low, high = sorted((square[one], square[other]))
        if high in (low + 1, 2 * low):
            dots.append((one, other, BLACK if high == 2 * low else WHITE))
    return Clued(_ordered(square, [], random), partial(_kropki, size, dots))


def _kropki(size: int, dots: Sequence[Change], givens: Sequence[Change]) -> Puzzle:
    return kropki(signed_text(size, [*givens, *dots]), all_shown=True)


def skyscrapers_draft(size: int, random: Random) -> Clued:
    """Skyscrapers with every clue and every given."""
    square = latin_square(size, random)
    rows = [square[start : start + size] for start in range(0, size * size, size)]
    clues: list[Change] = []
    for number, (row, column) in enumerate(zip(rows, zip(*rows, strict=True), strict=True), 1):
        clues += [
            (number, 0, _seen(row)),
            (number, size + 1, _seen(row[::-1])),
            (0, number, _seen(column)),
            (size + 1, number, _seen(column[::-1])),
        ]
    givens = [(cell // size + 1, cell % size + 1, square[cell]) for cell in range(size * size)]
    drawn = (*shuffled(givens, random), *shuffled(clues, random))
    return Clued(drawn, partial(_skyscrapers, size))


def _seen(line: Sequence[int]) -> int:
    return len(set(accumulate(line, max)))


def _skyscrapers(size: int, clues: Sequence[Change]) -> Puzzle:
    words = [["."] * (size + 2) for _ in range(size + 2)]
    for row in (0, -1):
        words[row][0] = words[row][-1] = "#"
    for row, column, number in clues:
        words[row][column] = str(number)
    return skyscrapers("\n".join(" ".join(row) for row in words))


def _ordered(square: Grid, signs: Sequence[Change], random: Random) -> tuple[Change, ...]:
    """Givens and signs, each in random order, givens first."""
    givens: list[Change] = [(cell, value) for cell, value in enumerate(square)]
    return (*shuffled(givens, random), *shuffled(signs, random))


def signed_text(size: int, clues: Sequence[Change]) -> str:
    """The text of givens (a cell and its value) and of signs (two cells and what is between)."""
    lines = [[" "] * (STEP * size) for _ in range(2 * size - 1)]
    for cell in range(size * size):
        lines[2 * (cell // size)][STEP * (cell % size)] = "."
    for clue in clues:
        row, column = divmod(clue[0], size)
        if len(clue) == 2:
            lines[2 * row][STEP * column] = str(clue[1])
        elif clue[1] == clue[0] + 1:
            lines[2 * row][STEP * column + STEP // 2] = clue[2]
        else:
            lines[2 * row + 1][STEP * column] = clue[2]
    return "\n".join("".join(line).rstrip() for line in lines)
