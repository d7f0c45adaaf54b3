"""The reproducer of a solver on a problem, and running it.

A solver of accord's own has none: its fault is accord's, and a command of accord repeats it.  Nor
has one that takes nothing but puzzles, one from outside, a program that reads XCSP3, as the problem
is kept as an instance beside it, or one that is asked the model itself, which is its script.

Of a problem that asks for the best, one value, the script compares the value that the library calls
the best.  SAT solvers, Z3 and Pumpkin have none then: accord asks them again and again.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from accord.bench.hunt.reproducers import calls, clauses, rows, texts
from accord.bench.hunt.reproducers.recording import RecordingError
from accord.bench.hunt.reproducers.script import script
from accord.encodings.model import UnsupportedError
from accord.puzzles.optimization import with_value
from accord.puzzles.problem import Problem, Solution
from accord.solvers.backend import asks_original
from accord.solvers.registry import is_registered, registered
from accord.solvers.settings import settings_of, written

LONGEST = 60.0  # seconds that a script may take
_WITHOUT_ACCORD = (  # as where it is not installed
    "import runpy, sys; sys.modules['accord'] = None; runpy.run_path(sys.argv[1], None, '__main__')"
)


class ScriptOutput(NamedTuple):
    """The printed text of a script, and whether the library found the expected solutions."""

    text: str
    as_expected: bool | None  # None where the script failed


def reproducer(solver: str, problem: Problem, expected: Sequence[Solution]) -> str | None:
    """The script that states a problem to a solver's library; None where there is none.

    Args:
        solver: as people write it; of its settings only the principal one is looked at.
        problem: what is stated, a puzzle without its geometry.
        expected: its solutions; where it asks for the best, that one.
    """
    if not is_registered(solver):
        return None
    chosen, plain, best = registered(solver), problem.without_grid(), None
    if (goal := plain.goal) is not None:
        if goal.measure == "lex":
            return None
        values = map(goal.value, expected)
        plain, best = with_value(plain), [each for each in values if isinstance(each, int)][:1]
    if asks_original(written(chosen.settings)):
        return None
    setting = next(iter(settings_of(chosen.backend.solve)), "")
    name, principal = chosen.name, str(chosen.settings.get(setting, ""))
    try:
        found = (
            clauses.body(name, principal, plain)
            or rows.body(name, plain)
            or texts.body(name, principal, plain)
            or calls.body(name, principal, plain)
        )
    except (RecordingError, UnsupportedError):
        return None
    needs = ", ".join(need.version for need in chosen.backend.needs if need.version)
    return script(needs, chosen.backend.outside, plain, expected, found, best) if found else None


def run(text: str) -> ScriptOutput:
    """Run a script in a process in which accord cannot be imported."""
    with TemporaryDirectory(prefix="accord-") as name:
        file = Path(name) / "reproducer.py"
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-I", "-c", _WITHOUT_ACCORD, str(file)]
        try:
            ended = subprocess.run(
                command, capture_output=True, text=True, cwd=name, timeout=LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return ScriptOutput(f"no end after {LONGEST:g} s", None)
    lines = ended.stdout.strip().splitlines()
    if ended.returncode in (0, 1) and lines and lines[-1].startswith("found "):
        return ScriptOutput("\n".join(lines), not ended.returncode)
    return ScriptOutput((ended.stderr or ended.stdout).strip(), None)
