"""Knapsack: what is taken is not too heavy, and its profit compares.

    Knapsack((0, 1), (3, 2), (5, 4), 7, ">=", 10)      3 x0 + 2 x1 <= 7 and 5 x0 + 4 x1 >= 10

Each variable says how often something is taken.  XCSP3's knapsack: the limit of the weight and what
the profit compares with are constants or variables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import all_always_true, any_always_false, checked
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumbers


@checked
@dataclass(frozen=True)
class Knapsack(HasRecord):
    """The weight is within a limit, and the profit compares with a constant or a variable.

    >>> from accord.constraints import Knapsack
    >>> bag = Knapsack((0, 1), weights=(2, 3), profits=(3, 4), limit=6, operator=">=", right=7)
    >>> bag.holds((1, 1)), bag.holds((0, 2)), bag.holds((1, 2))  # how many of each thing
    (True, True, False)
    """

    kind: ClassVar[str] = "knapsack"

    variables: VariableNumbers
    weights: tuple[int, ...]  # one for each variable
    profits: tuple[int, ...]  # one for each variable
    limit: int | Variable  # of the weight
    operator: Comparison
    right: int | Variable  # what the profit compares with
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, then the limit and the right side, if they are some."""

    def __post_init__(self) -> None:
        for key, found in (("weights", self.weights), ("profits", self.profits)):
            if len(found) != len(self.variables):
                raise MalformedConstraintError(
                    f"{key}: found {len(found)}, expected {len(self.variables)}, one for each "
                    "variable"
                )
        ends = [each.number for each in (self.limit, self.right) if isinstance(each, Variable)]
        object.__setattr__(self, "scope", (*self.variables, *ends))

    def sums(self) -> tuple[Linear, Linear]:
        """The weight and the profit."""
        label = self.name or self.kind
        weight = Linear(self.variables, "<=", self.limit, self.weights, name=f"{label}, weight")
        return weight, Linear(
            self.variables, self.operator, self.right, self.profits, name=f"{label}, profit"
        )

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        return any_always_false(self.sums()) or all_always_true(self.sums())

    def holds(self, values: Sequence[int]) -> bool:
        """Whether both sums compare as they should."""
        of = dict(zip(self.scope, values, strict=True))
        return all(each.holds([of[x] for x in each.scope]) for each in self.sums())

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The sums that do not."""
        of = dict(zip(self.scope, values, strict=True))
        called = dict(zip(self.scope, names, strict=True))
        for each in self.sums():
            yield from each.violations([of[x] for x in each.scope], [called[x] for x in each.scope])


KINDS = {Knapsack.kind: Knapsack}
EXAMPLES = {Knapsack.kind: Knapsack((0, 1), (1, 2), (3, 1), 6, ">=", Variable(2))}
