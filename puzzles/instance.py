"""An instance: a puzzle or another problem with a name, and what its collection expects of it.

An expectation is a claim like any other: it is never assumed to be true, and is reported when a
witness contradicts it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.puzzles.grid import Grid, in_json
from accord.puzzles.problem import Problem, Solution


@dataclass(frozen=True)
class Expected:
    """The claims of a collection about a puzzle."""

    count: int | None = None  # the exact number of solutions
    at_least: int | None = None  # where only a lower bound is claimed
    solution: Solution | None = None  # of a puzzle a Grid

    def record(self) -> dict[str, object]:
        """The claims in JSON: `count`, `at_least`, `solution` where they are known."""
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
    problem: Problem
    expected: Expected | None = None
    source: str = ""
    notes: Mapping[str, Any] = field(default_factory=dict, compare=False)  # what else its file says
