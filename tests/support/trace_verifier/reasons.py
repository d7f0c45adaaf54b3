"""What each solver can say: the header of a trace held against the reasons in it.

A solver that is known by name takes its cells in one order, and concludes no more than its filter
can.  So a trace is refused that stands under another name or other settings, where that shows.

What still passes: settings under which the solver could have said the same, as `filter=gac` above
what hidden singles conclude, the seed of `order=random`, and the versions.  Of a solver that is not
known all is believed but what every event has to prove.
"""

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from accord.solvers.traces.events import Event, Header
from trace_verifier.refused import need

LOGIC = ("logic", "human logic")


class Manner(NamedTuple):
    """What a solver says of its decisions and conclusions."""

    orders: frozenset[str]  # of its decisions
    together: float  # cells of the largest Hall set it looks for
    hidden: bool  # whether it looks for the only place of a value


FILTERS: Mapping[str, tuple[float, bool]] = {  # Hall sets, and hidden singles
    "check": (0, False),
    "forward": (1, False),
    "singles": (1, False),
    "hidden": (1, True),
    "pairs": (inf, True),  # of several pairs a trace may write all cells as one Hall set
    "gac": (inf, True),
}
MANNERS = {
    "backtracking-naive": Manner(frozenset({"first"}), *FILTERS["check"]),
    "backtracking-first": Manner(frozenset({"first"}), *FILTERS["forward"]),
    "propagate-search": Manner(frozenset({"mrv"}), *FILTERS["pairs"]),
    "dancing-links": Manner(frozenset({"fewest options"}), *FILTERS["hidden"]),
    "exact-cover-bits": Manner(frozenset({"fewest options"}), *FILTERS["hidden"]),
    "sat-cadical": Manner(frozenset({"cadical", "cadical-learnt"}), *FILTERS["check"]),
    **{name: Manner(frozenset(), *FILTERS["singles"]) for name in LOGIC},
}


def manner(header: Header) -> Manner | None:
    """The manner of a solver with its settings; None of one that is not known."""
    if header.solver == "backtracking-mrv":
        order = frozenset({str(header.settings.get("order", "mrv"))})
        return Manner(order, *FILTERS[str(header.settings.get("filter", "singles"))])
    return MANNERS.get(header.solver)


def check_manner(known: Manner | None, event: Event, reason: Mapping[str, Any]) -> None:
    """Check that the solver can give this reason.

    Raises:
        NotJustifiedError: it cannot.
    """
    if known is None:
        return
    if "decision" in reason:
        need(reason["decision"] in known.orders, "the solver has another order")
        need(bool({"values", "cells"} & {*reason}), "the solver would say what it chose from")
    elif "constraint" in reason and event.kind == "remove":
        need(len(reason["cells"]) <= known.together, "the solver does not look so far")
    elif "constraint" in reason and event.kind == "assign":
        need(known.hidden, "the solver does not look for hidden singles")
