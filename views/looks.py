"""Looks: a puzzle, or a moment of its solving, drawn with characters.

    plain        values with spaces, and rulers between the boxes
    candidates   the candidates of each cell in a row, in columns of equal width
    swift        a frame around each cell; so the Swift seed prints its grids
    racket       small candidates in the places of their values, large digits where a cell is
                 solved; so the Racket seed plays its search

What is drawn is a `Moment`.  A look makes lines of pieces, each of which knows its cell, so that a
terminal can colour them; joined they are the text.  Large digits are box drawing of three by three
characters.  Letters up to G, which 16 x 16 needs, have a form as well; larger values have a frame.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

from accord.puzzles.formats.symbols import in_characters, symbols
from accord.puzzles.grid import SYMBOLS, Cell, Grid, Value
from accord.puzzles.puzzle import Domain, Puzzle

LARGE = {
    1: ("╺┓ ", " ┃ ", "╺┻╸"),
    2: ("╺━┓", "┏━┛", "┗━╸"),
    3: ("╺━┓", "╺━┫", "╺━┛"),
    4: ("╻ ╻", "┗━┫", "  ╹"),
    5: ("┏━╸", "┗━┓", "╺━┛"),
    6: ("┏━╸", "┣━┓", "┗━┛"),
    7: ("╺━┓", "  ┃", "  ╹"),
    8: ("┏━┓", "┣━┫", "┗━┛"),
    9: ("┏━┓", "┗━┫", "╺━┛"),
    10: ("┏━┓", "┣━┫", "╹ ╹"),
    11: ("┳━┓", "┣━┫", "┻━┛"),
    12: ("┏━╸", "┃  ", "┗━╸"),
    13: ("┳━┓", "┃ ┃", "┻━┛"),
    14: ("┏━╸", "┣━╸", "┗━╸"),
    15: ("┏━╸", "┣━╸", "╹  "),
    16: ("┏━╸", "┃ ┓", "┗━┛"),
}  # by value: 1-9 and then A-G


class Piece(NamedTuple):
    """Some characters of a line."""

    text: str
    cell: Cell | None = None  # None for what stands between cells
    value: Value | None = None  # the value that is drawn; None where there is none, or several


Lines = list[list[Piece]]


@dataclass(frozen=True)
class Moment:
    """A puzzle with the values and candidates that it has by now."""

    puzzle: Puzzle
    grid: Grid  # 0 for open cells
    domains: Sequence[Domain]  # for each cell

    @property
    def size(self) -> int:
        """The number of rows."""
        return self.puzzle.size

    @property
    def box(self) -> tuple[int, int]:
        """Rows and columns between rulers; the whole grid where there are no boxes."""
        return self.puzzle.box or (self.size, self.size)


@dataclass(frozen=True)
class Look:
    """A way to draw."""

    summary: str
    lines: Callable[[Moment], Lines]

    def text(self, moment: Moment) -> str:
        """The drawing, without a line end."""
        rows = ("".join(piece.text for piece in line) for line in self.lines(moment))
        return "\n".join(row.rstrip() for row in rows)


def moment(
    puzzle: Puzzle, grid: Grid | None = None, domains: Sequence[Domain] | None = None
) -> Moment:
    """A moment of a puzzle.

    Args:
        puzzle: what is asked.
        grid: the values so far; by default the givens.
        domains: the candidates; by default what the values leave of those of the puzzle.
    """
    values = puzzle.givens if grid is None else grid
    return Moment(puzzle, values, _left(puzzle, values) if domains is None else domains)


def _left(puzzle: Puzzle, grid: Grid) -> list[Domain]:
    """What the values in a grid leave to each cell of the puzzle's candidates."""
    taken = [{grid[peer] for peer in peers} for peers in puzzle.peers]
    return [
        frozenset({value}) if value else domain - taken[cell]
        for cell, (value, domain) in enumerate(zip(grid, puzzle.domains, strict=True))
    ]


def drawn(
    puzzle: Puzzle,
    grid: Grid | None = None,
    domains: Sequence[Domain] | None = None,
    look: str = "plain",
) -> str:
    """A puzzle, or a moment of it, as text without a line end.

    Raises:
        ValueError: there is no such look.
    """
    return look_named(look).text(moment(puzzle, grid, domains))


def look_named(name: str) -> Look:
    """The look with this name.

    Raises:
        ValueError: there is none.
    """
    if name not in LOOKS:
        raise ValueError(f"found the look {name!r}, expected one of {', '.join(LOOKS)}")
    return LOOKS[name]


def _cells(now: Moment, blank: str) -> list[Piece]:
    """For each cell its value."""
    texts = symbols(now.grid, now.size, blank)
    return [Piece(text, cell, now.grid[cell] or None) for cell, text in enumerate(texts)]


def _ruled(
    row: Sequence[Piece], box_width: int, between: str = " ", bar: str = " | "
) -> Iterator[Piece]:
    """The cells of a row, with something between them and a ruler between boxes."""
    for number, piece in enumerate(row):
        if number:
            yield Piece(between if number % box_width else bar)
        yield piece


def _rows(pieces: Sequence[Piece], size: int) -> Iterator[Sequence[Piece]]:
    return (pieces[start : start + size] for start in range(0, size * size, size))


