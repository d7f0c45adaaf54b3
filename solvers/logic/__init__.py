"""Human logic: techniques that a person can follow, one deduction after the other.

As a solver it sees no other solver.  A path of sound steps to a full grid proves that there are no
others; a cell or a house that has run empty proves that there is no solution; where the techniques
find nothing more, it gives up.  Techniques that assume a unique solution are therefore left out.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.tiers import TIERS, Tier

if TYPE_CHECKING:
    from accord.solvers.logic.engine.boards import Board, board, board_of
    from accord.solvers.logic.engine.deduction import Deduction, Reason, Technique
    from accord.solvers.logic.engine.engine import Step, next_step, steps, techniques
    from accord.solvers.logic.engine.order import TECHNIQUES
    from accord.solvers.traces.trace import Trace

__all__ = [
    "SOLVERS",
    "TECHNIQUES",
    "TIERS",
    "Board",
    "Deduction",
    "Reason",
    "Step",
    "Technique",
    "board",
    "board_of",
    "next_step",
    "steps",
    "techniques",
]

_MODULES = {
    "engine.boards": ("Board", "board", "board_of"),
    "engine.deduction": ("Deduction", "Reason", "Technique"),
    "engine.engine": ("Step", "next_step", "steps", "techniques"),
    "engine.order": ("TECHNIQUES",),
}


def __getattr__(name: str) -> Any:
    """What the techniques need is loaded when it is first asked for: not to list the solvers."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"accord.solvers.logic.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    tier: Tier = "extreme",
) -> Iterator[Grid]:
    """Human logic: 32 techniques without a guess, up to a tier; gives up where they end."""
    from accord.solvers.logic.engine.boards import board_of
    from accord.solvers.logic.engine.engine import steps, techniques

    budget.spend(propagations=0)
    budget.enter("encode")
    now = board_of(puzzle)
    budget.enter("search")
    timed = [_timed(technique, budget) for technique in techniques(tier)]
    for step in steps(now, timed):
        budget.spend(propagations=len(step.deductions))
        if budget.trace is not None:
            _tell(budget.trace, step)
        now = step.after
    if budget.trace is not None and now.broken:
        _tell_end(budget.trace, now)
    if now.solved:
        yield now.grid
    elif not now.broken:
        cells = now.open.bit_count()
        raise GaveUpError(f"no technique finds anything more, and {cells} cells are open")


def _tell(trace: "Trace", step: "Step") -> None:
    """Write a step to the trace; what that needs is loaded when somebody listens."""
    from accord.solvers.logic.engine.logic_trace import tell

    tell(trace, step.deductions, step.before, step.after)


def _tell_end(trace: "Trace", last: "Board") -> None:
    from accord.solvers.logic.engine.logic_trace import tell_end

    tell_end(trace, last)


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
