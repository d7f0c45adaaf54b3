"""The contract of a solver: the types of one that is asked one puzzle, or many in one call.

A solver is a generator of solutions: of a puzzle grids, of any other problem tuples of integers.
Yielding one claims "this is a solution"; returning claims "there are no others", which proves the
puzzle unsatisfiable when nothing was yielded.  A solver
that stops for any other reason raises GaveUpError: silence is never a proof.

Of a problem with an objective the best solution is asked for.  Each yield claims a solution that is
strictly better than the last, and returning claims that nothing is better; `Budget.bound` claims
that no solution is better than a value.

Where a puzzle takes two microseconds, a call for each costs more than the search.  A backend that
takes an array of puzzles has `Backend.many`, and a caller with a million of them asks for `counts`
instead of grids.  The claims are those of the generator: a count below the limit claims that there
are no more.  Nothing can end such a call, so a time limit for each puzzle needs a solver that knows
beforehand what it can keep: `Backend.within` decides what certainly takes less, and says of the
others that they are UNDECIDED.

What the file of a solver needs to say so is imported from here, and its declaration from
solvers/backend.py.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.encodings.model import UnsupportedError
from accord.puzzles import Grid, Problem, Puzzle, Shape, Solution
from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError

__all__ = ["OUT_OF_TIME", "Budget", "GaveUpError", "Grid", "Problem", "Puzzle", "Settings"]
__all__ += ["Solution", "Solver", "UnsupportedError"]

Solver = Callable[..., Iterator[Solution]]
"""A function that is called with a puzzle, a budget and the backend's settings by keyword.  It
yields every solution of the puzzle once and returns when there are no more."""
Settings = dict[str, Any]
"""The settings of a run by name, each of them text, true or false, or a whole number."""


def as_iterator(value: Any) -> Iterator[Any]:
    """The iterator that a solver returned; a list, an empty one above all, proves nothing."""
    if not isinstance(value, Iterator):
        raise TypeError(f"the solver returned {value!r:.80}, expected a generator of grids")
    return value


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
