"""The commands of `accord`: one module each; every module here defines `command`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.bench.judging.judge import Verdict


class Ending(Exception):  # noqa: N818  (an exit code is not always an error)
    """Stop with this exit code, after saying this on standard error."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message


FINDING, BAD_INPUT, MISSING, UNDECIDED, INTERRUPTED = 1, 2, 3, 124, 130


def exit_code(verdict: "Verdict") -> int:
    """0 when the question was answered and nobody lied."""
    if verdict.refuted:
        return FINDING
    if verdict.answer != "undecided":
        return 0
    categories = {judged.category for judged in verdict.runs}
    if "correct" in categories:  # it was asked for one solution, and has it
        return 0
    limited = "unknown" in categories or any(
        judged.run.outcome == "MEMOUT" for judged in verdict.runs
    )
    return UNDECIDED if limited else FINDING  # all crashed, or cannot be asked
