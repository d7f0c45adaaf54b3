"""A claim: what somebody says are solutions of a problem, and whether these are all.

Solvers make them, and whoever else has found some.  It is all that the judge needs: neither what
was asked of whom on which machine, nor what it cost.

Of a problem that does not show all its variables, grids with the same shown values are one solution
(`Problem.projected`): the second one counts nothing, and is no fault.  A grid that is there twice
with all its values is a repetition everywhere.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from accord.puzzles.derived_problems import Reordering
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import expect_puzzle
from accord.puzzles.sudoku.symmetry import Symmetry

KEPT = 100  # grids a claim lists; of more it keeps the first, their number and a digest
MOST_VALUES = 1 << 20  # of the grids that a row lists, so that DuckDB can read it
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


class Grids:
    """The grids of one answer, each verified when it is added; faulty ones are kept."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.count = 0
        self.valid = 0  # different ones that obey the rules
        self.kept: list[Solution] = []
        self._most = max(2, min(KEPT, MOST_VALUES // max(1, len(problem.domains))))
        self._seen: set[bytes] = set()
        self._projected = self._seen if problem.shows_all else set[bytes]()  # of those that obey

    def add(self, grid: Solution) -> None:
        """Verify a grid and remember it."""
        text = self.problem.text(grid).encode()
        repeated = text in self._seen
        broken = any(self.problem.violations(grid))
        self._seen.add(text)
        if not (repeated or broken or self.problem.shows_all):
            projected = self._shown_text(grid)
            if projected in self._projected:
                return
            self._projected.add(projected)
        self.count += 1
        self.valid += not (repeated or broken)
        if self.count <= self._most:
            self.kept.append(grid)
        elif (repeated or broken) and len(self.kept) < 2 * self._most:
            self.kept += [grid, grid] if repeated else [grid]  # a repetition must show as one

    def __contains__(self, grid: Solution) -> bool:
        is_there = self.problem.text(grid).encode() in self._seen
        if is_there or self.problem.shows_all or any(self.problem.violations(grid)):
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
        return {"solutions": tuple(self.kept), **figures}

    def moved(self, symmetry: Symmetry | Reordering) -> "Grids":
        """These grids moved by a symmetry, without verifying them again (81 cells: 22 us)."""
        if isinstance(symmetry, Symmetry):
            moved = Grids(symmetry.puzzle(expect_puzzle(self.problem, "a symmetry")))
        else:
            moved = Grids(symmetry.puzzle(self.problem))
        moved.count, moved.valid = self.count, self.valid
        moved.kept = list(map(symmetry.grid, self.kept))
        grids = (symmetry.grid(self.problem.parsed(text.decode())) for text in self._seen)
        for grid in grids:
            moved._seen.add(moved.problem.text(grid).encode())
            if not moved.problem.shows_all and not any(moved.problem.violations(grid)):
                moved._projected.add(moved._shown_text(grid))
        return moved
