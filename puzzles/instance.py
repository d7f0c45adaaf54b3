"""An instance: a puzzle or another problem with a name, and what its collection expects of it.

An expectation is a claim like any other: it is never assumed to be true, and is reported when a
witness contradicts it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

from accord.puzzles.grid import LARGEST_SYMBOL, Grid, Value, one_line
from accord.puzzles.problem import Problem, Solution


@dataclass(frozen=True)
class Expected:
    """What a collection claims of a puzzle."""

    count: int | None = None  # the exact number of solutions
    at_least: int | None = None  # where only a lower bound is claimed
    solution: Solution | None = None  # of a puzzle a Grid

    def record(self) -> dict[str, object]:
        """What is claimed, as JSON has it: `count`, `at_least`, `solution` where they are known."""
        solution: object = self.solution
        if self.solution is not None:
            is_grid = isinstance(self.solution, Grid)
            solution = in_json(self.solution) if is_grid else [*self.solution]
        claims = {"count": self.count, "at_least": self.at_least, "solution": solution}
        return {claim: value for claim, value in claims.items() if value is not None}


@dataclass(frozen=True)
class Instance:
    """A problem, most often a puzzle, as a row of a benchmark."""

    name: str
    puzzle: Problem
    expected: Expected | None = None
    source: str = ""
    notes: Mapping[str, Any] = field(default_factory=dict, compare=False)  # what else its file says


def in_json(values: Sequence[Value]) -> str | list[Value]:
    """One value per cell, as JSON has it: text where a character says each, else a list."""
    if min(values, default=0) >= 0 and max(values, default=0) <= LARGEST_SYMBOL:
        return one_line(values, isqrt(len(values)))
    return list(values)
