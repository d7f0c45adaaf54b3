"""The question to a solver, and its terms: how many solutions, under which limits, started how.

And the call, where a command needs something else of a solver's process than answers.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from accord.bench.run.limits import TEN_SECONDS, Limits
from accord.puzzles.problem import Problem
from accord.solvers.budget import expect_limit, expect_seconds

IMPORT_LIMIT = 30.0  # seconds that a solver may take to be imported and to solve a tiny puzzle


@dataclass(frozen=True)
class Terms:
    """The terms of a question: limits, solutions asked for, and how often it is run."""

    limits: Limits = TEN_SECONDS
    limit: int | None = 2  # solutions asked for; None for all
    cold: bool = False  # asked first of all in a fresh process, its preparation in the times
    once: bool = False  # however short, it is not repeated for the sake of its times
    import_limit: float = IMPORT_LIMIT  # seconds, wall

    def __post_init__(self) -> None:
        take = object.__setattr__
        take(self, "limit", expect_limit(self.limit))
        take(self, "import_limit", expect_seconds("an import", self.import_limit))

    @property
    def columns(self) -> dict[str, Any]:
        """The terms by their names in a row and in a question; all belong to a run's key."""
        return {
            "limit": self.limit,
            "time_limit": self.limits.seconds,
            "memory_limit": self.limits.memory,
            "cpu_limit": self.limits.cpu_seconds,
            "cold": self.cold,
        }


USUAL_TERMS = Terms()  # by default


class Question(NamedTuple):
    """A problem, with the terms on which a solver is asked to solve it."""

    problem: Problem
    terms: Terms


class Call(NamedTuple):
    """A function of accord that a solver's process calls with the solver."""

    function: Callable[..., Iterator[Any]]  # of a module; yields values that JSON can say
    arguments: tuple[Any, ...]  # behind the solver, as a Selection
    limits: Limits  # of the call
