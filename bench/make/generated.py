"""Drawing puzzles by a recipe: the same for a seed, however many are asked for.

Puzzle k of a seed is the first of its attempts that is as the recipe wants it.  An attempt has its
own source of chance, named by seed, puzzle and attempt, and so does not depend on what was made
before or is made beside it: attempts at many puzzles, or many at one, go on together (filling.py,
thinning.py), because a solver that is asked 256 questions in one call takes microseconds for each.
Nothing that decides depends on the solver, its order or its speed.

An attempt: a full grid; givens taken away; if a number of clues is wanted and not reached, a search
for fewer (fewer.py); a climb, if wanted (climbing.py); then it is rated.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from accord.bench.make.chance import source
from accord.bench.make.climbing import Top, tops
from accord.bench.make.fewer import fewer_clues
from accord.bench.make.full_grid import NoGridError
from accord.bench.make.generate import Attempt, attempts
from accord.bench.make.rating import DIFFICULTIES, RATER, difficulty, is_rated
from accord.bench.make.recipe import THINNED, Recipe
from accord.puzzles import Grid, Puzzle
from accord.solvers.deciding import decided

TOGETHER = 256  # attempts that go on together where they are cheap
SLOW = 16  # where each of them is looked at by logic, or may be searched from
MOVES = 100  # sideways, in a search for fewer clues
LAST = 20  # attempts that are rated to say what was found

Key = tuple[int, int]  # the number of a puzzle, and that of the attempt at it
Look = Callable[[], None]


class OutOfAttemptsError(Exception):
    """No attempt at a puzzle was as the recipe wants it; says what was found."""


class Generated(NamedTuple):
    """A puzzle with its one solution."""

    number: int  # of the puzzle, from 0
    puzzle: Puzzle
    solution: Grid
    guesses: int | None = None  # the median over isomorphs, after a climb


class Watch(Protocol):
    """A function that is called often while puzzles are made; it may raise to end that."""

    def __call__(self, closest: Callable[[], str], /) -> None:
        """Look at the clock, for example.

        Args:
            closest: what is known of the puzzle whose turn it is, in words; empty for nothing.
        """


@dataclass
class _Found:
    """The results of the attempts at a puzzle, none of them as the recipe wants it."""

    attempts: int = 0
    gridless: int = 0  # regions in which no grid was found
    spared: int = 0  # that had givens which can be spared
    clues: Counter[int] = field(default_factory=Counter)
    fewest: int | None = None  # clues in the search that goes on
    top: Top | None = None  # of the climb that goes on
    last: deque[Generated] = field(default_factory=lambda: deque(maxlen=LAST))  # not so difficult

    @property
    def ended(self) -> int:
        """The attempts that are over."""
        return self.gridless + self.clues.total()


def puzzles(
    recipe: Recipe, seed: int = 0, count: int | None = 1, watch: Watch = lambda closest: None
) -> Iterator[Generated]:
    """Puzzles by a recipe, each with one solution; puzzle k is the same for every count.

    Args:
        recipe: what is wanted.
        seed: 0 or more.
        count: how many; None for no end.
        watch: called several times in each attempt; may raise to make an end.

    Raises:
        NoGridError: no grid obeys the rules, or none was found.
        OutOfAttemptsError: no attempt at the next puzzle came out as wanted.
    """
    most = _together(recipe)
    number, size = 0, 1
    while count is None or number < count:
        size = size if count is None else min(size, count - number)
        yield from _made(recipe, seed, range(number, number + size), most, watch)
        number, size = number + size, min(4 * size, most)


def _together(recipe: Recipe) -> int:
    """The number of attempts that are made together."""
    if recipe.climb or recipe.jigsaw or recipe.size > THINNED:
        return 1
    return SLOW if recipe.searches or recipe.difficulty else TOGETHER


def _made(
    recipe: Recipe, seed: int, numbers: Sequence[int], most: int, watch: Watch
) -> Iterator[Generated]:
    """The puzzles with these numbers, in order, each as soon as those before it are there."""
    found = {number: _Found() for number in numbers}
    made: dict[int, Generated] = {}
    waiting = deque(numbers)
    share = 1  # attempts at each

    def look() -> None:
        number = waiting[0]
        watch(lambda: _closest(recipe, number, found[number]))

    while waiting:
        look()
        open_numbers = [number for number in waiting if number not in made]
        keys = [
            (number, found[number].attempts + more)
            for number in open_numbers
            for more in range(min(share, recipe.tries - found[number].attempts))
        ]
        for key, attempt in _attempts(recipe, seed, keys, found, look):
            number = key[0]
            if number in made:
                continue
            look()
            if fit := _fitting(recipe, key, attempt, found[number], look):
                made[number] = fit
            while waiting and waiting[0] in made:
                yield made[waiting.popleft()]
        if waiting and found[waiting[0]].attempts >= recipe.tries:
            raise OutOfAttemptsError(_complaint(recipe, waiting[0], found[waiting[0]]))
        share = max(1, min(4 * share, most // max(1, len(open_numbers))))


def _attempts(
    recipe: Recipe, seed: int, keys: Sequence[Key], found: dict[int, _Found], look: Look
) -> Iterator[tuple[Key, Attempt]]:
    """The attempts with these numbers; only one where each has regions of its own."""
    sources = [source(seed, number, attempt) for number, attempt in keys]
    for number, _ in keys:
        found[number].attempts += 1
    try:
        made = attempts(recipe.shape(sources[0]), recipe.symmetry, sources, recipe.stop, look)
        yield from zip(keys, made, strict=True)
    except NoGridError:
        if not recipe.jigsaw:
            raise
        found[keys[0][0]].gridless += 1


def _fitting(
    recipe: Recipe, key: Key, attempt: Attempt, found: _Found, look: Look
) -> Generated | None:
    """The puzzle made from an attempt, or None where it is not as the recipe wants it."""
    clues, guesses = recipe.clues, None
    if clues is not None and attempt.clues > clues and recipe.searches_in(key[1]):
        attempt = _searched(attempt, clues, found, look)
    if recipe.climb:
        for top in tops(attempt, recipe.climb, look):
            found.top = top
            look()
        attempt, guesses, found.top = top.attempt, top.guesses, None
    found.clues[attempt.clues] += 1
    if clues is not None and attempt.clues != clues:
        return None
    if recipe.minimal and not _thinned_alone(recipe) and not _is_minimal(attempt):
        found.spared += 1
        return None
    puzzle, solution = attempt.puzzle, Grid(attempt.solution.tolist())
    generated = Generated(key[0], puzzle, solution, guesses)
    if recipe.difficulty and not is_rated(puzzle, solution, recipe.difficulty):
        found.last.append(generated)
        return None
    return generated


def _searched(attempt: Attempt, clues: int, found: _Found, look: Look) -> Attempt:
    """The attempt after the search for fewer clues."""

    def watch(fewest: int) -> None:
        found.fewest = fewest
        look()

    attempt = fewer_clues(attempt, clues, MOVES, watch)
    found.fewest = None
    return attempt


def _thinned_alone(recipe: Recipe) -> bool:
    """Whether givens were tried one by one until none could be spared."""
    return recipe.symmetry == "none" and recipe.clues is None and recipe.stop == 0


def _is_minimal(attempt: Attempt) -> bool:
    """Whether every single given is needed."""
    cells = np.flatnonzero(attempt.givens)
    sparser = np.repeat(attempt.givens[None, :], len(cells), axis=0)
    sparser[np.arange(len(cells)), cells] = 0
    return bool((decided(attempt.shape, sparser).counts > 1).all())


def _closest(recipe: Recipe, number: int, found: _Found) -> str:
    """The closest attempts at a puzzle in words; empty where there were none."""
    if found.top is not None:
        return (
            f"puzzle {number + 1}: {found.top.guesses} guesses of {RATER} "
            f"after {found.top.steps} of {recipe.climb} steps"
        )
    if found.ended:
        return _complaint(recipe, number, found)
    if found.fewest is not None:
        return f"puzzle {number + 1}: found {found.fewest} clues, expected {recipe.clues}"
    return ""


def _complaint(recipe: Recipe, number: int, found: _Found) -> str:
    """The message of a puzzle that could not be made: found and expected."""
    wanted = [f"{recipe.clues} clues"] if recipe.clues is not None else []
    wanted += ["minimal"] if recipe.minimal else []
    wanted += [recipe.difficulty] if recipe.difficulty else []
    parts = []
    if found.gridless:
        parts.append(f"{found.gridless} drawings of regions in which no grid was found")
    if found.clues:
        fewest, most = min(found.clues), max(found.clues)
        fewest = min(fewest, found.fewest or fewest)
        parts.append(f"{fewest} to {most} clues" if fewest < most else f"{fewest} clues")
    if found.spared:
        parts.append(f"{found.spared} with givens that can be spared")
    if found.last:
        rated = Counter(difficulty(each.puzzle, each.solution) for each in found.last)
        kinds = [f"{rated[name]} {name}" for name in DIFFICULTIES if rated[name]]
        parts.append(f"of the last {len(found.last)} {', '.join(kinds)}")
    return (
        f"puzzle {number + 1}: found in {found.ended} attempts {'; '.join(parts)}; "
        f"expected {', '.join(wanted) or 'a puzzle'}"
    )
