"""A team: threads that search the parts of one search, each a slice at a time.

Every thread takes a part, searches it for a slice without the GIL, and looks at the others: where
one has nothing to do, it splits its own part in two, and the other takes the rest.  So a search is
split where it turns out to be large, and as often as needed (Finkel and Manber, "DIB - a
distributed implementation of backtracking", TOPLAS 1987); parts of the general kernel are guiding
paths (Zhang, Bonacina and Hsiang, "PSATO", Journal of Symbolic Computation 1996).  There is one
lock, taken between slices only.

What a kernel offers is a search that is resumed in slices, and can be split in two: `split` leaves
a part of what is still to be searched where it is, and returns the rest.  Each solution that has
not come yet is in one of the two, and in one only.

The threads work only while `search` runs: when it has returned solutions, all of them wait, so that
no time is spent that the budget's clock does not see.
"""

from collections import Counter
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape
from accord.solvers.interface import Answers

if TYPE_CHECKING:
    from accord.solvers.interface import Grids


class Work(Protocol):
    """A search that can be resumed."""

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""

    @property
    def counters(self) -> dict[str, int]:
        """The counters so far, by the budget's names."""


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


if TYPE_CHECKING:
    from accord.solvers.interface import Grids

SPARE = 1  # parts that wait for a thread that will have nothing to do
LOOK = 0.005  # seconds between two looks at the clock


class Team:
    """Threads with one search, which they split among them.

    Args:
        kernel: the module of the search.
        work: the search.
        threads: how many.
        patience: guesses of a slice.
        room: solutions of a slice, at most, and cells of each.
    """

    def __init__(
        self, kernel: Kernel, work: Work, threads: int, patience: int, room: tuple[int, int]
    ) -> None:
        self._kernel, self._size, self._patience, self._room = kernel, threads, patience, room
        self._waiting = [work]  # parts that no thread searches now
        self._busy = 0  # threads in a slice
        self._open = False  # whether they may begin another
        self._ended = False
        self._found: list[Grids] = []
        self._spent: Counter[str] = Counter()
        self._error: BaseException | None = None
        self._changed = Condition()
        self._threads: list[Thread] = []

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""
        return not self._waiting and not self._busy

    def search(self) -> tuple[list["Grids"], Counter[str]]:
        """Go on until there are solutions, or for some milliseconds: these, and what it cost.

        Raises:
            MemoryError: or whatever else ended a thread.
        """
        with self._changed:
            self._begin()
            if self._changed.wait_for(self._have_news, LOOK):
                self._open = False
                self._changed.wait_for(lambda: not self._busy)
            if self._error is not None:
                raise self._error
            found, self._found = self._found, []
            spent, self._spent = self._spent, Counter()
        return found, spent

    def end(self) -> None:
        """End all threads, and wait until they have ended."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _begin(self) -> None:
        """Let the threads go on; start them where that was not done."""
        self._open = True
        self._changed.notify_all()
        while len(self._threads) < self._size:
            thread = Thread(target=self._run, name="accord-kernel", daemon=True)
            thread.start()
            self._threads.append(thread)

    def _have_news(self) -> bool:
        return bool(self._found) or self._error is not None or self.exhausted

    def _may_begin(self) -> bool:
        return self._ended or (self._open and bool(self._waiting))

    def _run(self) -> None:
        """Search parts of the search in turn, until the team ends: the body of each thread."""
        grids = np.empty(self._room, np.uint8)
        with self._changed:
            while self._changed.wait_for(self._may_begin) and not self._ended:
                part = self._waiting.pop()
                try:
                    self._slice(part, grids)
                except BaseException as error:  # the thread that asked raises it
                    self._error = error
                if self._have_news():
                    self._changed.notify_all()

    def _slice(self, part: Work, grids: "Grids") -> None:
        """Search a part for a slice, without the lock; put it back, or both of its halves."""
        before = part.counters
        self._busy += 1
        self._changed.release()
        try:
            found = self._kernel.resume(part, grids, self._patience)
        finally:
            self._changed.acquire()
            self._busy -= 1
        self._spent.update(part.counters)
        self._spent.subtract(before)
        if found:
            self._found.append(grids[:found].copy())
        if part.exhausted:
            return
        if self._busy + len(self._waiting) < self._size - 1 + SPARE:
            rest = self._kernel.split(part)
            if rest is not None:
                self._waiting.append(rest)
                self._changed.notify()
        self._waiting.append(part)  # the last: this thread goes on with it
