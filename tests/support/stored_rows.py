"""Folders of campaigns with rows and puzzles that were made up."""

import os
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from accord.bench.campaigns.deduplicate import deduplicate, put_puzzles
from accord.bench.campaigns.run import KEY, Run
from accord.bench.campaigns.store import Journal
from accord.puzzles import Grid, Problem, Puzzle, shape
from accord.puzzles.puzzle import Instance

A, B, C = map(Grid.parse, ("1234341221434321", "2134341212434321", "1243341221344321"))
LIE = Grid.parse("1234341221434312")
GIVENS = ("..34341221434321", "..3434122143432.", "..3434..........", "1...............")
FOUR = [Puzzle(shape(4), Grid.parse(givens)) for givens in GIVENS]

FORTY = [  # A solves them all; B solves those that lack its first two cells too
    Puzzle(shape(4), Grid(tuple(0 if cell in blanks else A[cell] for cell in range(16))))
    for blanks in combinations(range(16), 2)
][:40]
NOTHING: dict[str, Any] = {"exhausted": False, "count": 0, "valid": 0, "solutions": ()}
UNSOLVED: dict[str, Any] = NOTHING | {"outcome": "TIMEOUT", "digest": "", "wall_time": None}
NO_FILES: dict[str, Callable[[Path], None]] = {  # what can stand in place of a file
    "a pipe": os.mkfifo,
    "a folder": os.mkdir,
    "a link to nothing": lambda path: path.symlink_to("nothing"),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
}
LATE = UNSOLVED | {"wall_time": 10.0}


def some_run(puzzle: Problem = FOUR[0], **columns: Any) -> Run:
    """A row; what is not said is that of a solver that found A, and says that it is all."""
    usual: dict[str, Any] = {
        "puzzle": puzzle.digest,
        "instance": "four",
        "solver": "s",
        "solver_version": "1",
        "settings": "",
        "family": "search",
        "engine": "s",
        "model": "s",
        "repetition": 0,
        "seed": 0,
        "limit": 2,
        "time_limit": 10.0,
        "limits": "enforced",
        "outcome": "OK",
        "reason": "",
        "exhausted": True,
        "count": 1,
        "valid": 1,
        "solutions": (A,),
        "digest": "a",
        "wall_time": 0.5,
        "host": "here",
        "started": "2026",
    }
    return Run(**usual | columns)


def key_of(run: Run) -> tuple[object, ...]:
    """What makes two rows the same run."""
    return tuple(getattr(run, name) for name in KEY)


def written(folder: Path, *runs: Run) -> None:
    """Have a folder hold these rows besides those it has."""
    journal = Journal(folder)
    for run in runs:
        journal.append(run)
    journal.close()


def put(folder: Path, *puzzles: Problem | Instance) -> None:
    """Have a folder hold these puzzles; those without a name are p0, p1, ..."""
    with TemporaryDirectory() as scratch:
        instances = (
            each if isinstance(each, Instance) else Instance(f"p{number}", each)
            for number, each in enumerate(puzzles)
        )
        put_puzzles(folder, deduplicate(instances, Path(scratch)).path)
