"""Finding the function that decomposes a constraint of some kind."""

from collections.abc import Callable, Iterator
from functools import cache

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.discovery import members_by

Decomposition = Callable[..., Iterator[Constraint]]  # of a constraint and the variables


@cache
def decompositions() -> dict[type[Constraint], Decomposition]:
    """The function for each kind."""
    return members_by("DECOMPOSITIONS", "accord.puzzles.constraints.decompositions")


def decompose(constraint: Constraint, fresh: Fresh) -> Iterator[Constraint]:
    """Constraints of more primitive kinds that say the same.

    Raises:
        TooLargeError: they, or their domains, would be larger than `LARGEST`.
    """
    yield from decompositions()[type(constraint)](constraint, fresh)
