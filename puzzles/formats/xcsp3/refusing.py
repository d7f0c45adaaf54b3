"""What cannot be read of an XCSP3 file: the errors, each with a line, and the effort of reading.

`NotXcsp3Error` is about a file that says no instance; `UnknownError` about one that may be an
instance and has an element, attribute or form that this reader does not know.  Nothing that is not
known is left out, as the rest would be another problem.

A short file may say much: `x[]` in a million groups, `1x1000000000`, a compressed text of zeros.
Everything that a file makes this reader do is counted (`Effort`), its bytes and every item of its
lists, so that the time and the memory of reading are bounded whatever the file says, and no clock
is asked.  An item is what takes eight bytes in the end, as a number in a list that stands
elsewhere, too.  What takes more counts as several (measured: the memory of files of 10 MB by what
they hold), so that reading takes about 6 GB at most.
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


MOST = {
    "bytes": 2**30,  # after decompression
    "items": 800_000_000,
    "variables": 10_000_000,  # and undefined elements of arrays
}
A_SHORT_FILE = 10_000_000  # items that a file of any length may say
FOR_A_BYTE = 100  # items more, of every byte that was read; published instances say up to 20
A_NUMBER = 10  # items, of a number of an interval that is listed
A_CHARACTER = 2  # of a template with its arguments
A_TOKEN = 7  # of a term
A_TUPLE = 8  # besides its entries
AN_INTERVAL = 40  # of a domain
A_CONSTRAINT = 50


class Effort:
    """A counter of bytes, items and variables, with the most of each."""

    def __init__(self) -> None:
        self._spent = dict.fromkeys(MOST, 0)

    def spend(self, number: int, what: str, line: int) -> None:
        """Count so many.

        Raises:
            TooMuchWorkError: there are more than are read.
        """
        self._spent[what] += number
        most, read = MOST[what], self._spent["bytes"]
        if what == "items":
            most = min(most, A_SHORT_FILE + FOR_A_BYTE * read)
        if self._spent[what] > most:
            raise TooMuchWorkError(line, f"found more than {most:,} {what} in {read:,} bytes")
