"""Text boards: a puzzle, or a moment of its solving, drawn with characters in one of four looks.

    plain        values with spaces, and borders between boxes or regions
    candidates   the candidates of each cell in a row, in columns of equal width
    swift        a frame around each cell; so the Swift seed prints its grids
    racket       small candidates in the places of their values, large digits where a cell is
                 solved; so the Racket seed plays its search

What is drawn is a `Moment`.  A look makes lines of pieces, each of which knows its cell, so that a
terminal can colour them; joined they are the text.  Large digits are box drawing of three by three
characters.  Letters up to G, which 16 x 16 needs, have a form as well; larger values have a frame.

Sums of cages are drawn by `plain`, and signs and dots where there are no boxes (outlines.py).
Swift's frames leave no room for borders, and no look shows diagonals and the like: what a drawing
does not show stands in its `caption`.  A plain jigsaw has a frame, so that `accord` reads it back.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import isqrt

from accord.puzzles import Cell, Grid, Puzzle, Shape, Value, ValueSet, shape
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.files.texts import write
from accord.puzzles.formats.symbols import in_characters, symbols
from accord.puzzles.grid import SYMBOLS
from accord.puzzles.sudoku.shape import default_box
from accord.views.boards.borders import DRAWN, Block, Borders, Line, Lines, Piece
from accord.views.boards.clues import text_rows
from accord.views.boards.outlines import CagedText, marked
from accord.views.boards.printed import Printed, printed_on, repeated_values
from accord.views.narration.constraint_words import listed_constraints

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


@dataclass(frozen=True)
class Moment:
    """A puzzle with the values and candidates that it has by now."""

    puzzle: Puzzle
    grid: Grid  # 0 for open cells
    domains: Sequence[ValueSet]  # for each cell

    @property
    def size(self) -> int:
        """The number of rows."""
        return self.puzzle.size

    @cached_property
    def areas(self) -> Sequence[int]:
        """The number of each cell's box or region; the same everywhere without these."""
        return self.puzzle.shape.areas or (0,) * self.size**2


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
    puzzle: Puzzle, grid: Grid | None = None, domains: Sequence[ValueSet] | None = None
) -> Moment:
    """A moment of a puzzle.

    Args:
        puzzle: what is asked.
        grid: the values so far; by default the givens.
        domains: the candidates; by default what the values leave of those of the puzzle.
    """
    values = puzzle.givens if grid is None else grid
    return Moment(puzzle, values, _left(puzzle, values) if domains is None else domains)


def _left(puzzle: Puzzle, grid: Grid) -> list[ValueSet]:
    """The candidates of each cell beside the values in a grid, without those of its peers."""
    taken = [{grid[peer] for peer in peers} for peers in puzzle.peers]
    return [
        frozenset({value}) if value else domain - taken[cell]
        for cell, (value, domain) in enumerate(zip(grid, puzzle.domains, strict=True))
    ]


def drawn(
    puzzle: Puzzle,
    grid: Grid | None = None,
    domains: Sequence[ValueSet] | None = None,
    look: str = "plain",
) -> str:
    """A puzzle, or a moment of it, as text without a line end.

    Raises:
        ValueError: there is no such look.
    """
    return look_named(look).text(moment(puzzle, grid, domains))


def written(puzzle: Puzzle, solution: Grid, format: str = "grid") -> str:
    """A solution of a puzzle in any format, with the boxes or regions of the puzzle.

    Raises:
        FormatError: there is no such format, or it cannot say the grid.
    """
    figure = puzzle.shape
    bare = Puzzle(shape(figure.size, figure.box, figure.rules, figure.regions), solution)
    return drawn(bare) if format == "grid" else write(bare, format)  # values alone need no cages


def caption(puzzle: Puzzle, look: str | None = "plain") -> str:
    """Which puzzle it is, in a line: `9x9 jigsaw Sudoku, 18 givens`; then what is not drawn of it.

    Empty where a drawing says it all: a Sudoku with the usual boxes, and nothing but givens.

    Args:
        puzzle: what is asked.
        look: of text; None for a drawing (svg.py), which has more of them.
    """
    from accord.views.narration.captions import kind_of

    usual = Shape(puzzle.size, default_box(puzzle.size))
    if puzzle.shape == usual and puzzle.candidates is None:
        return ""
    rest = listed_constraints(_undrawn(puzzle, look), puzzle.names)
    said = (kind_of(puzzle), f"further constraints: {rest}" if rest else "")
    return "\n".join(filter(None, (*said, repeated_values(printed_on(puzzle), puzzle.names))))


def _undrawn(puzzle: Puzzle, look: str | None) -> Sequence[Constraint]:
    """The further constraints that a look does not show."""
    printed, extra = printed_on(puzzle), puzzle.shape.extra
    if look is None:
        return printed.rest
    shown = _marked(puzzle, printed), _clued(puzzle, printed)
    if look == "candidates" and printed.labelled:
        return printed.not_in_text(extra, marked=False, clued=False)
    if look != "plain" or not (printed.labelled or any(shown)):
        return extra
    return printed.not_in_text(extra, *shown)


def _marked(puzzle: Puzzle, printed: Printed) -> bool:
    """Whether `plain` draws signs and dots: there is room where there are no other lines."""
    return printed.marked and not printed.cages and puzzle.shape.areas is None


