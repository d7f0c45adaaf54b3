"""A solver that is compiled on its first use: a notice, when it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from accord.cli.output import note
from accord.solvers.compiling import announced

if TYPE_CHECKING:
    from accord.puzzles.sudoku.shape import Shape
    from accord.solvers.backend import Backend


@contextmanager
def noted() -> Iterator[None]:
    """A notice when something is compiled meanwhile."""
    with announced(lambda: note("compiling the kernel, which is done once; up to a minute")):
        yield


def ready(backend: "Backend", shape: "Shape") -> None:
    """Let a backend load its code for puzzles of a shape, with a notice where it compiles it."""
    from accord.puzzles.grid import Grid
    from accord.puzzles.puzzle import Puzzle

    if backend.compiled and backend.prepare is not None:
        with noted():
            backend.prepare(Puzzle(shape, Grid([0] * len(shape.cells))))
