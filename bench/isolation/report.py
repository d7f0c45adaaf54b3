"""Reports: what came of one question, and what the solver is that was asked."""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from accord.bench.judging.judge import KEPT
from accord.puzzles.derived.reordering import Reordering
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import expect_puzzle
from accord.puzzles.sudoku.symmetry import Symmetry
from accord.solvers.registry import Selection
from accord.solvers.source import source_of


@dataclass(frozen=True)
class Declaration:
    """What a solver is, as it stands in the rows of the results."""

    name: str
    settings: str  # canonical text
    version: str
    family: str
    engine: str
    model: str
    source: str = ""  # a hash of its code, where it was asked for: solvers/source.py
    cores: int = 1  # that it works on at a time
    places: tuple[str, ...] = field(default=(), compare=False)  # of its code: solvers/source.py

    @classmethod
    def of(cls, chosen: Selection, places: tuple[str, ...] = ()) -> "Declaration":
        """That of a solver which is loaded here."""
        its = chosen.backend
        return cls(
            chosen.name,
            chosen.settings_text,
            chosen.version,
            its.family,
            its.engine,
            its.model,
            cores=its.cores_with(chosen.settings),
            places=places,
        )

    def with_source(self) -> "Declaration":
        """The same with the hash of the solver's code."""
        return replace(self, source=source_of(str(self), self.places))

    def __str__(self) -> str:
        return f"{self.name}:{self.settings}" if self.settings else self.name


class Grids:
    """The grids of one answer: all verified as they come, the first and the faulty ones kept."""

    def __init__(self, puzzle: Problem) -> None:
        self.puzzle = puzzle
        self.count = 0
        self.valid = 0  # different ones that obey the rules
        self.kept: list[Solution] = []
        self._seen: set[bytes] = set()

    def add(self, grid: Solution) -> None:
        """Verify a grid and remember it."""
        text = self.puzzle.text(grid).encode()
        repeated = text in self._seen
        broken = any(self.puzzle.violations(grid))
        self._seen.add(text)
        self.count += 1
        self.valid += not (repeated or broken)
        if self.count <= KEPT:
            self.kept.append(grid)
        elif (repeated or broken) and len(self.kept) < 2 * KEPT:
            self.kept += [grid, grid] if repeated else [grid]  # a repetition must show as one

    def __contains__(self, grid: Solution) -> bool:
        return self.puzzle.text(grid).encode() in self._seen

    @property
    def digest(self) -> str:
        """A hash of the sorted set of all grids: equal for equal sets."""
        return sha256(b"\n".join(sorted(self._seen))).hexdigest()[:16]

    def moved(self, symmetry: Symmetry | Reordering) -> "Grids":
        """Where a symmetry moves them; a grid of 81 cells takes 22 us, and to verify it took 36."""
        if isinstance(symmetry, Symmetry):
            moved = Grids(symmetry.puzzle(expect_puzzle(self.puzzle, "a symmetry")))
        else:
            moved = Grids(symmetry.puzzle(self.puzzle))
        moved.count, moved.valid = self.count, self.valid
        moved.kept = list(map(symmetry.grid, self.kept))
        grids = (symmetry.grid(self.puzzle.parsed(text.decode())) for text in self._seen)
        moved._seen = {moved.puzzle.text(grid).encode() for grid in grids}
        return moved


@dataclass
class Report:
    """What came of one question."""

    grids: Grids
    outcome: str = "OK"
    reason: str = ""
    started: str = ""  # UTC, ISO 8601
    exhausted: bool = False
    contradictory: bool = False  # asked again, it had a grid that it had ruled out
    limits: str = "enforced"  # or best-effort
    flags: tuple[str, ...] = ()  # why its times are not to be trusted, in a word or two
    cost: dict[str, Any] = field(default_factory=dict)  # by column of a run; unknown ones absent
    passed: str | None = None  # what the constraints of a problem went through

    def end(self, outcome: str, reason: str) -> None:
        """Note how it ended, whatever it had answered by then."""
        self.outcome, self.reason = outcome, reason

    def note(self, remark: str) -> None:
        """Add a remark to the reason."""
        self.reason = "; ".join(filter(None, [self.reason, remark]))

    def refuse_times(self, reason: str) -> None:
        """Note that its times cannot be what it reports; what it claims stands."""
        self.end("ERROR", reason)
        self.cost = {name: cost for name, cost in self.cost.items() if "time" not in name}

    def claims_too(self, earlier: "Report") -> None:
        """Hold the solver to what it claimed when it was asked the same question before."""
        for one, other in ((earlier, self), (self, earlier)):
            ruled_out = one.exhausted and any(grid not in one.grids for grid in other.grids.kept)
            self.contradictory = self.contradictory or other.contradictory or ruled_out
        for place, grid in enumerate(earlier.grids.kept):
            if grid not in self.grids or grid in earlier.grids.kept[:place]:
                self.grids.add(grid)
        if self.outcome == "OK":
            self.exhausted = self.exhausted or earlier.exhausted
