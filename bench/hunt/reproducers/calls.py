"""Scripts for libraries that a backend calls: its calls, written down (recording.py)."""

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, NamedTuple

from accord.bench.hunt.reproducers.recording import (
    CallRecording,
    Recorded,
    alias,
    recorded,
    text_of,
)
from accord.puzzles.problem import Problem
from accord.solvers.cp import choco, cpmpy, cpsat, pumpkin, python_constraint

Stated = tuple[Any, list[Any]]  # the model, and the problem's variables, as they are recorded


class Library(NamedTuple):
    """A library: the way in which its calls are recorded, and its model is solved."""

    modules: Sequence[str]
    state: Callable[[Problem, CallRecording], Stated]
    ask: str


_CPSAT = """\
    from ortools.sat.python import cp_model

    found = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            found.append([self.value(each) for each in VARIABLES])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(MODEL, Collect())
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), solver.status_name(status)
    return found
"""
_CHOCO = """\
    solver = MODEL.get_solver()
    while solver.solve():
        yield [each.get_value() for each in VARIABLES]
"""
_PUMPKIN = """\
    from pumpkin_solver import SatisfactionResult
    from pumpkin_solver.constraints import NegativeTable

    while isinstance(result := MODEL.satisfy(), SatisfactionResult.Satisfiable):
        values = [result._0.int_value(each) for each in VARIABLES]
        yield values
        MODEL.add_constraint(NegativeTable(VARIABLES, [values], MODEL.new_constraint_tag()))
    assert isinstance(result, SatisfactionResult.Unsatisfiable), result
"""
_CPMPY = """\
    from cpmpy.solvers.solver_interface import ExitStatus

    found = []
    while True:  # a new solver for each solution, with those before it forbidden
        model = cpmpy.Model(*MODEL.constraints)
        if len(VARIABLES) == 1:
            model += [VARIABLES[0] != value for (value,) in found]
        elif found:
            model += cpmpy.NegativeTable(VARIABLES, found)
        solver = cpmpy.SolverLookup.get({solver!r}, model)
        solver.user_vars.update(VARIABLES)
        if not solver.solve() or not VARIABLES:  # without variables it was asked once
            proved = solver.status().exitstatus == ExitStatus.UNSATISFIABLE
            assert proved or not VARIABLES, solver.status()
            return found if proved else [()]
        found.append([int(each.value()) for each in VARIABLES])
"""
_PYTHON_CONSTRAINT = """\
    for each in MODEL.getSolutions():
        yield [each[variable] for variable in VARIABLES]
"""


def _of_python_constraint(problem: Problem, recording: CallRecording) -> Stated:
    import constraint  # that is recorded

    search: Any = constraint.BacktrackingSolver()
    stated = _Stated(constraint.Problem(search), recording, problem)
    for variable, domain in enumerate(problem.domains):
        stated.addVariable(variable, sorted(domain))
    for each in python_constraint.POSTS.flatten(problem).constraints:
        if each.scope:
            python_constraint.POSTS.post(each, stated)
        elif not each.holds(()):
            stated.addConstraint(lambda *_: False, (0,))
    return stated.model, [*range(len(problem.domains))]


class _Stated:
    """A problem of python-constraint's whose functions become tuples that they allow."""

    def __init__(self, model: Recorded, recording: CallRecording, problem: Problem) -> None:
        self.model, self._recording, self._problem = model, recording, problem

    def addVariable(self, variable: int, values: list[int]) -> None:  # noqa: N802  (the library's)
        self.model.addVariable(variable, values)

    def addConstraint(self, each: Any, scope: Sequence[int]) -> None:  # noqa: N802
        if not callable(each) or isinstance(each, Recorded):
            self.model.addConstraint(each, [*scope])
            return
        domains = (sorted(self._problem.domains[variable]) for variable in scope)
        allowed = [values for values in product(*domains) if each(*values)]
        among = self._recording.call(text_of(allowed))
        function = self._recording.name(f"lambda *values: values in {text_of(among)}")
        self.model.addConstraint(function, [*scope])


def _of_cpsat(problem: Problem, _: object) -> tuple[Any, list[Any]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    return model, cpsat.post(problem, model)


LIBRARIES = {
    "cpsat": Library(
        ("ortools", "ortools.sat", "ortools.sat.python", "ortools.sat.python.cp_model"),
        _of_cpsat,
        _CPSAT,
    ),
    "choco": Library(
        (
            "pychoco",
            "pychoco.model",
            "pychoco.backend",
            "pychoco._utils",
            "pychoco.constraints",
            "pychoco.constraints.constraint",
            "pychoco.objects",
            "pychoco.objects.automaton",
            "pychoco.objects.automaton.finite_automaton",
        ),
        lambda problem, _: choco._model(problem, "alldifferent", "none"),
        _CHOCO,
    ),
    "pumpkin": Library(
        ("pumpkin_solver", "pumpkin_solver.constraints"),
        lambda problem, _: pumpkin._model(problem, 0),
        _PUMPKIN,
    ),
    "cpmpy": Library(("cpmpy",), lambda problem, _: cpmpy._model(problem), _CPMPY),
    "python-constraint": Library(("constraint",), _of_python_constraint, _PYTHON_CONSTRAINT),
}


def body(name: str, principal: str, problem: Problem) -> str | None:
    """The body for a library whose calls are recorded; None where the solver has none.

    Raises:
        RecordingError: a call cannot be written down.
    """
    if (library := LIBRARIES.get(name)) is None:
        return None
    with recorded(library.modules) as recording:
        model, variables = library.state(problem, recording)
        own = variables[: len(problem.domains)]
        lines = "\n".join(recording.lines)
        used = [each for each in library.modules if re.search(rf"\b{alias(each)}\.", lines)]
        ask = library.ask.format(solver=principal or "ortools") if name == "cpmpy" else library.ask
        named = f"MODEL = {text_of(model)}\nVARIABLES = {text_of(own)}\n"
        return f"{''.join(map(_import, used))}\n{lines}\n{named}\n\ndef solutions():\n{ask}"


def _import(module: str) -> str:
    return f"import {module} as {alias(module)}\n" if "." in module else f"import {module}\n"
