"""Scripts for libraries that a backend calls: its calls, written down (recording.py)."""

import builtins
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from keyword import kwlist
from typing import Any, NamedTuple

from accord.bench.hunt.reproducers import functions
from accord.bench.hunt.reproducers.recording import (
    CallRecording,
    Recorded,
    alias,
    recorded,
    text_of,
)
from accord.bench.hunt.reproducers.script import wrapped
from accord.encodings.naming import Words, identifiers, in_one_line, titled, words
from accord.encodings.posts import Posts
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.optimization import goal_of
from accord.puzzles.problem import Problem
from accord.solvers.cp import (
    choco,
    choco_posts,
    cpmpy,
    cpmpy_posts,
    cpsat,
    cpsat_posts,
    pumpkin,
    pumpkin_posts,
    python_constraint,
)
from accord.solvers.optimizing import variable_of

Stated = tuple[Any, list[Any]]  # the model, and the problem's variables, as they are recorded


class Library(NamedTuple):
    """A library: the way in which its calls are recorded, and its model is solved."""

    modules: Sequence[str]
    posts: Posts
    state: Callable[[Problem, CallRecording], Stated]
    ask: str
    best: str = ""  # asks for a best solution; empty: the library is not asked so
    states_goal: bool = False  # by a method of the model, `minimize` or `maximize`


_CPSAT = """\
    found = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            found.append([self.value(each) for each in variables])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(model, Collect())
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), solver.status_name(status)
    return found
"""
_BEST_OF_CPSAT = """\
    solver = cp_model.CpSolver()
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), solver.status_name(status)
    if status == cp_model.OPTIMAL:
        yield [solver.value(each) for each in variables]
"""
_CHOCO = """\
    solver = model.get_solver()
    while solver.solve():
        yield [each.get_value() for each in variables]
"""
_BEST_OF_CHOCO = """\
    solver = model.get_solver()
    best = solver.find_optimal_solution(variables[-1], {choose!r} == "max")
    if best is not None:
        yield [best.get_int_val(each) for each in variables]
"""
_PUMPKIN = """\
    from pumpkin_solver import SatisfactionResult
    from pumpkin_solver.constraints import NegativeTable

    while isinstance(result := model.satisfy(), SatisfactionResult.Satisfiable):
        values = [result._0.int_value(each) for each in variables]
        yield values
        model.add_constraint(NegativeTable(variables, [values], model.new_constraint_tag()))
    assert isinstance(result, SatisfactionResult.Unsatisfiable), result
"""
_CPMPY = """\
    from cpmpy.solvers.solver_interface import ExitStatus

    found = []
    while True:  # a new solver for each solution, with those before it forbidden
        asked = cpmpy.Model(*model.constraints)
        if len(variables) == 1:
            asked += [variables[0] != value for (value,) in found]
        elif found:
            asked += cpmpy.NegativeTable(variables, found)
        solver = cpmpy.SolverLookup.get({solver!r}, asked)
        solver.user_vars.update(variables)
        if not solver.solve() or not variables:  # without variables it was asked once
            proved = solver.status().exitstatus == ExitStatus.UNSATISFIABLE
            assert proved or not variables, solver.status()
            return found if proved else [()]
        found.append([int(each.value()) for each in variables])
"""
_BEST_OF_CPMPY = """\
    from cpmpy.solvers.solver_interface import ExitStatus

    solver = cpmpy.SolverLookup.get({solver!r}, model)
    solver.user_vars.update(variables)
    if solver.solve():
        yield [int(each.value()) for each in variables]
    status = solver.status().exitstatus
    assert status in (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE), status
"""
_PYTHON_CONSTRAINT = """\
    for each in model.getSolutions():
        yield [each[variable] for variable in variables]
"""
_BEST_OF_PYTHON_CONSTRAINT = """\
    found = [[each[variable] for variable in variables] for each in model.getSolutions()]
    if found:  # the library has no objective: it is the best of all its solutions
        yield {choose}(found, key=lambda values: values[-1])
"""


