"""Ordered: each variable and the next one are in order.

    Ordered((0, 1, 2), "<")              x0 < x1 < x2
    Ordered((0, 1, 2), "<=", (3, 5))     x0 + 3 <= x1 and x1 + 5 <= x2

XCSP3's ordered, with its four orders and its lengths, which are constants or variables; MiniZinc's
increasing, strictly_increasing and so on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, Literal, get_args

from accord.puzzles.constraints.arguments import checked, repeated
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import LeftOut, VariableNumbers

Order = Literal["<", "<=", ">=", ">"]
ORDERS: tuple[Order, ...] = get_args(Order)


@checked
@dataclass(frozen=True)
class Ordered(HasRecord):
    """Each variable, plus the length that follows it, stands so to the next one.

    >>> from accord.constraints import Ordered
    >>> Ordered((0, 1, 2), "<").holds((1, 3, 4)), Ordered((0, 1, 2), "<").holds((1, 3, 3))
    (True, False)
    """

    kind: ClassVar[str] = "ordered"

    variables: VariableNumbers
    operator: Order
    lengths: LeftOut[tuple[int | Variable, ...]] = ()  # one after each but the last; none: 0 each
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables in order, then those among the lengths."""

    def __post_init__(self) -> None:
        expected = max(0, len(self.variables) - 1)
        if self.lengths and len(self.lengths) != expected:
            raise MalformedConstraintError(
                f"lengths: found {len(self.lengths)}, expected {expected}, one after each "
                "variable but the last"
            )
        among = [each.number for each in self.lengths if isinstance(each, Variable)]
        object.__setattr__(self, "scope", (*self.variables, *among))

    def links(self) -> Iterator[Linear]:
        """The Linears between each two neighbours that say the same."""
        lengths = self.lengths or (0,) * max(0, len(self.variables) - 1)
        for (one, other), length in zip(pairwise(self.variables), lengths, strict=True):
            scope, weights, right = (one, other), (1, -1), 0
            if isinstance(length, Variable):
                yield Linear((*scope, length.number), self.operator, 0, (*weights, 1))
            else:
                yield Linear(scope, self.operator, right - length, weights)

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        strict = self.operator in ("<", ">") and not self.lengths
        return repeated("variables", self.variables) if strict else ""

    def holds(self, values: Sequence[int]) -> bool:
        """Whether each two neighbours are in order."""
        return next(self._broken(values, [""] * len(values)), None) is None

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The neighbours that are not."""
        yield from self._broken(values, names)

    def _broken(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        of = dict(zip(self.scope, values, strict=True))
        called = dict(zip(self.scope, names, strict=True))
        for link in self.links():
            own = [of[each] for each in link.scope]
            if not link.holds(own):
                words = link.in_words([called[each] for each in link.scope])
                yield f"{self.name or 'ordered'}: {words}: found {link.value(own)}"


KINDS = {Ordered.kind: Ordered}
EXAMPLES = {
    Ordered.kind: Ordered((0, 1, 2), "<="),
    f"{Ordered.kind} strictly": Ordered((0, 1, 2), "<"),
    f"{Ordered.kind} with lengths": Ordered((0, 1, 2), "<=", (1, Variable(3))),
}
