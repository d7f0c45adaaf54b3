"""Packing: the events of a trace as columns of numbers, and tables of what they have in common.

The same sentence stands in thousands of places of a search: "r1c5 loses 5: r1c4 is 5 (row 1)"
differs from "r1c6 loses 5: r1c4 is 5 (row 1)" in the cell that it is about.  So a sentence is kept
with two marks in place of the event's own cell and value, and what remains is looked up in a table.
An event costs the page 1 letter and 3 numbers, about 14 bytes, where its line in the trace has 90.

    kind    a assign, r remove, m remove of several values, d decide, n decide that does not hold,
            c conflict, x a cut of branch and bound, b backtrack, t restart, s solution, u bound;
            g what this page leaves out, o what the trace left out, e the end
    cell    -1 for none
    value   of a backtrack the decisions that stand; of a solution its place among the grids, of
            several values theirs among the sets; of a bound the bound
    saying  place among the sayings, each a sentence with marks and the place of its reason
"""

import json
import re
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from accord.puzzles import Grid, Puzzle
from accord.puzzles.outside_data import visible_in_json
from accord.solvers.traces.events import Assignment, Event, Header, Reason
from accord.views.narration.narration import sentence, value_text
from accord.views.offline_page import whole_characters

CELL, VALUE = "\ue000", "\ue001"  # the marks; of Unicode's private use
LETTERS = {
    "assign": "a",
    "remove": "r",
    "decide": "d",
    "conflict": "c",
    "backtrack": "b",
    "restart": "t",
    "solution": "s",
    "bound": "u",
}
CUT = "x"  # a conflict that stands against the best solution so far
SEVERAL = "m"  # a removal of several values
LONGEST = 4000  # characters of a sentence


class Row(NamedTuple):
    """An event, packed."""

    kind: str
    cell: int
    value: int
    saying: int
    at: float | None = None  # seconds

    @property
    def cost(self) -> int:
        """Bytes: a letter, and three numbers with a comma each."""
        return 4 + len(str(self.cell)) + len(str(self.value)) + len(str(self.saying))


@dataclass
class PackedTable:
    """Distinct values, each written once; a key says which are the same."""

    values: list[Any] = field(default_factory=list)
    places: dict[Hashable, int] = field(default_factory=dict)
    cost: int = 0  # bytes

    def place(self, key: Hashable, value: Callable[[], Any]) -> int:
        """The place of the value with this key, which is added where it is missing."""
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.values)
            self.values.append(value())
            self.cost += size_of(self.values[-1]) + 1
        return place

    def cut(self, length: int) -> None:
        """Drop what was added since there were so many."""
        for key in [*self.places][length:]:
            del self.places[key]
            self.cost -= size_of(self.values.pop()) + 1


class Packing:
    """Packs the events of one trace, as many as there is room for.

    Args:
        header: what the trace begins with.
        cuts: the conflicts that are cuts, by `id`.
    """

    def __init__(self, header: Header, cuts: Collection[int] = ()) -> None:
        self.header, self.cuts = header, cuts
        self.grids, self.reasons, self.sayings = PackedTable(), PackedTable(), PackedTable()
        self.sets = PackedTable()
        self.reasons.place("", dict)  # of an event without a reason
        self.rows_cost = 0

    @property
    def cost(self) -> int:
        """Bytes of all that was packed."""
        return self.rows_cost + sum(table.cost for table in self._tables)

    @property
    def _tables(self) -> tuple[PackedTable, ...]:
        return self.grids, self.reasons, self.sayings, self.sets

    def packed(self, event: Event, room: int) -> Row | None:
        """The event, unless that would take more than so many bytes in all."""
        lengths = [len(table.values) for table in self._tables]
        row = self.row(event)
        if self.cost + row.cost > room:
            for table, length in zip(self._tables, lengths, strict=True):
                table.cut(length)
            return None
        self.rows_cost += row.cost
        return row

    def row(self, event: Event) -> Row:
        """The event as a letter and numbers."""
        cell = -1 if event.cell is None else event.cell
        marked, reason = _marked(self.header, event), self._reason(event)
        saying = self.sayings.place((marked, reason), lambda: [marked, reason])
        kind = LETTERS[event.kind] if event.holds else "n"
        if event.kind == "conflict" and id(event) in self.cuts:
            kind = CUT
        if event.values is not None:
            kind = SEVERAL
        return Row(kind, cell, self._value(event), saying, event.at)

    def _reason(self, event: Event) -> int:
        reason = event.reason
        if reason is None:
            return 0
        is_puzzle = isinstance(self.header.problem, Puzzle)
        return self.reasons.place(repr(reason), lambda: highlights(reason, is_puzzle))

    def note(self, kind: str, text: str) -> Row:
        """A row with a sentence that is no event."""
        text = text[:LONGEST]
        row = Row(kind, -1, 0, self.sayings.place((text, 0), lambda: [text, 0]))
        self.rows_cost += row.cost
        return row

    def _value(self, event: Event) -> int:
        if event.grid is not None:
            grid = written(event.grid)
            return self.grids.place(event.grid, lambda: grid)
        if event.values is not None:
            intervals = event.values.intervals
            return self.sets.place(intervals, lambda: intervals)
        number = event.depth if event.kind in ("backtrack", "restart") else event.value
        return number or 0


