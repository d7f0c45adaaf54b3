"""An explanation: the path of logic through a puzzle, one deduction at a time, checked as it goes.

Techniques never see a solution; here their deductions are held against the solutions that an exact
solver found beforehand.  A deduction that contradicts one is a bug of its technique and ends the
explanation, so that no wrong step is taught.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from accord.puzzles import Cell, Grid, Puzzle, Value
from accord.solvers.deciding import first_two
from accord.solvers.logic.engine.boards import Board, board_of
from accord.solvers.logic.engine.deduction import TIERS, Deduction, Tier
from accord.solvers.logic.engine.engine import (
    TECHNIQUES,
    Step,
    Technique,
    WrongDeductionError,
    steps,
    techniques_up_to,
)


@dataclass(frozen=True)
class Explained:
    """One deduction of a path."""

    number: int  # 1, 2, ...
    deduction: Deduction  # all that follows from its reason on the board it was found on
    found_on: Board
    before: Board  # the deductions that were found together with it are applied one by one
    after: Board

    @property
    def technique(self) -> Technique:
        """The technique that found it."""
        return TECHNIQUES[self.deduction.technique]

    @property
    def is_bookkeeping(self) -> bool:
        """Whether it only crosses out what a placed value rules out, as everybody sees."""
        return self.deduction.technique == "prune_candidates"

    @property
    def placed(self) -> dict[Cell, Value]:
        """The values that it places in the board before it, by cell."""
        return {c: value for c, value in self.deduction.placed.items() if not self.before.values[c]}

    @property
    def removed(self) -> dict[Cell, frozenset[Value]]:
        """The candidates that it removes from the board before it, by cell."""
        marks = self.before.marks
        left = {
            cell: frozenset(value for value in values if marks[cell] >> value & 1)
            for cell, values in self.deduction.removed.items()
        }
        return {cell: values for cell, values in left.items() if values}

    @property
    def sentence(self) -> str:
        """The technique and the reason, as one sentence."""
        return f"{self.technique.title}: {self.deduction.reason.sentence}"


@dataclass(frozen=True)
class Explanation:
    """The path of logic on a puzzle, with the board where it ends."""

    puzzle: Puzzle
    solutions: tuple[Grid, ...]  # two where there are several
    steps: tuple[Explained, ...]
    last: Board  # solved, run empty, or where nothing more is found

    @property
    def solved(self) -> bool:
        """Whether logic alone fills the grid."""
        return self.last.solved

    @cached_property
    def counts(self) -> dict[Technique, int]:
        """The number of uses of each technique, in the order of the techniques."""
        found = Counter(step.deduction.technique for step in self.steps)
        return {technique: found[name] for name, technique in TECHNIQUES.items() if name in found}

    @property
    def hardest(self) -> Technique | None:
        """The hardest technique that was needed; None if nothing was found."""
        return max(self.counts, key=[*TECHNIQUES.values()].index, default=None)

    @property
    def difficulty(self) -> str:
        """The tier of the hardest technique, or `beyond` where logic alone does not come through.

        A full grid, which needs nothing, is easy; without a unique solution there is `none`.
        """
        if len(self.solutions) != 1:
            return "none"
        if not self.solved:
            return "beyond"
        return self.hardest.tier if self.hardest else TIERS[0]


def deduce(puzzle: Puzzle, solutions: Sequence[Grid], tier: Tier = "extreme") -> Board:
    """The board at the end of the path: like `explain`, without the steps."""
    board = board_of(puzzle)
    for step in checked_steps(board, solutions, tier):
        board = step.after
    return board


def explain(puzzle: Puzzle, solutions: Sequence[Grid], tier: Tier = "extreme") -> Explanation:
    """The path through a puzzle.

    Args:
        puzzle: what is asked; candidates count, and values are taken for givens.
        solutions: all its solutions, or two of several.
        tier: the hardest techniques that may be used.

    Raises:
        WrongDeductionError: a deduction contradicts a solution.
    """
    start = board_of(puzzle)
    path = tuple(explained(checked_steps(start, solutions, tier), start))
    last = path[-1].after if path else start
    return Explanation(puzzle, tuple(solutions), path, last)


def checked_steps(board: Board, solutions: Sequence[Grid], tier: Tier) -> Iterator[Step]:
    """The path of a puzzle with these solutions; what assumes a unique one is used if there is.

    It has to be unique by the values alone: where candidates were crossed out by the author, two
    patterns that could be swapped may be told apart by these.

    Raises:
        WrongDeductionError: a deduction contradicts a solution.
    """
    values = Puzzle(board.layout.shape, board.grid)
    unique = len(solutions) == 1 and (board == board_of(values) or len(first_two(values)) == 1)
    for step in steps(board, techniques_up_to(tier, unique=unique)):
        for deduction in step.deductions:
            _check(step.before, deduction, solutions)
        yield step


def explained(path: Iterable[Step], board: Board) -> Iterator[Explained]:
    """The deductions one by one, without those that an earlier one has made superfluous."""
    number = 0
    for step in path:
        for deduction in step.deductions:
            after = board.after([deduction])
            if after.marks != board.marks:
                number += 1
                yield Explained(number, deduction, step.before, board, after)
                board = after


def _check(board: Board, deduction: Deduction, solutions: Sequence[Grid]) -> None:
    for solution in solutions:
        placed = all(solution[cell] == value for cell, value in deduction.placed.items())
        kept = all(solution[cell] not in values for cell, values in deduction.removed.items())
        if not (placed and kept):
            raise WrongDeductionError(
                f"{deduction.technique} contradicts the solution {solution} on the board "
                f"{board!r}: {deduction.reason.sentence}"
            )
