"""What a notebook shows of puzzles, problems, instances, grids, answers, verdicts and so on.

Jupyter asks IPython for HTML, and IPython calls what is registered for the type.  `register` is
called when accord is imported inside IPython; types and formats (notebook_formats.py) are named
there, not imported, so that puzzles/ and solvers/ know nothing of HTML and nothing is loaded before
it is shown.  Text is registered as well: a notebook keeps both in its file, and the text of a
dataclass with a hundred boards in it would be most of that.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

TYPES = {  # by module and name: what notebook_formats calls it
    ("accord.puzzles.puzzle", "Puzzle"): "puzzle",
    ("accord.puzzles.problem", "Problem"): "problem",
    ("accord.puzzles.puzzle", "Instance"): "instance",
    ("accord.puzzles.grid", "Grid"): "grid",
    ("accord.solvers.answer", "Answer"): "answer",
    ("accord.bench.judge.judge", "Verdict"): "verdict",
    ("accord.solvers.logic.engine.explanation", "Explanation"): "explanation",
    ("accord.solvers.traces.events", "Recording"): "recording",
}


def _late(function: str) -> Callable[[Any], str]:
    """A function of notebook_formats, which is imported when it is called."""

    def call(thing: Any) -> str:
        formats = import_module("accord.views.notebook_formats")
        text: str = getattr(formats, function)(thing)
        return text

    return call


FORMATTERS = {  # HTML and text
    type_: (_late(f"{what}_html"), _late(f"{what}_text")) for type_, what in TYPES.items()
}


def register(shell: Any = None) -> None:
    """Register with the running IPython; nothing is done where there is none.

    Args:
        shell: an InteractiveShell; by default the running one.
    """
    if shell is None:
        running = getattr(sys.modules.get("IPython"), "get_ipython", None)
        shell = running and running()
    if shell is None:
        return
    formatters = shell.display_formatter.formatters
    for (module, name), (as_html, as_text) in FORMATTERS.items():
        formatters["text/html"].for_type_by_name(module, name, as_html)
        formatters["text/plain"].for_type_by_name(module, name, _pretty(as_text))


def _pretty(as_text: Callable[[Any], str]) -> Callable[[Any, Any, bool], None]:
    """A text as IPython's pretty printer wants it."""

    def show(thing: Any, printer: Any, cycle: bool) -> None:
        for number, line in enumerate(as_text(thing).split("\n")):
            if number:
                printer.break_()
            printer.text(line)

    return show
