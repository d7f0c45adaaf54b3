"""Sets of puzzles to be timed, and the many forms in which they are asked.

A solver that takes a millisecond for a set has to be asked it a thousand times, and not in the
same form: memory of earlier answers, and rules of branching that happen to suit the way in
which a collection is written, would be taken for speed.  So every puzzle is asked in random forms
(puzzles/sudoku/symmetry.py), and no two contestants are asked different ones: all forms of a
repetition are drawn before, and each contestant gets as many of them, from the first on, as its
time allows.

To draw a symmetry takes 40 us, which is 20 times what the fastest solvers take for a puzzle.
POOL of them are drawn, and a form is a puzzle moved by one of these and then by another, both
picked at random: POOL squared forms of each puzzle, at 2 us each.

9x9 puzzles of four kinds ship to measure speed on; tools/speed_sets.py makes them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy

from accord.puzzles import MalformedPuzzleError, Puzzle, Shape
from accord.puzzles.sudoku.symmetry import Symmetry, random_symmetry

if TYPE_CHECKING:
    from accord.solvers.interface import Grids, Numbers


POOL = 256  # symmetries


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles of one shape, to be timed together."""

    name: str
    shape: Shape
    givens: Grids  # N x cells; 0 is a blank


def puzzle_sets(name: str, puzzles: Iterable[Puzzle]) -> tuple[PuzzleSet, ...]:
    """The puzzles of a file as sets, one for each shape, named after the size where several.

    Raises:
        MalformedPuzzleError: there is none, or one has candidates, which no array can hold.
    """
    found: dict[Shape, list[Sequence[int]]] = defaultdict(list)
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.candidates is not None:
            raise MalformedPuzzleError(
                f"{name}: found candidates in puzzle {number}, expected givens only"
            )
        found[puzzle.shape].append(puzzle.givens)
    if not found:
        raise MalformedPuzzleError(f"{name}: found no puzzle, expected some")
    return tuple(
        PuzzleSet(
            name if len(found) == 1 else f"{name}, {_description(shape)}",
            shape,
            numpy.array(givens, numpy.uint8),
        )
        for shape, givens in found.items()
    )


def _description(shape: Shape) -> str:
    """The shape in words: size, boxes, regions, rules, number of constraints."""
    box = f"{shape.box[0]}x{shape.box[1]} boxes" if shape.box else ""
    regions = "regions" if shape.regions is not None else ""
    extra = f"{len(shape.extra)} more constraints" if shape.extra else ""
    words = filter(None, (box, regions, *sorted(shape.rules), extra))
    return f"{shape.size}x{shape.size} {' '.join(words)}"


def forms(shape: Shape, givens: Grids, copies: int, random: Random) -> Grids:
    """Random forms of puzzles: all of them once, then all of them again, so many times.

    Args:
        shape: of the puzzles.
        givens: n x cells.
        copies: how many forms of each.
        random: draws the symmetries.

    Returns:
        copies * n x cells; row i is a form of puzzle i modulo n.
    """
    pool = [random_symmetry(shape, random) for _ in range(min(POOL, max(8, copies * len(givens))))]
    picks = numpy.random.default_rng(random.getrandbits(64))
    found = numpy.tile(givens, (copies, 1))
    for _ in range(2):
        found = moved(found, picks.integers(len(pool), size=len(found)), pool)
    return found


def moved(givens: Grids, picks: Numbers, pool: Sequence[Symmetry]) -> Grids:
    """Each puzzle in the form that the symmetry of its number leads to.

    Args:
        givens: N x cells.
        picks: for each puzzle a place in the pool.
        pool: the symmetries.
    """
    found = numpy.empty_like(givens)
    order = numpy.argsort(picks, kind="stable")
    ends = numpy.searchsorted(picks[order], numpy.arange(1, len(pool)))
    for symmetry, rows in zip(pool, numpy.split(order, ends), strict=True):
        names = numpy.array(symmetry.values, numpy.uint8)
        found[rows] = names[givens[rows][:, list(symmetry.cells)]]
    return found


SHIPPED = Path(__file__).parents[1] / "make" / "instances" / "speed"
KINDS = ("easy", "sparse", "top", "hardest")


def shipped(kind: str) -> list[str]:
    """The puzzles of a kind, each as 81 characters with `.` for a blank.

    Raises:
        ValueError: there is no such kind.
    """
    if kind not in KINDS:
        raise ValueError(f"found the kind {kind!r}, expected one of {', '.join(KINDS)}")
    text = (SHIPPED / f"{kind}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]
