"""What a reason points at on the board: houses, cells, candidates and the links between them.

A trace may come from any file, and a number that is no cell must not stop a page: what does
not name a place of this puzzle is passed over here, and the sentence stands without it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from accord.solvers.traces.events import Header, Reason

LONGEST = 200  # characters of a title
TOGETHER_ALL, TOGETHER_REMOVES = 1, 2  # which events with the same reason are one step
TOGETHER_PEERS = 3  # removes of one value by one cell, in whichever of its houses


def highlights(header: Header, reason: Reason) -> dict[str, Any]:
    """What the page draws for a reason; a key is left out where it would say nothing.

    h       places of constraints
    c       cells
    m       [cell, value] pairs
    l       [cells, value, cells, value, strong] of each link
    title   of the technique
    g       which consecutive events are one step, see TOGETHER_...
    """
    places = Places(header)
    literals = [*places.candidates(reason.get("clause"))]
    drawn = {
        "h": [*places.houses(reason)],
        "c": [*places.cells(reason.get("cells"))] or sorted({cell for cell, _ in literals}),
        "m": [*places.candidates(reason.get("candidates"))] or literals,
        "l": [*places.links(reason.get("links"))],
        "title": _text(reason.get("title")),
        "g": _together(reason),
    }
    return {name: value for name, value in drawn.items() if value}


class Places:
    """The cells, values and constraints that there are."""

    def __init__(self, header: Header) -> None:
        size = header.puzzle.size
        self._cells = range(size * size)
        self._values = range(1, size + 1)
        self._houses = range(len(header.constraints))

    def cells(self, named: object) -> Iterator[int]:
        """Those of a list that are cells."""
        return (each for each in _listed(named) if _within(each, self._cells))

    def houses(self, reason: Reason) -> Iterator[int]:
        """The constraints that a reason names."""
        named = [*_listed(reason.get("houses")), reason.get("constraint")]
        return (each for each in named if _within(each, self._houses))

    def candidates(self, named: object) -> Iterator[list[int]]:
        """Those of a list of pairs, or of the literals of a clause, that are candidates."""
        for pair in _listed(named):
            items: list[Any] = [*_listed(pair), None, None]
            cell, value = items[:2]
            if _within(cell, self._cells) and _within(value, self._values):
                yield [cell, value]

    def links(self, named: object) -> Iterator[list[Any]]:
        """Those of a list of links that join candidates."""
        for link in _listed(named):
            one, other = self._end(link, "from"), self._end(link, "to")
            if one and other:
                yield [*one, *other, int(bool(link.get("strong")))]

    def _end(self, link: Any, name: str) -> list[Any]:
        end = link.get(name) if isinstance(link, dict) else None
        if not isinstance(end, dict) or not _within(end.get("value"), self._values):
            return []
        cells = [*self.cells(end.get("cells"))]
        return [cells, end["value"]] if cells else []


def _together(reason: Reason) -> int:
    if "technique" in reason:
        return TOGETHER_ALL
    if "constraint" not in reason:
        return 0
    cells = reason.get("cells")
    alone = isinstance(cells, list | tuple) and len(cells) == 1
    return TOGETHER_PEERS if alone else TOGETHER_REMOVES


def _listed(named: object) -> Iterable[Any]:
    return named if isinstance(named, list | tuple) else ()


def _within(number: object, expected: range) -> bool:
    return type(number) is int and number in expected


def _text(value: object) -> str:
    return value[:LONGEST] if isinstance(value, str) else ""
