"""Fresh variables: what a decomposition adds to those of its problem.

They stand behind the problem's own variables, so that a solution of what is decomposed begins with
the solution of the problem.  A term that occurs twice has one fresh variable.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import lru_cache

from accord.puzzles.domain import Domain

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
