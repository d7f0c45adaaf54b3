"""A student's function, in a process of its own: `python -I runner.py FILE FUNCTION PATHS`.

It loads FILE, prints a line `{"ready": true}`, reads a question as JSON from standard input, calls
the function, and prints the answer as a line of JSON.  Of packages it finds those in PATHS alone.
It imports nothing of accord, and knows neither the answer nor another puzzle: what a student
changes in here is his own process, and his answer is verified elsewhere like any other.  What he
prints goes to standard error.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import util
from importlib.machinery import SourceFileLoader
from inspect import signature
from typing import Any, NoReturn


def main() -> None:
    """Call the function once."""
    file, name, paths = sys.argv[1:]
    channel = os.dup(1)
    os.dup2(2, 1)
    only(paths)
    sys.path.insert(0, os.path.dirname(file))  # pathlib takes 10 ms to import

    def say(**message: object) -> None:
        os.write(channel, (json.dumps(message) + "\n").encode())

    def end(**message: object) -> NoReturn:
        say(**message)
        with suppress(BaseException):  # it may be anything by now
            sys.stdout.flush()
        os._exit(0)

    try:
        loader = NotebookLoader("submission", file) if file.endswith(".ipynb") else None
        spec = util.spec_from_file_location("submission", file, loader=loader)
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
    try:
        answer = function(json.loads(sys.stdin.readline()))
    except BaseException as error:
        end(fault=_error_text(error, file))
    try:
        end(answer=answer)
    except (TypeError, ValueError):
        end(fault=f"it returned {answer!r:.60}, expected an answer, or None")


def only(paths: str) -> None:
    """Have packages be found in these folders, and in no others."""
    others = [each for each in sys.path if not each.endswith("-packages")]
    sys.path[:] = [*others, *filter(None, paths.split(os.pathsep))]


def code_of(notebook: str | bytes) -> str:
    """The code cells of a notebook as one text; what only IPython reads is left out of it."""
    cells = json.loads(notebook)["cells"]
    code = ("".join(each["source"]) for each in cells if each["cell_type"] == "code")
    lines = (line for cell in code for line in [*cell.splitlines(), ""])
    return "\n".join("" if line[:1] in ("%", "!", "?") else line for line in lines)


class NotebookLoader(SourceFileLoader):
    """A loader of the code in a notebook."""

    def source_to_code(self, data: Any, path: Any, **options: Any) -> Any:  # type: ignore[override]
        return super().source_to_code(code_of(data).encode(), path, **options)


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
