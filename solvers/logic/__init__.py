"""Human logic: techniques that a person can follow, one deduction after the other.

    engine/      boards of candidates, deductions with their reasons, the order of the techniques,
                 the path through a puzzle, its explanation and its trace
    techniques/  patterns of houses and cells: singles, sets, fish, wings, rectangles ...
    chains/      patterns of links: colorings, cycles, chains, 3D Medusa
    solver.py    the solver `logic`

A board goes in, and deductions come out: what is placed and removed, and the reason why.  Read
engine/boards.py and engine/deduction.py first, then techniques/singles.py and
engine/engine.py.  The names below are loaded when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from accord.solvers.logic.engine.deduction import TIERS

if TYPE_CHECKING:
    from accord.solvers.logic.engine.boards import Board, board, board_of
    from accord.solvers.logic.engine.deduction import Deduction, Reason
    from accord.solvers.logic.engine.engine import (
        TECHNIQUES,
        Step,
        Technique,
        next_step,
        steps,
        techniques_up_to,
    )
    from accord.solvers.logic.solver import SOLVERS, solve

__all__ = ["SOLVERS", "TECHNIQUES", "TIERS", "Board", "Deduction", "Reason", "Step", "Technique"]
__all__ += ["board", "board_of", "next_step", "solve", "steps", "techniques_up_to"]

_MODULES = {
    "engine.boards": ("Board", "board", "board_of"),
    "engine.deduction": ("Deduction", "Reason"),
    "engine.engine": ("Step", "next_step", "steps", "techniques_up_to", "TECHNIQUES", "Technique"),
    "solver": ("SOLVERS", "solve"),
}


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"accord.solvers.logic.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return list({*globals(), *__all__})
