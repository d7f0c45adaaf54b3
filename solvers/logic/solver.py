"""The solver `logic`: the techniques one after the other, until nothing more is found.

As a solver it sees no other solver.  A path of sound steps to a full grid proves that there are no
others; a cell or a house that has run empty proves that there is no solution; where the techniques
find nothing more, it gives up.  Techniques that assume a unique solution are therefore left out.
What it needs is loaded when it is asked: not to list the solvers.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, GaveUpError, Grid, Puzzle
from accord.solvers.logic.engine.deduction import Tier

if TYPE_CHECKING:
    from accord.solvers.logic.engine.boards import Board
    from accord.solvers.logic.engine.deduction import Deduction
    from accord.solvers.logic.engine.engine import Technique


def solve(puzzle: Puzzle, budget: Budget, *, tier: Tier = "extreme") -> Iterator[Grid]:
    """Human logic: 32 techniques without a guess, up to a tier; gives up where they end."""
    from accord.solvers.logic.engine.boards import board_of
    from accord.solvers.logic.engine.engine import steps, techniques_up_to

    budget.spend(propagations=0)
    budget.enter("encode")
    now = board_of(puzzle)
    budget.enter("search")
    timed = [_timed(technique, budget) for technique in techniques_up_to(tier)]
    trace = budget.trace
    if trace is not None:
        from accord.solvers.logic.engine.logic_trace import write_conflict, write_deductions
    for step in steps(now, timed):
        budget.spend(propagations=len(step.deductions))
        if trace is not None:
            write_deductions(trace, step.deductions, step.before, step.after)
        now = step.after
    if trace is not None and now.broken:
        write_conflict(trace, now)
    if now.solved:
        yield now.grid
    elif not now.broken:
        cells = now.open.bit_count()
        raise GaveUpError(f"no technique finds anything more, and {cells} cells are open")


def _timed(technique: "Technique", budget: Budget) -> "Technique":
    """The technique, which gives up when the time is over."""

    def find(board: "Board") -> "Iterator[Deduction]":
        budget.check_time()
        for deduction in technique.find(board):
            budget.check_time()
            yield deduction

    return replace(technique, find=find)


SOLVERS = {
    "logic": Backend(
        solve, engine="logic", model="logic", family="logic", complete=False, traces=True
    )
}
