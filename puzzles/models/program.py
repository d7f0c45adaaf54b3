"""The program that makes a model, kept beside its problem: for solvers that are asked the original.

It stays with a problem as an XCSP3 file does (`Problem.original`): what is made of the problem has
none.  It is code, which only running.py runs.  A model that is an object, and no program's, is
kept as its pickle, which is code as well.
"""

import json
import pickle
from base64 import b85encode
from dataclasses import dataclass, replace
from typing import Any, Self
from zlib import compress

from accord.puzzles.models.objects import library_of
from accord.puzzles.outside_data import json_value
from accord.puzzles.problem import Problem

LONGEST = 300  # characters of why an object does not pickle
START = b'{"model": '  # of its bytes; a file of XCSP3 begins otherwise


@dataclass(frozen=True)
class ModelProgram:
    """A program's file as it was named, its text, and what its function gets; or an object.

    `library` is the one of its model, and empty before it was run.
    """

    file: str
    source: str  # of an object, the class as a comment
    settings: tuple[tuple[str, str], ...] = ()
    library: str = ""
    pickled: str = ""  # an object and what is shown of it, in base 85
    unpicklable: str = ""  # why an object is not there

    @property
    def is_object(self) -> bool:
        """Whether it is an object, which has no text."""
        return bool(self.pickled or self.unpicklable)

    @classmethod
    def of_object(cls, model: Any, show: Any) -> Self:
        """The pickle of a model that is an object, or why it has none.

        Args:
            model: as `problem_of_model` takes it.
            show: what is shown of it.
        """
        name = f"{type(model).__module__}.{type(model).__qualname__}"
        kept = cls(f"the {type(model).__name__}", f"# an object: {name}", library=library_of(model))
        try:
            pickled = pickle.dumps((model, show))
        except Exception as error:  # what it holds may raise anything
            return replace(kept, unpicklable=f"{type(error).__name__}: {error}"[:LONGEST])
        return replace(kept, pickled=b85encode(pickled).decode())

    def attach(self, problem: Problem) -> Problem:
        """Keep it beside the problem that it makes, which is returned."""
        said = {
            "model": self.file,
            "source": self.source,
            "settings": [*self.settings],
            "library": self.library,
            "pickled": self.pickled,
            "unpicklable": self.unpicklable,
        }
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
        more = {name: str(said.get(name, "")) for name in ("library", "pickled", "unpicklable")}
        return cls(str(said["model"]), str(said["source"]), pairs, **more)
