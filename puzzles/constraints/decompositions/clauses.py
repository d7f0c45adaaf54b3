"""Clauses as expressions: a disjunction each."""

from collections.abc import Iterator

from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, TooLargeError, Variable
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation, Term


def disjunctions(constraint: Clauses, fresh: Fresh) -> Iterator[Constraint]:
    """An expression for each clause.

    Raises:
        TooLargeError: there are too many.
    """
    if (number := len(constraint.clauses)) > LARGEST:
        raise TooLargeError(f"{number:,} clauses; at most {LARGEST:,}")
    true: list[Term] = [*map(Variable, constraint.scope)]
    for terms in constraint.said(true, [Operation("not", (each,)) for each in true]):
        if len(terms) > 1:
            yield Expression(Operation("or", tuple(terms)))
        else:
            yield Expression(Operation("ne", (terms[0] if terms else 0, 0)))


DECOMPOSITIONS = {Clauses: disjunctions}
