"""How accord writes numbers and lists in text: counts, times, ratios, sizes, and names in a row.

Every floor uses these functions, so that a number looks the same in an error, a table, a report
and a page. What is unknown is `-`; a bound (`>=`, `>`, `~`) stands before its number.

counted(2, "puzzle")         2 puzzles
listed(["a", "b", "c"])      a, b and c
nearest("in", ["min", "max"])  min; one of min, max
seconds(0.0123)              12.3 ms
duration(200)                3 min 20 s
number(1234.5)               1,234
ratio(1.004)                 1.004
interval(0.5, 2)             0.50 to 2.00
share(0.25)                  25 %
probability(0.0004)          <0.001
gibibytes(2**31)             2.0 GiB
mebibytes(2**21)             2.00 MiB
memory(2**29)                512M
"""

from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from math import inf, isfinite, isnan
from typing import Any

NEAR = 0.05  # of 1: a ratio has a digit more
LIKE = 0.65  # of 1: a word that is less like another was not meant for it
SMALL = 0.1  # a ratio has as many decimals as it takes
HUGE = 1e6
UNKNOWN = "-"


def plural(count: int, what: str, several: str = "") -> str:
    """The word for what is counted; `several` where the plural is not made with an s."""
    return what if count == 1 else several or f"{what}s"


def counted(count: int, what: str, several: str = "") -> str:
    """A number with its noun, in words: `1 puzzle`, `2,000 puzzles`."""
    return f"{count:,} {plural(count, what, several)}"


def listed(items: Iterable[object], last: str = "and", most: int | None = None) -> str:
    """Items in a row: `1, 2 and 3`; beyond `most` of them `1, 2 and 5 others`."""
    words = [str(item) for item in items]
    if most is not None and len(words) > most + 1:
        words[most:] = [f"{len(words) - most} others"]
    *first, final = words or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def similar(word: str, words: Iterable[str], most: int = 1) -> list[str]:
    """The most similar of the words, up to `most`, the most similar first; or those it begins."""
    known = [*words]
    begun = (each for each in known if word and each.startswith(word))
    return get_close_matches(word, known, most, LIKE) or [*islice(begun, most)]


SPELLINGS = {  # other words for what accord writes: comparisons, and old names of difficulties
    "==": "=", "=<": "<=", "eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "simple": "easy", "tough": "medium", "diabolical": "hard",
}  # fmt: skip


def spelled(found: Any, words: Collection[str]) -> Any:
    """The one of some words that a text says in another spelling; or what was found."""
    word = SPELLINGS.get(found) if type(found) is str else None
    return word if word in words and found not in words else found


def nearest(word: str, words: Sequence[str]) -> str:
    """The end of an `expected ...`: the most similar word, if one is, then all that are known."""
    if len(words) == 1:
        return words[0]
    meant = "".join(f"{each}; " for each in similar(word, words))
    return f"{meant}one of {alternatives(words)}"


def alternatives(words: Sequence[str], comma: str = ", ") -> str:
    """The words in a line; of words with variants, as in `minimal+product`, how these are made."""
    simple = [word for word in words if "+" not in word]
    added = list(dict.fromkeys(word.partition("+")[2] for word in words if "+" in word))
    if not added:
        return comma.join(words)
    first = comma.join(dict.fromkeys(word.partition("+")[0] for word in words if "+" in word))
    return f"{comma.join(simple)}{comma.rstrip()} or {{{first}}}+{{{comma.join(added)}}}"


def integer(count: int | None) -> str:
    """A count, thousands with a comma."""
    return UNKNOWN if count is None else f"{count:,}"


def seconds(time: float | None, bound: str = "") -> str:
    """A time with three digits and its unit; `bound` (>=, >) stands before it."""
    if time is None or isnan(time):
        return UNKNOWN
    if time == inf:
        return f"{bound}inf"
    unit, scale = ("s", 1.0) if time >= 1 else ("ms", 1e-3) if time >= 1e-3 else ("us", 1e-6)
    return f"{bound}{_three_digits(time / scale)} {unit}"


def duration(time: float) -> str:
    """A time in hours, minutes and seconds, as people plan with it."""
    minutes, rest = divmod(round(time), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def number(value: float | None, bound: str = "") -> str:
    """A number with three digits, thousands with a comma."""
    if value is None or isnan(value):
        return UNKNOWN
    return f"{bound}{_three_digits(value)}"


def _three_digits(value: float) -> str:
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:z.1f}" if abs(value) >= 10 else f"{value:z.2f}"


def ratio(value: float | None, bound: str = "") -> str:
    """A ratio with two decimals or three digits, so that a small one is not 0; `bound` before it.

    Near 1 it has a digit more; what is huge, or below 0.0001, has an exponent.
    """
    if value is None or isnan(value):
        return UNKNOWN
    if value >= HUGE:
        return f"{bound}{value:.0e}"
    if value < SMALL:
        return f"{bound}{value:.3g}"
    return f"{bound}{value:.3f}" if 0 < abs(value - 1) < NEAR else number(value, bound)


def interval(low: float, high: float) -> str:
    """The ends of an interval of ratios."""
    return f"{ratio(low)} to {ratio(high)}" if isfinite(low) and isfinite(high) else UNKNOWN


def share(part: float | None) -> str:
    """A part of 1 in percent; a negative part is written as below 0."""
    if part is None:
        return UNKNOWN
    return f"{part:.0%}".replace("%", " %") if part >= 0 else "<0 %"


def probability(p: float) -> str:
    """A p-value."""
    return "<0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def gibibytes(size: float | None) -> str:
    """A size of memory, from bytes."""
    return UNKNOWN if size is None else f"{size / 2**30:.1f} GiB"


def mebibytes(size: float | None) -> str:
    """A size of memory that a run used, from bytes."""
    return UNKNOWN if size is None else f"{_three_digits(size / 2**20)} MiB"


def memory(size: int) -> str:
    """Bytes as a limit on memory is written: in the largest unit that says them exactly."""
    for unit, power in (("G", 30), ("M", 20), ("K", 10)):
        if size % (1 << power) == 0:
            return f"{size >> power}{unit}"
    return str(size)


def solutions_text(number: int | None) -> str:
    """The solutions that are asked for in words; None is all of them, and 0 the best."""
    if number == 0:
        return "the best solution"
    return "all solutions" if number is None else counted(number, "solution")
