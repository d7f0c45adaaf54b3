"""What is true of the puzzles that are timed, and whether a contestant found it.

A solver that is wrong has no speed.  Its grids are held against the rules.  How many solutions a
puzzle has was decided before by a solver that does not take part (ARBITER, 2 ms a puzzle), and in
whatever form a puzzle is asked, it has as many.  Two different grids that obey the rules need no
arbiter.

A set of good puzzles cannot distinguish a solver that proves uniqueness from one that stops at its
first solution, which is less work and looks faster.  So each is asked probes besides: nearly full
grids with two solutions, and with none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import numpy

from accord.bench.make.chance import shuffled
from accord.bench.speed.contestants import LIMIT, UNKNOWN, TimedAnswers
from accord.puzzles import Grid, Puzzle, Shape
from accord.puzzles.batch import Batch
from accord.solvers.answer import answer, verified
from accord.solvers.check_many import are_solutions
from accord.solvers.registry import usable

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

ARBITER = "sat-pycosat:reduced"
PROBES = 3  # with two solutions, and as many with none


def solutions_of(puzzle: Puzzle) -> tuple[Grid, ...]:
    """The solutions of a puzzle by the arbiter, verified: all of them, or two."""
    chosen = usable(ARBITER)
    found = answer(chosen.backend, puzzle, limit=LIMIT, **chosen.settings)
    assert found.exhausted or len(found.solutions) == LIMIT, "nothing limited the arbiter"
    return verified(found, puzzle, ARBITER).grids


@cache
def any_grid(shape: Shape) -> Grid:
    """A grid that obeys the rules of a shape."""
    chosen = usable(ARBITER)
    blank = Puzzle(shape, Grid([0] * len(shape.cells)))
    return answer(chosen.backend, blank, limit=1, **chosen.settings).grids[0]


def probes(shape: Shape, grid: Sequence[int], random: Random) -> tuple[Grids, list[int]]:
    """Puzzles with two solutions or more, and with none; and for each how many, up to two.

    Cells of a full grid are blanked until a second solution appears.  One of the blanks before
    that, with another value than it had, leaves no solution.

    Args:
        shape: of the grid.
        grid: which obeys the rules.
        random: draws the order of the cells.
    """
    found, counts = list[list[int]](), list[int]()
    for _ in range(PROBES):
        order = shuffled(shape.cells, random)
        unique = puzzle = list(grid)
        for start in range(0, len(order), step := 1 + len(order) // 81):
            unique, puzzle = puzzle, puzzle.copy()
            for cell in order[start : start + step]:
                puzzle[cell] = 0
            if len(solutions_of(Puzzle(shape, Grid(puzzle)))) == LIMIT:
                found.append(puzzle)
                counts.append(LIMIT)
                break
        if unsolvable := _without_solution(shape, unique, grid):
            found.append(unsolvable)
            counts.append(0)
    return numpy.array(found, numpy.uint8).reshape(-1, len(grid)), counts


def _without_solution(shape: Shape, unique: list[int], grid: Sequence[int]) -> list[int] | None:
    """The puzzle with a wrong value in a blank, which no peer holds if that is possible."""
    wrong = [
        (any(unique[peer] == value for peer in shape.peers[cell]), cell, value)
        for cell in (cell for cell, value in enumerate(unique) if not value)
        for value in range(1, shape.size + 1)
        if value != grid[cell]
    ]
    if not wrong:
        return None
    _, cell, value = min(wrong)
    return [*unique[:cell], value, *unique[cell + 1 :]]


def fault(shape: Shape, givens: Grids, expected: Sequence[int], answers: TimedAnswers) -> str:
    """The first wrong answer, with its puzzle; empty where all of them are right.

    Args:
        shape: of the puzzles.
        givens: N x cells, as they were asked.
        expected: for each puzzle its number of solutions, up to LIMIT.
        answers: of a contestant.
    """
    shown = answers.solutions.any(axis=1)
    asked_to_show = shown | (answers.counts > 0) if answers.must_show else shown
    wrong = asked_to_show & ~are_solutions(Batch(shape, givens), answers.solutions)
    if wrong.any():
        place = int(wrong.argmax())
        return _no_solution(shape, givens[place], answers.solutions[place])
    certified = numpy.zeros(len(givens), bool)
    if answers.others is not None:
        second = answers.counts >= LIMIT
        second &= answers.must_show | answers.others.any(axis=1)
        right = are_solutions(Batch(shape, givens), answers.others)
        right &= (answers.others != answers.solutions).any(axis=1)
        if (second & ~right).any():
            place = int((second & ~right).argmax())
            if (answers.others[place] == answers.solutions[place]).all():
                return f"{_line(givens[place])}: it shows the same solution twice"
            return _no_solution(shape, givens[place], answers.others[place])
        certified = second & right
    true = numpy.asarray(expected, numpy.int64)
    wrong = (answers.counts != UNKNOWN) & (answers.counts != true) & ~certified
    if wrong.any():
        place = int(wrong.argmax())
        claimed, count = _solutions(int(answers.counts[place])), _solutions(int(true[place]))
        return f"{_line(givens[place])}: it claims {claimed}, expected {count}"
    return ""


def _no_solution(shape: Shape, givens: Grids, grid: Grids) -> str:
    puzzle, found = Puzzle(shape, Grid(givens.tolist())), Grid(grid.tolist())
    why = next(puzzle.violations(found), "")
    return f"{puzzle}: it shows {found}, no solution: {why}"


def _line(givens: Grids) -> str:
    return str(Grid(givens.tolist()))


def _solutions(count: int) -> str:
    words = {0: "no solution", 1: "one solution", LIMIT: "two or more"}
    return words.get(count, f"{count} solutions")
