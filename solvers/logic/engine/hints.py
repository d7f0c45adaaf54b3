"""A hint: the next deduction on a puzzle, or on a grid that somebody has begun to fill in.

What was filled in is held against the solutions first: a deduction from a wrong entry would lead
further astray.  Only then is the path of explanation.py followed, up to its first deduction that is
more than bookkeeping: what placed values rule out is pruned before, as everybody sees that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from accord.puzzles import Cell, Grid, MalformedPuzzleError, Puzzle, cell_name
from accord.solvers.answer import Answer, verified
from accord.solvers.deciding import first_two
from accord.solvers.logic.engine.boards import Board, board_of
from accord.solvers.logic.engine.deduction import Tier
from accord.solvers.logic.engine.engine import steps, techniques_up_to
from accord.solvers.logic.engine.explanation import Explained, checked_steps, explained
from accord.solvers.logic.engine.highlights import highlights
from accord.solvers.logic.engine.layout import houses_named, mask_of

FEW = 4  # cells that a hint names one by one


@dataclass(frozen=True)
class Hint:
    """A hint: what is wrong so far, and the next deduction."""

    puzzle: Puzzle  # as its author printed it
    solutions: tuple[Grid, ...]  # of that; two where there are several
    board: Board  # with what was filled in; nothing is pruned
    entries: tuple[Cell, ...]  # where values were filled in
    wrong: tuple[Cell, ...] = ()  # filled in with a value that no solution has there
    crossed_out: tuple[Cell, ...] = ()  # open, without the value that the only solution has there
    clashing: bool = False  # no solution has all that was filled in
    bookkeeping: int = 0  # deductions that cross out before the next one what values rule out
    next: Explained | None = None  # where nothing is wrong and a technique finds something

    @property
    def sound(self) -> bool:
        """Whether a solution has all that was filled in."""
        return not (self.wrong or self.crossed_out or self.clashing) and bool(self.solutions)

    @property
    def where(self) -> str:
        """The place of the next deduction in words: its houses, or its cells."""
        assert self.next is not None
        found = highlights(self.next.deduction.reason, self.next.found_on)
        if found.houses:
            return houses_named(found.houses)
        layout = self.board.layout
        if len(found.cells) <= FEW:
            return layout.names(sorted(found.cells))
        cells = mask_of(found.cells)
        return houses_named(row for row in layout.rows if row.mask & cells)

    @cached_property
    def clash(self) -> str:
        """The contradiction that techniques without assumptions find, in words; else empty."""
        now, number = self.board, 0
        for step in steps(now, techniques_up_to()):
            number += len(step.deductions)
            now = step.after
        return f"{now.broken}{f', after {number} deductions' * (number > 0)}" if now.broken else ""


def hint(
    puzzle: Puzzle, solutions: Sequence[Grid], filled: Puzzle | None = None, tier: Tier = "extreme"
) -> Hint:
    """The next deduction.

    Args:
        puzzle: as its author printed it; candidates count.
        solutions: all its solutions, or two of several.
        filled: the same with further values and fewer candidates; givens may be left out.
        tier: the hardest techniques that may be used.

    Raises:
        MalformedPuzzleError: `filled` is another puzzle.
        WrongAnswerError: a solution is none.
        WrongDeductionError: a technique contradicts a solution.
    """
    verified(Answer(tuple(solutions), exhausted=len(solutions) < 2), puzzle, "the exact solver")
    begun = puzzle if filled is None else _together(puzzle, filled)
    given = [cell for cell, value in enumerate(puzzle.givens) if value]
    entries = [cell for cell, value in enumerate(begun.givens) if value and not puzzle.givens[cell]]
    board = board_of(begun, given)
    found = _judged(Hint(puzzle, tuple(solutions), board, tuple(entries)), begun)
    if not found.sound or not board.open:
        return found
    left = solutions if len(solutions) == 1 or begun == puzzle else first_two(begun)
    pruned = 0
    for step in explained(checked_steps(board, left, tier), board):
        if not step.is_bookkeeping:
            return replace(found, bookkeeping=pruned, next=step)
        pruned += 1
    return replace(found, bookkeeping=pruned)


def _together(puzzle: Puzzle, filled: Puzzle) -> Puzzle:
    """The puzzle with the filled-in values as further givens."""
    if filled.size != puzzle.size:
        sizes = (f"{each.size}x{each.size}" for each in (filled, puzzle))
        raise MalformedPuzzleError("found a grid of {}, expected one of {}".format(*sizes))
    values = [given or value for given, value in zip(puzzle.givens, filled.givens, strict=True)]
    for cell, (value, entry) in enumerate(zip(values, filled.givens, strict=True)):
        if entry not in (0, value):
            where = cell_name(cell, puzzle.size)
            raise MalformedPuzzleError(f"found {entry} at {where}, expected the given {value}")
    marks = map(frozenset.intersection, map(frozenset, puzzle.domains), filled.domains)
    return Puzzle(puzzle.shape, Grid(values), tuple(marks))


def _judged(hint: Hint, begun: Puzzle) -> Hint:
    """The hint, with the values filled in so far that no solution has."""
    if len(hint.solutions) == 1:
        (right,) = hint.solutions
        wrong = (cell for cell in hint.entries if begun.givens[cell] != right[cell])
        gone = (
            cell
            for cell, domain in enumerate(begun.domains)
            if not begun.givens[cell] and right[cell] not in domain
        )
        return replace(hint, wrong=tuple(wrong), crossed_out=tuple(gone))
    if not hint.solutions or begun == hint.puzzle:
        return hint
    wrong = (cell for cell in hint.entries if not first_two(_with(hint.puzzle, begun, cell)))
    return replace(hint, wrong=tuple(wrong), clashing=not first_two(begun))


def _with(puzzle: Puzzle, begun: Puzzle, cell: Cell) -> Puzzle:
    """The puzzle with one value of those that were filled in."""
    alone = [value * (place == cell) for place, value in enumerate(begun.givens)]
    return _together(puzzle, Puzzle(puzzle.shape, Grid(alone)))
