"""The nonogram: a picture of filled squares, given by the lengths of the runs of each line.

    >>> nonogram([[1], [1, 1], [3]], [[2], [1, 1], [2]])
    Problem(9 variables, 6 constraints)

    . # .
    # . #
    # # #

CSPLib 012.  Non Ishida and Tetsuya Nishio, independently, in Japan, 1987.  Runs have one empty
square or more between them.  A line without runs has the clue [], or [0] as it is printed.

One puzzle, two models: a line is the table of all its patterns, which are very many where it is
long and has several short runs; or the automaton that reads it, with a state for each square that
its runs take at least.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from accord.puzzles.constraints.automaton import Transition
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.grid import cell_name
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import MalformedProblemError, Problem

Clue = Sequence[int]  # the lengths of the runs, from the left or from the top


def nonogram(
    rows: Sequence[Clue], columns: Sequence[Clue], model: Literal["regular", "table"] = "regular"
) -> Problem:
    """The squares row by row: 1 is filled, 0 is empty.

    >>> accord.solve(nonogram([[1], [3], [1]], [[1], [3], [1]])).solutions[0]
    (0, 1, 0, 1, 1, 1, 0, 1, 0)

    Args:
        rows: the clue of each row, from the top.
        columns: the clue of each column, from the left.
        model: each line as an automaton, or as a table.

    Raises:
        MalformedProblemError: a run is shorter than 1, or runs are too long for their line.
    """
    height, width = len(rows), len(columns)
    squares = range(height * width)
    lines = [(f"row {at + 1}", squares[at * width :][:width], rows[at]) for at in range(height)]
    lines += [(f"column {at + 1}", squares[at::width], columns[at]) for at in range(width)]
    constraints: list[Constraint] = []
    for name, line, clue in lines:
        runs = expect_runs(name, clue, len(line))
        label = f"{name}: {' '.join(map(str, runs)) or '0'}"
        if model == "table":
            constraints.append(Table(tuple(line), tuple(patterns(runs, len(line))), name=label))
        else:
            steps, last = automaton(runs)
            constraints.append(Regular(tuple(line), steps, "0", (last,), name=label))
    names = [cell_name(square, width) for square in squares]
    return Problem([(0, 1)] * len(squares), constraints, names, ProblemLayout("grid", width))


def automaton(runs: Clue) -> tuple[tuple[Transition, ...], str]:
    """The transitions from the state 0 that read a line with these runs, and the final state.

    A state is the number of squares that the runs and the gaps between them take so far.
    """
    steps: list[Transition] = [("0", 0, "0")]
    state = 0
    for place, run in enumerate(runs):
        if place:  # the square between two runs
            steps += [(f"{state}", 0, f"{state + 1}"), (f"{state + 1}", 0, f"{state + 1}")]
            state += 1
        steps += [(f"{at}", 1, f"{at + 1}") for at in range(state, state + run)]
        state += run
    if runs:
        steps.append((f"{state}", 0, f"{state}"))
    return tuple(steps), f"{state}"


def patterns(runs: Clue, length: int) -> Iterator[tuple[int, ...]]:
    """Every line of so many squares that has these runs.

    With an empty square behind each run, runs and empty squares are places to choose among.
    """
    places = length + 1 - sum(runs)
    for chosen in combinations(range(places), len(runs)):
        run_at = dict(zip(chosen, runs, strict=True))
        line = [square for place in range(places) for square in (1,) * run_at.get(place, 0) + (0,)]
        yield tuple(line[:length])


def expect_runs(name: str, clue: Clue, length: int) -> tuple[int, ...]:
    """The runs of a line.

    Raises:
        MalformedProblemError: one is shorter than 1, or they do not fit.
    """
    runs = () if [*clue] == [0] else tuple(clue)
    if any(run < 1 for run in runs):
        raise MalformedProblemError(f"{name}: found the clue {[*clue]}, expected runs of 1 or more")
    least = sum(runs) + max(0, len(runs) - 1)
    if least > length:
        raise MalformedProblemError(
            f"{name}: found the clue {[*clue]}, which takes {least} squares, expected {length}"
        )
    return runs
