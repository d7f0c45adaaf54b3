"""The JSON of constraints, read strictly: nothing unknown, nothing missing, nothing guessed.

Its keys and what stands under them follow from a kind's fields, see puzzles/fields.py.  Variables
are written by their names and constants as whole numbers, so that text always is a variable.  Every
error names the key, what was found and what was expected.

A list that several constraints have in common stands once under `tables`, and in the constraints is
its name: so the JSON is about as long as the XCSP3 that says the same.  That is format 2 of a
problem; one without such lists is written in format 1, as by versions that know no other.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from accord.puzzles.constraints.arguments import slip_of, truth_of
from accord.puzzles.constraints.constraint import (
    Constraint,
    MalformedConstraintError,
    Names,
    Numbers,
)
from accord.puzzles.fields import FILE, NO_NUMBERS, MisfitError, read_fields, written_fields
from accord.puzzles.phrasing import listed
from accord.puzzles.shared import References, SharedList

Record = Mapping[str, Any]
FORMAT = 2  # of a problem's JSON, where there are tables
SHORTEST = 40  # characters of a list that is referred to; of a shorter one the name saves nothing


class Kind(type):
    """A kind of constraint, whose `help` is one screen: what it is, and what may be asked of it."""

    def __dir__(cls) -> list[str]:
        asked = [name for name in ("holds", "violations") if hasattr(cls, name)]
        return asked or [*super().__dir__()]


class HasRecord(metaclass=Kind):
    """A dataclass whose JSON follows from its fields."""

    def record(self, names: Names = ()) -> dict[str, Any]:
        """Its JSON object without kind and name; `names` are those of the problem's variables."""
        return written_fields(self, names)

    @classmethod
    def from_record(cls, record: Record, numbers: Numbers = NO_NUMBERS, name: str = "") -> Self:
        """The constraint of a JSON object as `record` gives it, read strictly.

        Raises:
            MalformedConstraintError: it describes none.
        """
        label = {"name": name} if name else {}
        try:
            return cls(**read_fields(cls, record, numbers), **label)
        except MisfitError as misfit:
            raise MalformedConstraintError(str(misfit)) from None


def wrong(key: str, found: object, expected: str) -> MalformedConstraintError:
    """The error for a value that is none of those expected."""
    return MalformedConstraintError(f"{key}: found {FILE.shown(found)}, expected {expected}")


def different(key: str, values: Sequence[int]) -> None:
    """Refuse a list in which something stands twice."""
    for value in values:
        if values.count(value) > 1:
            raise MalformedConstraintError(f"{key}: found {value} twice, expected different ones")


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


def constraints_in_json(constraints: Sequence[Constraint], names: Names) -> dict[str, Any]:
    """The keys of a problem's JSON that say these constraints; none where there are none."""
    tables: dict[str, Any] = {}
    referred: dict[SharedList[Any], str] = {}
    times = Counter(shared for each in constraints for shared in _shared(each))

    def refer(shared: SharedList[Any], write: Callable[[tuple[Any, ...]], Any]) -> Any:
        if times[shared] > 1 and shared not in referred:
            written = write(shared)
            if len(shared) < SHORTEST and len(json.dumps(written)) < SHORTEST:
                return written
            referred[shared] = f"t{len(referred) + 1}"
            tables[referred[shared]] = written
        return referred[shared] if shared in referred else write(shared)

    said: dict[str, Any] = {"constraints": records_of(constraints, References(names, refer))}
    return {"format": FORMAT, "tables": tables} | said if tables else said if constraints else {}


def _shared(constraint: Any) -> Iterable[SharedList[Any]]:
    """The shared lists among the fields of a constraint."""
    return [each for each in vars(constraint).values() if isinstance(each, SharedList)]
