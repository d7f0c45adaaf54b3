"""Measures: a number that some variables have together, compared with a constant or a variable.

What XCSP3 calls a constraint with a condition: a maximum is at most 5, a count is another variable.
`Measure` holds what these kinds share; what is measured, each says itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import COMPARISONS, Comparison
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumbers


@dataclass(frozen=True)
class Measure(HasRecord):
    """A measure of variables compared with a constant or a variable: sum, count, maximum ..."""

    kind: ClassVar[str]

    variables: VariableNumbers  # those that are measured
    operator: Comparison
    right: int | Variable
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables that are measured, then the right side if it is one."""

    def __post_init__(self) -> None:
        right = (self.right.number,) if isinstance(self.right, Variable) else ()
        object.__setattr__(self, "scope", (*self.variables, *right))

    def measured(self, values: Sequence[int]) -> int:
        """The measure of values of the scope, without the right side; each kind says its own."""
        raise NotImplementedError

    def what(self, names: Sequence[str]) -> str:
        """The words for the measure; `names` of the scope, without the right side."""
        raise NotImplementedError

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if isinstance(self.right, Variable) or (possible := self.possible()) is None:
            return ""
        compares = COMPARISONS[self.operator]
        if len({compares(each, self.right) for each in possible}) > 1:
            return ""
        found = f"{self.operator} {self.right} of a number that is {possible[0]} to {possible[-1]}"
        return f"right: found {found}, expected what some of these meet and others do not"

    def possible(self) -> range | None:
        """The numbers that can be measured, whatever the domains; None for any."""
        return None

    def holds(self, values: Sequence[int]) -> bool:
        """Whether what is measured compares as it should."""
        own, right = self._parts(values)
        return COMPARISONS[self.operator](self.measured(own), right)

    def _parts(self, values: Sequence[int]) -> tuple[Sequence[int], int]:
        """The values that are measured, and the value of the right side, of those of the scope."""
        if isinstance(self.right, Variable):
            return values[:-1], values[-1]
        return values, self.right

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """One sentence: the measure, and what it should be; none where that holds."""
        if self.holds(values):
            return
        own, right = self._parts(values)
        label = f"{self.name}: " if self.name else ""
        found, expected = f"found {self.measured(own)}", f"expected {self.operator} {right}"
        whose = f", the value of {names[-1]}" if isinstance(self.right, Variable) else ""
        yield f"{label}{self.what(names[: len(own)])}: {found}, {expected}{whose}"
