"""The general kernel: search on bit masks of any shape, compiled, that learns from its conflicts.

A board is a bit mask per cell and one per house and value (board.py); the search changes some
arrays (state.py).  It guesses in order until it has met 50 conflicts without a solution, and learns
clauses from then on (search.py, modes.py, propagation.py, learning.py, clause_store.py).  This file
is what Python calls: a search that can be stopped and resumed, and many puzzles at once.  Plain
search decides small boards in microseconds; half-empty 25x25 need the learning.  What was measured,
beside other solvers and among variants, stands in docs/decisions/009-two-kernels.md.

A search is split by guiding paths.  It keeps its first guess, as something that is known; the other
half is a copy of it that knows the contrary (Zhang, Bonacina and Hsiang, "PSATO: a distributed
propositional prover and its application to quasigroup problems", Journal of Symbolic Computation
1996).  Nothing beyond the contrary has been searched before, as guesses are tried in order; and
what was learnt before the split follows from what both halves know, so that both keep it.  What
either learns later rests on its own half and is not passed on.
"""

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import partial

import numpy as np

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.interface import Answers
from accord.solvers.kernels import state
from accord.solvers.kernels.board import Grids, Longs, ShapeTables, board, overfull
from accord.solvers.kernels.clause_store import MOST
from accord.solvers.kernels.loading import general_entry
from accord.solvers.kernels.propagation import cancel
from accord.solvers.kernels.search import MARGIN, answer
from accord.solvers.kernels.state import SearchState, append


@general_entry
def keep_guess(b: ShapeTables, s: SearchState, right: bool) -> None:
    """Keep the first guess as right, or as wrong, from now on."""
    numbers = s.numbers
    if right:
        for i in range(s.start[0], numbers[state.END]):
            x = s.trail[i] >> 1
            s.level[x] = max(s.level[x] - 1, 0)
        numbers[state.DEPTH] -= 1
        for i in range(numbers[state.DEPTH]):
            s.start[i] = s.start[i + 1]
        numbers[state.BOUND] = max(numbers[state.BOUND] - 1, 0)
    else:
        guess = s.trail[s.start[0]]
        cancel(b, s, 0)
        numbers[state.BOUND] = 0
        numbers[state.SOLUTIONS] = 0
        append(s, guess ^ 1, state.NONE)


ENOUGH = 50  # conflicts without a solution before the search begins to learn
NOTHING: Longs = np.zeros(0, np.int64)
SLICE = 256  # puzzles that a thread takes at a time
FOREVER = 1 << 50
PER_CANDIDATE = (
    *("trail", "start", "level", "cause", "activity"),
    *("seen", "inside", "best", "marked"),
)


class GeneralWork:
    """A search that can be stopped and gone on with.

    Args:
        figure: the shape; its constraints are of AllDifferent.
        puzzles: N x cells givens.
        allowed: by cell a mask of values, for one puzzle; or empty.
        enough: conflicts without a solution after which it begins to learn; -1: from the start.
    """

    def __init__(
        self, figure: Shape, puzzles: Grids, allowed: Longs = NOTHING, enough: int = ENOUGH
    ) -> None:
        self.board, self.puzzles = board(figure), puzzles
        masks, total = self.board.masks.size, figure.size**3
        literals = dict.fromkeys(("value", "head"), 2 * total)
        candidates = dict.fromkeys(PER_CANDIDATE, total)
        self.state = SearchState.zeros(
            **dict.fromkeys(("masks", "root", "weight"), masks),
            **literals,
            **candidates,
            numbers=state.NUMBERS,
            allowed=allowed.size,
            rates=state.RATES,
            clause=2 * total + 2,
            stack=total + 1,
            buffer=total + 1,
            arena=2 * total + MARGIN,
            glues=MOST + 1,
        )
        self.state.allowed[:] = allowed
        self.state.numbers[state.ENDURE] = enough

    def run(self, grids: Grids, counts: Longs, guesses: Longs, limit: int, patience: int) -> None:
        """Go on; for the arguments see `answer`."""
        asked = self.puzzles, grids, counts, guesses, limit, patience
        while answer(self.board, self.state, *asked) == state.FULL:
            self.grow()

    @property
    def exhausted(self) -> bool:
        """Whether it is proved that there are no further solutions."""
        return int(self.state.numbers[state.PHASE]) == state.DONE

    @property
    def counters(self) -> dict[str, int]:
        """The counters so far, by the names of accord.solvers.budget."""
        places = {
            "guesses": state.GUESSES,
            "conflicts": state.CONFLICTS,
            "restarts": state.RESTARTS,
        }
        places["propagations"] = state.PROPAGATIONS
        return {name: int(self.state.numbers[place]) for name, place in places.items()}

    def split(self) -> "GeneralWork | None":
        """The search beyond the first guess, if there is one; this one keeps the guess."""
        if self.exhausted or not self.state.numbers[state.DEPTH]:
            return None
        rest = copy(self)
        rest.state = self.state.copied()
        keep_guess(self.board, self.state, True)
        keep_guess(rest.board, rest.state, False)
        return rest

    def grow(self) -> None:
        """Make the arena larger."""
        arena = self.state.arena
        size = max(2 * arena.size, int(self.state.numbers[state.WANTED]))
        larger = np.zeros(size, np.int32)
        larger[: arena.size] = arena
        self.state = self.state.replaced(arena=larger)


