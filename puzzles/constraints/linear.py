"""Linear: a weighted sum compared with a constant or a variable.

    Linear((0, 1), "=", 3)                     x0 + x1 = 3
    Linear((0, 1), "<=", Variable(2), (2, 3))  2 x0 + 3 x1 <= x2

A variable on the right side is kept as a term of weight -1, so that 0 stands there.  XCSP3 and
CPMpy call it sum, MiniZinc int_lin_eq and so on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from typing import ClassVar, Literal, Self

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import MalformedConstraintError, Numbers, Variable
from accord.puzzles.constraints.record import HasRecord, Record, wrong
from accord.puzzles.fields import NO_NUMBERS, VariableNumbers

Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
COMPARISONS: dict[Comparison, Callable[[int, int], bool]] = {
    "=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip


@checked
@dataclass(frozen=True)
class Linear(HasRecord):
    """A weighted sum of variables, compared with a constant or a variable.

    >>> from accord.constraints import Linear
    >>> cage = Linear((0, 1, 2), "=", 10, (1, 2, 1))  # x0 + 2 * x1 + x2 = 10
    >>> cage.holds((1, 4, 1)), cage.holds((1, 1, 4))
    (True, False)
    """

    kind: ClassVar[str] = "linear"
    keys: ClassVar = ("scope", "coefficients", "operator", "right")  # in JSON, in this order

    scope: VariableNumbers
    operator: Comparison
    right: int | Variable
    coefficients: tuple[int, ...] = ()  # one for each variable; none: 1 each
    name: str = field(default="", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        weights = self.coefficients or (1,) * len(self.scope)
        if len(weights) != len(self.scope):
            raise MalformedConstraintError(
                f"coefficients: found {len(weights)}, expected {len(self.scope)}, "
                "one for each variable"
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
        label = f"{self.name}: " if self.name else ""
        yield f"{label}{self.in_words(names)}: found {self.value(values)}"

    def in_words(self, names: Sequence[str]) -> str:
        """The comparison, with these names of the scope's variables."""
        text = ""
        for weight, name in zip(self.coefficients, names, strict=True):
            size = "" if abs(weight) == 1 else f"{abs(weight)} "
            sign = (" - " if weight < 0 else " + ") if text else ("-" if weight < 0 else "")
            text += f"{sign}{size}{name}"
        return f"{text or '0'} {self.operator} {self.right}"

    def equation(self, names: Sequence[str]) -> str:
        """As `in_words`, with the negative weights on the other side: x = y + 1."""
        of = dict(zip(self.scope, names, strict=True))
        sides: tuple[list[str], list[str]] = ([], [])
        for variable, weight in self.weights.items():
            size = "" if abs(weight) == 1 else f"{abs(weight)} "
            sides[weight < 0].append(f"{size}{of[variable]}")
        if not sides[0]:
            return self.in_words(names)
        beyond = f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}" * (self.constant != 0)
        other = f"{' + '.join(sides[1])}{beyond}" if sides[1] else str(self.constant)
        return f"{' + '.join(sides[0])} {self.operator} {other}"

    @classmethod
    def from_record(cls, record: Record, numbers: Numbers = NO_NUMBERS, name: str = "") -> Self:
        """The constraint of a JSON object, read strictly; coefficients are 1 where none stand."""
        if record.get("coefficients") == [] != record.get("scope"):
            raise wrong("coefficients", [], "one for each variable")
        return super().from_record(record, numbers, name)


KINDS = {Linear.kind: Linear}
EXAMPLES = {Linear.kind: Linear((0, 1, 2), "=", 6, (1, 2, 1))}
