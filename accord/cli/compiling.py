"""A solver that is compiled on its first use: a notice, when that takes long (up to a minute)."""

from threading import Timer
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from accord.puzzles.sudoku.shape import Shape
    from accord.solvers.backend import Backend

LONG = 3.0  # seconds; to load what was compiled before takes less than one


def ready(backend: "Backend", shape: "Shape") -> None:
    """Let a backend load its code for puzzles of a shape, with a notice where it compiles it."""
    from accord.puzzles.grid import Grid
    from accord.puzzles.puzzle import Puzzle

    if not backend.compiled or backend.prepare is None:
        return
    message = "accord: compiling the kernel, which is done once and takes up to a minute"
    notice = Timer(LONG, click.echo, [message], {"err": True})
    notice.daemon = True
    notice.start()
    try:
        backend.prepare(Puzzle(shape, Grid([0] * len(shape.cells))))
    finally:
        notice.cancel()