def start(puzzle: Puzzle, enough: int = ENOUGH) -> GeneralWork:
    """A search for the solutions of this puzzle that has not begun."""
    marks = puzzle.candidates or ()
    allowed = np.array([sum(1 << value - 1 for value in mark) for mark in marks], np.int64)
    work = GeneralWork(puzzle.shape, np.array([puzzle.givens], np.uint8), allowed, enough)
    work.state.numbers[state.EVERY] = 1
    if overfull(puzzle.shape):
        work.state.numbers[state.PHASE] = state.DONE
    return work


def resume(work: GeneralWork, grids: Grids, patience: int) -> int:
    """Go on for about so many guesses and conflicts; how many solutions were written.

    Args:
        work: the search.
        grids: K x cells; its rows are filled with further solutions.
        patience: at least 1.
    """
    counts = np.zeros(1, np.int64)
    work.state.numbers[state.ROW] = 0
    work.run(grids, counts, np.zeros(1, np.int64), len(grids), patience)
    return int(counts[0])


def split(work: GeneralWork) -> GeneralWork | None:
    """A search for some of the solutions left, which `work` leaves to it; None before a guess."""
    return work.split()


def many(figure: Shape, puzzles: Grids, limit: int | None, threads: int) -> Answers:
    """The claims about N puzzles of one shape."""
    puzzles = np.require(puzzles, np.uint8, ["C", "W"])  # compiled for no others
    number = len(puzzles)
    answers = Answers(
        np.zeros_like(puzzles), np.zeros(number, np.int64), np.zeros(number, np.int64)
    )
    if overfull(figure) or not number:
        return answers
    board(figure)  # once, before the threads
    goal = FOREVER if limit is None else limit
    ask = partial(_answer, figure, puzzles, goal, answers)
    if threads == 1:
        ask(slice(number))
        return answers
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(ask, (slice(first, first + SLICE) for first in range(0, number, SLICE))))
    return answers


def _answer(figure: Shape, puzzles: Grids, limit: int, answers: Answers, part: slice) -> None:
    """Solve the puzzles in these rows of an array."""
    grids, counts, guesses = answers.solutions[part], answers.counts[part], answers.guesses[part]
    GeneralWork(figure, puzzles[part]).run(grids, counts, guesses, limit, FOREVER)


def load() -> None:
    """Compile the entry points, or load them from the disk."""
    figure = shape(1)
    grids = np.zeros((1, 1), np.uint8)
    resume(start(Puzzle(figure, Grid([0]))), grids, 1)
    resume(divided := start(Puzzle(shape(4), Grid([0] * 16))), np.zeros((1, 16), np.uint8), 1)
    split(divided)
    many(figure, grids, 2, 1)
