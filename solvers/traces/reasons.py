"""Reasons as they are read: whether what a file gives as a reason is one.

A trace may come from any source, and its readers take cells, values and constraints of its reasons
for those of the puzzle.  So these are checked against the puzzle when the trace is read, and what
the puzzle does not have is an error that names it.  events.py describes the reasons; whether one is
true is not checked here.  Unknown keys are ignored.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from accord.puzzles import Domain, Problem, Puzzle
from accord.puzzles.errors import InputError
from accord.puzzles.formats.problem_json import domain_of

KINDS = ("decision", "constraint", "domain", "technique", "clause", "bound")


class Bounds(NamedTuple):
    """The ranges of the numbers in a reason."""

    cells: int  # how many there are
    values: Domain  # of all cells
    constraints: int  # how many there are


def bounds_of(problem: Problem) -> Bounds:
    """The bounds for traces of a problem."""
    cells, constraints = len(problem.domains), len(problem.constraints)
    if isinstance(problem, Puzzle):
        return Bounds(cells, Domain.of(range(1, problem.size + 1)), constraints)
    intervals = (each for domain in problem.domains for each in Domain.of(domain).intervals)
    return Bounds(cells, Domain(tuple(intervals)), constraints)


Check = Callable[[Any, Bounds], bool]


def refuse_unreasonable(reason: Any, bounds: Bounds) -> None:
    """Raise an error if an object is no reason of a trace.

    Raises:
        ValueError: says what was found and what was expected.
    """
    if not isinstance(reason, dict):
        raise ValueError(f"found the reason {reason!r:.60}, expected an object")
    if sum(kind in reason for kind in KINDS) != 1:
        found = ", ".join(map(str, reason)) or "nothing"
        raise ValueError(f"found a reason with {found}, expected one of {', '.join(KINDS)}")
    for key, value in reason.items():
        if key in CHECKS and not CHECKS[key][0](value, bounds):
            raise ValueError(f"found {key} {value!r:.60} in a reason, expected {CHECKS[key][1]}")


def _is(kind: type) -> Check:
    return lambda value, bounds: isinstance(value, kind)


def _whole(value: Any, bounds: Bounds) -> bool:
    return type(value) is int


def _number(value: Any, allowed: range) -> bool:
    return type(value) is int and value in allowed


def _constraint(value: Any, bounds: Bounds) -> bool:
    return _number(value, range(bounds.constraints))


def _cell(value: Any, bounds: Bounds) -> bool:
    return _number(value, range(bounds.cells))


def _value(value: Any, bounds: Bounds) -> bool:
    return type(value) is int and value in bounds.values


def _domain(value: Any, bounds: Bounds) -> bool:
    """Whether a value is the text of a domain."""
    try:
        domain_of("domain", value)
    except InputError:
        return False
    return isinstance(value, str)


def _values(value: Any, bounds: Bounds) -> bool:
    return (_domain if isinstance(value, str) else _list_of(_value))(value, bounds)


def _list_of(check: Check, least: int = 0) -> Check:
    return lambda value, bounds: (
        isinstance(value, list)
        and len(value) >= least
        and all(check(each, bounds) for each in value)
    )


def _row_of(*checks: Check) -> Check:
    """The check for a list of just these members."""
    return lambda value, bounds: (
        isinstance(value, list)
        and len(value) == len(checks)
        and all(check(each, bounds) for check, each in zip(checks, value, strict=True))
    )


def _object_with(checks: Mapping[str, Check]) -> Check:
    """The check for an object with these keys, and perhaps more."""
    return lambda value, bounds: (
        isinstance(value, dict)
        and all(check(value.get(key), bounds) for key, check in checks.items())
    )


def _item(value: Any, bounds: Bounds) -> bool:
    """Whether a value is an item of an exact cover: a cell, or a value of a constraint."""
    has_cell = isinstance(value, dict) and "cell" in value
    return (_OF_CELL if has_cell else _OF_CONSTRAINT)(value, bounds)


_OF_CELL = _object_with({"cell": _cell})
_OF_CONSTRAINT = _object_with({"constraint": _constraint, "value": _value})
_END = _object_with({"cells": _list_of(_cell), "value": _value})
_LINK = _object_with({"from": _END, "to": _END, "strong": _is(bool)})
CHECKS: Mapping[str, tuple[Check, str]] = {
    "decision": (_is(str), "the name of an order"),
    "technique": (_is(str), "the name of a technique"),
    "title": (_is(str), "text"),
    "sentence": (_is(str), "text"),
    "constraint": (_constraint, "the number of a constraint"),
    "houses": (_list_of(_constraint), "numbers of constraints"),
    "cells": (_list_of(_cell), "cells of the puzzle"),
    "value": (_value, "a value of the puzzle"),
    "values": (_values, "values of the puzzle"),
    "domains": (_list_of(_domain), "domains"),
    "domain": (_list_of(_value), "values of the puzzle"),
    "candidates": (_list_of(_row_of(_cell, _value)), "pairs [cell, value]"),
    "links": (_list_of(_LINK), "links {from, to, strong}"),
    "clause": (_list_of(_row_of(_cell, _value, _is(bool)), 1), "literals [cell, value, holds]"),
    "item": (_item, "{cell} or {constraint, value}"),
    "bound": (_whole, "a whole number"),
    "learnt": (_is(bool), "true or false"),
}
