"""A solution as solvers in the competitions of XCSP3 print it.

    s SATISFIABLE
    v <instantiation> <list> x[0] x[1] c </list> <values> 3 * red </values> </instantiation>

A star is any value, of a variable in no constraint and not in the objective, an ignored one either:
whoever checks a solution computes what it is worth.  Fresh variables are left out, as the file does
not declare them.
"""

import re
from collections.abc import Iterator

from accord.puzzles.formats.xcsp3.naming import declared, escaped
from accord.puzzles.problem import Problem, Solution

_FRESH = re.compile(r"fresh [0-9]+|[a-z]+\(.*\)")
MOST_WORDS = 50  # on a line
UNSUPPORTED = "s UNSUPPORTED"


def lines_of(problem: Problem, solution: Solution) -> Iterator[str]:
    """The lines of a solution, without their ends."""
    problem = problem.without_grid()
    ids = [name for each in declared(problem.names) for name in each.names]
    used = {variable for each in problem.constraints for variable in each.scope}
    if problem.objective is not None:
        used.update(problem.objective.scope)
    shown = [x for x, name in enumerate(problem.names) if not _FRESH.fullmatch(name)]
    values = [_value(problem, x, solution[x]) if x in used else "*" for x in shown]
    yield "v <instantiation>"
    yield from _several("list", [ids[x] for x in shown])
    yield from _several("values", values)
    yield "v </instantiation>"


def _value(problem: Problem, variable: int, value: int) -> str:
    """A value as the file says it."""
    text = problem.value_text(variable, value)
    return escaped(text) if problem.symbols and problem.symbols.are_of(variable) else text


def _several(tag: str, words: list[str]) -> Iterator[str]:
    yield f"v <{tag}>"
    for place in range(0, len(words), MOST_WORDS):
        yield f"v {' '.join(words[place : place + MOST_WORDS])}"
    yield f"v </{tag}>"
