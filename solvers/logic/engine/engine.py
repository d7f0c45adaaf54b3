"""The engine: the easiest technique that finds anything, all it finds, and from the start again.

That is how a patient person works, and the path says how hard a puzzle is: by the technique that
was needed at the worst place.  Uniqueness is never assumed by default, because that would take for
granted what a solver is asked to find out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.order import TECHNIQUES
from accord.solvers.logic.engine.technique import Technique
from accord.solvers.logic.tiers import TIERS, Tier


@dataclass(frozen=True)
class Step:
    """All that one technique finds on a board."""

    technique: Technique
    before: Board
    deductions: tuple[Deduction, ...]
    after: Board


def techniques_up_to(hardest: Tier = "extreme", *, unique: bool = False) -> tuple[Technique, ...]:
    """The techniques up to a tier, in order.

    Args:
        hardest: the last tier.
        unique: whether the puzzle is known to have one solution only; without that, techniques
            that assume it are left out.
    """
    allowed = TIERS[: TIERS.index(hardest) + 1]
    return tuple(
        technique
        for technique in TECHNIQUES.values()
        if technique.tier in allowed and (unique or not technique.assumes_unique)
    )


def steps(board: Board, techniques: Iterable[Technique]) -> Iterator[Step]:
    """The path from a board to where nothing more is found, or to a cell or house run empty."""
    chosen = tuple(techniques)
    while board.open and not board.broken:
        step = next_step(board, chosen)
        if step is None:
            return
        yield step
        board = step.after


def next_step(board: Board, techniques: Iterable[Technique]) -> Step | None:
    """What the first technique that finds anything finds on a board."""
    for technique in techniques:
        if found := tuple(technique.find(board)):
            return Step(technique, board, found, board.successor(found))
    return None
