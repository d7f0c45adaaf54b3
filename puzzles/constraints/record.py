"""The JSON of constraints, read strictly: nothing unknown, nothing missing, nothing guessed.

Variables are written by their names and constants as whole numbers, so that text always is a
variable.  Every error names the key, what was found and what was expected.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.puzzles.constraints.arguments import slip_of, truth_of
from accord.puzzles.constraints.constraint import (
    Constraint,
    MalformedConstraintError,
    Names,
    Numbers,
    Variable,
)
from accord.puzzles.phrasing import listed

Record = Mapping[str, Any]


def expect_keys(record: Record, needed: Sequence[str], optional: Sequence[str] = ()) -> None:
    """Refuse a record with a key too many or too few."""
    known = [*needed, *optional]
    for key in record:
        if key not in known:
            raise MalformedConstraintError(f"found the key {key!r}, expected {listed(known)}")
    for key in needed:
        if key not in record:
            raise MalformedConstraintError(f"found no key {key!r}, expected {listed(known)}")


def wrong(key: str, found: object, expected: str) -> MalformedConstraintError:
    """The error for a value that is none of those expected."""
    whole = json.dumps(found, default=repr)
    shown = whole if len(whole) <= 40 else f"{whole[:40]}..."
    return MalformedConstraintError(f"{key}: found {shown}, expected {expected}")


def integer(key: str, found: object) -> int:
    """A whole number."""
    if not isinstance(found, int) or isinstance(found, bool):
        raise wrong(key, found, "a whole number")
    return found


def list_of(key: str, found: object, what: str = "values") -> list[Any]:
    """A list of anything."""
    if not isinstance(found, list):
        raise wrong(key, found, f"a list of {what}")
    return found


def integers(key: str, found: object) -> tuple[int, ...]:
    """A list of whole numbers."""
    return tuple(integer(key, each) for each in list_of(key, found, "whole numbers"))


def variable(key: str, found: object, numbers: Numbers) -> int:
    """The number of a variable, from its name."""
    if not isinstance(found, str) or found not in numbers:
        raise wrong(key, found, "the name of a variable")
    return numbers[found]


def variables(key: str, found: object, numbers: Numbers) -> tuple[int, ...]:
    """The numbers of variables, from a list of their names."""
    names = list_of(key, found, "names of variables")
    return tuple(variable(key, each, numbers) for each in names)


def term(key: str, found: object, numbers: Numbers) -> int | Variable:
    """A constant, or a variable by its name."""
    if isinstance(found, str):
        return Variable(variable(key, found, numbers))
    return integer(key, found)


def written(value: int | Variable, names: Sequence[str]) -> int | str:
    """A constant as it is, a variable by its name: what `term` reads."""
    return names[value.number] if isinstance(value, Variable) else value


def text(key: str, found: object) -> str:
    """A text."""
    if not isinstance(found, str):
        raise wrong(key, found, "a text")
    return found


def one_of(key: str, found: object, among: Sequence[str]) -> None:
    """Refuse what is none of some words."""
    if not isinstance(found, str) or found not in among:
        raise wrong(key, found, ", ".join(among))


def boolean(key: str, found: object) -> bool:
    """True or false."""
    if not isinstance(found, bool):
        raise wrong(key, found, "true or false")
    return found


def different(key: str, values: Sequence[int]) -> None:
    """Refuse a list in which something stands twice."""
    for value in values:
        if values.count(value) > 1:
            raise MalformedConstraintError(f"{key}: found {value} twice, expected different ones")


def lists_of_variables(key: str, found: object, numbers: Numbers) -> tuple[tuple[int, ...], ...]:
    """The numbers of variables, from lists of their names."""
    return tuple(variables(key, each, numbers) for each in list_of(key, found, "lists of names"))


def same_length(key: str, lists: Sequence[Sequence[int]]) -> None:
    """Refuse lists of different lengths."""
    lengths = sorted({len(each) for each in lists})
    if len(lengths) > 1:
        raise MalformedConstraintError(
            f"{key}: found lists of {listed(lengths)} variables, expected the same length"
        )


def records_of(constraints: Iterable[Constraint], names: Names) -> list[dict[str, Any]]:
    """Objects that are read as these constraints."""
    return [
        {
            "kind": each.kind,
            **({"name": each.name} if each.name else {}),
            **each.record(names),
            **({"always": truth_of(each)} if slip_of(each) else {}),
        }
        for each in constraints
    ]
