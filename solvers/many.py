"""Many puzzles of one shape, asked in one call.

A solver is a generator of grids and is asked one puzzle at a time; where a puzzle takes two
microseconds, that costs more than the search.  A backend that takes an array of puzzles has
`Backend.many`, and a caller with a million of them asks for `counts` instead of grids.  The claims
are those of the generator: a count below the limit claims that there are no more.

Nothing can end such a call, so a time limit for each puzzle needs a solver that knows beforehand
what it can keep: `Backend.within` decides what certainly takes less, and says of the others that
they are UNDECIDED.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.puzzles import Shape

if TYPE_CHECKING:
    from numpy import int64, uint8
    from numpy.typing import NDArray

    Grids = NDArray[uint8]  # N x cells, row by row; 0 is a blank
    Numbers = NDArray[int64]  # N


@dataclass(frozen=True)
class Answers:
    """The claims of one solver about N puzzles."""

    solutions: "Grids"  # N x cells: the first one found of each puzzle, zeros where there is none
    counts: "Numbers"  # N: solutions found; below the limit it claims that there are no more
    guesses: "Numbers"  # N: as the counter of this name; -1 where the solver does not count them

    def __getitem__(self, rows: slice) -> "Answers":
        return Answers(self.solutions[rows], self.counts[rows], self.guesses[rows])


UNDECIDED = -1  # as a count, of a puzzle that might take longer than the time limit

# Called with a shape, N x cells givens, the limit (None: all solutions) and the number of threads.
Many = Callable[[Shape, "Grids", int | None, int], Answers]
# The same with seconds for each puzzle.
Within = Callable[[Shape, "Grids", int | None, int, float], Answers]
