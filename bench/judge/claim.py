"""A claim: what somebody says are solutions of a problem, and whether these are all.

Solvers make them, and whoever else has found some.  It is all that the judge needs: neither what
was asked of whom on which machine, nor what it cost.

Of a problem that does not show all its variables, grids with the same shown values are one solution
(`Problem.projected`): the second one counts nothing, and is no fault.  A grid that is there twice
with all its values is a repetition everywhere.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from accord.puzzles.derived_problems import Reordering
from accord.puzzles.domain import Domain
from accord.puzzles.objective import Value
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import expect_puzzle
from accord.puzzles.sudoku.symmetry import Symmetry

KEPT = 100  # grids a claim lists; of more it keeps the first, their number and a digest
MOST_MOMENTS = 10_000  # of a run for the best, of which seconds and value are kept
MOST_BITS = 1 << 24  # of the grids that a row lists, so that DuckDB can read it
LEAST_BITS = 64  # that a value counts as
FINISHED = "OK"  # the outcome of a run that ended by itself and in time


@dataclass(frozen=True)
class Claim:
    """A run's claims about a problem: its grids, and whether they are all."""

    label: str  # the solver with its settings
    engine: str  # lineage of the search code
    model: str  # the encoder whose output it reads
    limit: int | None  # solutions asked for; None for all
    solutions: tuple[Solution, ...]  # the first ones, and every faulty one
    count: int  # grids in all, but those that differ from another in hidden variables alone
    valid: int  # different grids among all of them that obey the rules
    digest: str  # of the sorted set of all of them, by their shown values
    exhausted: bool = False  # claimed that there are no others
    contradictory: bool = False  # asked again, it had a grid that it had ruled out
    outcome: str = FINISHED  # or TIMEOUT, MEMOUT, ERROR, KILLED, UNSUPPORTED
    passed: str | None = None  # what the constraints went through; None of a plain puzzle
    bound: Value | None = None  # claimed: no solution is better


def add_moment(moments: list[tuple[float, Value]], at: float, value: Value) -> None:
    """Add a value, and the second at which it came; of very many it replaces the last one.

    There are at most MOST_MOMENTS of them, and fewer where values are long.
    """
    if len(moments) * _bits(value) >= MOST_MOMENTS * LEAST_BITS:
        moments.pop()
    moments.append((at, value))


def _bits(value: Value) -> int:
    several = value if isinstance(value, tuple) else (value,)
    return sum(max(LEAST_BITS, each.bit_length()) for each in several)


class Grids:
    """The grids of one answer, each verified when it is added; faulty ones are kept.

    Of a problem with an objective the last one is kept, too.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.count = 0
        self.valid = 0  # different ones that obey the rules
        self.kept: list[Solution] = []
        self.incumbents: list[tuple[float, Value]] = []
        """Seconds of the run's clock and value of each valid one, of a problem with an objective:
        see `add_moment`."""
        self._last: Solution | None = None  # and valid
        self._seen: set[bytes] = set()
        self._tells_all = problem.shows_all or problem.goal is not None  # apart, as each differs
        self._projected = self._seen if self._tells_all else set[bytes]()  # of those that obey

    def add(self, grid: Solution, at: float = 0.0) -> None:
        """Verify a grid that came at so many seconds, and remember it."""
        text = self.problem.text(grid).encode()
        repeated = text in self._seen
        broken = any(self.problem.violations(grid))
        self._seen.add(text)
        if not (repeated or broken or self._tells_all):
            projected = self._shown_text(grid)
            if projected in self._projected:
                return
            self._projected.add(projected)
        self.count += 1
        self.valid += not (repeated or broken)
        last, is_worse = self._last, not broken and not self._improves(grid, at)
        if self.count <= 2 or self.count <= self._most:
            self.kept.append(grid)
        elif (repeated or broken or is_worse) and len(self.kept) < 2 * self._most:
            before = [grid] if repeated else [last] if is_worse and last is not None else []
            self.kept += [*before, grid]  # a repetition must show as one

    @cached_property
    def _most(self) -> int:
        """How many grids are listed, where nothing is wrong with the others."""
        ends = ((each.min, each.max) for each in map(Domain.of, self.problem.domains) if each)
        return max(2, min(KEPT, MOST_BITS // max(1, sum(max(map(_bits, each)) for each in ends))))

    def _improves(self, grid: Solution, at: float) -> bool:
        """Enter a valid grid as the last one; whether it is better than the one before, if any."""
        goal = self.problem.goal
        if goal is None:
            return True
        value, last = goal.value(grid), self.value
        self._last = grid
        add_moment(self.incumbents, at, value)
        return last is None or goal.is_better(value, last)

    @property
    def value(self) -> Value | None:
        """The value of the last valid grid, of a problem with an objective."""
        return self.incumbents[-1][1] if self.incumbents else None

    def __contains__(self, grid: Solution) -> bool:
        is_there = self.problem.text(grid).encode() in self._seen
        if is_there or self._tells_all or any(self.problem.violations(grid)):
            return is_there
        return self._shown_text(grid) in self._projected

    def _shown_text(self, grid: Solution) -> bytes:
        return self.problem.text(self.problem.projected(grid)).encode()

    @property
    def digest(self) -> str:
        """A hash of the sorted set of all grids, by their shown values: equal for equal sets."""
        return sha256(b"\n".join(sorted(self._projected))).hexdigest()[:16]

    @property
    def claimed(self) -> dict[str, Any]:
        """The fields of a claim that describe these grids."""
        figures = {"count": self.count, "valid": self.valid, "digest": self.digest}
        last = [] if self._last is None or self._last in self.kept else [self._last]
        return {"solutions": (*self.kept, *last), **figures}

    def moved(self, symmetry: Symmetry | Reordering) -> "Grids":
        """These grids moved by a symmetry, without verifying them again (81 cells: 22 us)."""
        if isinstance(symmetry, Symmetry):
            moved = Grids(symmetry.puzzle(expect_puzzle(self.problem, "a symmetry")))
        else:
            moved = Grids(symmetry.puzzle(self.problem))
        moved.count, moved.valid, moved.incumbents = self.count, self.valid, self.incumbents
        moved._last = None if self._last is None else symmetry.grid(self._last)
        moved.kept = list(map(symmetry.grid, self.kept))
        grids = (symmetry.grid(self.problem.parsed(text.decode())) for text in self._seen)
        for grid in grids:
            moved._seen.add(moved.problem.text(grid).encode())
            if not moved._tells_all and not any(moved.problem.violations(grid)):
                moved._projected.add(moved._shown_text(grid))
        return moved
