"""Passed: which functions each constraint of a problem went through on its way to an engine.

So it is of a puzzle that has other constraints than all-different sets.

A backend that posts says it itself (encodings/posts.py).  One that posts nothing reads every kind
in its own way, which its model names.  The judge counts two claims as independent only where what
they passed differs for every constraint (bench/judge/independence.py).

Of the settings `constraints=disequalities` changes it (of MiniZinc, Z3, Choco and
python-constraint): all-different is decomposed then.  An encoding of the SAT
solvers chooses how two values exclude each other, inside the same functions; and one that chooses
the engine changes the engine of the row.

In a row it stands as JSON, equal neighbours as one: [[3, "cpsat linear"], [1, "decompose table",
"cpsat expression"]] says it of four constraints.
"""

import json
from itertools import groupby

from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import is_plain
from accord.solvers.backend import Backend


def passed(backend: Backend, problem: Problem) -> str | None:
    """What the constraints of a problem pass in this backend, as JSON; None of a plain puzzle."""
    if is_plain(problem):
        return None
    if backend.posts is not None:
        sets = backend.posts.flatten(problem).provenance
    else:
        sets = tuple(frozenset({f"{backend.model} {each.kind}"}) for each in problem.constraints)
    runs = [[len([*group]), *sorted(functions)] for functions, group in groupby(sets)]
    return json.dumps(runs, separators=(",", ":"))