def _clued(puzzle: Puzzle, printed: Printed) -> bool:
    """Whether `plain` draws clues outside."""
    free = not (printed.cages or printed.marked) and puzzle.shape.areas is None
    return bool(printed.clues) and free


def look_named(name: str) -> Look:
    """The look with this name.

    Raises:
        ValueError: there is none.
    """
    if name not in LOOKS:
        raise ValueError(f"found the look {name!r}, expected one of {', '.join(LOOKS)}")
    return LOOKS[name]


def _cells(now: Moment, blank: str) -> list[Piece]:
    """The text of each cell's value."""
    texts = symbols(now.grid, now.size, blank)
    return [Piece(text, cell, now.grid[cell] or None) for cell, text in enumerate(texts)]


def _rows_of_pieces(pieces: Sequence[Piece], size: int) -> Iterator[Sequence[Piece]]:
    return (pieces[start : start + size] for start in range(0, size * size, size))


def _plain(now: Moment) -> Lines:
    if now.puzzle.shape.extra:
        printed, cells = printed_on(now.puzzle), _cells(now, ".")
        if printed.labelled:
            return [*CagedText(cells, now.size, now.areas, printed.cages).lines()]
        if _marked(now.puzzle, printed):
            return marked(cells, now.size, printed)
        if _clued(now.puzzle, printed):
            return _with_clues(cells, now.size, printed)
    framed = now.puzzle.regions is not None
    borders = Borders(now.areas, now.size, room=1, framed=framed)
    return borders.lines([[[piece]] for piece in _cells(now, ".")])


def _with_clues(cells: Sequence[Piece], size: int, printed: Printed) -> Lines:
    rows = text_rows([piece.text for piece in cells], size, printed.clues)
    width = max(len(piece.text) for piece in cells)
    lines: Lines = []
    for at, row in enumerate(rows):
        line: Line = []
        for place, word in enumerate(row):
            inside = 0 < at <= size and 0 < place <= size
            piece = cells[(at - 1) * size + place - 1] if inside else Piece(word)
            line += [Piece(" ")] * bool(place) + [piece._replace(text=word.rjust(width))]
        lines.append(line)
    return lines


def _swift(now: Moment) -> Lines:
    cells = _cells(now, " ")
    edge = "-" * (len(cells[0].text) + 2)
    top, middle, bottom = (
        [Piece(left + between.join([edge] * now.size) + right)]
        for left, between, right in ("┏┳┓", "┣╋┫", "┗┻┛")
    )
    lines = [top]
    for row in _rows_of_pieces(cells, now.size):
        framed: Line = [Piece("|")]
        for piece in row:
            framed += [Piece(" "), piece, Piece(" |")]
        lines += [framed, middle]
    return [*lines[:-1], bottom]


def _candidates(now: Moment) -> Lines:
    """A frame, and in it the candidates of each cell; of a cell without any a dash.

    Cages are drawn where a sum or the like says something of them.
    """
    pieces = [Piece(text, c, now.grid[c] or None) for c, text in enumerate(_groups(now))]
    printed = printed_on(now.puzzle)
    if printed.labelled:
        return [*CagedText(pieces, now.size, now.areas, printed.cages).lines()]
    columns = [pieces[column :: now.size] for column in range(now.size)]
    widths = [max(len(piece.text) for piece in column) for column in columns]
    padded = [
        piece._replace(text=piece.text.ljust(widths[cell % now.size]))
        for cell, piece in enumerate(pieces)
    ]
    return Borders(now.areas, now.size, room=2, framed=True).lines([[[each]] for each in padded])


def _groups(now: Moment) -> Iterator[str]:
    """The candidates of each cell in a row; numbers with commas where they are no characters."""
    for domain in now.domains:
        values = sorted(domain)
        between = "" if in_characters(values, now.size) else ","
        yield between.join(symbol(value, now.size) for value in values) or "-"


def symbol(value: Value, size: int) -> str:
    """A value as it is written on a board of this size."""
    return SYMBOLS[value] if in_characters([value], size) else str(value)


def blocks(now: Moment, spaced: bool) -> Lines:
    """Large digits and small candidates.

    Args:
        now: what is drawn.
        spaced: whether an empty line stands between cells of a box; the drawing is a third higher.
    """
    borders = Borders(now.areas, now.size, room=3, joints=DRAWN, spaced=spaced)
    return borders.lines([_block(now, cell) for cell in range(now.size**2)])


def _block(now: Moment, cell: Cell) -> Block:
    """A cell: lines of equal length."""
    across, down = block_shape(now.size)
    digits = max(len(symbol(value, now.size)) for value in (1, now.size))
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
    """Columns and rows of a cell's candidates, so that each has a place of its own."""
    across = isqrt(size - 1) + 1
    return across, -(-size // across)


def _large(value: Value, size: int) -> Iterable[str]:
    if value in LARGE and in_characters([value], size):
        return LARGE[value]
    text = symbol(value, size)
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
            text = symbol(value, now.size) if there else ""
            line.append(Piece(text.rjust(digits), cell, value if there else None))
        yield line


LOOKS = {
    "plain": Look("Values with spaces, and borders between boxes or regions.", _plain),
    "candidates": Look("The candidates of each cell, in columns.", _candidates),
    "swift": Look("A frame around each cell.", _swift),
    "racket": Look(
        "Small candidates, large digits where a cell is solved.", partial(blocks, spaced=True)
    ),
}
