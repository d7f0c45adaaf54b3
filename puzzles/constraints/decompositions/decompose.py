"""Decomposing: the function of each kind, and the fresh variables that they share.

A decomposition says a constraint by more primitive ones, perhaps with fresh variables, each
determined by the solution.  These stand behind the problem's own variables, so that a solution of
what is decomposed begins with the solution of the problem.  A term that occurs twice has one.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.discovery import members_by
from accord.puzzles.domain import Domain

Decomposition = Callable[..., Iterator[Constraint]]  # of a constraint and the variables


LARGEST = 100_000  # tuples, values or fresh variables that one constraint decomposes into


class Fresh:
    """The variables of a problem and those that decompositions add.

    Args:
        domains: of the problem's own variables.
    """

    def __init__(self, domains: Iterable[Collection[int]]) -> None:
        held = [*domains]
        same = {  # of 81 cells a few differ
            values: _domain(values) if isinstance(values, frozenset) else Domain.of(values)
            for values in set(held)
        }
        self.domains: list[Domain] = [same[values] for values in held]
        self._different = [*same.values()]
        self._known: dict[Hashable, int] = {}

    def different(self) -> list[Domain]:
        """The domains, without most of those that are there more than once."""
        return self._different

    def variable(self, values: Iterable[int]) -> int:
        """The number of a new variable that takes one of these values."""
        self.domains.append(Domain.of(values))
        self._different.append(self.domains[-1])
        return len(self.domains) - 1

    def known(self, meaning: Hashable) -> int | None:
        """The variable that has this meaning already."""
        return self._known.get(meaning)

    def means(self, meaning: Hashable, variable: int) -> None:
        """Note what a variable means."""
        self._known[meaning] = variable

    def of(self, scope: Sequence[int]) -> list[Domain]:
        """The domains of a scope."""
        return [self.domains[variable] for variable in scope]


@lru_cache(2048)
def _domain(values: frozenset[int]) -> Domain:
    """The domain of a cell of a puzzle; puzzles have the same ones again and again."""
    return Domain.of(values)


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
