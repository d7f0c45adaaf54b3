"""A technique: a rule of human logic, with its name, its tier and the function that applies it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.tiers import Tier


class WrongDeductionError(Exception):
    """A technique contradicts a solution; says which, and on which board."""


@dataclass(frozen=True)
class Technique:
    """A rule of human logic.

    `find` is a pure function from a board to the deductions of all instances of its pattern, given
    out lazily; it never sees the solution, and yields only what places or removes something.
    """

    name: str  # x_wing
    title: str  # X-Wing
    tier: Tier
    find: Callable[[Board], Iterator[Deduction]] = field(repr=False)
    codes: tuple[str, ...] = ()  # of HoDoKu's library of techniques
    assumes_unique: bool = False  # holds only if the puzzle has one solution
