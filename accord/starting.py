"""The start of the command: while it imports what it needs, Ctrl-C ends it without a traceback.

`accord/__init__.py` imports this first.  It does something only where the process is the command
`accord` or `python -m accord`; from `main` on the command itself handles Ctrl-C.
"""

import os
import signal
import sys


def end(*_: object) -> None:
    """End the process at once: nothing has begun."""
    os.write(2, b"accord: interrupted\n")
    os._exit(130)


def _is_command() -> bool:
    """Whether this process is the command, as far as its words have been read."""
    if sys.argv[:1] == ["-m"]:
        return sys.orig_argv[sys.orig_argv.index("-m") + 1 :][:1] == ["accord"]
    return os.path.basename(sys.argv[0] if sys.argv else "") == "accord"


if signal.getsignal(signal.SIGINT) is signal.default_int_handler and _is_command():
    signal.signal(signal.SIGINT, end)
