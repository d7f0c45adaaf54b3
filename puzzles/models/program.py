"""The program that makes a model, kept beside its problem: for solvers that are asked the original.

It stays with a problem as an XCSP3 file does (`Problem.original`): what is made of the problem has
none.  It is code, which only running.py runs.
"""

import json
from dataclasses import dataclass
from typing import Self
from zlib import compress

from accord.puzzles.outside_data import json_value
from accord.puzzles.problem import Problem

START = b'{"model": '  # of its bytes; a file of XCSP3 begins otherwise


@dataclass(frozen=True)
class ModelProgram:
    """A program's file as it was named, its text, and what its function gets."""

    file: str
    source: str
    settings: tuple[tuple[str, str], ...] = ()

    def attach(self, problem: Problem) -> Problem:
        """Keep it beside the problem that it makes, which is returned."""
        said = {"model": self.file, "source": self.source, "settings": [*self.settings]}
        vars(problem)["packed"] = compress(json.dumps(said).encode())
        return problem

    @classmethod
    def of(cls, problem: Problem) -> Self | None:
        """The program of a problem; None where it has none."""
        original = problem.original
        return None if original is None else cls.read(original)

    @classmethod
    def read(cls, original: bytes) -> Self | None:
        """The program that an original is; None where it is something else."""
        if not original.startswith(START):
            return None
        said = json_value(original.decode())
        pairs = tuple((str(name), str(text)) for name, text in said["settings"])
        return cls(str(said["model"]), str(said["source"]), pairs)
