"""Fake programs and their descriptions.

A program is a Python script.  `SOLVER` is a small honest SAT solver that also checks its file
against the header; the endings that are put after it are true, as `TRUTH` does, or do not.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Describe = Callable[..., str]

SOLVER = """
import os, signal, subprocess, sys, time
lines = [line for line in open(sys.argv[1]).read().splitlines() if line[0] != "c"]
p, cnf, variables, number = lines[0].split()
clauses = [list(map(int, line.split())) for line in lines[1:]]
assert (p, cnf, int(number)) == ("p", "cnf", len(clauses)), "the header is wrong"
assert all(clause.pop() == 0 and clause and 0 not in clause for clause in clauses)

def solve(clauses, true):
    unit = 1
    while unit:
        unit, left = 0, []
        for clause in clauses:
            if true.isdisjoint(clause):
                left.append([literal for literal in clause if -literal not in true])
                if not left[-1]:
                    return None
                if len(left[-1]) == 1:
                    unit = left[-1][0]
        clauses, true = left, true | {unit} - {0}
    if not clauses:
        return true
    first = clauses[0][0]
    found = solve(clauses, true | {first})
    return solve(clauses, true | {-first}) if found is None else found

found = solve(clauses, set())
model = [v if v in (found or ()) else -v for v in range(1, int(variables) + 1)]
"""
TRUTH = """
if found is None:
    print("s UNSATISFIABLE")
    sys.exit(20)
print("s SATISFIABLE")
print("v", *model[:3])
print("v", *model[3:], 0)
sys.exit(10)
"""


def describing(folder: Path) -> Describe:
    """What writes a program and its description; without a value a key is left out."""

    def write(script: str, name: str = "fake", **keys: Any) -> str:
        executable = folder / name
        executable.write_text(f"#!{sys.executable} -IS\n{script}")
        executable.chmod(0o755)
        table = {"command": [f"{{folder}}/{name}", "{cnf}"], "input": "dimacs", "engine": name}
        described = folder / f"{name}.toml"
        described.write_text(toml(table | keys))
        return str(described)

    return write


def toml(table: dict[str, Any]) -> str:
    values = {key: value for key, value in table.items() if value is not None}
    tables = {key: values.pop(key) for key in list(values) if isinstance(values[key], dict)}
    lines = [f"{key} = {json.dumps(value)}" for key, value in values.items()]
    for name, inner in tables.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in inner.items())]
    return "\n".join(lines) + "\n"


def line_program(describe: Describe, script: str, **keys: Any) -> str:
    said = {"command": ["{folder}/fake", "{puzzle}"], "input": "puzzle", "no_solution": "No grid"}
    return describe(script, **(said | keys))
