"""Making the puzzles that speed is measured on: `python tools/speed_sets.py [KIND...]`.

    kind       like                             how they were made
    --------   ------------------------------   --------------------------------------------------
    easy       qqwing's easy ones               minimal; singles solve them
    sparse     the 17-clue puzzles              19 to 21 clues: givens exchanged to get rid of some
    top        magictour's top 1465             minimal; climbed until they need some dozen guesses
    hardest    the lists of hardest puzzles     minimal; the tops of the best of many climbs

Writes bench/instances/speed/KIND.txt, the same bytes on every machine: 81 characters a line, `#`
before what says how they were made.  With the kernel it takes 4 s of CPU time for easy, two minutes
for sparse, three for top and twenty for hardest.  Lines are isomorphs at random of what the
generator made, so that puzzles of one climb, which have their solution in common, look different.

How they compare with 20 puzzles of each corpus: clues in the mean, guesses (rating.py) in the
median, CPU time of bench/speed/norvig.py in the mean:

    corpus                  clues   guesses   ms        kind      clues   guesses   ms
    ---------------------   -----   -------   ----      -------   -----   -------   ----
    qqwing_easy             25.4    0          1.7      easy      24.4    0          1.6
    sudoku17                17.0    1          1.8      sparse    20.8    2          2.0
    top1465                 22.6    38         6.0      top       23.2   31          4.5
    HardestDatabase110626   21.6    565       45        hardest   22.5   89         10.5

The hardest here are no match for those that people have collected over years: such a list can be
given to `accord speed` as a file.
"""

import sys
from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from accord.bench.generation.climbing import FORMS, Climb, walk
from accord.bench.generation.fewer import fewer_clues
from accord.bench.generation.filling import full_grids
from accord.bench.generation.patterns import membership
from accord.bench.generation.rating import guesses
from accord.bench.generation.thinning import random_orders, thinned
from accord.bench.speed.sets import FOLDER
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.puzzles.sudoku.symmetry import drawn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.uint8]  # one for each cell

NINE = shape(9)
SEED = 1  # of everything here

SPARSE = range(19, 22)  # clues
MOVES = 20  # sideways, towards fewer clues
TOP = (28, 45, 65, 90)  # guesses, in the mean over isomorphs, of puzzles on the way up
STARTS, SHORT, LONG = 40, 60, 120  # climbs towards the hardest, their steps, and those of the best
BEST = 10  # climbs that go on, at most
EACH = 10  # puzzles of each
FLOOR = 0.75  # of a top's guesses, that a puzzle beside it needs
APART = 4  # moves between two puzzles beside a top that are taken


class Start(NamedTuple):
    """A random minimal puzzle."""

    givens: "Values"
    solution: "Values"
    random: Random


class Kind(NamedTuple):
    """One of the sets."""

    many: int  # puzzles
    made: Callable[[], Iterator["Values"]]
    about: str


def starts(name: str) -> Iterator[Start]:
    """Random minimal puzzles, without end; a name has its own."""
    number = 0
    while True:
        sources = [Random(f"{SEED} {name} {number + each}") for each in range(64)]
        solutions = full_grids(NINE, sources)
        orders = random_orders(sources, len(NINE.cells))
        givens = thinned(NINE, solutions, orders, membership(9, "none"))
        yield from map(Start, givens, solutions, sources)
        number += len(sources)


def easy() -> Iterator["Values"]:
    """Minimal puzzles that singles solve."""
    for start in starts("easy"):
        if guesses(Puzzle(NINE, Grid(start.givens.tolist()))) == 0:
            yield start.givens


def sparse() -> Iterator["Values"]:
    """Puzzles with few clues."""
    for start in starts("sparse"):
        few = fewer_clues(NINE, start.givens, start.solution, SPARSE[0], start.random, MOVES)
        if (few > 0).sum() in SPARSE:
            yield few


def top() -> Iterator["Values"]:
    """Minimal puzzles that need some dozen guesses: those on the way up, one for each height."""
    for start in starts("top"):
        heights = iter(TOP)
        height: float = next(heights)
        for place in _walk(start, SHORT):
            if place.guesses >= FORMS * height:
                yield place.givens
                while place.guesses >= FORMS * height:
                    height = next(heights, inf)


def hardest() -> Iterator["Values"]:
    """The tops of the best of many climbs, and puzzles beside them that are nearly as hard."""
    climbs = []
    for _, start in zip(range(STARTS), starts("hardest"), strict=False):
        *_, end = _walk(start, SHORT)
        climbs.append((end.guesses, start._replace(givens=end.givens)))
    climbs.sort(key=lambda climb: climb[0], reverse=True)
    for _, start in climbs[:BEST]:
        *_, end = _walk(start, LONG)
        taken = 0
        beside = _walk(start._replace(givens=end.givens), 10**9, FLOOR * end.guesses)
        for number, place in enumerate(beside):
            if number % APART == 0:
                yield place.givens
                taken += 1
            if taken == EACH:
                break


def _walk(start: Start, steps: int, floor: float = inf) -> Iterator[Climb]:
    sets = membership(9, "none")
    return walk(NINE, start.givens, start.solution, sets, start.random, steps, floor)


KINDS = {
    "easy": Kind(500, easy, "minimal, and singles solve them"),
    "sparse": Kind(500, sparse, f"minimal, {SPARSE[0]} to {SPARSE[-1]} clues"),
    "top": Kind(300, top, f"minimal, from climbs: {TOP[0]}, {TOP[1]} ... guesses or more"),
    "hardest": Kind(72, hardest, "minimal, tops of climbs and what lies beside them"),
}


def lines(kind: str) -> Iterator[str]:
    """The lines of the file of a kind."""
    chosen = KINDS[kind]
    yield f"# 9x9 puzzles with one solution: {chosen.about}."
    yield f"# Made by python tools/speed_sets.py {kind}"
    random = Random(f"{SEED} {kind}")
    for _, givens in zip(range(chosen.many), chosen.made(), strict=False):
        yield str(drawn(NINE, random).grid(Grid(givens.tolist())))


def write(kind: str) -> None:
    """Write the file of a kind."""
    with (FOLDER / f"{kind}.txt").open("w", encoding="utf-8", newline="\n") as file:
        for line in lines(kind):
            print(line, file=file, flush=True)  # so that one sees how far it has come


if __name__ == "__main__":
    for chosen_kind in sys.argv[1:] or KINDS:
        write(chosen_kind)
