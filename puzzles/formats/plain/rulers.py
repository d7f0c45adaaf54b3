"""Grids with rulers: `grid`, `ruled`, `boxed` and Simple Sudoku's `ss`.

    8 1 7 | 9 4 2 | 5 6 3       53 | 7 |         *-----------*       ┏---┳---┳---┓
    2 3 4 | 6 1 5 | 7 8 9       6  |195|         |.3.|4..|...|       | 5 | 3 |   |
    ------+-------+------       -----------      |---+---+---|       ┣---╋---╋---┫
    grid                        ruled            ss                  boxed

A line without cells is a ruler: `-`, `=` or box drawing, with corners `+ * . : '`.  The other
lines are rows, and `|` or box drawing are rulers inside them; brackets around each line are a frame
(Sage's matrices).  Cells are then found in the first of six ways that gives as many cells in each
row as there are rows:

    words             8 1 7 | 9 4 2      whatever stands between spaces and rulers
    characters        817 | 942          every character that is no space and no ruler
    between rulers    | 5 | 3 |   |      one cell between two rulers, blank if nothing is there
    columns           53 | 7 |           every character, a space is a blank
    odd columns       5 3   |   7        every second character, a space is a blank
    odd in boxes      |5 3  |  7  |      the same between two rulers (Sage's Sudokus)

A space is a blank only where no other blank is used.  Rulers that show regular boxes of the right
size, more than one cell high and wide, say the box.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from accord.puzzles.formats.draft import Box, Draft, draft_of
from accord.puzzles.formats.format import characters_only, plain
from accord.puzzles.formats.plain.lines import check_rows
from accord.puzzles.formats.source import Entry, Source, TextLine
from accord.puzzles.formats.symbols import BLANKS, CHARACTER, dashed, rows_of, symbols
from accord.puzzles.grid import Grid
from accord.puzzles.sudoku.shape import MalformedPuzzleError

_DRAWN = "\u2500-\u257f"  # Unicode's box drawing
_BAR = re.compile(rf"[|{_DRAWN}]")
_HORIZONTAL = re.compile(rf"[-={_DRAWN}]+")
_WORD = re.compile(rf"[^\s|{_DRAWN}]+")
_CHARACTER = re.compile(rf"(?![|{_DRAWN}]){CHARACTER}")
_IN_BRACKETS = re.compile(r"\s*\[[^\[\]]*\]\s*")
_BOARD = re.compile(r"\S+(?: \S+)*")  # in a ruler over several grids side by side

Rows = list[list[Entry]]


def is_ruler(line: TextLine) -> bool:
    """Whether a line has nothing but rulers, and one that lies."""
    between = _HORIZONTAL.split(line.text)
    corners = {part for piece in between for part in piece.split()}
    return len(between) > 1 and corners <= set("+*.:'|")


def has_rulers(source: Source) -> bool:
    """Whether a text has rulers."""
    if any(_BAR.search(line.text) for line in source.lines):
        return True
    return any(map(is_ruler, source.lines)) and not dashed([line.text for line in source.lines])


def side_by_side(source: Source) -> list[Source]:
    """The grids that stand side by side, as their rulers show; mostly one."""
    rulers = [line for line in source.lines if is_ruler(line)]
    boards = [match.span() for match in _BOARD.finditer(rulers[0].text)] if rulers else []
    if len(boards) < 2:
        return [source]
    cut = [_cut(line, boards) for line in source.lines]
    return [source.of(part for part in parts if part.text) for parts in zip(*cut, strict=True)]


def _cut(line: TextLine, boards: Sequence[tuple[int, int]]) -> list[TextLine]:
    """The parts of a line that belong to each board; rulers hold where columns are a bit off."""
    bars = [match.start() for match in _BAR.finditer(line.text)]
    each, rest = divmod(len(bars), len(boards))
    if not each or rest or is_ruler(line):
        return [line.part(start, end) for start, end in boards]
    left = bars[0] - boards[0][0]
    starts = [bar - left for bar in bars[::each]]
    return [
        line.part(start, start + board[1] - board[0])
        for start, board in zip(starts, boards, strict=True)
    ]


def without_rulers(source: Source) -> list[TextLine]:
    """The rows, with spaces for the rulers in them."""
    rows = (line for line in _framed(source.lines) if not is_ruler(line))
    return [TextLine(_BAR.sub(" ", row.text), row.number, row.column) for row in rows]


def _without_brackets(lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """The lines with bars for the brackets around each, if there are such."""
    if not all(_IN_BRACKETS.fullmatch(line.text) for line in lines):
        return lines
    return [TextLine(re.sub(r"[\[\]]", "|", each.text), each.number, each.column) for each in lines]


def _framed(lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """The lines without a signature that a program put below the frame of its grid."""
    if not lines or not is_ruler(lines[0]):
        return lines
    last = max(number for number, line in enumerate(lines) if is_ruler(line))
    below = (line for line in lines[last:] if is_ruler(line) or _BAR.search(line.text))
    return [*lines[:last], *below]


def _read(source: Source) -> Draft:
    return draft_of(*cells_and_box(source))


def cells_and_box(source: Source) -> tuple[Rows, Box | None]:
    """The cells of a grid row by row, and the box that its rulers show."""
    if len(boards := side_by_side(source)) > 1:
        raise MalformedPuzzleError(f"found {len(boards)} grids side by side, expected one")
    lines = _framed(_without_brackets(source.lines))
    margin = min((_indent(line) for line in lines), default=0)
    lines = [line.part(margin) for line in lines]
    rows = [line for line in lines if not is_ruler(line)]
    if not rows:
        raise MalformedPuzzleError("found rulers only, expected the rows of a grid")
    cells = _cells(rows)
    return cells, _drawn_box(lines, rows, cells)


def _indent(line: TextLine) -> int:
    return len(line.text) - len(line.text.lstrip())


def _cells(rows: Sequence[TextLine]) -> Rows:
    """The cells, found in the first way that makes the grid square."""
    ways: tuple[Callable[[Sequence[TextLine]], Rows | None], ...] = (
        _words, _characters, _between_rulers, columns, odd_columns, _odd_in_boxes
    )  # fmt: skip
    for way in ways:
        cells = way(rows)
        if cells and all(len(row) == len(rows) for row in cells) and not _mixed_blanks(cells):
            return cells
    raise _ragged(rows)


def _mixed_blanks(cells: Rows) -> bool:
    """Whether spaces would be blanks beside other blanks."""
    texts = {entry.text for row in cells for entry in row}
    return " " in texts and not texts.isdisjoint(BLANKS)


def _words(rows: Sequence[TextLine]) -> Rows:
    return [row.matches(_WORD) for row in rows]


def _characters(rows: Sequence[TextLine]) -> Rows:
    return [row.matches(_CHARACTER) for row in rows]


def _between_rulers(rows: Sequence[TextLine]) -> Rows | None:
    cells = [[_only_word(piece) for piece in _pieces(row)] for row in _inside_frame(rows)]
    whole = [[entry for entry in row if entry is not None] for row in cells]
    return whole if all(map(all, cells)) else None


def _only_word(piece: TextLine) -> Entry | None:
    """The text between two rulers, if it is no more than one word."""
    words = piece.matches(_WORD)
    return None if len(words) > 1 else words[0] if words else Entry(" ", piece.number, piece.column)


def columns(rows: Sequence[TextLine]) -> Rows | None:
    """Every character that is no ruler; rows are filled up where spaces at their ends are lost."""
    pieces = [_pieces(row) for row in _inside_frame(rows)]
    if len({len(row) for row in pieces}) > 1:
        return None
    widths = [max(len(piece.text) for piece in column) for column in zip(*pieces, strict=True)]
    if len(widths) > 1:
        widths[-1] = len(rows) - sum(widths[:-1])
        if not 0 < widths[-1] <= max(widths[:-1]):
            return None
    return [
        [
            Entry(character, piece.number, piece.column + place)
            for piece, width in zip(row, widths, strict=True)
            for place, character in enumerate(piece.text.rstrip().ljust(width))
        ]
        for row in pieces
    ]


def odd_columns(rows: Sequence[TextLine]) -> Rows | None:
    """The columns 1, 3, 5, ..., where nothing stands in the others."""
    if any(row.text[1::2].strip() for row in rows):
        return None
    cells = columns([TextLine(row.text[::2], row.number) for row in rows])
    by_number = {row.number: row for row in rows}
    return cells and [
        [
            Entry(e.text, e.line, by_number[e.line].column + 2 * (e.column - 1))
            for e in row
        ]
        for row in cells
    ]  # fmt: skip


def _odd_in_boxes(rows: Sequence[TextLine]) -> Rows | None:
    """The columns 1, 3, 5, ... between two rulers, where nothing stands in the others."""
    pieces = [piece for row in _inside_frame(rows) for piece in _pieces(row)]
    if any(piece.text[1::2].strip() for piece in pieces):
        return None
    return [
        [
            Entry(character, piece.number, piece.column + 2 * place)
            for piece in _pieces(row)
            for place, character in enumerate(piece.text[::2])
        ]
        for row in _inside_frame(rows)
    ]


def _inside_frame(rows: Sequence[TextLine]) -> list[TextLine]:
    """The rows without the rulers to their left and right, if they have any."""
    if not all(_BAR.match(row.text) for row in rows):
        return list(rows)
    ends = [len(row.text.rstrip()) for row in rows]
    if all(end > 1 and _BAR.match(row.text[end - 1]) for row, end in zip(rows, ends, strict=True)):
        return [row.part(1, end - 1) for row, end in zip(rows, ends, strict=True)]
    return [row.part(1) for row in rows]


def _pieces(row: TextLine) -> list[TextLine]:
    """The parts of a row between its rulers."""
    bars = [match.start() for match in _BAR.finditer(row.text)]
    starts = [0, *(bar + 1 for bar in bars)]
    return [row.part(s, e) for s, e in zip(starts, [*bars, len(row.text)], strict=True)]


def _ragged(rows: Sequence[TextLine]) -> MalformedPuzzleError:
    """The error for rows that make no square."""
    words, characters = _words(rows), _characters(rows)
    usual, _ = Counter(map(len, words)).most_common(1)[0]
    cells = words if usual == len(rows) else characters
    try:
        check_rows(cells, rows)
        draft_of(cells)
    except MalformedPuzzleError as error:
        return error
    return MalformedPuzzleError(
        f"line {rows[0].number}: found {len(rows)} rows and {sum(map(len, cells))} cells, "
        "expected as many cells in each row as there are rows"
    )


def _drawn_box(lines: Sequence[TextLine], rows: Sequence[TextLine], cells: Rows) -> Box | None:
    """The box that rulers show, if all are alike and fit."""
    heights = _between([is_ruler(line) for line in lines])
    bars = [match.start() + rows[0].column for match in _BAR.finditer(rows[0].text)]
    columns = [entry.column for entry in cells[0]]
    marks = sorted([(column, False) for column in columns] + [(bar, True) for bar in bars])
    widths = _between([is_bar for _, is_bar in marks])
    if len(heights) != 1 or len(widths) != 1:
        return None
    (height,), (width,) = heights, widths
    fits = height > 1 and width > 1 and height * width == len(cells)
    return (height, width) if fits else None


def _between(rulers: Sequence[bool]) -> set[int]:
    """The numbers of cells that stand between two rulers."""
    lengths, length = set(), 0
    for is_a_ruler in [*rulers, True]:
        if not is_a_ruler:
            length += 1
        elif length:
            lengths.add(length)
            length = 0
    return lengths


def _grid(grid: Grid, box: Box | None) -> str:
    """The seed's look: `8 1 7 | 9 4 2 | 5 6 3`, with rulers between boxes."""
    height, width = box or (grid.size, grid.size)
    cells = symbols(grid, grid.size)
    row_length = len(cells[0]) * width + width - 1
    joined = [
        " | ".join(" ".join(row[start : start + width]) for start in range(0, grid.size, width))
        for row in rows_of(cells, grid.size)
    ]
    ruler = "-+-".join(["-" * row_length] * (grid.size // width))
    return "\n".join(_with_rulers(joined, ruler, height))


def _with_rulers(rows: Sequence[str], ruler: str, height: int) -> Iterator[str]:
    """The rows, with a ruler between bands."""
    for number, row in enumerate(rows):
        if number and number % height == 0:
            yield ruler
        yield row


def _compact(grid: Grid, box: Box | None, blank: str) -> list[str]:
    """Each row with `|` between boxes and nothing between cells."""
    width = box[1] if box else grid.size
    return [
        "|".join("".join(row[start : start + width]) for start in range(0, grid.size, width))
        for row in rows_of(symbols(grid, grid.size, blank), grid.size)
    ]


def _ruled(grid: Grid, box: Box | None) -> str:
    """A space for a blank; where boxes give no rulers both ways, a `|` at both ends of a row."""
    characters_only("ruled", grid.size)
    rows = _compact(grid, box, " ")
    if box is None or grid.size in box:
        return "\n".join(f"|{row}|" for row in _compact(grid, None, " "))
    return "\n".join(_with_rulers(rows, "-" * len(rows[0]), box[0]))


def _boxed(grid: Grid, box: Box | None) -> str:
    """A frame around each cell."""
    cells = symbols(grid, grid.size, " ")
    edge = "-" * (len(cells[0]) + 2)
    top, middle, bottom = (
        left + between.join([edge] * grid.size) + right
        for left, between, right in ("┏┳┓", "┣╋┫", "┗┻┛")
    )
    rows = [f"| {' | '.join(row)} |" for row in rows_of(cells, grid.size)]
    return "\n".join([top, *_with_rulers(rows, middle, 1), bottom])


def _simple_sudoku(grid: Grid, box: Box | None) -> str:
    characters_only("ss", grid.size)
    height, width = box or (grid.size, grid.size)
    rows = [f"|{row}|" for row in _compact(grid, box, ".")]
    edge = f"*{'-' * (len(rows[0]) - 2)}*"
    middle = f"|{'+'.join(['-' * width] * (grid.size // width))}|"
    return "\n".join([edge, *_with_rulers(rows, middle, height), edge])


FORMATS = {
    "grid": plain("Values with spaces, and rulers | and ---+--- between boxes.", _read, _grid),
    "ruled": plain("Values without spaces, rulers, and a space for a blank.", _read, _ruled),
    "boxed": plain("A frame ┏---┳---┓ around each cell.", _read, _boxed, has_rulers, rank=70),
    "ss": plain("A framed grid *---* (Simple Sudoku).", _read, _simple_sudoku),
}
