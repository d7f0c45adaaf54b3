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
from accord.bench.hunt.reproducers.script import PROGRAMS, wrapped
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
    states_goal: bool = False  # by a method of the model, `minimize` or `maximize`


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
    ),
    "pumpkin": Library(
        ("pumpkin_solver", "pumpkin_solver.constraints"),
        pumpkin_posts.POSTS,
        lambda problem, _: pumpkin._model(problem, 0),
    ),
    "cpmpy": Library(
        ("cpmpy",),
        cpmpy_posts.POSTS,
        lambda problem, _: cpmpy._model(problem),
        states_goal=True,
    ),
    "python-constraint": Library(
        ("constraint",),
        WRITTEN,
        _of_python_constraint,
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
        if (ask := PROGRAMS.get(f"best-of-{name}")) is None:  # the library is not asked so
            return None
        value = variable_of(problem)
        made = best(library, ask, problem, [*every, value], principal or "ortools")
        return f"OBJECTIVE = {value}  # the place of the variable with the value\n{made}"
    ask = PROGRAMS[name]
    ask = ask.format(solver=principal or "ortools") if name == "cpmpy" else ask
    return f"{stated(library, problem, every)}\n\ndef solutions():\n{ask}"


def best(library: Library, ask: str, problem: Problem, shown: Sequence[int], solver: str) -> str:
    """The calls, and `solutions()`, which asks for a best one.

    Args:
        library: that is asked.
        ask: the program for that.
        problem: whose objective is a variable.
        shown: the variables of the list, of which that is the last.
        solver: of CPMpy.
    """
    sense = goal_of(problem).sense
    said = stated(library, problem, shown, sense if library.states_goal else "")
    return f"{said}\n\ndef solutions():\n{ask.format(choose=sense[:3], solver=solver)}"


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
