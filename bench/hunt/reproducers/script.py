"""The parts that all reproducers have: what the problem is, its solutions, and the comparison.

Between them stands a body, which defines `solutions()`: the solutions that the library finds, each
a tuple of the values of the problem's variables in their order.  Of a problem that asks for the
best it is one solution, or the library's way to it, and OBJECTIVE is the place of its value.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from pprint import pformat
from typing import Any

from accord.puzzles.constraints.record import records_of
from accord.puzzles.problem import Problem, Solution

WIDTH = 100  # of a line
PROGRAMS: Mapping[str, str] = tomllib.loads(  # in them is filled what differs by problem
    Path(__file__).with_name("programs.toml").read_text(encoding="utf-8")
)


def script(
    about: str,
    outside: str,
    problem: Problem,
    expected: Sequence[Solution],
    body: str,
    best: list[int] | None = None,
) -> str:
    """A script.

    Args:
        about: the library with its version.
        outside: a sentence on versions that do not fit together; empty where they do.
        problem: what is stated.
        expected: its solutions.
        body: defines `solutions()`.
        best: the best value, if there is a solution; None where it is not asked for.
    """
    said = "\n".join([*([f"{outside}.", ""] if outside else []), *sentences(problem)])
    solutions = sorted(tuple(map(int, each)) for each in expected)
    asked = "all solutions" if best is None else "the best solution"
    return (
        f'"""{about}: {asked} of a problem.\n\n{quoted(said)}\n"""\n\nimport sys\n\n'
        f"EXPECTED = {constant(solutions if best is None else best)}\n\n{body.strip()}\n"
        f"{PROGRAMS['end' if best is None else 'best-of-end']}"
    )


_TOKEN = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|lambda [^:]*:|.")


def wrapped(line: str, indent: str = "") -> str:
    """A line of Python as several that fit, broken at the commas of its longest brackets."""
    groups: list[tuple[int, int, list[int]]] = []  # brackets, and the commas between them
    opened: list[tuple[int, list[int]]] = []
    fits = len(indent + line) <= WIDTH or line.lstrip().startswith("#")
    for found in () if fits else _TOKEN.finditer(line):
        if found[0] in "([{":
            opened.append((found.start(), []))
        elif found[0] in ")]}" and opened:
            start, commas = opened.pop()
            groups += [(start, found.start(), commas)] * (not opened)
        elif found[0] == "," and opened:
            opened[-1][1].append(found.start())
    if not groups:
        return indent + line
    start, end, commas = max(groups, key=lambda each: each[1] - each[0])
    cuts = [start, *commas, end]
    lines: list[str] = []
    for one, other in pairwise(cuts):
        part = line[one + 1 : other].strip() + "," * (other != end)
        if lines and len(lines[-1]) + len(part) < WIDTH:
            lines[-1] += f" {part}"
        else:
            lines.append(f"{indent}    {part}")
    inner = "\n".join(wrapped(each[len(indent) + 4 :], f"{indent}    ") for each in lines)
    return f"{indent}{line[: start + 1]}\n{inner}\n{indent}{line[end:]}"


def constant(value: object) -> str:
    """A value as it stands in a script."""
    return pformat(value, width=WIDTH, compact=True)


def sentences(problem: Problem) -> list[str]:
    """The problem in words: a line for each variable and constraint, and for its objective."""
    plain = problem.without_grid()
    variables = plain.record()["variables"]
    lines = [f"{name} in {domain}" for name, domain in variables.items()]
    lines += [_sentence(each) for each in records_of(plain.constraints, plain.names)]
    return lines + ([plain.objective.words(plain.names)] if plain.objective else [])


def _sentence(constraint: dict[str, Any]) -> str:
    """A constraint of JSON in a line."""
    parts = [f"{key} {json.dumps(value)}" for key, value in constraint.items() if key != "kind"]
    return f"{constraint['kind']}: {', '.join(parts)}"


def quoted(text: str) -> str:
    """A text as it stands in a docstring."""
    return text.replace("\\", "\\\\").replace('"""', "'''")
