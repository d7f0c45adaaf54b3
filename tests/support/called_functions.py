"""Functions that tests call in the process of a solver, and that solver: `called_functions.py`.

Some do what only a solver's code would do that wants to deceive.
"""

import json
import os
import time
from collections.abc import Iterator
from typing import Any

from accord.puzzles import Puzzle
from accord.solvers.budget import Budget
from accord.solvers.search import backtracking_mrv

calls: list[int] = []


def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Any]:
    yield from backtracking_mrv.solve(puzzle, budget)


def counted(chosen: Any, number: int) -> Iterator[Any]:
    calls.append(number)
    yield [os.getpid(), str(chosen)]
    yield calls


def raises(chosen: Any) -> Iterator[Any]:
    yield 1
    raise SystemExit("no more")


def exits(chosen: Any) -> Iterator[Any]:
    yield 1
    os._exit(0)


def sleeps(chosen: Any) -> Iterator[Any]:
    yield 1
    time.sleep(1e5)


def goes_on(chosen: Any) -> Iterator[Any]:
    while True:
        yield "more"


def writes(chosen: Any, text: str) -> Iterator[Any]:
    """Write a text into whatever is open besides the standard streams."""
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, text.encode())
        except OSError:
            continue
    yield 1


def forged(**message: Any) -> str:
    return json.dumps(message) + "\n"


def posing(name: str) -> str:
    """The text of a solver's file that declares this name, in whatever it finds open."""
    fields = dict.fromkeys(("settings", "version", "family", "engine", "model", "source"), "")
    ready = forged(ready=fields | {"name": name, "cores": 1, "places": [], "accepts": []})
    said = ready + forged(start_up={"seconds": None, "flag": ""})
    return f"""
import os
for descriptor in range(3, 64):
    try:
        os.write(descriptor, {said.encode()!r})
    except OSError:
        pass

def solve(problem, budget):
    yield [1] * len(problem.domains)
"""
