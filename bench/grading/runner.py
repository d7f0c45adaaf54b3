"""A student's function, in a process of its own: `python -I runner.py FILE FUNCTION`.

It loads FILE, prints a line `{"ready": true}`, reads a board as JSON from standard input, calls the
function, and prints the answer as a line of JSON.  It imports nothing of accord, and knows neither
the answer nor another puzzle: what a student changes in here is his own process, and his answer is
verified elsewhere like any other.  What he prints goes to standard error.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from importlib import util
from inspect import signature
from typing import NoReturn


def main() -> None:
    """Call the function once."""
    file, name = sys.argv[1:]
    channel = os.dup(1)
    os.dup2(2, 1)
    sys.path.insert(0, os.path.dirname(file))  # pathlib takes 10 ms to import

    def say(**message: object) -> None:
        os.write(channel, (json.dumps(message) + "\n").encode())

    def end(**message: object) -> NoReturn:
        say(**message)
        os._exit(0)

    try:
        spec = util.spec_from_file_location("submission", file)
        module = util.module_from_spec(spec)  # type: ignore[arg-type]
        sys.modules["submission"] = module
        spec.loader.exec_module(module)  # type: ignore[union-attr]
    except BaseException as error:
        end(loading=_error_text(error, file))
    function = getattr(module, name, None)
    if not callable(function):
        end(loading=f"it defines no function {name}")
    if misfit := _misfit(function, name):
        end(loading=misfit)
    say(ready=True)
    board = json.loads(sys.stdin.readline())
    try:
        answer = function([row[:] for row in board])
    except BaseException as error:
        end(fault=_error_text(error, file))
    try:
        end(answer=answer)
    except (TypeError, ValueError):
        end(fault=f"it returned {answer!r:.60}, expected a list of rows, or None")


def _misfit(function: Callable[..., object], name: str) -> str:
    """Why it does not take a board alone; empty where it does, or where nobody can know."""
    try:
        taken = signature(function)
    except (TypeError, ValueError):
        return ""
    try:
        taken.bind(None)
    except TypeError:
        return f"found {name}{taken}, expected {name}(board) with one argument"
    return ""


def _error_text(error: BaseException, file: str) -> str:
    """An exception as text, with the student's line in which it was raised."""
    lines = [
        each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == file
    ]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines.append(error.lineno)
    where = f" in line {lines[-1]}" if lines else ""
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}{where}{said and f': {said}'}"[:300]


if __name__ == "__main__":
    main()
