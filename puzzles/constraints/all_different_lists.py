"""AllDifferentLists: no two lists of variables are equal.

    AllDifferentLists(((0, 1), (2, 3)))      x0 != x2 or x1 != x3

XCSP3's allDifferent of lists, with lists of values that may be repeated.  Lists are equal where all
their places are, so that two lists of no variables are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import HasRecord, same_length
from accord.puzzles.fields import Excepted, VariableNumbers

Values = tuple[int, ...]


@checked
@dataclass(frozen=True)
class AllDifferentLists(HasRecord):
    """No two lists have the same values, but for excepted ones.

    >>> from accord.constraints import AllDifferentLists
    >>> teams = AllDifferentLists(((0, 1), (2, 3)))
    >>> teams.holds((1, 2, 2, 1)), teams.holds((1, 2, 1, 2))
    (True, False)
    """

    kind: ClassVar[str] = "all-different-lists"

    lists: tuple[VariableNumbers, ...]  # all of the same length
    excepted: Excepted[Values] = ()  # values of a list that may be repeated
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, list by list."""

    def __post_init__(self) -> None:
        same_length("lists", self.lists)
        for each in self.excepted:
            if self.lists and len(each) != len(self.lists[0]):
                raise MalformedConstraintError(
                    f"except: found {len(each)} values, expected {len(self.lists[0])}, "
                    "one for each variable of a list"
                )
        object.__setattr__(self, "excepted", tuple(sorted({*self.excepted})))
        object.__setattr__(self, "scope", tuple(chain.from_iterable(self.lists)))

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        for each in () if self.excepted else self.lists:
            if self.lists.count(each) > 1:
                return f"lists: found {each} twice, expected different ones"
        return ""

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the lists differ."""
        return not self._repeated(values)

    def _repeated(self, values: Sequence[int]) -> dict[Values, list[int]]:
        """Values of several lists, and which ones have them."""
        rest, places = iter(values), dict[Values, list[int]]()
        for place, variables in enumerate(self.lists):
            own = tuple(next(rest) for _ in variables)
            places.setdefault(own, []).append(place)
        return {
            own: where
            for own, where in places.items()
            if len(where) > 1 and own not in self.excepted
        }

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """One sentence for each list of values that stands more than once."""
        called = dict(zip(self.scope, names, strict=True))
        for own, places in self._repeated(values).items():
            where = ", ".join(
                f"({', '.join(called[each] for each in self.lists[place])})" for place in places
            )
            found = ", ".join(map(str, own))
            yield f"{self.name or self.kind} repeats ({found}) at {where}"


KINDS = {AllDifferentLists.kind: AllDifferentLists}
EXAMPLES = {
    AllDifferentLists.kind: AllDifferentLists(((0, 1), (2, 3))),
    f"{AllDifferentLists.kind} except": AllDifferentLists(((0, 1), (2, 3)), ((1, 2),)),
}
