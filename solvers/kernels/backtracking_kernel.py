"""Backtracking compiled by numba: the fast one, which validates where it is installed.

The search runs in machine code that numba makes of Python (Lam, Pitrou and Seibert, "Numba: a
LLVM-based Python JIT compiler", LLVM-HPC 2015), in one of two kernels:

    kernels/nine.py      9x9 with 3x3 boxes and nothing else: the board in five vector registers
    kernels/general.py   every other shape up to 36x36

Both are called from here: a generator runs the search in slices, so that a deadline is kept to some
milliseconds; with `threads` above 1 these slices are those of several threads (kernels/team.py).
`many` decides an array of puzzles in one call, a puzzle never on more than one thread.  numba
and the compiled code (kernels/loading.py) are loaded when the first puzzle is solved.  Counters of
9x9 puzzles are the following; those of others are in kernels/general.py.

    nodes          boards propagated: the puzzle, and both sides of each guess as it comes to them
    guesses        values tried in cells that have others; what is left when one has failed is
                   forced, and no guess
    backtracks     nodes given up because of a conflict
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import UNDECIDED, Answers, Budget, Grid, Puzzle
from accord.solvers.settings import Workers

if TYPE_CHECKING:
    from accord.solvers.interface import Grids
    from accord.solvers.kernels.team import Kernel, Work
    from accord.solvers.traces.events import Event

PATIENCE = 1000  # guesses between two looks at the clock
SLICE = 64  # solutions in one call, at most
ROOM = 400_000  # bytes for the solutions of a slice of each of several threads
NINE = shape(9)


def kernel_for(shape: Shape) -> "Kernel":
    """The kernel that takes puzzles of this shape; loads numba."""
    kernel: Any
    if shape == NINE:
        from accord.solvers.kernels import nine as kernel
    else:
        from accord.solvers.kernels import general as kernel
    return kernel  # type: ignore[no-any-return]


def solve(puzzle: Puzzle, budget: Budget, *, threads: Workers = 1) -> Iterator[Grid]:
    """Whole boards propagated in machine code, then guesses in cells with two candidates."""
    import numpy as np

    kernel, work = begun(puzzle, budget)
    grids = np.empty((min(budget.limit or SLICE, SLICE), len(puzzle.givens)), np.uint8)
    spent: dict[str, int] = {}
    while not work.exhausted:
        found = kernel.resume(work, grids, PATIENCE)
        counters = work.counters
        budget.spend(**{name: count - spent.get(name, 0) for name, count in counters.items()})
        spent = counters
        yield from read(grids[:found])
        if threads > 1 and not work.exhausted:
            yield from shared(kernel, work, puzzle, budget, threads)
            return


def shared(
    kernel: "Kernel", work: "Work", puzzle: Puzzle, budget: Budget, threads: int
) -> Iterator[Grid]:
    """The rest of a search that took more than a slice, on several threads."""
    from accord.solvers.kernels.team import Team

    cells = len(puzzle.givens)
    room = max(ROOM // cells, 1)
    team = Team(kernel, work, threads, PATIENCE, (min(budget.limit or room, room), cells))
    try:
        while not team.exhausted:
            found, spent = team.search()
            budget.spend(**spent)
            for grids in found:
                yield from read(grids)
    finally:
        team.end()


def read(grids: "Grids") -> Iterator[Grid]:
    """The grids of K x cells; bytes are read in two thirds of the time that lists take."""
    cells, values = grids.shape[1], grids.tobytes()
    for first in range(0, len(values), cells):
        yield Grid(values[first : first + cells])


def begun(puzzle: Puzzle, budget: Budget) -> "tuple[Kernel, Work]":
    """The kernel, and the search before its first step."""
    if puzzle.shape == NINE:  # nothing to ask, and a phase of its own would take as long as it does
        from accord.solvers.kernels import nine

        return nine, nine.start(puzzle)
    budget.enter("encode")
    kernel = kernel_for(puzzle.shape)
    work = kernel.start(puzzle)
    budget.enter("search")
    return kernel, work


def many(shape: Shape, puzzles: "Grids", limit: int | None, threads: int) -> Answers:
    """The answers to N puzzles of one shape, in one call of the kernel on each thread."""
    return kernel_for(shape).many(shape, puzzles, limit, threads)


def within(
    shape: Shape, puzzles: "Grids", limit: int | None, threads: int, seconds: float
) -> Answers:
    """As `many`, of 9x9 puzzles; others are UNDECIDED, as their guesses may take any time."""
    import numpy as np

    if shape == NINE:
        from accord.solvers.kernels import nine

        return nine.within(shape, puzzles, limit, threads, seconds)
    undecided = np.full(len(puzzles), UNDECIDED, np.int64)
    return Answers(np.zeros_like(puzzles), undecided, np.zeros_like(undecided))


def observe(
    puzzle: Puzzle,
    receive: Callable[["Event"], None],
    learnt: Callable[[Sequence[tuple[int, int, bool]]], None],
) -> None:
    """Have the kernel for a puzzle search for all solutions, observed from outside.

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


def prepare(puzzle: Puzzle, *, threads: int = 1) -> None:
    """Load the compiled code; compile it where that was never done."""
    kernel_for(puzzle.shape).load()


SOLVERS = {
    "backtracking-kernel": Backend(
        solve,
        engine="handwritten",
        model="backtracking-kernel",
        family="search",
        needs=(Need(module="numba", distributions=("numba",)),),
        prepare=prepare,
        cores="threads",
        compiled=True,
        many=many,
        within=within,
    )
}
