"""Solvers from outside: what of them runs without accord, and goes into the folder of a case.

FILE.toml        a shell script that calls the program with the file that it reads
file.py:OBJECT   a copy of the file; it is given accord's objects, so that it runs with accord
"""

import shlex
from collections.abc import Mapping
from pathlib import Path

from accord.puzzles.files.outside_file import read_outside
from accord.puzzles.files.write import write
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.solvers.programs.descriptions import Description, read_description
from accord.solvers.source import MOST_CODE

SCRIPT = '#!/bin/sh\ncd "$(dirname "$0")" || exit 1\n'


def outside_files(
    solver: str, name: str, problem: Problem, texts: Mapping[str, str]
) -> dict[str, str]:
    """The files of a solver from outside, by their names; nothing for another one.

    Args:
        solver: as people write it.
        name: of its files, without an ending.
        problem: what it is asked.
        texts: what is in the folder: the problem as an instance, or as this solver reads it.
    """
    place = Path(solver.partition(":")[0])
    if place.suffix == ".py" and place.is_file():
        text = read_outside(place, most=MOST_CODE).decode(errors="replace")
        return {f"{name}.py": text}
    if place.suffix != ".toml":
        return {}
    description = read_description(place)
    command = _command(description, name, problem, texts)
    return {f"{name}.sh": f"{SCRIPT}{command}\n"} if command else {}


def _command(
    description: Description, name: str, problem: Problem, texts: Mapping[str, str]
) -> str:
    """The line that calls the program; empty where it is not given what it reads."""
    if description.jar:
        return ""
    files = {"dimacs": f"{name}.cnf", "xcsp3": "problem.xml", "puzzle": "puzzle.txt"}
    file, line = files[description.input], ""
    if file not in texts:
        return ""
    if description.input == "puzzle":
        assert isinstance(problem, Puzzle)
        line = write(problem, "line").replace(".", description.blank)
    values = {
        "cnf": file,
        "instance": file,
        "puzzle": line,
        "result": f"{name}.result",
        "seed": "0",
    }
    called = shlex.join(description.call(description.need.path, False, **values))
    if not description.stdin:
        return called
    return f"printf '%s\\n' {shlex.quote(line)} | {called}" if line else f"{called} < {file}"
