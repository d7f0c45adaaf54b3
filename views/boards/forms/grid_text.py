r"""Grids in text: a problem's values in rows, with the lines and marks that are printed on them.

a  b  c       1 2       #   4\6      Names stand above the values of a line, and before those
1  .  3       . 3       \3  .        of a grid where there is room: zebra=5.
"""

from collections.abc import Sequence

from accord.puzzles import Problem
from accord.views.boards.borders import Lines, Piece
from accord.views.boards.clues import text_rows
from accord.views.boards.elements import cut
from accord.views.boards.forms.grids import ProblemGrid
from accord.views.boards.forms.lists import WIDTH, Values
from accord.views.boards.outlines import CagedText, marked

BROADEST = 160  # characters of a board, which has no names then


def grid_text(problem: Problem, values: Values) -> str | None:
    """The board with characters; None where it is too broad."""
    grid = ProblemGrid(problem)
    words = [
        "." if value is None else problem.value_text(cell, value)
        for cell, value in enumerate(values)
    ]
    for cell in grid.black:
        words[cell] = "#"
    for cell, sums in grid.sums.items():
        words[cell] = "\\".join("" if each is None else str(each) for each in sums)
    if not grid.in_rows:
        return _line_text(problem.names, words)
    if grid.printed.pictured:
        words = ["?" if value is None else ".#"[value == 1] for value in values]
    if grid.clued:
        return _clued(grid, words)
    board = _with_lines(grid, words) or _named(grid, words) or _columns(words, grid.columns)
    return board if _broadest(board) <= BROADEST else None


def _clued(grid: ProblemGrid, words: Sequence[str]) -> str | None:
    """A board with clues outside."""
    rows = [*text_rows(words, grid.columns, grid.printed.clues)]
    words = [word for row in rows for word in row]
    board = _columns(words, len(rows[0]), right=grid.printed.pictured)
    return board if _broadest(board) <= BROADEST else None


def _with_lines(grid: ProblemGrid, words: Sequence[str]) -> str:
    """A board of cages, areas or marks."""
    width = max(map(len, words))
    lines: Lines = []
    pieces = [Piece(word.ljust(width), cell) for cell, word in enumerate(words)]
    if grid.printed.cages or grid.printed.areas:
        lines = [*CagedText(pieces, grid.columns, grid.areas, grid.printed.cages).lines()]
    elif grid.only_marked:
        lines = marked(pieces, grid.columns, grid.printed)
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in lines)


def _named(grid: ProblemGrid, words: Sequence[str]) -> str:
    """A board with names before the values; nothing where there is no room for them."""
    if not grid.names:
        return ""
    pairs = [
        word if cell in grid.black else f"{cut(name, WIDTH)}={word}"
        for cell, (name, word) in enumerate(zip(grid.names, words, strict=True))
    ]
    board = _columns(pairs, grid.columns)
    return board if _broadest(board) <= WIDTH else ""


def _columns(words: Sequence[str], columns: int, *, right: bool = False) -> str:
    """Words in columns, numbers on the right."""
    numbers = right or all(word == "." or word.lstrip("-").isdecimal() for word in words)
    widths = [max(map(len, words[column::columns])) for column in range(columns)]
    rows = [words[start : start + columns] for start in range(0, len(words), columns)]
    return "\n".join(
        (" " if numbers else "  ")
        .join(
            word.rjust(width) if numbers else word.ljust(width)
            for word, width in zip(row, widths, strict=True)
        )
        .rstrip()
        for row in rows
    )


def _line_text(names: Sequence[str], words: Sequence[str]) -> str:
    """Names, and the values below them; broken where the line is full."""
    blocks: list[list[tuple[str, str]]] = [[]]
    used = 0
    for name, word in zip(names, words, strict=True):
        pair = cut(name, WIDTH), word
        width = max(map(len, pair)) + 1
        if blocks[-1] and used + width > WIDTH + 1:
            blocks.append([])
            used = 0
        blocks[-1].append(pair)
        used += width
    return "\n\n".join("\n".join(_names_and_values(block)) for block in blocks)


def _names_and_values(block: Sequence[tuple[str, str]]) -> list[str]:
    """The names of a block, and its values."""
    return [
        " ".join(pair[row].ljust(max(map(len, pair))) for pair in block).rstrip() for row in (0, 1)
    ]


def _broadest(board: str) -> int:
    return max(map(len, board.split("\n")))
