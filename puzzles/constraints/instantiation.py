"""Instantiation: each variable has a given value.

XCSP3's instantiation, in which a file says what is known or was found; no more than smaller domains
would say.  It is a constraint here, so that a file keeps it and a solution that breaks it is
answered in words; what solves it takes the other values from the domains.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked, repeated
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumbers
from accord.puzzles.phrasing import counted


@checked
@dataclass(frozen=True)
class Instantiation(HasRecord):
    """Each variable has its value.

    >>> from accord.constraints import Instantiation
    >>> Instantiation((0, 1), (4, 2)).holds((4, 2)), Instantiation((0, 1), (4, 2)).holds((4, 3))
    (True, False)
    """

    kind: ClassVar[str] = "instantiation"

    scope: VariableNumbers
    values: tuple[int, ...]  # one for each variable
    name: str = field(default="", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        if len(self.values) != len(self.scope):
            raise MalformedConstraintError(
                f"values: found {len(self.values)}, expected one for each of "
                f"{counted(len(self.scope), 'variable')}"
            )

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        pairs = {*zip(self.scope, self.values, strict=True)}
        return repeated("scope", [variable for variable, _ in pairs])

    def holds(self, values: Sequence[int]) -> bool:
        """Whether they are the given ones."""
        return tuple(values) == self.values

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """Each variable that has another value."""
        for name, found, expected in zip(names, values, self.values, strict=True):
            if found != expected:
                yield f"{self.name or self.kind}: found {name} = {found}, expected {expected}"


KINDS = {Instantiation.kind: Instantiation}
EXAMPLES = {Instantiation.kind: Instantiation((0, 2), (1, 3))}
