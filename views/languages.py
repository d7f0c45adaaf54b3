"""A problem in other languages, each text complete and run by itself.

    ortools, cpmpy, python-constraint   scripts of Python, which print its solutions
    json                                accord's own format
    minizinc, xcsp3, dimacs, ...        files for solvers: the encodings

A text has the problem's names, and comments that say which constraint each part is of.  What a
language has no words for is decomposed, and the comment says so, or refused by name.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from accord.bench.hunt.reproducers.shown import SCRIPTS, shown_script
from accord.encodings.encoding import SHORT, encodings
from accord.puzzles.phrasing import similar
from accord.puzzles.problem import Problem


class Language(NamedTuple):
    """A language by the text of a problem in it, in pieces; and what it is, in a line."""

    write: Callable[[Problem], Iterator[str]]
    about: str


class UnknownLanguageError(ValueError):
    """No language has this name."""


def languages() -> dict[str, Language]:
    """Every language by name; variants of encodings, with `+`, after all others."""
    found = {
        name: Language(partial(_script, name), "a script of Python that prints the solutions")
        for name in SCRIPTS
    }
    found["json"] = Language(_json, "accord's own format")
    known = encodings()
    for name, each in {**{short: known[long] for short, long in SHORT.items()}, **known}.items():
        found[name] = Language(partial(each.write, distinct=False), each.about)
    return found


def language(name: str) -> Language:
    """The language with this name.

    Raises:
        UnknownLanguageError: there is none; names the nearest.
    """
    known = languages()
    if name in known:
        return known[name]
    near = "".join(f"{each}; " for each in similar(name, known))
    plain = ", ".join(each for each in known if "+" not in each)
    raise UnknownLanguageError(f"found the language {name!r}, expected {near}one of {plain}")


def _script(name: str, problem: Problem) -> Iterator[str]:
    yield shown_script(problem, name)


def _json(problem: Problem) -> Iterator[str]:
    """JSON with a line for each variable, constraint and so on."""
    parts = []
    for key, value in problem.record().items():
        inner = [json.dumps(each) for each in value] if isinstance(value, list) else []
        ends = "[]"
        if isinstance(value, dict):
            inner, ends = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in value.items()], "{}"
        block = ",\n    ".join(inner)
        said = f"{ends[0]}\n    {block}\n  {ends[1]}" if inner else json.dumps(value)
        parts.append(f"  {json.dumps(key)}: {said}")
    yield "{\n" + ",\n".join(parts) + "\n}\n"
