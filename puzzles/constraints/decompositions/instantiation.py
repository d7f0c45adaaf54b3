"""Instantiation as an equation for each variable; a value that a variable cannot have is false."""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table


def equations(constraint: Instantiation, fresh: Fresh) -> Iterator[Constraint]:
    """Each variable equals its value."""
    for variable, value in zip(constraint.scope, constraint.values, strict=True):
        if value in fresh.domains[variable]:
            yield Linear((variable,), "=", value)
        else:
            yield Table((variable,), ())


DECOMPOSITIONS = {Instantiation: equations}
