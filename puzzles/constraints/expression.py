"""Expression: any comparison or logical combination of terms, XCSP3's intension.

    Expression(("lt", ("add", Variable(0), 1), Variable(1)))      x0 + 1 < x1

What the operators mean, and what an undefined term does, stands in terms.py.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from accord.puzzles.constraints import terms
from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import (
    MalformedConstraintError,
    Names,
    Numbers,
)
from accord.puzzles.constraints.record import Record, expect_keys
from accord.puzzles.constraints.terms import Operation


@checked
@dataclass(frozen=True)
class Expression:
    """A term that has to be true; nested tuples `(operator, operand, ...)` say one as well."""

    kind: ClassVar[str] = "expression"

    term: Operation
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The different variables of the term, in the order in which they occur first."""

    def __post_init__(self) -> None:
        term = terms.term_of(self.term)
        if not isinstance(term, Operation) or not (term.is_truth or term.operator == "if"):
            raise MalformedConstraintError(
                "found an expression that is a number, expected a comparison or a logical operator"
            )
        object.__setattr__(self, "term", term)
        object.__setattr__(self, "scope", tuple(dict.fromkeys(terms.variables_of(term))))

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if terms.constant_truth(self.term) is None:
            return ""
        text = terms.as_text(
            self.term, dict(zip(self.scope, map("x{}".format, self.scope), strict=True))
        )
        if self.scope:
            return f"found {text}, expected an expression that its variables decide"
        return f"found {text} {terms.NO_VARIABLE}"

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the term is true of these values of the scope."""
        return terms.truth(self.term, dict(zip(self.scope, values, strict=True)))

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The term, and the values that make it false."""
        if not self.holds(values):
            found = ", ".join(f"{name} = {v}" for name, v in zip(names, values, strict=True))
            label = f"{self.name}: " if self.name else ""
            text = terms.as_text(self.term, dict(zip(self.scope, names, strict=True)))
            yield f"{label}{text}: found {found or 'false'}"

    def record(self, names: Names) -> dict[str, Any]:
        """It in JSON."""
        return {"expression": terms.as_json(self.term, names)}

    @classmethod
    def from_record(cls, record: Record, numbers: Numbers, name: str = "") -> "Expression":
        """The constraint of a record."""
        expect_keys(record, ["expression"])
        return cls(terms.from_json(record["expression"], numbers), name=name)  # type: ignore[arg-type]


KINDS = {Expression.kind: Expression}
