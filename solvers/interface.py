"""What a solver is.

A solver is a generator of solutions: of a puzzle grids, of any other problem tuples of integers.
Yielding one claims "this is a solution"; returning claims "there are no others", which proves the
puzzle unsatisfiable when nothing was yielded.  A solver
that stops for any other reason raises GaveUpError: silence is never a proof.

What the file of a solver needs to say so is imported from here, and its declaration from
solvers/backend.py.
"""

from collections.abc import Callable, Iterator
from typing import Any

from accord.encodings.model import UnsupportedError
from accord.puzzles import Grid, Problem, Puzzle, Solution
from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError

__all__ = ["OUT_OF_TIME", "Budget", "GaveUpError", "Grid", "Problem", "Puzzle", "Settings"]
__all__ += ["Solution", "Solver", "UnsupportedError"]

Solver = Callable[..., Iterator[Solution]]
"""A function that is called with a puzzle, a budget and the backend's settings by keyword.  It
yields every solution of the puzzle once and returns when there are no more."""
Settings = dict[str, Any]
"""The settings of a run by name, each of them text, true or false, or a whole number."""
