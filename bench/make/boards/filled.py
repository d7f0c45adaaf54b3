"""Boards of which values are given: binairo and hidato."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby, product
from random import Random

from accord.bench.make.boards.draft import Change, Clued
from accord.bench.make.chance import shuffled
from accord.puzzles import Problem
from accord.puzzles.classics.boards.binairo import binairo
from accord.puzzles.classics.boards.hidato import hidato

TURNS = 20  # of a hidato's path, for each cell


def binairo_draft(size: int, random: Random) -> Clued:
    """A binairo with every value."""
    rows = _binairo_rows(size)
    board: list[tuple[int, ...]] = []
    choices = [iter(shuffled(rows, random))]
    while len(board) < size:
        row = next(choices[-1], None)
        if row is None:
            choices.pop()
            board.pop()
        elif row not in board and _columns_fit([*board, row], size):
            board.append(row)
            choices.append(iter(shuffled(rows, random)))
    values = enumerate(value for row in board for value in row)
    return Clued(tuple(shuffled(values, random)), partial(_binairo, size))


def _binairo_rows(size: int) -> list[tuple[int, ...]]:
    return [row for row in product((0, 1), repeat=size) if sum(row) == size // 2 and _no_three(row)]


def _no_three(line: Sequence[int]) -> bool:
    return all(len([*run]) < 3 for _, run in groupby(line))


def _columns_fit(board: Sequence[Sequence[int]], size: int) -> bool:
    """Whether the columns obey the rules so far."""
    columns = [*zip(*board, strict=True)]
    half = size // 2
    few = all(sum(each) <= half and len(each) - sum(each) <= half for each in columns)
    different = len(board) < size or len(set(columns)) == size
    return few and different and all(map(_no_three, columns))


def _binairo(size: int, givens: Sequence[Change]) -> Problem:
    return binairo(_board_text(["."] * (size * size), size, givens))


def hidato_draft(size: int, random: Random) -> Clued:
    """A hidato with every number; some cells of the board are none, and both ends stay."""
    path = _path(size, random)
    holes = int(random.random() * size)
    path = path[holes:]
    words = ["#"] * (size * size)
    for cell in path:
        words[cell] = "."
    words[path[0]], words[path[-1]] = "1", str(len(path))
    numbers = [(cell, number) for number, cell in enumerate(path, 1)][1:-1]
    return Clued(tuple(shuffled(numbers, random)), partial(_hidato, words, size))


def _path(size: int, random: Random) -> list[int]:
    """A random path of a king through all cells: a snake that bites itself, again and again.

    The end is joined to a cell beside it, which cuts the path there: what follows it is turned
    round (Mansfield, "Monte Carlo studies of polymer chain dimensions in the melt", 1982).
    """
    path: list[int] = []
    for row in range(size):
        cells = range(row * size, row * size + size)
        path += cells if row % 2 == 0 else cells[::-1]
    for _ in range(TURNS * len(path)):
        if random.random() < 0.5:
            path.reverse()
        row, column = divmod(path[-1], size)
        near = [
            place
            for place, cell in enumerate(path[:-2])
            if max(abs(cell // size - row), abs(cell % size - column)) == 1
        ]
        cut = near[int(random.random() * len(near))] + 1
        path[cut:] = path[cut:][::-1]
    return path


def _hidato(words: Sequence[str], size: int, numbers: Sequence[Change]) -> Problem:
    return hidato(_board_text(words, size, numbers))


def _board_text(words: Sequence[str], size: int, givens: Sequence[Change]) -> str:
    words = [*words]
    for cell, value in givens:
        words[cell] = str(value)
    return "\n".join(" ".join(words[start : start + size]) for start in range(0, len(words), size))
