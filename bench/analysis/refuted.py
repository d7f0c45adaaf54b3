"""Who is refuted, where and why: of sentences the first ones, in the order of the puzzles.

Puzzles are judged in the order of their hashes, which says nothing to anybody; in the order of a
campaign the first ones are known when the last has been judged.
"""

from bisect import insort
from collections import Counter
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeVar

SHOWN = 100  # sentences on who is refuted; of more there is the number
NAMED = 3  # puzzles on which a solver was refuted

Place = tuple[int, ...]  # of a puzzle: in the order of a campaign, or of one and then another
T = TypeVar("T")


@dataclass(frozen=True)
class RefutedSolver:
    """A solver, and the puzzles on which it was refuted."""

    solver: str
    puzzles: int
    first: tuple[str, ...]  # the names of the first NAMED
    why: str  # on the first


class RefutedSolvers:
    """Every solver that is refuted, the first one first."""

    def __init__(self) -> None:
        self._puzzles: Counter[str] = Counter()  # by solver
        self._first: dict[str, list[tuple[Place, tuple[str, str]]]] = {}  # name and reason

    def add(self, place: Place, solver: str, puzzle: str, why: str) -> None:
        """Add a puzzle on which a solver is refuted."""
        self._puzzles[solver] += 1
        keep(self._first.setdefault(solver, []), place, (puzzle, why), NAMED)

    @property
    def found(self) -> tuple[RefutedSolver, ...]:
        """All of them."""
        return tuple(
            RefutedSolver(
                solver,
                self._puzzles[solver],
                tuple(name for _, (name, _) in first),
                first[0][1][1],
            )
            for solver, first in sorted(self._first.items(), key=lambda each: each[1][0][0])
        )


def keep(kept: list[tuple[Place, T]], place: Place, item: T, most: int = SHOWN) -> None:
    """Keep the items of the first places, in their order."""
    insort(kept, (place, item), key=itemgetter(0))
    del kept[most:]
