"""Making a puzzle of one of the kinds: harder as long as one solution is left, and then rated.

A draft begins with more clues than it needs.  Each change is kept if the puzzle still has exactly
one solution, which a search proves that has few guesses to spend: what takes more is too hard.
Guesses are those of `backtracking-mrv:filter=gac` until it has exhausted the puzzle:

    difficulty   guesses
    ----------   ----------------------------------------------
    easy         0: propagation alone solves it
    medium       1 to 8
    hard         9 to 100

A kakuro is handed out with sums, and rated with its runs as tables: what is easy follows from the
combinations of each run.  That it has one solution is proved in both models, in that with sums
first, which is the faster one.  What has no clues to spare is varied while it is too easy.

The search needs no clock and draws nothing, so that a rating is the same on every machine.  A
version of accord whose filters are stronger may rate differently, and so make other puzzles.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple, get_args

from accord.bench.make.boards.caged import kenken_draft, killer_draft
from accord.bench.make.boards.draft import BoardDraft
from accord.bench.make.boards.filled import binairo_draft, hidato_draft
from accord.bench.make.boards.kakuro import kakuro_draft
from accord.bench.make.boards.latin import futoshiki_draft, kropki_draft, skyscrapers_draft
from accord.bench.make.boards.nonogram import nonogram_draft
from accord.bench.make.boards.variants import (
    anti_knight_draft,
    arrows_draft,
    non_consecutive_draft,
    thermometers_draft,
)
from accord.bench.make.chance import source
from accord.bench.make.generated import OutOfAttemptsError
from accord.bench.make.recipe import RecipeError
from accord.puzzles import Problem, Solution
from accord.puzzles.phrasing import counted
from accord.puzzles.puzzle import Expected, Instance
from accord.solvers.answer import ask
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.registry import runnable


class BoardKind(NamedTuple):
    """A kind of board: its first draft, the possible sizes, the usual one."""

    draft: Callable[[int, Random], BoardDraft]
    sizes: Sequence[int]
    usual: int


KINDS: Mapping[str, BoardKind] = {
    "anti-knight": BoardKind(anti_knight_draft, (6, 9), 9),
    "arrows": BoardKind(arrows_draft, (4, 6, 8, 9), 6),
    "binairo": BoardKind(binairo_draft, (4, 6, 8, 10), 8),
    "futoshiki": BoardKind(futoshiki_draft, range(3, 10), 5),
    "hidato": BoardKind(hidato_draft, range(3, 8), 5),
    "kakuro": BoardKind(kakuro_draft, range(4, 11), 6),
    "kenken": BoardKind(kenken_draft, range(3, 8), 5),
    "killer": BoardKind(killer_draft, (4, 6, 8, 9), 6),
    "kropki": BoardKind(kropki_draft, range(3, 8), 5),
    "non-consecutive": BoardKind(non_consecutive_draft, (6, 9), 6),
    "nonogram": BoardKind(nonogram_draft, range(4, 21), 10),
    "skyscrapers": BoardKind(skyscrapers_draft, range(3, 8), 5),
    "thermometers": BoardKind(thermometers_draft, (4, 6, 8, 9), 6),
}


Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
GUESSES = {"easy": (0, 0), "medium": (1, 8), "hard": (9, 100), None: (0, 100)}
RATER = "backtracking-mrv:filter=gac"
PROVER = "backtracking-mrv"  # of a model that is not rated; as many guesses, a third of the time
ATTEMPTS = 100  # at each puzzle
REPAIRS = 200  # of a draft
VARIATIONS = 300  # of a draft
QUICK = 1000  # guesses of the prover


class MadeBoard(NamedTuple):
    """A puzzle with its one solution."""

    number: int  # of the puzzle, from 0
    problem: Problem
    solution: Solution
    guesses: int
    rated: Problem  # the model in which they are counted


class GuessCount(NamedTuple):
    """The solutions of a search with a limit on guesses, and the guesses it took."""

    solutions: tuple[Solution, ...]  # at most two
    exhausted: bool
    guesses: int

    @property
    def is_unique(self) -> bool:
        """Whether there is one solution, by proof."""
        return self.exhausted and len(self.solutions) == 1


class _Allowance(Budget):
    """A budget of guesses."""

    def __init__(self, most: int) -> None:
        super().__init__(limit=2)
        self.most = most

    def spend(self, **amounts: int) -> None:
        super().spend(**amounts)
        if self.spent["guesses"] > self.most:
            raise GaveUpError(f"{self.most} guesses")


def decision(problem: Problem, most: int, solver: str = RATER) -> GuessCount:
    """The result of the rater, or of another search, with at most so many guesses."""
    chosen, budget = runnable(solver), _Allowance(most)
    found: list[Solution] = []
    search = ask(chosen.backend, problem, budget, chosen.settings)
    while True:
        try:
            found.append(next(search))
        except StopIteration as end:
            return GuessCount(tuple(found), not end.value, budget.spent["guesses"])


def boards(
    kind: str,
    size: int | None = None,
    difficulty: Difficulty | None = None,
    seed: int = 0,
    count: int = 1,
    attempts: int = ATTEMPTS,
    watch: Callable[[], None] = lambda: None,
) -> Iterator[MadeBoard]:
    """Puzzles of a kind; puzzle k of a seed is the same for every count.

    Args:
        kind: one of `KINDS`.
        size: rows of the board; by default the usual one of the kind.
        difficulty: by default any, as hard as it came out.
        seed: 0 or more.
        count: how many.
        attempts: at each puzzle.
        watch: called before each question to the search; may raise to make an end.

    Raises:
        RecipeError: there is no such kind, size or difficulty.
        OutOfAttemptsError: no attempt at the next puzzle came out as wanted.
    """
    _check(kind, size, difficulty)
    size = KINDS[kind].usual if size is None else size
    for number in range(count):
        for attempt in range(attempts):
            draft = KINDS[kind].draft(size, source(seed, number, attempt))
            made = made_of(draft, difficulty, watch)
            if made is not None:
                yield MadeBoard(number, *made)
                break
        else:
            raise OutOfAttemptsError(
                f"puzzle {number + 1}: found no {difficulty or 'unique'} {kind} of size {size} "
                f"in {attempts} attempts, expected one"
            )


def instance(board: MadeBoard, kind: str, seed: int) -> Instance:
    """A puzzle with a name and what is known of it."""
    name = f"{kind}-{seed}-{board.number + 1}"
    expected = Expected(1, solution=board.solution)
    guesses = counted(board.guesses, "guess", "guesses")
    origin = f"accord generate --puzzle {kind}, seed {seed}, {guesses}"
    return Instance(name, board.problem, expected, origin)


def _check(kind: str, size: int | None, difficulty: str | None) -> None:
    if kind not in KINDS:
        raise RecipeError(f"found the puzzle {kind!r}, expected one of {', '.join(KINDS)}")
    sizes = KINDS[kind].sizes
    if size is not None and size not in sizes:
        expected = ", ".join(map(str, sizes))
        raise RecipeError(f"found the size {size} of a {kind}, expected one of {expected}")
    if difficulty not in (None, *DIFFICULTIES):
        expected = ", ".join(DIFFICULTIES)
        raise RecipeError(f"found the difficulty {difficulty!r} of a {kind}, expected {expected}")


def made_of(
    draft: BoardDraft,
    difficulty: Difficulty | None = None,
    watch: Callable[[], None] = lambda: None,
) -> tuple[Problem, Solution, int, Problem] | None:
    """The parts of a made board; None where it does not come out as wanted."""
    least, most = GUESSES[difficulty]
    started = _unique(draft, watch)
    if started is None:
        return None
    draft, found = started
    for change in draft.changes:
        other = draft.changed(change)
        if other is not None:
            watch()
            harder = _rating(other, most)
            if harder.is_unique:
                draft, found = other, harder
    draft, found = _varied(draft, found, (least, most), watch)
    if not least <= found.guesses <= most:
        return None
    return draft.written or draft.problem, found.solutions[0], found.guesses, draft.problem


def _rating(draft: BoardDraft, most: int) -> GuessCount:
    """The rater's result; in the quick model where that has not exactly one solution."""
    quick = draft.written
    if quick is not None and not (found := decision(quick, QUICK, PROVER)).is_unique:
        return found
    return decision(draft.problem, most)


def _varied(
    draft: BoardDraft, found: GuessCount, wanted: tuple[int, int], watch: Callable[[], None]
) -> tuple[BoardDraft, GuessCount]:
    """The draft, varied until it takes enough guesses; no variation is kept that takes fewer."""
    least, most = wanted
    for _ in range(VARIATIONS):
        other = draft.varied() if found.guesses < least else None
        if other is None:
            break
        watch()
        harder = _rating(other, most)
        if harder.is_unique and harder.guesses >= found.guesses:
            draft, found = other, harder
    return draft, found


def _unique(draft: BoardDraft, watch: Callable[[], None]) -> tuple[BoardDraft, GuessCount] | None:
    """The draft, repaired until it has one solution; None where that has not come about."""
    for _ in range(REPAIRS):
        watch()
        found = _rating(draft, GUESSES[None][1])
        if found.is_unique:
            return draft, found
        other = draft.repaired(found.solutions)
        if other is None:
            return None
        draft = other
    return None