def _marked(header: Header, event: Event) -> str:
    """The sentence, with marks for the event's own cell and value.

    That of a technique stays as it is: all events of a deduction have the same.
    """
    text = sentence(header, event)[:LONGEST].replace(CELL, "").replace(VALUE, "")
    if "technique" in (event.reason or {}):
        return text
    if event.cell is not None:
        text = _word(header.name(event.cell)).sub(CELL, text)
    if event.value is not None:
        text = _word(value_text(header, event)).sub(VALUE, text)
    return text


def written(values: Assignment) -> Any:
    """The text of a grid, or the values of a problem's variables, null where one is open."""
    return str(values) if isinstance(values, Grid) else [*values]


@lru_cache(maxsize=4096)
def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w]){re.escape(text)}(?![\w])")


def script_json(value: object) -> str:
    """JSON that cannot end the script block it stands in, nor begin a comment there."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return (
        visible_in_json(whole_characters(text)).replace("</", r"<\/").replace("<!--", r"<\u0021--")
    )


def size_of(value: object) -> int:
    """Bytes in the page."""
    return len(script_json(value).encode())


LONGEST_TITLE = 200  # characters of a title
TOGETHER_ALL, TOGETHER_REMOVES = 1, 2  # which events with the same reason are one step
TOGETHER_PEERS = 3  # removes of one value by one cell, in whichever of its houses


def highlights(reason: Reason, of_puzzle: bool = True) -> dict[str, Any]:
    """The marks of a reason in a drawing, as the page has them, without empty keys.

    h       places of constraints
    c       cells
    m       [cell, value] pairs
    l       [cells, value, cells, value, strong] of each link
    title   of the technique
    g       which consecutive events are one step, see TOGETHER_...

    Args:
        reason: of an event.
        of_puzzle: whether a cell takes its value from its peers; in a problem it may take others.
    """
    literals = [[cell, value] for cell, value, _ in reason.get("clause", ())]
    named = [reason["constraint"]] if "constraint" in reason else []
    drawn = {
        "h": [*reason.get("houses", ()), *named],
        "c": [*reason.get("cells", ())] or sorted({cell for cell, _ in literals}),
        "m": [[*pair] for pair in reason.get("candidates", ())] or literals,
        "l": [_link(link) for link in reason.get("links", ())],
        "title": reason.get("title", "")[:LONGEST_TITLE],
        "g": _together(reason) if of_puzzle else TOGETHER_REMOVES * ("constraint" in reason),
    }
    return {name: value for name, value in drawn.items() if value}


def _link(link: Mapping[str, Any]) -> list[Any]:
    one, other = link["from"], link["to"]
    ends = [[*one["cells"]], one["value"], [*other["cells"]], other["value"]]
    return [*ends, int(bool(link.get("strong")))]


def _together(reason: Reason) -> int:
    if "technique" in reason:
        return TOGETHER_ALL
    if "constraint" not in reason:
        return 0
    return TOGETHER_PEERS if len(reason.get("cells", ())) == 1 else TOGETHER_REMOVES
