"""Commands of accord as reports write them, and what came of them when they were run.

One rule for all of them, so that a command asks what was asked:

    the source     behind `--` where its name begins with a dash
    the question   -n and every limit, with nothing left to defaults
    the solvers    each with its settings; one in a file by the file's place, seen from the folder
                   in which the report lies
    quoting        as a POSIX shell reads it

A command that is to show a finding again is run in that folder before it is written, and the report
says what came of it.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from accord.bench.run.terms import IMPORT_LIMIT, Terms
from accord.puzzles.phrasing import memory

ACCORD = (sys.executable, "-P", "-m", "accord")  # the command, as this version of it
Words = Sequence[str]


@dataclass(frozen=True)
class TriedCommand:
    """A command, how often it was run, how often it showed what it is to show, and its last words.

    Args:
        line: for a shell.
        runs: of it; the last one is the first that showed it.
        shown: whether one of them did.
        said: what the last one printed last.
    """

    line: str
    runs: int
    shown: bool
    said: str


def command_words(
    command: str, source: str, options: Words, solvers: Sequence[str] = ()
) -> list[str]:
    """A command of accord about a source, with these options and solvers."""
    named = [word for solver in solvers for word in ("-s", solver)]
    if source.startswith("-"):
        return ["accord", command, *options, *named, "--", source]
    return ["accord", command, source, *options, *named]


def question_options(terms: Terms) -> list[str]:
    """The options that say what is asked and what a run may use; the usual import limit is none."""
    limits = terms.limits
    words = ["-n", str(terms.limit or "all"), "-t", f"{_plain(limits.seconds)}s"]
    words += ["-m", memory(limits.memory)] if limits.memory else []
    words += ["--cpu-limit", f"{_plain(limits.cpu_seconds)}s"] if limits.cpu_seconds else []
    if terms.import_limit != IMPORT_LIMIT:
        words += ["--import-limit", f"{_plain(terms.import_limit)}s"]
    return words + ["--best-effort"] * limits.best_effort + ["--cold"] * terms.cold


def seen_from(folder: Path, solver: str) -> str:
    """A solver as it is named in a folder: one in a file by where the file is from there."""
    place, colon, rest = solver.partition(":")
    if Path(place).suffix not in (".py", ".toml") or not Path(place).is_file():
        return solver
    return f"{os.path.relpath(place, folder)}{colon}{rest}"


def tried(
    words: Words, folder: Path, shows: Callable[[int, str], bool], seconds: float, most: int = 1
) -> TriedCommand:
    """Run a command in a folder until it shows something, at most so often.

    Args:
        words: of `accord` or of another program.
        folder: in which it is run.
        shows: tells by the exit code and standard output whether it does.
        seconds: that it may take.
        most: runs.
    """
    line, said = shlex.join(words), ""
    command = [*ACCORD, *words[1:]] if words[0] == "accord" else words
    for run in range(1, most + 1):
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            said = f"no end after {seconds:g} s"
            continue
        if shows(done.returncode, done.stdout):
            return TriedCommand(line, run, True, _last(done.stdout))
        said = _last(done.stdout) or _last(done.stderr)  # where progress may stand too
        said = said or f"nothing, and exited with {done.returncode}"
    return TriedCommand(line, most, False, said)


def _last(text: str) -> str:
    return next((each.strip() for each in reversed(text.splitlines()) if each.strip()), "")


def _plain(seconds: float) -> str:
    """A number without an exponent, which the command would not take."""
    text = f"{seconds:.9f}".rstrip("0").rstrip(".")
    return text or "0"
