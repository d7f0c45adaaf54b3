"""A table that fits a terminal: where there is little room columns go, and are named below it.

No number is broken and no column vanishes without a word.  First long names lose their middles and
words wrap; then columns go, the spare ones first and then from the right, until the rest has room.
The first column, which says what a line is about, stays.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Column, Table
from rich.text import Text

from accord.puzzles.phrasing import listed

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

BETWEEN = 3  # characters between columns
LONGEST_WORD = 18  # characters of a word that a column of words has room for
LONGEST_NAME = 30  # characters of a name in the first column, where there is little room
LONGEST_OTHER = 18  # and in another
LITTLE = 3  # characters beyond that for which no name loses its middle


class FittingTable(Table):
    """A table of rich that leaves out columns.

    `spare` are the headings of those that go first; `gone`, once it is printed, of those that went.
    """

    spare: Sequence[str] = ()
    gone: Sequence[str] = ()

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """The table, and a line that names the columns that it has no room for."""
        self.gone = self._narrowed(options.max_width)
        yield from super().__rich_console__(console, options)
        if self.gone:
            yield Text(left_out(self.gone))

    def _narrowed(self, width: int) -> list[str]:
        """Make it no wider, if that is possible; returns the headings that are left out."""
        if self.columns and self._least() > width:
            _shorten(self.columns[0], LONGEST_NAME)
            for column in self.columns[1:]:
                _shorten(column, LONGEST_OTHER)
        for column in self.columns[1:]:
            column.min_width = _least(column)
            column.no_wrap |= column.min_width == _widest(column)  # or rich takes room of it
        gone = []
        while len(self.columns) > 1 and self._least() > width:
            leaving = self._next()
            self.columns.remove(leaving)
            gone.append(_plain(leaving.header))
        for place, column in enumerate(self.columns):
            column._index = place
        return gone

    @property
    def headings(self) -> list[str]:
        """The headings of the columns that are there."""
        return [_plain(column.header) for column in self.columns]

    def _next(self) -> Column:
        """The column that goes next."""
        by_heading = {_plain(column.header): column for column in self.columns[1:]}
        spare = [by_heading[heading] for heading in self.spare if heading in by_heading]
        return [*spare, self.columns[-1]][0]

    def _least(self) -> int:
        """The least width of the table, in characters."""
        first, *rest = self.columns
        return _widest(first) + sum(BETWEEN + _least(each) for each in rest)


def left_out(headings: Sequence[str]) -> str:
    """The sentence that names the columns for which there is no room."""
    return f"left out for want of room: {listed(headings)}; --wide prints all columns."


def _plain(text: object) -> str:
    return Text.from_markup(str(text), emoji=False).plain


def _texts(column: Column) -> list[str]:
    return [_plain(each) for each in (column.header, *column.cells)]


def _widest(column: Column) -> int:
    return max(Text(each).cell_len for each in _texts(column))


def _least(column: Column) -> int:
    """The characters that a column takes: a column of numbers all, one of words its longest."""
    if column.no_wrap:
        return _widest(column)
    words = [Text(word).cell_len for each in _texts(column) for word in each.split()]
    return max(Text(_plain(column.header)).cell_len, min(max(words, default=0), LONGEST_WORD))


def _shorten(column: Column, longest: int) -> None:
    """Write short names for those that are too long; what has spaces is no name."""
    names = [text for text in dict.fromkeys(_texts(column)[1:]) if " " not in text]
    shorter = short_names(names, longest)
    short = {escape(name): escape(shorter[name]) for name in names if len(name) > longest + LITTLE}
    column._cells = [short.get(str(each), each) for each in column.cells]


GAP = "…"
HEAD = 6  # characters that stay of what names have in common


def short_names(names: Sequence[str], longest: int) -> dict[str, str]:
    """Shorter names for those that are longer, by name; no two are the same."""
    found: dict[str, str] = {}
    taken = {name for name in names if len(name) <= longest}
    for name in names:
        if len(name) > longest:
            short = _short(name, names, longest)
            if short in taken:
                short = name
            taken.add(short)
            found[name] = short
    return found


def _short(name: str, names: Sequence[str], longest: int) -> str:
    """A name without its middle, the part that it shares with others first."""
    shared = max((_shared(name, other) for other in names if other != name), default=0)
    head = min(HEAD, shared) or HEAD
    tail = min(len(name) - shared, longest - len(GAP) - head)
    spare = longest - len(GAP) - head - tail
    if shared < head + len(GAP) or tail <= 0:  # nothing to lose but the middle
        head, tail, spare = longest // 2, longest - len(GAP) - longest // 2, 0
    return name[: head + spare] + GAP + name[len(name) - tail :]


def _shared(name: str, other: str) -> int:
    """The number of characters with which both names begin."""
    pairs = zip(name, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
