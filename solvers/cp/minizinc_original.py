"""MiniZinc asked the model itself: compiled for one of its own solvers, with that solver's library.

Otherwise MiniZinc gets the problem as accord says it (minizinc.py).  What a solver answers about
the model are values of the model's own variables.  They are completed by a solver of accord's, as a
solution has a value for every variable of the FlatZinc that accord reads.  Where that proves that
there is no such solution, the two compilations differ about the model, or the answer is wrong: an
error of its own, for which this solver alone cannot be blamed.
"""

import re
from collections.abc import Callable
from pathlib import Path

from accord.encodings.posts import Flat
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.models.minizinc_output import OBJECTIVE, printed_values
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.problem import Problem, Solution
from accord.solvers.budget import Budget
from accord.solvers.cp.minizinc_compiling import CompileError, compiled
from accord.solvers.cp.original_model import OriginalPosts
from accord.solvers.deciding import completed
from accord.solvers.interface import GaveUpError, UnsupportedError

STANDARD = ("-G", "std")  # without a library of its own
MOST_SAID = 200  # characters of an answer
_SOLVE = re.compile(r"\b(?:minimize|maximize)\b[^;]*;\s*\Z")  # the last statement


class TranslationError(Exception):
    """An answer about a model fits no solution of the problem that accord has read in it."""


class MiniZincPosts(OriginalPosts):
    """What MiniZinc posts of a model itself: all of it."""

    def flatten(self, problem: Problem) -> Flat:
        """The problem as it is.

        Raises:
            UnsupportedError: it comes from no model of MiniZinc.
        """
        model_of(problem)
        return self.as_it_is(problem)


def model_of(problem: Problem) -> MiniZincModel:
    """The model that a problem was read from.

    Raises:
        UnsupportedError: there is none.
    """
    if (model := MiniZincModel.of(problem)) is None:
        raise UnsupportedError(
            "posts=original: found a problem from no model of MiniZinc, expected one of a file "
            "NAME.mzn, and not changed since"
        )
    return model


ORIGINAL = MiniZincPosts("minizinc-original", foreign=("minizinc",), library="MiniZinc")


def flat_of(
    problem: Problem, solver: str, folder: Path, budget: Budget
) -> tuple[Path, Callable[[str], Solution | None]]:
    """The FlatZinc of a model for one of MiniZinc's solvers, and a function that reads its answers.

    The function returns nothing of an answer that differs from an earlier one in hidden variables
    alone.

    Args:
        problem: that the model says.
        solver: MiniZinc's name of it; with the standard library, where its own does not compile.
        folder: an empty one.
        budget: as of any solver.

    Raises:
        UnsupportedError: there is no model, or it does not compile for this solver.
    """
    model, options = model_of(problem), ["--solver", solver, "--output-objective"]
    try:
        try:
            flat, output, _ = compiled(model, folder, options, budget)
        except CompileError:
            flat, output, _ = compiled(model, folder, [*options, *STANDARD], budget)
    except CompileError as error:
        raise UnsupportedError(f"posts=original: {error}") from None
    if problem.ignores_objective:
        text = flat.read_text(encoding="utf-8")
        flat.write_text(_SOLVE.sub("satisfy;", text), encoding="utf-8")
    said = output.read_text(encoding="utf-8")
    seen = set[tuple[int | None, ...]]()

    def read(printed: str) -> Solution | None:
        values = printed_values(said, printed)
        goal = values.pop(OBJECTIVE, None)
        goal = goal if problem.goal is not None else None
        key = (*(values.get(problem.names[each]) for each in problem.shown), goal)
        if key in seen:
            return None
        seen.add(key)
        return _whole(problem, values, goal)

    return flat, read


def _whole(problem: Problem, values: dict[str, int | None], goal: int | None) -> Solution:
    """A solution with these values of the shown variables, and of the objective.

    Raises:
        TranslationError: there is none.
        GaveUpError: there is none within the bounds that were assumed.
    """
    shown = tuple(_value(problem, each, values) for each in problem.shown)
    names = {problem.names[each] for each in problem.shown}
    missing = [name for name, value in values.items() if name not in names and value]
    asked = problem
    if goal is not None and problem.goal is not None:
        (term,) = problem.goal.terms
        equal = Expression(Operation("eq", (term, goal)))
        asked = problem.changed(constraints=[*problem.constraints, equal])
    solution = None if missing else completed(asked, shown)
    if solution is None and problem.assumption:
        raise GaveUpError(f"an answer may be none {problem.assumption}")
    if solution is None:
        pairs = ", ".join(f"{name}={value}" for name, value in values.items())
        raise TranslationError(
            f"the answer {pairs:.{MOST_SAID}} to the model has no completion in the FlatZinc that "
            "accord reads: the two compilations of the model differ, or the answer is wrong"
        )
    return solution


def _value(problem: Problem, variable: int, values: dict[str, int | None]) -> int:
    """The value of a shown variable: an absent one has the lowest, and no member of a set is 0."""
    value = values.get(problem.names[variable], 0)
    return min(problem.domains[variable], default=0) if value is None else value
