"""Channel and ChannelValue: one model of a problem translated into another.

    Channel(((0, 1, 2), (3, 4, 5)))      x0 = 2 exactly if x5 = 0, and so on: one is the inverse
    Channel(((0, 1, 2),))                x0 = 2 exactly if x2 = 0: a list that is its own inverse
    ChannelValue((0, 1, 2), 3)           x3 is the only index at which 1 stands

XCSP3's channel.  Every value of the first list is an index of the second, where the place of the
value stands; a value that is no index is false.  Lists of the same length are inverse to each other
then; where the second is longer, what else stands in it is free.  MiniZinc's inverse.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked, repeated, too_few
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumber, VariableNumbers


@checked
@dataclass(frozen=True)
class Channel(HasRecord):
    """Where the first list says a place of the second, the second says that place of the first.

    >>> from accord.constraints import Channel
    >>> inverse = Channel(((0, 1, 2), (3, 4, 5)), starts=(1, 1))
    >>> inverse.holds((2, 3, 1, 3, 1, 2)), inverse.holds((2, 3, 1, 1, 2, 3))
    (True, False)
    """

    kind: ClassVar[str] = "channel"

    lists: tuple[VariableNumbers, ...]  # one or two; the second is not shorter
    starts: tuple[int, ...] = ()  # the first index of each list; none: 0
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, list by list."""

    def __post_init__(self) -> None:
        lengths = [len(each) for each in self.lists]
        if not 1 <= len(lengths) <= 2:
            raise MalformedConstraintError(f"lists: found {len(lengths)}, expected one or two")
        if lengths[-1] < lengths[0]:
            raise MalformedConstraintError(
                f"lists: found {lengths[0]} and {lengths[1]} variables, expected the second list "
                "not to be shorter"
            )
        starts = self.starts or (0,) * len(lengths)
        if len(starts) != len(lengths):
            raise MalformedConstraintError(
                f"starts: found {len(starts)}, expected {len(lengths)}, one for each list"
            )
        object.__setattr__(self, "starts", starts)
        object.__setattr__(self, "scope", tuple(chain.from_iterable(self.lists)))

    def elements(self) -> Iterator[Element]:
        """The equivalent Elements: list[x] is the place of x."""
        items, start = tuple(map(Variable, self.lists[-1])), self.starts[-1]
        for place, index in enumerate(self.lists[0], self.starts[0]):
            yield Element(items, index, place, start, name=self.name or self.kind)

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        return repeated("lists", self.lists[0])

    def holds(self, values: Sequence[int]) -> bool:
        """Whether each place is found where it should be."""
        of = dict(zip(self.scope, values, strict=True))
        return all(each.holds([of[x] for x in each.scope]) for each in self.elements())

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The variables that lead to another place."""
        of = dict(zip(self.scope, values, strict=True))
        called = dict(zip(self.scope, names, strict=True))
        for each in self.elements():
            own = [of[x] for x in each.scope]
            yield from each.violations(own, [called[x] for x in each.scope])


@checked
@dataclass(frozen=True)
class ChannelValue(HasRecord):
    """A variable is the only index at which 1 stands.

    >>> from accord.constraints import ChannelValue
    >>> chosen = ChannelValue((0, 1, 2), value=3, start=1)
    >>> chosen.holds((0, 1, 0, 2)), chosen.holds((0, 1, 0, 3))
    (True, False)
    """

    kind: ClassVar[str] = "channel-value"

    variables: VariableNumbers
    value: VariableNumber
    start: int = 0  # the index of the first variable
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, then the value."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scope", (*self.variables, self.value))

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        return too_few("variables", self.variables, 1)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether 1 stands at this index, and nowhere else."""
        return self._ones(values) == [values[-1]]

    def _ones(self, values: Sequence[int]) -> list[int]:
        return [at for at, each in enumerate(values[:-1], self.start) if each == 1]

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """One sentence: the places of the ones, and the place that was expected."""
        if not self.holds(values):
            where = ", ".join(map(str, self._ones(values))) or "no index"
            expected = f"expected {names[-1]} = {values[-1]} alone"
            among = ", ".join(names[:-1]) or "no variables"
            yield f"{self.name or self.kind}: found 1 at {where} of {among}, {expected}"


KINDS = {Channel.kind: Channel, ChannelValue.kind: ChannelValue}
EXAMPLES = {
    Channel.kind: Channel(((0, 1, 2),), (1,)),
    f"{Channel.kind} of two lists": Channel(((0, 1), (2, 3)), (1, 1)),
    f"{Channel.kind} one way": Channel(((0,), (1, 2, 3)), (1, 1)),
    ChannelValue.kind: ChannelValue((0, 1, 2), 3, 1),
}
