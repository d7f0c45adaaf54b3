"""What a reason points at on the board: houses, cells, candidates and the links between them.

The numbers of a reason are those of the puzzle: where a trace comes from a file, its reader has
seen to that (solvers/traces/reasons.py).
"""

from collections.abc import Mapping
from typing import Any

from accord.solvers.traces.events import Reason

LONGEST = 200  # characters of a title
TOGETHER_ALL, TOGETHER_REMOVES = 1, 2  # which events with the same reason are one step
TOGETHER_PEERS = 3  # removes of one value by one cell, in whichever of its houses


def highlights(reason: Reason, of_puzzle: bool = True) -> dict[str, Any]:
    """What the page draws for a reason; a key is left out where it would say nothing.

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
        "title": reason.get("title", "")[:LONGEST],
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
