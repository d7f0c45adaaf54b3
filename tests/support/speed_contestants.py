"""Contestants of made-up speed on puzzles of 4x4, and what is printed of them."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy
from rich.console import Console

from accord.bench.speed.contestants import (
    Contestant,
    TimedAnswers,
)
from accord.bench.speed.forms import PuzzleSet, puzzle_sets
from accord.bench.speed.throughput import (
    MeasuredSet,
    SpeedLine,
)
from accord.bench.speed.truth import solutions_of
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.files.texts import read
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from accord.views.tables.speed import SpeedComparison, report

if TYPE_CHECKING:
    from accord.puzzles.sudoku.shape import Shape
    from accord.solvers.interface import Grids


FOUR = shape(4)
GRID = "1234341221434321"
UNIQUE = "1...34...1..4..1"  # and what is blanked or filled of it below
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    NINE,
)


def four(*lines: str) -> PuzzleSet:
    return puzzle_sets("fours", map(read, lines or blanked()))[0]


def blanked() -> list[str]:
    """4x4 puzzles with one solution, of many different numbers of clues."""
    texts = (
        "".join("." if (c * 7 + blanks) % 16 < blanks else GRID[c] for c in range(16))
        for blanks in range(1, 11)
    )
    return [text for text in texts if len(solutions_of(read(text))) == 1]


def honest(figure: "Shape", givens: "Grids", times: Callable[["Grids"], Any]) -> TimedAnswers:
    """The truth, and made-up times."""
    found = [solve_four(tuple(row)) for row in givens.tolist()]
    shown = numpy.array([[*grids, *[[0] * 16] * 2][:2] for grids in found], numpy.uint8)
    counts, guesses = numpy.array([*map(len, found)]), numpy.zeros(len(found), numpy.int64)
    each = times(givens)
    return TimedAnswers(counts, shown[:, 0], shown[:, 1], guesses, float(each.sum()), each)


@cache
def solve_four(row: tuple[int, ...]) -> tuple[Grid, ...]:
    return answer(backends()["backtracking-mrv"], Puzzle(FOUR, Grid(row))).grids


def pretending(name: str, factor: float, **changes: Any) -> Contestant:
    """One that is always right and takes the more time the more blanks there are."""

    def ask(figure: "Shape", givens: "Grids", time_limit: float) -> TimedAnswers:
        answers = honest(figure, givens, lambda rows: factor * 0.01 * (1 + (rows == 0).sum(axis=1)))
        if changes and len(givens) > 1:
            return replace(answers, **{key: make(answers) for key, make in changes.items()})
        return answers

    return Contestant(name, ask, "one by one")


def lines_of(measured_sets: tuple[MeasuredSet, ...]) -> dict[str, SpeedLine]:
    return {line.solver: line for measured_set in measured_sets for line in measured_set.lines}


def written(measured_sets: tuple[MeasuredSet, ...]) -> str:
    """What a person reads."""
    facts = {"packages": {"accord": "1"}, "commit": "", "python": "CPython", "cpu": "a CPU"}
    console = Console(width=200, highlight=False, color_system=None)
    with console.capture() as captured:
        for thing in report(SpeedComparison(measured_sets, 2, 0, 0.5, facts)).text():
            console.print(thing, markup=False)
    return captured.get()
