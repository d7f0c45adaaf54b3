"""Passed: which functions each constraint of a problem went through on its way to an engine.

A backend that posts says it itself (encodings/posts.py).  One that posts nothing reads every kind
in its own way, which its model names.  The judge counts two claims as independent only where what
they passed differs for every constraint (bench/judging/independence.py).

In a row it stands as JSON, equal neighbours as one: [[3, "cpsat linear"], [1, "decompose table",
"cpsat expression"]] says it of four constraints.
"""

import json
from itertools import groupby

from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend


def passed(backend: Backend, problem: Problem) -> str | None:
    """What the constraints of a problem pass in this backend, as JSON; None of a puzzle."""
    if isinstance(problem, Puzzle):
        return None
    if backend.posts is not None:
        sets = backend.posts.flatten(problem).passed
    else:
        sets = tuple(frozenset({f"{backend.model} {each.kind}"}) for each in problem.constraints)
    runs = [[len([*group]), *sorted(functions)] for functions, group in groupby(sets)]
    return json.dumps(runs, separators=(",", ":"))
