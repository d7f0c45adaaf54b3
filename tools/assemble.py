"""Assembling the collections that ship: `python tools/assemble.py [NAME...]`.

Writes bench/instances/NAME.jsonl, the same bytes each time; all of it takes two minutes.  Most
collections come from shapes and seeds.  Those of KEPT are written by hand: puzzles that were
published, famous or odd, each a line of JSON with its name, what is expected of it and where it
comes from; assembling checks them, adds the solution to a puzzle that is expected to have one, and
brings lines into the usual form.

The hard 9x9 are the eight of the minimal puzzles with seeds 0 to 299 that take backtracking-mrv
the most guesses: 820 to 2,841, where the median is 62.  CP-SAT and PicoSAT decide each of the
puzzles within a second; backtracking-mrv does not decide the hard 25x25 in ten.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import NamedTuple

from accord.bench.generation.chance import shuffled
from accord.bench.generation.full_grid import full_grid
from accord.bench.generation.generate import blanked, generate
from accord.bench.generation.regions import jigsaw
from accord.bench.instances.collection import FOLDER, about, instances_of
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.instance import Expected, Instance
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.deciding import first_two

KEPT = ("seeds", "published", "famous", "edge")
ORIGIN = "accord.bench.generate"  # the generator's name when most of these were first made
HARD = (110, 172, 229, 31, 290, 215, 20, 134)  # seeds, the one with most guesses first


class Collection(NamedTuple):
    """What a file is made of."""

    about: str
    instances: Callable[[], Iterable[Instance]]


def kept(name: str) -> Iterator[Instance]:
    """The instances of a collection that is written by hand, with the solutions of unique ones."""
    for each in instances_of(name):
        wanted = each.expected
        lacks_it = wanted is not None and wanted.count == 1 and wanted.solution is None
        yield unique(each) if lacks_it else each


def unique(instance: Instance) -> Instance:
    """The instance with the one solution that its puzzle has.

    Raises:
        ValueError: it has none, or several.
    """
    solutions = first_two(instance.puzzle)
    if len(solutions) != 1:
        raise ValueError(f"{instance.name}: found {len(solutions)} solutions, expected one")
    return replace(instance, expected=Expected(1, solution=solutions[0]))


def drawn(
    name: str, figure: Shape, numbers: Iterable[int], clues: int | None = None
) -> Iterator[Instance]:
    """One instance for each seed, called NAME-SEED."""
    goal = "minimal" if clues is None else f"{clues} clues"
    for seed in numbers:
        puzzle = generate(figure, seed, clues)
        yield unique(Instance(f"{name}-{seed}", puzzle, source=f"{ORIGIN}, seed {seed}, {goal}"))


def _4x4() -> Iterator[Instance]:
    yield from drawn("4x4", shape(4), range(12))


def _6x6() -> Iterator[Instance]:
    yield from drawn("6x6-easy", shape(6), range(4), 18)
    yield from drawn("6x6", shape(6), range(4, 10))
    yield from drawn("6x6-tall", shape(6, (3, 2)), range(6))


def _9x9() -> Iterator[Instance]:
    yield from drawn("9x9-easy", shape(9), range(8), 40)
    yield from drawn("9x9-medium", shape(9), range(8, 16), 30)
    yield from drawn("9x9-minimal", shape(9), range(32, 40))
    yield from drawn("9x9-hard", shape(9), HARD)


def _16x16() -> Iterator[Instance]:
    yield from drawn("16x16-easy", shape(16), range(4), 140)
    yield from drawn("16x16-medium", shape(16), range(4, 8), 110)
    yield from drawn("16x16-minimal", shape(16), range(8, 10))


def _25x25() -> Iterator[Instance]:
    yield from drawn("25x25-easy", shape(25), range(3), 400)
    yield from drawn("25x25-medium", shape(25), range(3, 5), 350)
    yield from drawn("25x25-hard", shape(25), range(5, 7), 300)


def _variants() -> Iterator[Instance]:
    yield from drawn("diagonals-6x6", shape(6, rules=["diagonals"]), range(2))
    yield from drawn("diagonals", shape(9, rules=["diagonals"]), range(3))
    yield from drawn("windoku", shape(9, rules=["windoku"]), range(3))
    yield from drawn("diagonals-windoku", shape(9, rules=["diagonals", "windoku"]), range(2))
    for size, seed in ((5, 0), (7, 1), (8, 2), (9, 3), (9, 4), (9, 5)):
        figure = shape(size, regions=jigsaw(size, seed))
        yield from drawn(f"jigsaw-{size}x{size}", figure, [seed])
    yield from drawn("jigsaw-diagonals", shape(9, None, ["diagonals"], jigsaw(9, 6)), [6])
    for size in (5, 7, 9, 12):
        yield from drawn(f"latin-{size}x{size}", shape(size, rules=["latin"]), [size])
    for height, width in ((2, 4), (4, 2), (2, 5), (5, 2), (3, 4), (2, 6), (3, 5)):
        figure = shape(height * width, (height, width))
        yield from drawn(f"boxes-{height}x{width}", figure, [0])
    yield from drawn("diagonals-16x16", shape(16, rules=["diagonals"]), [0], 120)
    yield from drawn("windoku-16x16", shape(16, rules=["windoku"]), [0], 120)


def scattered(name: str, figure: Shape, seed: int, blanks: int) -> Instance:
    """A full grid with so many cells blanked at random: it has many solutions."""
    random = Random(seed)
    full = Puzzle(figure, full_grid(figure, random))
    puzzle = blanked(full, shuffled(figure.cells, random)[:blanks])
    origin = f"{ORIGIN}, seed {seed}, {blanks} cells blanked at random"
    return Instance(f"{name}-{seed}", puzzle, Expected(at_least=2), origin)


ZOO = {
    "9x9": (
        *("9x9-easy-0", "9x9-easy-1", "9x9-medium-8", "9x9-medium-9"),
        *("9x9-minimal-32", "9x9-minimal-33", "9x9-hard-110", "9x9-hard-172"),
    )
}


def _zoo() -> Iterator[Instance]:
    yield from _picked(ZOO)
    yield from drawn("16x16-45-percent", shape(16), [20], 141)
    yield from drawn("16x16-54-percent", shape(16), [21], 118)
    yield scattered("16x16-62-percent", shape(16), 22, 159)
    yield from drawn("25x25-45-percent", shape(25), [20], 344)
    yield from drawn("25x25-52-percent", shape(25), [21], 300)
    yield scattered("25x25-62-percent", shape(25), 22, 388)
    yield from drawn("36x36-45-percent", shape(36), [1], 713)
    yield scattered("36x36-48-percent", shape(36), 0, 622)
    yield scattered("36x36-62-percent", shape(36), 0, 804)


TOUR = {
    "seeds": ("swift", "rust-naive", "racket-search"),
    "famous": ("ai-escargot",),
    "4x4": ("4x4-0",),
    "6x6": ("6x6-4",),
    "9x9": ("9x9-easy-0", "9x9-hard-110"),
    "16x16": ("16x16-easy-0",),
    "variants": ("diagonals-0", "jigsaw-7x7-1", "latin-7x7-7"),
    "edge": ("deadly-pattern", "cell-without-value", "candidates-only"),
}


def _picked(names: Mapping[str, Sequence[str]]) -> Iterator[Instance]:
    """The instances with these names from the files of other collections."""
    for name, wanted in names.items():
        yield from (each for each in instances_of(name) if each.name in wanted)


COLLECTIONS = {
    **{name: Collection(about(name), partial(kept, name)) for name in KEPT},
    "4x4": Collection("Generated, minimal.", _4x4),
    "6x6": Collection("Generated, boxes of 2x3 and of 3x2: easy and minimal.", _6x6),
    "9x9": Collection("Generated, eight each: easy, medium, minimal and hard.", _9x9),
    "16x16": Collection("Generated: easy, medium and minimal.", _16x16),
    "25x25": Collection("Generated: easy, medium and hard.", _25x25),
    "variants": Collection("Generated: diagonals, windoku, jigsaw, Latin, other boxes.", _variants),
    "zoo": Collection(
        "For comparing formalisms: 9x9 of four difficulties; 16x16, 25x25 and 36x36 with 45 to "
        "62 % of the cells blank, the sparsest with many solutions.",
        _zoo,
    ),
    "tour": Collection(
        "Some of everything: a campaign of all solvers in a minute.", partial(_picked, TOUR)
    ),
}


def lines(name: str) -> Iterator[str]:
    """The lines of a collection's file."""
    collection = COLLECTIONS[name]
    yield json.dumps({"about": collection.about})
    yield from map(write_instance, collection.instances())


def assemble(name: str) -> None:
    """Write the file of a collection."""
    text = "".join(f"{line}\n" for line in lines(name))
    FOLDER.joinpath(f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or COLLECTIONS:
        assemble(chosen)
