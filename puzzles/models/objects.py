"""Objects that are models: which reader takes one, and what is to be said of it.

A model is known by the name of its class, so that nobody's library is imported to look.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from accord.puzzles.errors import InputError
from accord.puzzles.problem import Problem

LIBRARIES = {  # by class of a model; each has a module of this package
    "cpmpy.model.Model": "CPMpy",
    "constraint.problem.Problem": "python-constraint",
}
SHOWING = {"CPMpy"}  # of which the reader is told what to show
LARGE = 1_000_000  # values of a variable


def is_model(found: Any) -> bool:
    """Whether an object is a model of CPMpy or python-constraint."""
    return bool(library_of(found))


def library_of(found: Any) -> str:
    """The library of which an object is a model; empty where it is none."""
    classes = (f"{kind.__module__}.{kind.__qualname__}" for kind in type(found).__mro__)
    return next((LIBRARIES[each] for each in classes if each in LIBRARIES), "")


def problem_of_model(model: Any, show: Any = None) -> Problem:
    """The problem that a model says; see `read_model_object`."""
    return read_model_object(model, show)[0]


def read_model_object(model: Any, show: Any = None) -> tuple[Problem, dict[Any, Any]]:
    """The problem that a model says, and the model's variables.

    CPMpy's are listed by their numbers in the problem; by python-constraint's are listed the
    numbers there of their values.

    Args:
        model: a `Model` of CPMpy or a `Problem` of python-constraint.
        show: arrays and variables of CPMpy, as its reader takes them.

    Raises:
        InputError: it says something that is not taken; or there is something to show, and
            the reader has no such choice.
    """
    library = library_of(model)
    name = library.lower().replace("-", "_")
    reader: Any = import_module(f"accord.puzzles.models.{name}")
    if library in SHOWING:
        return reader.read(model, show)  # type: ignore[no-any-return]
    if show is not None:
        raise InputError("show: found variables to show, expected them with a model of CPMpy")
    return reader.read(model)  # type: ignore[no-any-return]


def remarks(model: Any, problem: Problem) -> Iterator[str]:
    """What a model says that may not be meant.

    Args:
        model: as `problem_of_model` takes it.
        problem: what it says.
    """
    constraints = getattr(model, "constraints", None)
    for place, each in enumerate(constraints if isinstance(constraints, list) else [], 1):
        if isinstance(each, bool) or type(each).__name__ in ("bool_", "bool"):
            means = "it says nothing" if each else "there is no solution"
            yield f"constraint {place} is a plain {bool(each)}, so that {means}"
        elif type(each).__name__.startswith("AllDifferent") and each.args[:1] in ((), ([],)):
            yield f"constraint {place} is an {type(each).__name__} of nothing: it says nothing"
    for variable in problem.shown:
        if (number := len(problem.domains[variable])) >= LARGE:
            name = problem.names[variable]
            yield f"{name} has {number:,} values; many solvers make something for each of them"
            return
