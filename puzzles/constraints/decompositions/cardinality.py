"""Cardinality as a count for each value; closed, each variable has one of them."""

from collections.abc import Iterator

from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.table import Table


def counts(constraint: Cardinality, fresh: Fresh) -> Iterator[Constraint]:
    """The counts, and a table of one variable for each."""
    yield from constraint.counts()
    if constraint.closed:
        allowed = tuple((value,) for value in constraint.values)
        for variable in dict.fromkeys(constraint.variables):
            yield Table((variable,), allowed)


DECOMPOSITIONS = {Cardinality: counts}
