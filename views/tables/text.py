"""A table for the terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def as_table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> "Table":
    """A table to print; the first `left` columns are words, the others numbers."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(
            heading, justify="left" if place < left else "right", no_wrap=place < 1, overflow="fold"
        )
    for row in rows:
        table.add_row(*map(escape, row))
    return table
