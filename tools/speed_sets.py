"""Making the puzzles that speed is measured on: `python tools/speed_sets.py [KIND...]`.

    kind       like                             how they were made
    --------   ------------------------------   --------------------------------------------------
    easy       qqwing's easy ones               minimal; singles solve them
    sparse     the 17-clue puzzles              19 to 21 clues: givens exchanged to get rid of some
    top        magictour's top 1465             minimal; climbed until they need some dozen guesses
    hardest    the lists of hardest puzzles     minimal; the tops of the best of many climbs

Writes bench/make/instances/speed/KIND.txt, the same bytes on every machine: 81 characters a line,
`#` before what says how they were made.  Lines are isomorphs at random of what the generator made,
so that puzzles of one climb, which have their solution in common, look different.
How long it takes, and how they compare with published sets: docs/explanation/measuring.md.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from math import inf
from random import Random
from typing import NamedTuple

from accord.bench.make.climbing import variants
from accord.bench.make.fewer import fewer_clues
from accord.bench.make.generate import Attempt, attempts
from accord.bench.make.rating import guesses
from accord.bench.speed.forms import SHIPPED
from accord.puzzles import shape
from accord.puzzles.sudoku.symmetry import random_symmetry

NINE = shape(9)
SEED = 1  # of everything here
TOGETHER = 64  # random puzzles made at once

FORMS = 3  # isomorphs in which the guesses of a climb are counted
SPARSE = range(19, 22)  # clues
MOVES = 20  # sideways, towards fewer clues
TOP = (28, 45, 65, 90)  # guesses, in the mean over isomorphs, of puzzles on the way up
STARTS, SHORT, LONG = 40, 60, 120  # climbs towards the hardest, their steps, and those of the best
BEST = 10  # climbs that go on, at most
EACH = 10  # puzzles of each
FLOOR = 0.75  # of a top's guesses, that a puzzle beside it needs
APART = 4  # moves between two puzzles beside a top that are taken


class Climb(NamedTuple):
    """A climb so far: the attempt it has reached, and its guesses."""

    attempt: Attempt
    guesses: int  # in all forms together


class SpeedSet(NamedTuple):
    """A set of puzzles to make: how many, by which attempts, and its description."""

    many: int  # puzzles
    made: Callable[[], Iterator[Attempt]]
    about: str


def starts(name: str) -> Iterator[Attempt]:
    """An endless stream of random minimal puzzles, one for each name."""
    for number in count(0, TOGETHER):
        sources = [Random(f"{SEED} {name} {number + each}") for each in range(TOGETHER)]
        yield from attempts(NINE, "none", sources)


def easy() -> Iterator[Attempt]:
    """Minimal puzzles that singles solve."""
    return (start for start in starts("easy") if guesses(start.puzzle) == 0)


def sparse() -> Iterator[Attempt]:
    """Puzzles with few clues."""
    few = (fewer_clues(start, SPARSE[0], MOVES) for start in starts("sparse"))
    return (each for each in few if each.clues in SPARSE)


def top() -> Iterator[Attempt]:
    """Minimal puzzles that need some dozen guesses: those on the way up, one for each height."""
    for start in starts("top"):
        heights = iter(TOP)
        height: float = next(heights)
        for place in walk(start, SHORT):
            if place.guesses >= FORMS * height:
                yield place.attempt
                while place.guesses >= FORMS * height:
                    height = next(heights, inf)


def hardest() -> Iterator[Attempt]:
    """The tops of the best of many climbs, and puzzles beside them that are nearly as hard."""
    climbs = [last(walk(start, SHORT)) for start in islice(starts("hardest"), STARTS)]
    climbs.sort(key=lambda climb: climb.guesses, reverse=True)
    for climb in climbs[:BEST]:
        end = last(walk(climb.attempt, LONG))
        beside = walk(end.attempt, 10**9, FLOOR * end.guesses)
        yield from (place.attempt for place in islice(beside, 0, EACH * APART, APART))


def last(climb: Iterator[Climb]) -> Climb:
    """The last state of a climb."""
    *_, end = climb
    return end


def walk(start: Attempt, steps: int, floor: float = inf) -> Iterator[Climb]:
    """The puzzles that a climb in so many steps comes by, the first one included.

    Args:
        start: the first puzzle.
        steps: how many are made.
        floor: guesses in all forms together with which a puzzle is hard enough, though the one
            before it may be harder; by default the way never leads down.
    """
    now = Climb(start, total_guesses(start))
    yield now
    for _ in range(steps):
        for variant in variants(now.attempt):
            if (variant.givens != now.attempt.givens).any():
                least = min(now.guesses, floor)
                total = total_guesses(variant, least)
                if total >= least:
                    now = Climb(variant, total)
                    yield now


def total_guesses(attempt: Attempt, least: float = 0) -> int:
    """The guesses in all forms together; 0 once it is clear that they are far from the least."""
    puzzle, total = attempt.puzzle, 0
    for form in range(1, FORMS + 1):
        total += guesses(puzzle, form)
        if 2 * total * FORMS < least * form:
            return 0
    return total


KINDS = {
    "easy": SpeedSet(500, easy, "minimal, and singles solve them"),
    "sparse": SpeedSet(500, sparse, f"minimal, {SPARSE[0]} to {SPARSE[-1]} clues"),
    "top": SpeedSet(300, top, f"minimal, from climbs: {TOP[0]}, {TOP[1]} ... guesses or more"),
    "hardest": SpeedSet(72, hardest, "minimal, tops of climbs and what lies beside them"),
}


def lines(kind: str) -> Iterator[str]:
    """The lines of the file of a kind."""
    chosen = KINDS[kind]
    yield f"# 9x9 puzzles with one solution: {chosen.about}."
    yield f"# Made by python tools/speed_sets.py {kind}"
    random = Random(f"{SEED} {kind}")
    for made in islice(chosen.made(), chosen.many):
        yield str(random_symmetry(NINE, random).puzzle(made.puzzle))


def write(kind: str) -> None:
    """Write the file of a kind."""
    with (SHIPPED / f"{kind}.txt").open("w", encoding="utf-8", newline="\n") as file:
        for line in lines(kind):
            print(line, file=file, flush=True)  # so that one sees how far it has come


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    for chosen_kind in sys.argv[1:] or KINDS:
        write(chosen_kind)
