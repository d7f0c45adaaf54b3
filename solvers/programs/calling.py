"""Calling a program that is described: where it is, what is counted, what a backend says of it.

Shared by those that write clauses or a line (external.py) and those that write an XCSP3 instance
(instances.py).
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from accord.solvers.budget import Budget
from accord.solvers.interface import UnsupportedError
from accord.solvers.programs.descriptions import Description
from accord.solvers.programs.program import Ended, run


def declared(description: Description) -> dict[str, Any]:
    """What a backend says of itself, by the fields of a Backend."""
    same = ("engine", "model", "family", "sizes", "enumerates", "proves", "complete", "cores")
    same_values = {name: getattr(description, name) for name in same}
    return {**same_values, "needs": description.needs}


def path_for(description: Description, seed: int) -> str:
    """Where the program is, which has to be able to take a seed.

    Raises:
        UnsupportedError: it takes none, or something is not installed.
    """
    if seed and not description.takes("seed"):
        raise UnsupportedError(f"{description.name} takes no seed")
    if missing := next((need.missing for need in description.needs if need.missing), ""):
        raise UnsupportedError(missing)
    return description.need.path


def run_described(
    description: Description, command: Sequence[str], budget: Budget, stdin: Path | None = None
) -> Ended:
    """Run the program to its end, and add what it has counted.

    Raises:
        GaveUpError: the time is over.
        RuntimeError: it printed too much, or reports an error; says which program.
    """
    try:
        ended = run(command, budget, stdin)
    except RuntimeError as error:
        raise RuntimeError(f"{description.name}: {error}") from None
    count(description, ended.output, budget)
    unclaimed = ended._replace(output=ended.output.replace(description.no_solution, ""))
    if unclaimed.reported:
        raise RuntimeError(f"{description.name}: {unclaimed.manner}")
    return ended


def count(description: Description, output: str, budget: Budget) -> None:
    """Add what the program says that it has counted, the last time it says so."""
    for name, pattern in description.counters.items():
        if found := re.findall(pattern, output, re.MULTILINE):
            budget.spent[name] += int(found[-1])
