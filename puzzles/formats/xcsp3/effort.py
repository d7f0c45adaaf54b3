"""The effort of reading: how much a file may cost.

A short file may say much: `x[]` in a million groups, `1x1000000000`, a compressed text of zeros.
Everything that a file makes this reader do is counted, its bytes and every item of its lists, so
that the time and the memory of reading are bounded whatever the file says, and no clock is asked.
"""

from accord.puzzles.formats.xcsp3.refusing import TooMuchWorkError

MOST = {
    "bytes": 2**30,  # after decompression
    "items": 200_000_000,  # of lists, domains, tuples and terms
    "variables": 10_000_000,
}


class Effort:
    """What has been spent of each sort."""

    def __init__(self) -> None:
        self._left = dict(MOST)

    def spend(self, number: int, what: str, line: int) -> None:
        """Count so many.

        Raises:
            TooMuchWorkError: there are more than are read.
        """
        self._left[what] -= number
        if self._left[what] < 0:
            raise TooMuchWorkError(line, f"found more than {MOST[what]:,} {what}")
