"""Reasons as they are read: whether what a file gives as a reason is one.

A trace may come from anybody, and whoever shows it takes cells, values and constraints of its
reasons for places of the puzzle.  So these are held against the puzzle when the trace is read, and
what is no place is refused by name.  What a reason means, solvers/traces/events.py says; whether it
is true is not asked here.  Keys that are not known are left alone.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

KINDS = ("decision", "constraint", "domain", "technique", "clause")


class Places(NamedTuple):
    """What the numbers of a reason may be."""

    size: int
    constraints: int  # how many there are


Check = Callable[[Any, Places], bool]


def refuse_unreasonable(reason: Any, places: Places) -> None:
    """Complain of what is no reason.

    Raises:
        ValueError: says what was found and what was expected.
    """
    if not isinstance(reason, dict):
        raise ValueError(f"found the reason {reason!r:.60}, expected an object")
    if sum(kind in reason for kind in KINDS) != 1:
        found = ", ".join(map(str, reason)) or "nothing"
        raise ValueError(f"found a reason with {found}, expected one of {', '.join(KINDS)}")
    for key, value in reason.items():
        if key in CHECKS and not CHECKS[key][0](value, places):
            raise ValueError(f"found {key} {value!r:.60} in a reason, expected {CHECKS[key][1]}")


def _whole(value: Any, allowed: range) -> bool:
    return type(value) is int and value in allowed


def _text(value: Any, places: Places) -> bool:
    return isinstance(value, str)


def _truth(value: Any, places: Places) -> bool:
    return isinstance(value, bool)


def _constraint(value: Any, places: Places) -> bool:
    return _whole(value, range(places.constraints))


def _cell(value: Any, places: Places) -> bool:
    return _whole(value, range(places.size**2))


def _value(value: Any, places: Places) -> bool:
    return _whole(value, range(1, places.size + 1))


def _list_of(check: Check) -> Check:
    return lambda value, places: (
        isinstance(value, list) and all(check(each, places) for each in value)
    )


def _candidate(value: Any, places: Places) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and _cell(value[0], places)
        and _value(value[1], places)
    )


def _literal(value: Any, places: Places) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and _candidate(value[:-1], places)
        and isinstance(value[-1], bool)
    )


def _clause(value: Any, places: Places) -> bool:
    return _list_of(_literal)(value, places) and bool(value)


def _link(value: Any, places: Places) -> bool:
    return (
        isinstance(value, dict)
        and all(_end(value.get(end), places) for end in ("from", "to"))
        and isinstance(value.get("strong"), bool)
    )


def _item(value: Any, places: Places) -> bool:
    """An item of an exact cover: a cell, or a value of a constraint."""
    if not isinstance(value, dict):
        return False
    if "cell" in value:
        return _cell(value["cell"], places)
    return _constraint(value.get("constraint"), places) and _value(value.get("value"), places)


def _end(value: Any, places: Places) -> bool:
    return (
        isinstance(value, dict)
        and _list_of(_cell)(value.get("cells"), places)
        and _value(value.get("value"), places)
    )


CHECKS: Mapping[str, tuple[Check, str]] = {
    "decision": (_text, "the name of an order"),
    "technique": (_text, "the name of a technique"),
    "title": (_text, "text"),
    "sentence": (_text, "text"),
    "constraint": (_constraint, "the number of a constraint"),
    "houses": (_list_of(_constraint), "numbers of constraints"),
    "cells": (_list_of(_cell), "cells of the puzzle"),
    "value": (_value, "a value of the puzzle"),
    "values": (_list_of(_value), "values of the puzzle"),
    "domain": (_list_of(_value), "values of the puzzle"),
    "candidates": (_list_of(_candidate), "pairs [cell, value]"),
    "links": (_list_of(_link), "links {from, to, strong}"),
    "clause": (_clause, "literals [cell, value, holds]"),
    "item": (_item, "{cell} or {constraint, value}"),
    "learnt": (_truth, "true or false"),
}
