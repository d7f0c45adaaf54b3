"""Linear as a chain of partial sums, each a fresh variable; of two or three terms as a table.

The domain of a partial sum runs from the lowest to the highest value that it can have.
"""

from collections.abc import Iterator, Sequence

from accord.puzzles.constraints.constraint import Constraint, TooLargeError
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.table import table_of
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.domain import Domain

TERMS = 3  # of a sum that becomes a table


def partial_sums(constraint: Linear, fresh: Fresh) -> Iterator[Constraint]:
    """Sums of three terms; of three or fewer the table.

    Raises:
        TooLargeError: the table, or the domain of a partial sum, would be.
    """
    scope, weights = constraint.scope, constraint.coefficients
    if len(scope) <= TERMS:
        yield table_of(constraint, fresh)
        return
    total, weight = scope[0], weights[0]
    for variable, other in zip(scope[1:-1], weights[1:-1], strict=True):
        sums = Domain.of(span((weight, other), fresh.of((total, variable))))
        if sums.size > LARGEST:
            raise TooLargeError(f"a partial sum of {sums.size:,} values; at most {LARGEST:,}")
        pair, pair_weights = (total, variable), (weight, other)
        total, weight = fresh.variable(sums), 1
        yield Linear((*pair, total), "=", 0, (*pair_weights, -1))
    yield Linear((total, scope[-1]), constraint.operator, constraint.right, (weight, weights[-1]))


def span(weights: Sequence[int], domains: Sequence[Domain]) -> range:
    """The values between the lowest and the highest weighted sum; none of an empty domain."""
    if not all(domains):
        return range(0)
    ends = [
        sorted((weight * domain.min, weight * domain.max))
        for weight, domain in zip(weights, domains, strict=True)
    ]
    return range(sum(low for low, _ in ends), sum(high for _, high in ends) + 1)


DECOMPOSITIONS = {Linear: partial_sums}
