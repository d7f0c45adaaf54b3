"""What both kernels offer: a search that is resumed in slices, and can be split in two.

`split` leaves a part of what is still to be searched where it is, and returns the rest: each
solution that has not come yet is in one of the two, and in one only.
"""

from typing import TYPE_CHECKING, Any, Protocol

from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape
from accord.solvers.many import Answers

if TYPE_CHECKING:
    from accord.solvers.many import Grids


class Work(Protocol):
    """A search that can be resumed."""

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""

    @property
    def counters(self) -> dict[str, int]:
        """What it has spent so far, by the budget's names."""


class Kernel(Protocol):
    """A module of kernels/."""

    def start(self, puzzle: Puzzle) -> Any:
        """The search for the solutions of a puzzle, before its first step."""

    def resume(self, work: Any, grids: "Grids", patience: int) -> int:
        """Go on for about so many guesses; the number of solutions written to the K x cells."""

    def split(self, work: Any) -> Any | None:
        """A search for some of the solutions left, which `work` leaves to it; None: not now."""

    def many(self, shape: Shape, puzzles: "Grids", limit: int | None, threads: int) -> Answers:
        """The answers to N puzzles of one shape."""

    def load(self) -> None:
        """Compile, or load what was compiled before."""
