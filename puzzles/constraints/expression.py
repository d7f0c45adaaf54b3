"""Expression: any comparison or logical combination of terms, XCSP3's intension.

    Expression(("lt", ("add", Variable(0), 1), Variable(1)))      x0 + 1 < x1

What the operators mean, and what an undefined term does, stands in terms.py.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from accord.puzzles.constraints import terms
from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.fields import Key


@checked
@dataclass(frozen=True)
class Expression(HasRecord):
    """A term that has to be true; nested tuples `(operator, operand, ...)` say one as well.

    >>> from accord.constraints import Expression, Variable
    >>> x, y = Variable(0), Variable(1)
    >>> far = Expression(("ge", ("dist", x, y), 2))  # |x - y| >= 2
    >>> far.holds((1, 4)), far.holds((1, 2))
    (True, False)
    """

    kind: ClassVar[str] = "expression"

    term: Annotated[Operation, Key("expression"), terms.IN_JSON]
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

    def with_atoms(self, atoms: Sequence[int | Variable], name: str) -> "Expression":
        """The expression with other constants and variables in the places of its own.

        Args:
            atoms: one for each, in their order; this expression has no set.
            name: of the constraint that is made.
        """
        made = object.__new__(Expression)  # of a term like this one, so that nothing is to check
        numbers = [each.number for each in atoms if isinstance(each, Variable)]
        object.__setattr__(made, "term", terms.with_atoms(self.term, iter(atoms)))
        object.__setattr__(made, "name", name)
        object.__setattr__(made, "scope", tuple(dict.fromkeys(numbers)))
        return made

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
            text = terms.in_words(self.term, dict(zip(self.scope, names, strict=True)))
            yield f"{label}{text}: found {found or 'false'}"


KINDS = {Expression.kind: Expression}
