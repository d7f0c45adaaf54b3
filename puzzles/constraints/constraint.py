"""What every kind of constraint is: a frozen value that says what it means.

`holds` is the meaning: the judge, `accord verify` and the tests that try every assignment use
nothing else.  Everything beside it can be checked against it: `violations` says the same in words,
decompositions/ with more primitive kinds, and encodings and backends in other languages.

A file of this folder that ends in `KINDS = {name: class}` defines kinds, and in `EXAMPLES = {name:
constraint}` a constraint of each over the variables 0 to 3, whose values are 1 to 3; no list names
them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Protocol

from accord.puzzles.discovery import members
from accord.puzzles.errors import InputError, shown, whole_number, with_parameters


class MalformedConstraintError(InputError, ValueError):
    """The arguments describe no constraint; says what was found and expected."""


class TooLargeError(InputError, ValueError):
    """A decomposition would be larger than the size that it states."""


@with_parameters(MalformedConstraintError)
@dataclass(frozen=True)
class Variable:
    """A variable, where a constant could stand as well.

    Where only variables can stand, as in a scope, they are plain numbers.

    >>> from accord.constraints import Linear, Variable
    >>> Linear((0, 1), "<=", Variable(2)).scope  # x0 + x1 <= x2
    (0, 1, 2)
    """

    number: int  # its place in the problem, from 0

    def __post_init__(self) -> None:
        if type(self.number) is not int:
            if (number := whole_number(self.number)) is None:
                found = shown(self.number)
                raise MalformedConstraintError(f"Variable: found {found}, expected its number")
            object.__setattr__(self, "number", number)


Names = Sequence[str]  # of all variables of a problem
Numbers = Mapping[str, int]  # of the variables, by name


class Constraint(Protocol):
    """A relation over some variables."""

    kind: ClassVar[str]  # what the field calls it

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables it constrains, in order; one may occur twice."""
        ...

    @property
    def name(self) -> str:
        """The label that people read, for example `row 3`; no part of the meaning."""
        ...

    def holds(self, values: Sequence[int]) -> bool:
        """Whether values of the scope, in its order, satisfy it."""
        ...

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """Sentences, one for each broken part; none where the values satisfy it.

        Args:
            values: in the order of the scope.
            names: of the variables of the scope, in its order.
        """
        ...

    def record(self, names: Names) -> dict[str, Any]:
        """Its JSON object without kind and name; `names` are those of the problem's variables."""
        ...

    @classmethod
    def from_record(cls, record: Mapping[str, Any], numbers: Numbers, name: str) -> "Constraint":
        """The constraint of a JSON object as `record` gives it, read strictly.

        Raises:
            MalformedConstraintError: it does not describe a constraint of this kind.
        """
        ...


@cache
def kinds() -> dict[str, type[Constraint]]:
    """Every kind of constraint by its name."""
    return members("KINDS", "accord.puzzles.constraints")


def examples() -> dict[str, Constraint]:
    """Constraints of each kind but expressions, over four variables with the values 1 to 3."""
    return members("EXAMPLES", "accord.puzzles.constraints")
