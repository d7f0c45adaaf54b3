"""Climbing towards puzzles that need many guesses: `accord generate --hard`.

Hard puzzles are rare among random ones, but they have hard neighbours.  A step makes some variants
of the puzzle: a few blank orbits get their values back, and then givens go, in random order, the
new ones last, until none can be spared.  All variants have the same solution: there are so many
minimal puzzles to a grid that leaving it is not necessary.

A puzzle's guesses (rating.py) differ from isomorph to isomorph by a factor of two or more, so that
a climb by a few of them would soon stay on a puzzle that happens to need many in these.  So they
are counted twice.  On the way the median over the forms WAY may not fall: a variant is dropped once
BEHIND more of its forms are below that of the present puzzle than are not, which takes three forms
for most, and takes its place once most are not.  When that median is higher than ever before, the
puzzle is rated in the forms RATED, which took no part in choosing it; the best one there is the
top, and its guesses are those that are reported.  More steps with the same chance never end below
fewer.

Guesses after 20, 60 and 200 steps at 9x9, of 60 to 80 ms of CPU time each: 34, 66 and 80 from seed
1, 18, 54 and 54 from seed 2.
"""

from collections.abc import Callable, Iterator
from statistics import median
from typing import NamedTuple

import numpy as np

from accord.bench.make.generate import Attempt
from accord.bench.make.rating import guesses
from accord.bench.make.thinning import thinned

VARIANTS = 8  # made in each step
MOST_BACK = 4  # orbits that get their values back, at most
WAY = range(1, 8)  # isomorphs in which puzzles on the way are compared, an odd number
RATED = range(8, 23)  # those in which the best ones are, an odd number too
BEHIND = 2  # forms below, more than those that are not, with which a variant is dropped


class Top(NamedTuple):
    """The best puzzle of a climb as far as it has come."""

    attempt: Attempt
    guesses: int  # in the median over the isomorphs RATED
    steps: int  # that are made


def tops(attempt: Attempt, steps: int, watch: Callable[[], None] = lambda: None) -> Iterator[Top]:
    """The best puzzle so far, several times in each step; its guesses never become fewer.

    Args:
        attempt: the puzzle that it starts from.
        steps: how many are made.
        watch: called before each isomorph's guesses are counted; may raise to make an end.
    """

    def counts(climber: Attempt, forms: range) -> Iterator[int]:
        puzzle = climber.puzzle
        for form in forms:
            watch()
            yield guesses(puzzle, form)

    height = highest = int(median(counts(attempt, WAY)))
    top = Top(attempt, int(median(counts(attempt, RATED))), 0)
    yield top
    for step in range(steps):
        for variant in variants(attempt):
            changed = (variant.givens != attempt.givens).any()
            if changed and _most_reach(counts(variant, WAY), len(WAY), height, BEHIND):
                attempt, height = variant, int(median(counts(variant, WAY)))
                if height > highest:
                    highest = height
                    rated = counts(variant, RATED)
                    if _most_reach(rated, len(RATED), top.guesses + 1, len(RATED)):
                        top = Top(variant, int(median(counts(variant, RATED))), step)
            yield top._replace(steps=step)
        yield top._replace(steps=step + 1)


def variants(attempt: Attempt) -> Iterator[Attempt]:
    """Neighbours of a puzzle, VARIANTS of them, or the puzzle itself."""
    sets, random = attempt.orbits, attempt.random
    given = sets @ (attempt.givens > 0)
    fuller, orders = [], []
    for _ in range(VARIANTS):
        back = 1 + int(random.random() * MOST_BACK)
        chance = np.array([random.random() for _ in given])
        added = np.argsort(chance + given, kind="stable")[:back]
        cells = sets[added].any(axis=0)
        fuller.append(np.where(cells, attempt.solution, attempt.givens))
        late = np.where(given, 0, 2)
        late[added] = 1
        orders.append(np.argsort(chance + late, kind="stable"))
    for givens in thinned(attempt.shape, np.array(fuller, np.uint8), np.array(orders), sets):
        yield attempt._replace(givens=givens)


def _most_reach(counts: Iterator[int], number: int, height: int, behind: int) -> bool:
    """Whether most of an odd number of counts reach a height; no, once that many more do not."""
    enough = number // 2 + 1
    reached = below = 0
    while reached < enough:
        if next(counts) >= height:
            reached += 1
        else:
            below += 1
        if below == enough or below - reached >= behind:
            return False
    return True
