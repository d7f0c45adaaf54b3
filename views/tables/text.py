"""How accord writes times, numbers and tables."""

from collections.abc import Iterable, Sequence
from math import inf, isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

NEAR = 0.05  # of 1: a ratio has a digit more
SMALL = 0.1  # a ratio has as many decimals as it takes
HUGE = 1e6


def seconds(time: float | None, bound: str = "") -> str:
    """A time with three digits and its unit; `bound` (>=, >) stands before it."""
    if time is None or isnan(time):
        return "-"
    if time == inf:
        return f"{bound}inf"
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if time >= scale or unit == "us":
            return f"{bound}{_three_digits(time / scale)} {unit}"
    raise AssertionError


def number(value: float | None, bound: str = "") -> str:
    """A number with three digits, thousands with a comma."""
    if value is None or isnan(value):
        return "-"
    return f"{bound}{_three_digits(value)}"


def _three_digits(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio(value: float | None, bound: str = "") -> str:
    """A ratio with two decimals or three digits, so that a small one is not 0; `bound` before it.

    Near 1 it has a digit more; what is huge, or below 0.0001, has an exponent.
    """
    if value is None or isnan(value):
        return "-"
    if value >= HUGE:
        return f"{bound}{value:.0e}"
    if value < SMALL:
        return f"{bound}{value:.3g}"
    return f"{bound}{value:.3f}" if 0 < abs(value - 1) < NEAR else number(value, bound)


def counted(count: int, what: str) -> str:
    """So many of what is named, in words."""
    return f"{count:,} {what}{'s' * (count != 1)}"


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
