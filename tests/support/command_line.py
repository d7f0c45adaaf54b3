"""The command `accord`: in a process of its own, as in a shell, or in this process.

In this process a run takes milliseconds instead of half a second: `run_here` ends as the command
does, and `accord_here` raises the errors that the command would print.
"""

import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from math import inf
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any
from unittest.mock import patch

from accord.__main__ import cli, run, show_warning
from accord.cli.commands import Ending

COMMAND = (sys.executable, "-P", "-m", "accord")


def accord(
    *arguments: str | Path, text: str = "", timeout: float = 600, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with `text` on its standard input."""
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=timeout, **options
    )
    assert "Traceback" not in done.stderr
    return done


def accord_here(*arguments: object) -> tuple[int, str, str]:
    """Run the command in this process: its exit code, standard output and standard error."""
    out, err = StringIO(), StringIO()
    never = patch("accord.cli.working.SAID", inf)  # however slow it is here
    with redirect_stdout(out), redirect_stderr(err), never:
        try:
            cli(list(map(str, arguments)), standalone_mode=False)
            code = 0
        except Ending as ending:
            code = ending.code
    return code, out.getvalue(), err.getvalue()


def run_here(
    *arguments: object, text: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, with `text` on its standard input."""
    out, err = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with TemporaryFile("w+", encoding="utf-8") as stdin, ExitStack() as changed:
        stdin.write(text)
        stdin.seek(0)
        changed.enter_context(redirect_stdout(out))
        changed.enter_context(redirect_stderr(err))
        changed.enter_context(chdir(cwd or Path.cwd()))
        changed.enter_context(warnings.catch_warnings())
        changed.enter_context(patch("accord.cli.working.SAID", inf))
        warnings.simplefilter("default")
        warnings.showwarning = show_warning  # type: ignore[assignment]
        before, sys.stdin = sys.stdin, stdin
        try:
            code = run(list(map(str, arguments)))
        finally:
            sys.stdin = before
    printed = (stream.buffer.getvalue().decode() for stream in (out, err))
    return subprocess.CompletedProcess([*map(str, arguments)], code, *printed)


class Started(subprocess.Popen[Any]):
    """A running process with three pipes."""

    stdin: IO[Any]
    stdout: IO[Any]
    stderr: IO[Any]


def started(*arguments: str | Path, command: tuple[str, ...] = COMMAND, **options: Any) -> Started:
    """The command, running, with pipes and Ctrl-C as usual even where pytest ignores Ctrl-C."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with _usual_interrupt():
        return Started([*command, *map(str, arguments)], **(pipes | options))


@contextmanager
def _usual_interrupt() -> Iterator[None]:
    """Processes started in here do not inherit an ignored SIGINT, as in a shell's background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
