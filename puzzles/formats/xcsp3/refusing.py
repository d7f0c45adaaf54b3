"""What cannot be read of an XCSP3 file: the errors, each with the line of the element.

`NotXcsp3Error` is about a file that says no instance; `UnknownError` about one that may be an
instance and has an element, attribute or form that this reader does not know.  Nothing that is not
known is left out, as the rest would be another problem.
"""

from accord.puzzles.sudoku.shape import MalformedPuzzleError

MOST_QUOTED = 40  # characters
MOST_SAID = 400  # of an error; a file may have a name of a million


class NotXcsp3Error(MalformedPuzzleError):
    """A file is no instance; says in which line, what was found and what was expected."""

    def __init__(self, line: int, what: str) -> None:
        if len(what) > MOST_SAID:
            what = f"{what[: MOST_SAID // 2]} ... {what[-MOST_SAID // 2 :]}"
        super().__init__(f"line {line}: {what}")


class UnknownError(NotXcsp3Error):
    """A file has what is not known here; says in which line, and what."""


class TooMuchWorkError(NotXcsp3Error):
    """A file says more than is read."""


def quoted(text: str) -> str:
    """A text for an error, cut where it is long."""
    whole = " ".join(text.split())
    return repr(whole if len(whole) <= MOST_QUOTED else f"{whole[:MOST_QUOTED]}...")
