"""The commands of `accord`: one file each, which is imported when it is called.

A new command is one new file here.  Its name is that of the file; it defines `command`, a click
command that prints by accord.cli.output and ends by an exit code or an `Ending`.  Its module's
docstring begins with "`accord NAME`: " and the line that `accord --help` shows, and SECTION says
under which heading; both are read without importing the file.  The docstring of `command` is its
own help, and ends with examples that a test runs (accord/cli/help_pages.py).

Short ones to begin with: collections.py, convert.py.  What several commands take is in
accord/cli/options.  Here stand the endings that all of them share.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.bench.judge.judge import Verdict


class Ending(Exception):  # noqa: N818  (an exit code is not always an error)
    """Stop with this exit code, after printing this message on standard error."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message


FINDING, BAD_INPUT, MISSING, FALSE_THEOREM, UNDECIDED, INTERRUPTED = 1, 2, 3, 70, 124, 130


def exit_code(verdict: "Verdict") -> int:
    """0 when the question was decided, and no solver refuted, disputed or broken down."""
    crashed = any(judged.run.outcome in ("ERROR", "KILLED") for judged in verdict.runs)
    if verdict.refuted or crashed or any(judged.disputed for judged in verdict.runs):
        return FINDING
    if verdict.answer == "best known":
        return UNDECIDED
    if verdict.answer != "undecided":
        return 0
    categories = {judged.category for judged in verdict.runs}
    limited = "unknown" in categories or any(
        judged.run.outcome == "MEMOUT" for judged in verdict.runs
    )
    return UNDECIDED if limited else FINDING  # all crashed, or cannot be asked