def _is_written(constraint: Any, fresh: Fresh) -> bool:
    """Whether a class of the library says a constraint, or a function that can be written."""
    kind, scope = type(constraint), constraint.scope
    own = kind is AllEqual or (kind is AllDifferent and not constraint.excepted)
    return (own and len({*scope}) == len(scope)) or functions.is_written(constraint, fresh)


WRITTEN = replace(
    python_constraint.POSTS,
    functions={
        kind: (post, _is_written) for kind, (post, _) in python_constraint.POSTS.functions.items()
    },
)


def _of_python_constraint(problem: Problem, recording: CallRecording) -> Stated:
    import constraint  # that is recorded

    flat = WRITTEN.flatten(problem)
    to = words(problem, flat, spell)
    names = [*problem.names, *to.names[len(problem.names) :]]
    model: Any = constraint.Problem(constraint.BacktrackingSolver())
    for name, domain in zip(names, flat.domains, strict=True):
        least, most = domain.min, domain.max
        whole = recording.name(f"range({least}, {most + 1})")
        model.addVariable(name, whole if len(domain.intervals) == 1 else [*domain])
    for each in flat.constraints:
        stated = _Stated(model, recording, names, each, to)
        if each.scope:
            WRITTEN.post(each, stated)
        elif not each.holds(()):
            stated.addConstraint(recording.name("lambda _: False"), (0,))
    return model, names[: len(problem.names)]


class _Stated(NamedTuple):
    """A model of python-constraint that gets a constraint, whose function is written as text."""

    model: Any
    recording: CallRecording
    names: Sequence[str]
    constraint: Constraint
    to: Words

    def addConstraint(self, each: Any, scope: Sequence[int]) -> None:  # noqa: N802  (the library's)
        if callable(each) and not isinstance(each, Recorded):
            text, scope = functions.function(self.constraint, self.to)
            each = self.recording.name(text)
        self.model.addConstraint(each, [self.names[variable] for variable in scope])


def _of_cpsat(problem: Problem, _: object) -> Stated:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    return model, cpsat.post(problem, model)


LIBRARIES = {
    "cpsat": Library(
        ("ortools", "ortools.sat", "ortools.sat.python", "ortools.sat.python.cp_model"),
        cpsat_posts.POSTS,
        _of_cpsat,
        _CPSAT,
        _BEST_OF_CPSAT,
        states_goal=True,
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
        choco_posts.POSTS,
        lambda problem, _: choco._model(problem, "alldifferent", "none"),
        _CHOCO,
        _BEST_OF_CHOCO,
    ),
    "pumpkin": Library(
        ("pumpkin_solver", "pumpkin_solver.constraints"),
        pumpkin_posts.POSTS,
        lambda problem, _: pumpkin._model(problem, 0),
        _PUMPKIN,
    ),
    "cpmpy": Library(
        ("cpmpy",),
        cpmpy_posts.POSTS,
        lambda problem, _: cpmpy._model(problem),
        _CPMPY,
        _BEST_OF_CPMPY,
        states_goal=True,
    ),
    "python-constraint": Library(
        ("constraint",),
        WRITTEN,
        _of_python_constraint,
        _PYTHON_CONSTRAINT,
        _BEST_OF_PYTHON_CONSTRAINT,
    ),
}
RESERVED = {*kwlist, *dir(builtins), "EXPECTED", "model", "solutions", "sys", "variables"}
RESERVED |= {alias(module) for library in LIBRARIES.values() for module in library.modules}


