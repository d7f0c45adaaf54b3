"""Clauses: as they are, each one clause, in their order."""

from collections.abc import Iterator

from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.proofs.literals import Clause, Literals


def disjunctions(constraint: Clauses, literals: Literals) -> Iterator[Clause]:
    """A clause for each; those that are always true are left out of the block."""
    zero = [literals.equal(variable, 0) for variable in constraint.scope]
    yield from map(tuple, constraint.said([-literal for literal in zero], zero))


RELAXATIONS = {Clauses: disjunctions}
