"""Problems in JSON: variables with their domains, constraints by kind, and a layout.

    {"variables": {"x": "1..3, 7", "y": [1, 2, 5]},
     "constraints": [{"kind": "linear", "scope": ["x", "y"], "operator": "=", "right": 5}]}

    variables    for each name its domain: a text of values and intervals, where `none` is no
                 value, or a list of values; their order is that of a solution's values
    tables       lists that several constraints have in common, as tuples of a table, by name: the
                 name stands in the constraints then, and `"format": 2` beside the tables
    constraints  objects of `kind`, what that kind has (puzzles/constraints/), and perhaps `name`;
                 one that is always true or always false, whatever the domains, is a slip where
                 somebody wrote it, and says `"always": true` or false where it is meant
    layout       how a person sees the variables (puzzles/layout.py)
    objective    what a solution should have least or most of (puzzles/objective.py)
    symbols      words for the values of some variables (puzzles/layout.py)
    shown        names of the variables by which solutions are counted and compared; by default all

All but the variables may be left out.  An object with the key `variables` is a problem and no
puzzle; json_object reads what records have besides: `name`, `source`, `expected` and notes.  It is
read strictly: an unknown key, kind or argument would be another problem, and is an error that names
its place.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from accord.puzzles.constraints.arguments import slip_of, truth_of
from accord.puzzles.constraints.constraint import (
    Constraint,
    MalformedConstraintError,
    Numbers,
    kinds,
)
from accord.puzzles.constraints.record import FORMAT, wrong
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.layout import ProblemLayout, Symbols
from accord.puzzles.objective import Objective
from accord.puzzles.outside_data import collector_paused, whole
from accord.puzzles.problem import Problem
from accord.puzzles.shared import SharedList, Tables
from accord.puzzles.sudoku.shape import MalformedPuzzleError

Part = TypeVar("Part")
KEYS = ("variables", "constraints", "layout", "objective", "symbols", "shown", "format", "tables")
NOTHING = "none"  # the domain without values
_INTERVAL = re.compile(r"\s*([+-]?[0-9]+)\s*(?:\.\.\s*([+-]?[0-9]+)\s*)?", re.ASCII)


@collector_paused()
def problem_of(value: Mapping[str, Any]) -> Problem:
    """The problem that an object says; other keys are left to the caller.

    Raises:
        MalformedPuzzleError: it says none; names the variable or the constraint.
    """
    with malformed():
        return _problem(value)


@contextmanager
def malformed() -> Iterator[None]:
    """A context that turns errors of the input into MalformedPuzzleError."""
    try:
        yield
    except RecursionError:
        raise MalformedPuzzleError("found terms in terms, too deep to be read") from None
    except MalformedPuzzleError:
        raise
    except InputError as error:
        raise MalformedPuzzleError(str(error)) from None


def _problem(value: Mapping[str, Any]) -> Problem:
    variables = _object("variables", value["variables"], "an object of names and domains")
    texts: dict[object, Domain] = {}  # a hundred thousand variables may have the same one
    domains = []
    for name, found in variables.items():
        domain = texts.get(found) if type(found) is str else None
        domains.append(domain or domain_of(f"variable {name}", found))
        if type(found) is str:
            texts[found] = domains[-1]
    numbers = {name: number for number, name in enumerate(variables)}
    constraints = constraints_of(value, numbers)
    return Problem(
        domains,
        constraints,
        [*variables],
        _part(value, "layout", ProblemLayout.from_record),
        _part(value, "objective", lambda record: Objective.from_record(record, numbers)),
        _part(value, "symbols", lambda record: Symbols.from_record(record, numbers)),
        _shown(value.get("shown"), numbers),
    )


def _part(
    value: Mapping[str, Any], key: str, read: Callable[[Mapping[str, Any]], Part]
) -> Part | None:
    """The value under a key, read; None where there is none."""
    if value.get(key) is None:
        return None
    with _at(key):
        return read(_object(key, value[key], "an object"))


def _shown(found: object, numbers: Mapping[str, int]) -> list[int] | None:
    """The numbers of the shown variables; None where nothing is said."""
    if found is None:
        return None
    if not isinstance(found, list):
        raise wrong("shown", found, "a list of names of variables")
    for name in found:
        if not isinstance(name, str) or name not in numbers:
            raise wrong("shown", name, "the name of a variable")
    return [numbers[name] for name in found]


def constraints_of(value: Mapping[str, Any], numbers: Numbers) -> list[Constraint]:
    """The constraints of an object, over variables with these numbers.

    Raises:
        MalformedConstraintError: one is none, or the tables are not what they refer to.
    """
    tables = Tables(numbers, _tables(value))
    constraints = _constraints(value.get("constraints"), tables)
    for name in tables.unused:
        raise MalformedConstraintError(f"tables: found {name!r}, to which no constraint refers")
    return constraints


def _tables(value: Mapping[str, Any]) -> dict[str, SharedList[Any]]:
    """The lists by name, their items as they came; none in format 1."""
    form, found = value.get("format"), value.get("tables")
    if form is not None and (type(form) is not int or not 1 <= form <= FORMAT):
        raise wrong("format", form, f"1 or {FORMAT}; a newer accord may read it")
    if found is None:
        return {}
    if form != FORMAT:
        raise MalformedConstraintError(f'found tables, expected "format": {FORMAT} beside them')
    tables = {}
    for name, items in _object("tables", found, "an object of names and lists").items():
        if not isinstance(items, list):
            raise wrong(f"tables: {name}", items, "a list")
        tables[name] = SharedList(tuple(each) if isinstance(each, list) else each for each in items)
    return tables


def _constraints(found: object, numbers: Numbers) -> list[Constraint]:
    constraints = list[Constraint]()
    if found is None:
        return constraints
    if not isinstance(found, list):
        raise wrong("constraints", found, "a list of objects")
    for place, each in enumerate(found, 1):
        try:
            constraints.append(_constraint(each, numbers))
        except MalformedConstraintError as error:
            raise _placed(f"constraint {place}", error) from None
    return constraints


@contextmanager
def _at(place: str) -> Iterator[None]:
    """A context whose errors name the place."""
    try:
        yield
    except MalformedConstraintError as error:
        raise _placed(place, error) from None


def _placed(place: str, error: MalformedConstraintError) -> MalformedConstraintError:
    """The error, which names the place."""
    text = str(error)
    return error if text.startswith(f"{place}:") else MalformedConstraintError(f"{place}: {text}")


def _constraint(found: object, numbers: Numbers) -> Constraint:
    record = dict(_object("", found, "an object"))
    if "kind" not in record:
        raise MalformedConstraintError(f"found no kind, expected one of {', '.join(kinds())}")
    kind, name = record.pop("kind", None), record.pop("name", "")
    if not isinstance(kind, str) or kind not in kinds():
        raise wrong("kind", kind, f"one of {', '.join(kinds())}")
    if not isinstance(name, str):
        raise wrong("name", name, "text")
    always = record.pop("always", None)
    try:
        constraint = kinds()[kind].from_record(record, numbers, name)
        _expect_always(constraint, always)
    except MalformedConstraintError as error:
        raise _placed(kind, error) from None
    return constraint


_is_recorded = ContextVar("_is_recorded", default=False)


@contextmanager
def as_recorded() -> Iterator[None]:
    """A context for reading what accord wrote: earlier versions wrote no `always`."""
    before = _is_recorded.set(True)
    try:
        yield
    finally:
        _is_recorded.reset(before)


def _expect_always(constraint: Constraint, said: object) -> None:
    """Refuse a constraint that is always true or always false and does not say so."""
    slip = slip_of(constraint)
    if slip and said is None and _is_recorded.get():
        return
    if slip and said is None:
        raise MalformedConstraintError(slip)
    if said is not None and (not slip or said is not truth_of(constraint)):
        expected = json.dumps(truth_of(constraint)) if slip else "no such key, as values decide it"
        raise wrong("always", said, expected)


def domain_of(key: str, found: object) -> Domain:
    """The domain that a text or a list says.

    Args:
        key: where it stands, for the error.
        found: its values, as "1..3, 7" or [1, 2, 3, 7].

    Raises:
        MalformedConstraintError: it says none.
    """
    if isinstance(found, list):
        return Domain.of(_whole_numbers(key, found))
    if not isinstance(found, str):
        raise wrong(key, found, 'its values, as "1..3, 7" or [1, 2, 3, 7]')
    if found.strip() == NOTHING:
        return Domain(())
    try:
        return Domain(tuple(_intervals(key, found)))
    except MalformedConstraintError:
        raise
    except ValueError as error:  # of ends in the wrong order, or a number of 5000 digits
        raise MalformedConstraintError(f"{key}: {error}") from None


def _whole_numbers(key: str, found: list[Any]) -> list[int]:
    for each in found:
        if type(each) is not int:
            raise wrong(key, each, "a whole number")
    return found


def _intervals(key: str, text: str) -> Iterator[tuple[int, int]]:
    for part in text.split(","):
        if (ends := _INTERVAL.fullmatch(part)) is None:
            raise wrong(key, text, f'values and intervals, as "1..3, 7", or "{NOTHING}"')
        low, high = ends.groups()
        yield whole(low), whole(high or low)


def _object(key: str, found: object, expected: str) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        text = json.dumps(found)
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        where = f"{key}: " if key else ""
        raise MalformedConstraintError(f"{where}found {shown}, expected {expected}")
    return found
