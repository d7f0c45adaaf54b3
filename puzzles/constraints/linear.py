"""Linear: a weighted sum compared with a constant or a variable.

    Linear((0, 1), "=", 3)                     x0 + x1 = 3
    Linear((0, 1), "<=", Variable(2), (2, 3))  2 x0 + 3 x1 <= x2

A variable on the right side is kept as a term of weight -1, so that 0 stands there.  XCSP3 and
CPMpy call it sum, MiniZinc int_lin_eq and so on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from typing import Any, ClassVar, Literal

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import (
    MalformedConstraintError,
    Names,
    Numbers,
    Variable,
)
from accord.puzzles.constraints.record import Record, expect_keys, integers, term, variables, wrong

Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
COMPARISONS: dict[Comparison, Callable[[int, int], bool]] = {
    "=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip


@checked
@dataclass(frozen=True)
class Linear:
    """A weighted sum of variables, compared with a constant or a variable."""

    kind: ClassVar[str] = "linear"

    scope: tuple[int, ...]
    operator: Comparison
    right: int | Variable
    coefficients: tuple[int, ...] = ()  # one for each variable; none: 1 each
    name: str = field(default="", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        weights = self.coefficients or (1,) * len(self.scope)
        if len(weights) != len(self.scope):
            raise MalformedConstraintError(
                f"coefficients: found {len(weights)}, expected {len(self.scope)}, one each"
            )
        object.__setattr__(self, "coefficients", weights)
        if isinstance(self.right, Variable):
            object.__setattr__(self, "scope", (*self.scope, self.right.number))
            object.__setattr__(self, "coefficients", (*weights, -1))
            object.__setattr__(self, "right", 0)

    @property
    def constant(self) -> int:
        """The right side, which is a constant."""
        assert isinstance(self.right, int)
        return self.right

    @property
    def weights(self) -> dict[int, int]:
        """By variable its weight, those of its places added, where it has any."""
        found: dict[int, int] = {}
        for weight, variable in zip(self.coefficients, self.scope, strict=True):
            found[variable] = found.get(variable, 0) + weight
        return {variable: weight for variable, weight in found.items() if weight}

    def value(self, values: Sequence[int]) -> int:
        """The sum."""
        return sum(map(int.__mul__, self.coefficients, values))

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if self.weights or not self.scope:
            return ""
        return "coefficients: found a sum in which no variable is left, expected one that is not 0"

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the sum of these values of the scope compares as it should."""
        return COMPARISONS[self.operator](self.value(values), self.constant)

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The sum, and what it should be."""
        if self.holds(values):
            return
        label = f"{self.name} " if self.name else ""
        yield f"{label}{self.in_words(names)}: found {self.value(values)}"

    def in_words(self, names: Sequence[str]) -> str:
        """The comparison, with these names of the scope's variables."""
        text = ""
        for weight, name in zip(self.coefficients, names, strict=True):
            size = "" if abs(weight) == 1 else f"{abs(weight)} "
            sign = (" - " if weight < 0 else " + ") if text else ("-" if weight < 0 else "")
            text += f"{sign}{size}{name}"
        return f"{text or '0'} {self.operator} {self.right}"

    def record(self, names: Names) -> dict[str, Any]:
        """It in JSON."""
        return {
            "scope": [names[variable] for variable in self.scope],
            "coefficients": [*self.coefficients],
            "operator": self.operator,
            "right": self.constant,
        }

    @classmethod
    def from_record(cls, record: Record, numbers: Numbers, name: str = "") -> "Linear":
        """The constraint of a record."""
        expect_keys(record, ["scope", "operator", "right"], ["coefficients"])
        scope = variables("scope", record["scope"], numbers)
        weights = integers("coefficients", record.get("coefficients", [1] * len(scope)))
        if len(weights) != len(scope):
            raise wrong("coefficients", [*weights], f"{len(scope)}, one for each variable")
        right = term("right", record["right"], numbers)
        return cls(scope, record["operator"], right, weights, name=name)


KINDS = {Linear.kind: Linear}
EXAMPLES = {Linear.kind: Linear((0, 1, 2), "=", 6, (1, 2, 1))}
