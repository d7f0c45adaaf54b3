"""A grid: one value per cell, and how values and cells are named.

Cells are numbered row by row from 0; values run 1..n; 0 is a blank.  People count from one, so a
cell is called r1c1 in words.  A value is written 1-9 and then A-Z; beyond 35 only numbers do.
"""

from collections.abc import Iterable, Sequence
from math import isqrt

Cell = int  # 0, 1, 2, ...: numbered row by row
Value = int  # 1..n; 0 is a blank

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST_SYMBOL = len(SYMBOLS) - 1  # 35; larger values are written as numbers
_WRITTEN = f".{SYMBOLS[1:]}".encode()  # by value
_TO_VALUES = bytes(max(0, (b"0" + _WRITTEN[1:]).find(code)) for code in range(256))
_TO_SYMBOLS = _WRITTEN.ljust(256)
_HAVE_SYMBOLS = frozenset(range(len(SYMBOLS)))


def cell_name(cell: Cell, size: int) -> str:
    """The name of a cell: r2c5 is row 2, column 5, counted from one."""
    row, column = divmod(cell, size)
    return f"r{row + 1}c{column + 1}"


class Grid(tuple[Value, ...]):
    """One value per cell, row by row; 0 is a blank.  Immutable, equal to the tuple of its values.

    >>> print(Grid([1, 2, 2, 0]))
    122.
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Grid":
        """The grid that was written as `str(grid)`."""
        if " " in text or "-" in text:
            return cls(map(int, text.split()))
        written = text.encode()
        if wrong := written.strip(_WRITTEN + b"0"):
            raise ValueError(f"found {wrong.decode()!r:.80}, expected values and blanks")
        return cls(written.translate(_TO_VALUES))

    @property
    def size(self) -> int:
        """The number of rows, which is the number of columns."""
        return isqrt(len(self))

    @property
    def rows(self) -> tuple[tuple[Value, ...], ...]:
        """The values row by row."""
        size = self.size
        return tuple(tuple(self[row * size : (row + 1) * size]) for row in range(size))

    def __str__(self) -> str:
        return one_line(self, self.size)

    def __repr__(self) -> str:
        return f"Grid({str(self)!r})"


def one_line(values: Iterable[Value], size: int) -> str:
    """Values as one line: a character each, or numbers with spaces where a value has no letter."""
    values = tuple(values)
    if size > LARGEST_SYMBOL or not _HAVE_SYMBOLS.issuperset(values):
        return " ".join(map(str, values))
    return bytes(values).translate(_TO_SYMBOLS).decode()


def in_json(values: Sequence[Value]) -> str | list[Value]:
    """One value per cell, as JSON has it: text where a character says each, else a list."""
    if min(values, default=0) >= 0 and max(values, default=0) <= LARGEST_SYMBOL:
        return one_line(values, isqrt(len(values)))
    return list(values)
