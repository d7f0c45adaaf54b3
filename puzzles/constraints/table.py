"""Table: the tuples that are allowed, or those that are forbidden.

The constraint that can say every other, at a price: XCSP3's extension, MiniZinc's table.  `*` in a
tuple stands for any value (a short tuple).  Tuples are found by hashing the values at the places
without stars, once for each different set of such places, so that a check costs as many look-ups.
The tuples are hashed once for all constraints that share them (puzzles/shared.py), and those of a
large table for problems one after the other that have equal ones: 0.6 s for a million triples, and
80 MB for 450,000 quadruples, so that one table alone is kept when its problem has gone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Literal, Self

from accord.puzzles.constraints.arguments import checked, too_few
from accord.puzzles.constraints.constraint import MalformedConstraintError, Names, Numbers
from accord.puzzles.constraints.record import HasRecord, Kind, Record
from accord.puzzles.fields import NO_NUMBERS, LeftOut, Shareable, VariableNumbers
from accord.puzzles.shared import derived

STAR: Literal["*"] = "*"
Entry = int | Literal["*"]
Tuples = tuple[tuple[Entry, ...], ...]
Index = Mapping[tuple[int, ...], Set[tuple[Entry, ...]]]
"""By the places without stars, what stands there."""
LARGE = 10_000  # tuples, from which on equal tables share their index


@checked
@dataclass(frozen=True)
class Table(metaclass=Kind):
    """The values of the variables are one of the tuples; or none of them.

    >>> from accord.constraints import STAR, Table
    >>> menu = Table((0, 1), ((1, 2), (2, STAR)))  # STAR: any value
    >>> menu.holds((1, 2)), menu.holds((2, 7)), menu.holds((1, 7))
    (True, True, False)
    """

    kind: ClassVar[str] = "table"

    scope: VariableNumbers
    tuples: Shareable[Tuples]
    forbidden: bool = False  # the tuples are those that must not be
    name: str = field(default="", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        key = "forbidden" if self.forbidden else "allowed"
        for length in derived(self.tuples, _lengths):
            if length != len(self.scope):
                raise MalformedConstraintError(
                    f"{key} tuples: found one of {length} values, expected {len(self.scope)}"
                )

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if derived(self.tuples, _has_stars_alone):
            return "tuples: found one of stars alone, expected a value in each"
        return too_few("tuples", self.tuples, 1, "tuple")

    def holds(self, values: Sequence[int]) -> bool:
        """Whether these values of the scope are allowed."""
        listed = any(
            tuple(values[place] for place in places) in parts
            for places, parts in derived(self.tuples, _index).items()
        )
        return listed != self.forbidden

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The tuple that is not allowed."""
        if not self.holds(values):
            label = self.name or "table"
            where, found = ", ".join(names), ", ".join(map(str, values))
            what = "a forbidden tuple" if self.forbidden else "no allowed tuple"
            yield f"{label}: found ({found}) at ({where}), which is {what}"

    def record(self, names: Names = ()) -> dict[str, Any]:
        """Its JSON object; tuples as texts or lists."""
        key = "forbidden" if self.forbidden else "allowed"
        return _TableRecord(self.scope, **{key: self.tuples}).record(names)

    @classmethod
    def from_record(cls, record: Record, numbers: Numbers = NO_NUMBERS, name: str = "") -> Self:
        """The constraint of a record."""
        said = _TableRecord.from_record(record, numbers)
        keys = [key for key in ("allowed", "forbidden") if key in record]
        if len(keys) != 1:
            raise MalformedConstraintError(
                f"found {' and '.join(keys) or 'neither'}, expected one of allowed and forbidden"
            )
        return cls(said.scope, getattr(said, keys[0]), "forbidden" in record, name=name)


@dataclass(frozen=True)
class _TableRecord(HasRecord):
    """A table in JSON, which has one of the two lists of tuples."""

    scope: VariableNumbers
    allowed: LeftOut[Shareable[Tuples | None]] = None
    forbidden: LeftOut[Shareable[Tuples | None]] = None


def has_stars(tuples: Tuples) -> bool:
    """Whether one of the tuples has a star."""
    return any(STAR in entries for entries in tuples)


def _has_stars_alone(tuples: Tuples) -> bool:
    """Whether one of the tuples allows everything."""
    return any((STAR,) * length in tuples for length in _lengths(tuples) if length)


def _lengths(tuples: Tuples) -> Iterable[int]:
    """The different lengths of tuples, in their order."""
    return dict.fromkeys(map(len, tuples))


def _index(tuples: Tuples) -> Index:
    return _new_index(tuples) if len(tuples) < LARGE else _shared_index(tuples)


def _new_index(tuples: Tuples) -> Index:
    found: dict[tuple[int, ...], set[tuple[Entry, ...]]] = {}
    starred = [entries for entries in tuples if STAR in entries]
    if len(starred) < len(tuples):
        found[(*range(len(tuples[0])),)] = set(tuples).difference(starred)
    for entries in starred:
        places = tuple(place for place, entry in enumerate(entries) if entry != STAR)
        found.setdefault(places, set()).add(tuple(entries[place] for place in places))
    return found


_shared_index = lru_cache(maxsize=1)(_new_index)  # of a table that several problems have


KINDS = {Table.kind: Table}
EXAMPLES = {
    Table.kind: Table((0, 1), ((1, 2), (2, STAR))),
    f"{Table.kind} forbidden": Table((0, 1), ((1, 2), (2, 3)), forbidden=True),
}
