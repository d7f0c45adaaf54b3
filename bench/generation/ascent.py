"""Climbing that is not taken in by luck: `accord generate --hard`.

The steps are those of climbing.py.  There a puzzle's guesses in three isomorphs decide, and these
differ by a factor of two or more: a climb soon meets a puzzle that was lucky in them, and waits
for the next lucky one.  Here they are counted twice.  On the way the median over seven forms may
not fall: a variant is dropped as soon as two more of its forms are below that of the present
puzzle than are not, which takes three forms for most, and takes its place once four are not.  When
that median is higher than ever before the puzzle is rated in other forms, fifteen of them, in
which nobody chose it; the one that is best there is the top, and its guesses are those that are
said.  A climb of more steps begins with one of fewer, and so cannot end below it.

Guesses after 20, 60 and 200 steps at 9x9, of 60 to 80 ms of CPU time each: 34, 66 and 80 from seed
1, 18, 54 and 54 from seed 2.  Climbing by three forms alone ended, from seed 1, with 50 after 20
steps and with 30 after 1,000, in the median over five isomorphs.
"""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from accord.bench.generation.climbing import variants
from accord.bench.generation.rating import guesses
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from accord.bench.generation.thinning import Membership

    Values = NDArray[np.uint8]  # one for each cell

WAY = range(1, 8)  # isomorphs in which puzzles on the way are compared, an odd number
RATED = range(8, 23)  # those in which the best ones are, an odd number too
BEHIND = 2  # forms below, more than those that are not, with which a variant is dropped


class Top(NamedTuple):
    """The best puzzle of a climb as far as it has come."""

    givens: "Values"  # cells
    guesses: int  # in the median over the isomorphs RATED
    steps: int  # that are made


def tops(
    shape: Shape,
    givens: "Values",
    solution: "Values",
    membership: "Membership",
    random: Random,
    steps: int,
    watch: Callable[[], None] = lambda: None,
) -> Iterator[Top]:
    """The best puzzle so far, several times in each step; its guesses never become fewer.

    Args:
        shape: size and rules.
        givens: of a puzzle with exactly one solution, one value per cell.
        solution: that solution.
        membership: which cells are given or blank together.
        random: where chance comes from.
        steps: how many are made.
        watch: called before each isomorph's guesses are counted; may raise to make an end.
    """
    median_of, reaches = partial(_median, shape, watch), partial(_reaches, shape, watch)
    height = highest = median_of(givens, WAY)
    top = Top(givens, median_of(givens, RATED), 0)
    yield top
    for step in range(steps):
        for variant in variants(shape, givens, solution, membership, random):
            if (variant != givens).any() and reaches(variant, WAY, height, BEHIND):
                givens, height = variant, median_of(variant, WAY)
                if height > highest:
                    highest = height
                    if reaches(variant, RATED, top.guesses + 1, len(RATED)):
                        top = Top(variant, median_of(variant, RATED), step)
            yield top._replace(steps=step)
        yield top._replace(steps=step + 1)


def _counts(
    shape: Shape, watch: Callable[[], None], givens: "Values", forms: range
) -> Iterator[int]:
    """The guesses in these forms, one by one."""
    puzzle = Puzzle(shape, Grid(givens.tolist()))
    for form in forms:
        watch()
        yield guesses(puzzle, form)


def _median(shape: Shape, watch: Callable[[], None], givens: "Values", forms: range) -> int:
    """The guesses in the median over these forms."""
    return int(median(_counts(shape, watch, givens, forms)))


def _reaches(
    shape: Shape,
    watch: Callable[[], None],
    givens: "Values",
    forms: range,
    height: int,
    behind: int,
) -> bool:
    """Whether most of the forms need so many guesses; no, once that many more need fewer."""
    enough = len(forms) // 2 + 1
    reached = below = 0
    for count in _counts(shape, watch, givens, forms):
        if count >= height:
            reached += 1
        else:
            below += 1
        if reached == enough:
            return True
        if below == enough or below - reached >= behind:
            return False
    raise AssertionError("an odd number of forms is decided")