def body(name: str, principal: str, problem: Problem) -> str | None:
    """The body for a library whose calls are recorded; None where the solver has none.

    Raises:
        RecordingError: a call cannot be written down.
    """
    if (library := LIBRARIES.get(name)) is None:
        return None
    every = [*range(len(problem.domains))]
    if problem.goal is not None:
        if not library.best:
            return None
        value = variable_of(problem)
        made = best(library, problem, [*every, value], principal or "ortools")
        return f"OBJECTIVE = {value}  # the place of the variable with the value\n{made}"
    ask = library.ask.format(solver=principal or "ortools") if name == "cpmpy" else library.ask
    return f"{stated(library, problem, every)}\n\ndef solutions():\n{ask}"


def best(library: Library, problem: Problem, shown: Sequence[int], solver: str) -> str:
    """The calls, and `solutions()`, which asks for a best one.

    Args:
        library: that has a `best`.
        problem: whose objective is a variable.
        shown: the variables of the list, of which that is the last.
        solver: of CPMpy.
    """
    sense = goal_of(problem).sense
    said = stated(library, problem, shown, sense if library.states_goal else "")
    ask = library.best.format(choose=sense[:3], solver=solver)
    return f"{said}\n\ndef solutions():\n{ask}"


def stated(library: Library, problem: Problem, shown: Sequence[int], sense: str = "") -> str:
    """The calls of a library that make the `model` of a problem, and a list of `variables`.

    Args:
        library: whose calls are recorded.
        problem: what is stated.
        shown: the variables of the list.
        sense: `minimize` or `maximize`, which the last of these is; empty: neither.

    Raises:
        RecordingError: a call cannot be written down.
        UnsupportedError: the library cannot say the problem.
    """
    with recorded(library.modules) as recording:
        with _commented(library.posts, problem, recording):
            model, variables = library.state(problem, recording)
        own = variables[: len(problem.domains)]
        names = {text_of(model): "model"}
        names |= zip(map(text_of, own), identifiers(problem, spell), strict=True)
        listed = [own[each] for each in shown]
        if sense:
            getattr(model, sense)(listed[-1])
        said = recording.lines(names, [f"\nvariables = {text_of(listed)}\n"])
    titles = dict(zip(names.values(), ["", *problem.names], strict=True))
    lines = "\n".join(wrapped(_named(line, titles)) for line in said)
    used = [each for each in library.modules if re.search(rf"\b{alias(each)}\.", lines)]
    return f"{''.join(map(_import, used))}\n{lines}"


@contextmanager
def _commented(posts: Posts, problem: Problem, recording: CallRecording) -> Iterator[None]:
    """While it holds, what is posted for a constraint stands below a comment with its name."""
    titles: dict[Constraint, deque[str]] = defaultdict(deque)
    for title, parts in titled(problem, posts.flatten(problem), distinct=False):
        for part in parts:
            titles[part].append(title)
    said = ""

    def commenting(post: Callable[..., Any]) -> Callable[..., Any]:
        def commented(*args: Any) -> Any:
            nonlocal said
            if (found := titles.get(args[-1])) and (title := found.popleft()) != said:
                recording.comment(title)
                said = title
            return post(*args)

        return commented

    kept = dict(posts.functions)
    posts.functions.update({kind: (commenting(post), when) for kind, (post, when) in kept.items()})
    try:
        yield
    finally:
        posts.functions.update(kept)


def _named(line: str, titles: Mapping[str, str]) -> str:
    """The line in which a variable of the problem is made, with its name instead of none."""
    variable, _, text = line.partition(" = ")
    if variable not in titles or not (unnamed := re.search(r"'(x[0-9]+)?'\)$", text)):
        return line
    return f"{variable} = {text[: unnamed.start()]}{in_one_line(titles[variable])!r})"


def spell(name: str) -> str | None:
    """A name as an identifier of Python that is free in a script."""
    legal = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) and not re.fullmatch(r"v[0-9]+", name)
    return name if legal and name not in RESERVED else None


def _import(module: str) -> str:
    room, _, name = module.rpartition(".")
    called = "" if name == alias(module) else f" as {alias(module)}"
    return f"from {room} import {name}{called}\n" if room else f"import {name}\n"
