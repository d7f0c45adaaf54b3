"""What a kernel does, observed from outside; its code is the same as without it."""

from collections.abc import Callable, Sequence

from accord.puzzles.puzzle import Puzzle
from accord.solvers.kernels.backtracking_kernel import NINE
from accord.solvers.traces.events import Event


def observe(
    puzzle: Puzzle,
    receive: Callable[[Event], None],
    learnt: Callable[[Sequence[tuple[int, int, bool]]], None],
) -> None:
    """Have the kernel for a puzzle search for all solutions, and pass on what it does.

    Args:
        puzzle: of constraints that are all AllDifferent.
        receive: takes solutions, and of the 9x9 kernel what it decides, removes and takes back.
        learnt: takes the clauses that the general kernel learns, each literal as cell, value, and
            whether the cell has it.
    """
    if puzzle.shape == NINE:
        from accord.solvers.kernels import observed_nine

        observed_nine.observe(puzzle, receive)
    else:
        from accord.solvers.kernels import observed_general

        observed_general.observe(puzzle, receive, learnt)
