"""The command `accord`: in a process of its own, as in a shell, or in this process.

Both must never print a traceback.  In this process a run takes milliseconds instead of half a
second; errors that are no `Ending` are raised, so that a test can look at them.
"""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from accord.__main__ import cli
from accord.cli.commands import Ending

COMMAND = (sys.executable, "-P", "-m", "accord")


def accord(
    *arguments: str | Path, text: str = "", timeout: float = 120, **options: Any
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
    with redirect_stdout(out), redirect_stderr(err):
        try:
            cli(list(map(str, arguments)), standalone_mode=False)
            code = 0
        except Ending as ending:
            code = ending.code
    return code, out.getvalue(), err.getvalue()


def started(
    *arguments: str | Path, command: tuple[str, ...] = COMMAND, **options: Any
) -> "subprocess.Popen[Any]":
    """The command, running, with pipes and Ctrl-C as usual even where pytest ignores Ctrl-C."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with _usual_interrupt():
        return subprocess.Popen([*command, *map(str, arguments)], **(pipes | options))


@contextmanager
def _usual_interrupt() -> Iterator[None]:
    """Processes started in here do not inherit an ignored SIGINT, as in a shell's background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
