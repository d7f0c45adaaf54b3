"""CPMpy's models: a `Model`, or a list of its expressions, as a problem.

    problem_of(cpmpy.Model(x < y, cpmpy.AllDifferent(x, y, z)))

Each class of CPMpy's expressions, at any depth, is said by kinds of ours (cpmpy_reading.py,
cpmpy_globals.py) and never by CPMpy's own decompositions: these are what the other side runs, and
are to be checked.  The variables that are shown come first; those that are added are hidden.

CPMpy: Tias Guns, "Increasing modeling language convenience with a universal n-dimensional array,
CPpy as python-embedded example", ModRef 2019.
"""

from collections.abc import Callable, Iterator
from typing import Any

from accord.puzzles.constraints.terms import Term, variables_of
from accord.puzzles.errors import shown
from accord.puzzles.layout import ProblemLayout, Symbols, element_of, shape_of
from accord.puzzles.models.cpmpy_globals import are_known
from accord.puzzles.models.cpmpy_reading import DefinedWhen, Needs, Reading, both, items_of, op
from accord.puzzles.models.growing import UnreadableModelError
from accord.puzzles.objective import MeasureName, Objective
from accord.puzzles.problem import Problem

__all__ = ["UnreadableModelError", "problem_of"]
assert are_known
VARIABLES = ("_IntVarImpl", "_BoolVarImpl")  # CPMpy's classes
MEASURES: dict[str, MeasureName] = {"Minimum": "minimum", "Maximum": "maximum"}


def problem_of(model: Any, show: Any = None) -> Problem:
    """The problem that a model says; see `read`."""
    return read(model, show)[0]


def read(model: Any, show: Any = None) -> tuple[Problem, dict[int, Any]]:
    """The problem that a model says, and the variables of CPMpy by their numbers there.

    Args:
        model: a `Model` of CPMpy, or a list of its expressions.
        show: arrays and variables, in a list or by any names in a mapping, which are what a
            solution is; by default the variables that constraints and objective name.

    Raises:
        UnreadableModelError: it says something that is not taken, by its text.
        MalformedProblemError: terms may have values that are too large to compute.
    """
    to = Reading()
    arrays = _named_arrays(model) if show is None else [*_arrays(show)]
    for array in arrays:
        for each in items_of(array):
            to.variable_of(_variable(each))
    own = len(to.domains)
    for found in _constraints(model):
        to.label = str(found)
        to.post(found)
    to.label = "objective"
    goal = _objective(to, model)
    visible = [*to.of_the_model()] if show is None else [*range(own)]
    symbols = Symbols(("false", "true"), tuple(to.booleans)) if to.booleans else None
    layout = _layout(arrays)
    said = Problem(to.domains, to.constraints, to.names, layout, goal, symbols, visible)
    return said, to.of_the_model()


def _constraints(model: Any) -> Iterator[Any]:
    """The constraints of a model, in order."""
    yield from items_of(model.constraints if hasattr(model, "constraints") else model)


def _named_arrays(model: Any) -> list[list[Any]]:
    """The variables of a model; those of one array together, in its order, as their names say."""
    held: dict[str, dict[tuple[int, ...], Any]] = {}
    for each in _variables_in([[*_constraints(model)], getattr(model, "objective_", None)]):
        name, index = element_of(each.name)
        held.setdefault(name, {})[index] = each
    return [[array[index] for index in sorted(array)] for array in held.values()]


def _variables_in(found: Any) -> Iterator[Any]:
    """The variables of expressions, as often as they occur."""
    for each in items_of(found):
        name = type(each).__name__
        if name in VARIABLES:
            yield each
        elif name == "NegBoolView":
            yield each._bv
        else:
            yield from _variables_in(getattr(each, "args", ()))


def _arrays(show: Any) -> list[Any]:
    if isinstance(show, dict):
        return [*show.values()]
    return [*show] if isinstance(show, list | tuple) else [show]


def _variable(found: Any) -> Any:
    """One of CPMpy's variables, which is to be shown."""
    if type(found).__name__ not in VARIABLES:
        raise UnreadableModelError(f"show: found {shown(found)}, expected variables of CPMpy")
    return found


def _layout(arrays: list[Any]) -> ProblemLayout | None:
    """Rows and columns, where one array of two dimensions is all that is shown."""
    if len(arrays) != 1:
        return None
    shape = getattr(arrays[0], "shape", ())
    shape = shape or shape_of([each.name for each in items_of(arrays[0])])
    return ProblemLayout("grid", columns=shape[1]) if len(shape) == 2 else None


def _objective(to: Reading, model: Any) -> Objective | None:
    found = getattr(model, "objective_", None)
    if found is None:
        return None
    if type(found).__name__ == "FloatSum":
        raise to.refusal(found, "coefficients that are floats", "whole numbers")
    measure = MEASURES.get(type(found).__name__, "sum")
    parts, read = (found.args, to.operand) if measure != "sum" else ([found], to.number)
    terms = tuple(_with_its_needs(read, each) for each in parts)
    if not any([*variables_of(term)] for term in terms):
        raise to.refusal(found, "an objective without a variable", "one with variables")
    return Objective("minimize" if model.objective_is_min else "maximize", terms, measure)


def _with_its_needs(read: Callable[[Any, Needs], Term], found: Any) -> Term:
    """A number that is undefined where CPMpy's is: divided by whether what it needs holds."""
    needs: list[DefinedWhen] = []
    term = read(found, needs)
    outside = [each.term for each in needs if not each.is_inside]
    return op("div", term, both(outside)) if outside else term
