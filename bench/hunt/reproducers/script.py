"""The parts that all reproducers have: what the problem is, its solutions, and the comparison.

Between them stands a body, which defines `solutions()`: the solutions that the library finds, each
a tuple of the values of the problem's variables in their order.
"""

import json
from collections.abc import Sequence
from pprint import pformat
from typing import Any

from accord.puzzles.constraints.record import records_of
from accord.puzzles.problem import Problem, Solution

WIDTH = 100  # of a line
_END = """

found = [tuple(map(int, each)) for each in solutions()]
for each in sorted({*found} - {*EXPECTED}):
    print("found, and no solution:", each)
for each in sorted({*EXPECTED} - {*found}):
    print("a solution, and not found:", each)
for each in sorted({each for each in found if found.count(each) > 1}):
    print("found more than once:", each)
print(f"found {len(found)}, expected {len(EXPECTED)}")
sys.exit(sorted(found) != EXPECTED)
"""


def script(
    about: str, outside: str, problem: Problem, expected: Sequence[Solution], body: str
) -> str:
    """A script.

    Args:
        about: the library with its version.
        outside: a sentence on versions that do not fit together; empty where they do.
        problem: what is stated.
        expected: its solutions.
        body: defines `solutions()`.
    """
    said = "\n".join([*([f"{outside}.", ""] if outside else []), *sentences(problem)])
    solutions = [tuple(map(int, each)) for each in expected]
    return (
        f'"""{about}: all solutions of a problem.\n\n{_quoted(said)}\n"""\n\nimport sys\n\n'
        f"EXPECTED = {constant(sorted(solutions))}\n\n{body.strip()}\n{_END}"
    )


def constant(value: object) -> str:
    """A value as it stands in a script."""
    return pformat(value, width=WIDTH, compact=True)


def sentences(problem: Problem) -> list[str]:
    """The problem in words: a line for each variable and constraint."""
    plain = problem.without_grid()
    variables = plain.record()["variables"]
    lines = [f"{name} in {domain}" for name, domain in variables.items()]
    return lines + [_sentence(each) for each in records_of(plain.constraints, plain.names)]


def _sentence(constraint: dict[str, Any]) -> str:
    """A constraint of JSON in a line."""
    parts = [f"{key} {json.dumps(value)}" for key, value in constraint.items() if key != "kind"]
    return f"{constraint['kind']}: {', '.join(parts)}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''")
