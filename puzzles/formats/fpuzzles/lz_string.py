"""LZ-string, the compression of links: Pieroxy, "lz-string", 2013, in Base64.

A variant of LZ78 (Lempel and Ziv, "Compression of individual sequences via variable-rate coding",
1978): a text is a sequence of numbers, each a string that occurred before, or the sign of a new
character of 8 or 16 bits; numbers take one bit more whenever there are twice as many strings.  The
package for Python has had no release since 2018.
"""

from string import ascii_lowercase, ascii_uppercase, digits

from accord.puzzles.sudoku.shape import MalformedPuzzleError

ALPHABET = f"{ascii_uppercase}{ascii_lowercase}{digits}+/="
_VALUES = {character: value for value, character in enumerate(ALPHABET)}
_EIGHT, _SIXTEEN, _END = range(3)


class _Bits:
    """The bits of a text of Base64, six a character, the highest first."""

    def __init__(self, text: str) -> None:
        self._values = [_VALUES[character] for character in text]
        self._place = 0

    def take(self, number: int) -> int:
        """The next bits as a number, the lowest first."""
        found = 0
        for power in range(number):
            at, bit = divmod(self._place, 6)
            if at >= len(self._values):
                raise MalformedPuzzleError(
                    "found compressed text that ends too early, expected all of it"
                )
            found |= (self._values[at] >> (5 - bit) & 1) << power
            self._place += 1
        return found


def decompressed(text: str, most: int) -> str:
    """The text that was compressed to Base64.

    Args:
        text: of the alphabet of Base64.
        most: how many characters it may have.

    Raises:
        MalformedPuzzleError: it is nothing compressed, or longer.
    """
    if odd := next((each for each in text if each not in _VALUES), ""):
        raise MalformedPuzzleError(f"found {odd!r} in compressed text, expected Base64")
    bits = _Bits(text)
    strings = ["", "", ""]  # by number; the first three say what follows
    width, free = 2, 1  # bits of a number; strings until it takes one more
    found: list[str] = []
    length, last = 0, ""

    def count_string() -> None:
        nonlocal width, free
        free -= 1
        if not free:
            width, free = width + 1, 1 << width

    while (code := bits.take(width)) != _END:
        if code in (_EIGHT, _SIXTEEN):
            strings.append(chr(bits.take(8 if code == _EIGHT else 16)))
            code = len(strings) - 1
            if last:
                count_string()
        if code < len(strings):
            entry = strings[code]
        elif code == len(strings) and last:
            entry = last + last[0]
        else:
            raise MalformedPuzzleError("found compressed text that is damaged")
        found.append(entry)
        length += len(entry)
        if length > most:
            raise MalformedPuzzleError(f"found more than {most:,} characters in compressed text")
        if last:
            strings.append(last + entry[0])
        count_string()
        last = entry
    return "".join(found)
