"""Bulk solving: a solver that takes arrays gets chunk after chunk, in this process.

It works in a thread while the main thread waits, so that Ctrl-C ends the program at once however
long a puzzle takes.  A chunk is asked in slices: of few puzzles at first, and of more as long as
they take little time, so that lines are printed regularly even where a puzzle takes a second.

Where more than one solution is wanted, two are asked for: arrays hold one solution of each puzzle,
and most have no other.  Those that have are named, to be asked by themselves; so are those that
might take longer than their time limit.

Solutions are verified before they are written; those of a slice are written at once, as bytes that
a table makes of the values: 0.1 us each.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from accord.batches import Chunk
from accord.bench.run.terms import LONG, Terms
from accord.cli.commands import FINDING, Ending
from accord.cli.output import ready
from accord.puzzles.batch import Batch
from accord.puzzles.grid import SYMBOLS, Grid
from accord.puzzles.puzzle import Instance
from accord.solvers.ask_many import unverified, wrong_rows
from accord.solvers.budget import now
from accord.solvers.interface import Answers
from accord.solvers.registry import Selection, is_from_outside, registered

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

FEW = 64  # puzzles in the first slice
BRISK, SLOW = 0.05, 0.4  # seconds: a slice that takes less may be larger, one that takes more not
_END = len(SYMBOLS)  # after the last value that has a letter
_LETTERS = f"{SYMBOLS}\n".encode().ljust(256, b"?")

Result = TypeVar("Result")


class Slice(NamedTuple):
    """The answers to some puzzles."""

    lines: bytes  # a solution or `No Solutions` for each, but for those below
    number: int  # of puzzles
    wrong: Sequence[tuple[Instance, Grid]]  # yielded as solutions
    alone: Instance | None = None  # the next puzzle, if it has to be asked by itself


@dataclass
class BulkSolver:
    """One solver, asked for one solution of each puzzle, or for two."""

    solver: Selection
    threads: int = 1
    limit: int = 1
    seconds: float | None = None  # for each puzzle
    size: int = field(default=FEW, init=False)  # of the next slice

    def takes(self, chunk: Chunk) -> bool:
        """Whether the solver can be asked puzzles of this shape."""
        return not self.solver.backend.unsupported(chunk.batch.blank)

    def warm_up(self, chunk: Chunk) -> None:
        """Let it import and compile what it needs for this shape."""
        with suppress(Exception):  # `answers` raises it again
            ready(self.solver.backend, chunk.batch.shape)
            self._claims(chunk.batch[:1])

    def answers(self, chunk: Chunk) -> Iterator[Slice]:
        """The solver's answers to a chunk, slice by slice.

        Raises:
            Ending: it fails, or answers with arrays that do not fit the question.
        """
        start = 0
        while start < len(chunk):
            batch = chunk.batch[start : start + self.size]
            since = now().wall
            try:
                answers = self._claims(batch)
            except Exception as error:
                names = f"{chunk.label}#{chunk.first + start} and {len(batch) - 1} more"
                what = f"{type(error).__name__}: {error}"
                raise Ending(FINDING, f"{names}: ERROR {self.solver}: {what}") from error
            self._adapt(now().wall - since)
            yield from self._slices(chunk, start, batch, answers)
            start += len(batch)

    def _slices(self, chunk: Chunk, start: int, batch: Batch, answers: Answers) -> Iterator[Slice]:
        """The answers to a batch, up to each puzzle that has to be asked by itself."""
        from numpy import flatnonzero

        wrong = wrong_rows(batch, answers)
        unsettled = answers.counts < 0
        if self.limit > 1:
            unsettled |= answers.counts >= self.limit
        again = {*flatnonzero(unsettled).tolist()}.difference(wrong)
        first = 0
        for last in (*sorted(again), len(batch)):
            part = answers[first:last]
            rows = [row - first for row in wrong if first <= row < last]
            grids = [Grid(part.solutions[row].tolist()) for row in rows]
            asked = [chunk.instance(start + first + row) for row in rows]
            alone = chunk.instance(start + last) if last in again else None
            pairs = list(zip(asked, grids, strict=True))
            yield Slice(_lines(part, rows), last - first, pairs, alone)
            first = last + 1

    def _claims(self, batch: Batch) -> Answers:
        backend, threads = self.solver.backend, self.threads
        return interruptible(lambda: unverified(backend, batch, self.limit, threads, self.seconds))

    def _adapt(self, seconds: float) -> None:
        if seconds < BRISK:
            self.size *= 2
        elif seconds > SLOW:
            self.size = max(1, self.size // 2)


def bulk_solver(solver: str, threads: int, terms: Terms) -> BulkSolver | None:
    """The solver, if it takes arrays; one from outside has to run in a process of its own."""
    if is_from_outside(solver):
        return None
    chosen = registered(solver)
    if not chosen.takes_arrays or chosen.backend.missing:
        return None
    seconds = None if terms.limits.seconds == LONG else terms.limits.seconds
    if seconds is not None and chosen.backend.within is None:
        return None
    return BulkSolver(chosen, threads, 1 if terms.limit == 1 else 2, seconds)


def interruptible(call: Callable[[], Result]) -> Result:
    """The result of a call, made in a thread that ends with the program."""
    returned: list[Result] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            returned.append(call())
        except BaseException as error:
            raised.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
    return returned[0]


def _lines(answers: Answers, wrong: Sequence[int]) -> bytes:
    """A line for each puzzle, but for those whose answer is wrong."""
    from numpy import delete, flatnonzero

    counts, solutions = answers.counts, answers.solutions
    if wrong:
        counts, solutions = delete(counts, wrong), delete(solutions, wrong, axis=0)
    parts = []
    start = 0
    for row in flatnonzero(counts == 0).tolist():
        parts += [_grids(solutions[start:row]), b"No Solutions\n"]
        start = row + 1
    return b"".join([*parts, _grids(solutions[start:])])


def _grids(solutions: "Grids") -> bytes:
    """A line for each of N x cells full grids."""
    from numpy import empty, uint8

    number, cells = solutions.shape
    lines = empty((number, cells + 1), uint8)
    lines[:, :cells] = solutions
    lines[:, cells] = _END
    return lines.tobytes().translate(_LETTERS)