def _plain(now: Moment) -> Lines:
    height, width = now.box
    cells = _cells(now, ".")
    length = len(cells[0].text) * width + width - 1
    ruler = "-+-".join(["-" * length] * (now.size // width))
    lines: Lines = []
    for number, row in enumerate(_rows(cells, now.size)):
        if number and number % height == 0:
            lines.append([Piece(ruler)])
        lines.append([*_ruled(row, width)])
    return lines


def _swift(now: Moment) -> Lines:
    cells = _cells(now, " ")
    edge = "-" * (len(cells[0].text) + 2)
    top, middle, bottom = (
        [Piece(left + between.join([edge] * now.size) + right)]
        for left, between, right in ("┏┳┓", "┣╋┫", "┗┻┛")
    )
    lines = [top]
    for row in _rows(cells, now.size):
        framed = _ruled(row, now.size, between=" | ")
        lines += [[Piece("| "), *framed, Piece(" |")], middle]
    return [*lines[:-1], bottom]


def _candidates(now: Moment) -> Lines:
    """A frame, and in it the candidates of each cell; of a cell without any a dash."""
    height, width = now.box
    pieces = [Piece(text, c, now.grid[c] or None) for c, text in enumerate(_groups(now))]
    rows = [*_rows(pieces, now.size)]
    longest = [max(len(piece.text) for piece in column) for column in zip(*rows, strict=True)]
    boxes = [longest[start : start + width] for start in range(0, now.size, width)]
    ruler = f"+{'+'.join('-' * (sum(box) + 2 * len(box)) for box in boxes)}+"
    lines: Lines = []
    for number, row in enumerate(rows):
        if number % height == 0:
            lines.append([Piece(ruler)])
        padded = [p._replace(text=p.text.ljust(n)) for p, n in zip(row, longest, strict=True)]
        framed = _ruled(padded, width, between="  ", bar=" | ")
        lines.append([Piece("| "), *framed, Piece(" |")])
    return [*lines, [Piece(ruler)]]


def _groups(now: Moment) -> Iterator[str]:
    """For each cell its candidates in a row; numbers with commas where they are no characters."""
    for domain in now.domains:
        values = sorted(domain)
        between = "" if in_characters(values, now.size) else ","
        yield between.join(_symbol(value, now.size) for value in values) or "-"


def _symbol(value: Value, size: int) -> str:
    return SYMBOLS[value] if in_characters([value], size) else str(value)


def _racket(now: Moment) -> Lines:
    return blocks(now, spaced=True)


def blocks(now: Moment, spaced: bool) -> Lines:
    """Large digits and small candidates.

    Args:
        now: what is drawn.
        spaced: whether an empty line stands between cells of a box; the drawing is a third higher.
    """
    height, width = now.box
    made = [_block(now, cell) for cell in range(now.size**2)]
    length = sum(len(piece.text) for piece in made[0][0])
    ruler = "─┼─".join(["─" * (length * width + 3 * (width - 1))] * (now.size // width))
    lines: Lines = []
    for row in range(now.size):
        if row:
            lines += [[Piece(ruler)]] if row % height == 0 else [_gap(now, length)] * spaced
        across = made[row * now.size : (row + 1) * now.size]
        for layer in zip(*across, strict=True):
            lines.append(_layer(layer, width))
    return lines


def _layer(layer: Sequence[Sequence[Piece]], width: int) -> list[Piece]:
    """One line of the cells of a row."""
    line: list[Piece] = []
    for number, pieces in enumerate(layer):
        if number:
            line.append(Piece("   " if number % width else " │ "))
        line += pieces
    return line


def _gap(now: Moment, length: int) -> list[Piece]:
    """An empty line with the rulers in it."""
    width = now.box[1]
    inside = " " * (length * width + 3 * (width - 1))
    return [Piece(" │ ".join([inside] * (now.size // width)))]


def _block(now: Moment, cell: Cell) -> list[list[Piece]]:
    """A cell: lines of equal length."""
    across, down = block_shape(now.size)
    digits = max(len(_symbol(value, now.size)) for value in (1, now.size))
    length, height = max(3, across * (digits + 1) - 1), max(3, down)
    if value := now.grid[cell]:
        shown = [line.center(length) for line in _large(value, now.size)]
        above = (height - len(shown)) // 2
        blank = [" " * length]
        lines = [*blank * above, *shown, *blank * (height - len(shown) - above)]
        return [[Piece(line, cell, value)] for line in lines]
    small = [*_small(now, cell, across, digits)]
    short = length - (across * (digits + 1) - 1)
    rest = [[Piece(" " * length, cell)]] * (height - len(small))
    return [*([*line, Piece(" " * short, cell)] if short else line for line in small), *rest]


def block_shape(size: int) -> tuple[int, int]:
    """How many candidates stand beside each other, and how many below, so that all have a place."""
    across = isqrt(size - 1) + 1
    return across, -(-size // across)


def _large(value: Value, size: int) -> Iterable[str]:
    if value in LARGE and in_characters([value], size):
        return LARGE[value]
    text = _symbol(value, size)
    bar = "─" * len(text)
    return f"╭{bar}╮", f"│{text}│", f"╰{bar}╯"


def _small(now: Moment, cell: Cell, across: int, digits: int) -> Iterator[list[Piece]]:
    """The candidates of a cell, each in the place of its value."""
    for start in range(1, now.size + 1, across):
        line: list[Piece] = []
        for value in range(start, start + across):
            if value > start:
                line.append(Piece(" ", cell))
            there = value in now.domains[cell]
            text = _symbol(value, now.size) if there else ""
            line.append(Piece(text.rjust(digits), cell, value if there else None))
        yield line


LOOKS = {
    "plain": Look("Values with spaces, and rulers between boxes.", _plain),
    "candidates": Look("The candidates of each cell, in columns.", _candidates),
    "swift": Look("A frame around each cell.", _swift),
    "racket": Look("Small candidates, large digits where a cell is solved.", _racket),
}
