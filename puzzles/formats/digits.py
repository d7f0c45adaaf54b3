"""Digits: which characters are the values, where people write puzzles differently.

    1-G    1-9 and A-G; 0 is a blank             what accord writes for 16x16
    0-F    0-9 and A-F; 0 is the first value     hexadecimal
    A-P    sixteen letters; 0 is a blank

Of size n the names are those of the first and the last of n characters: 0-B, 1-C or A-L for 12x12.
Beyond 9x9 the characters of a puzzle decide.  One that only 1-G has makes a 0 a blank; a letter
that it lacks, with none of 1-9, is of A-P.  Without these a 0 is a value beside another blank, and
in a full grid where no row or column has two.  What is left would be two different puzzles: it is
an error, unless the digits are named.  Up to 9x9 a 0 is a blank, but where a puzzle without its
largest digit has no more than one 0 in each row and column: that is written in 0-8 (0-3 for 4x4).
Numbers (10 3 0 16) are no characters, and 0 is a blank; but beside another blank, without the
number n and no more than once in each row and column it is the first of 0 to n-1.
"""

from collections.abc import Sequence

from accord.puzzles.formats.symbols import BLANKS, LARGEST_DIGIT
from accord.puzzles.grid import LARGEST_SYMBOL, SYMBOLS
from accord.puzzles.sudoku.shape import MalformedPuzzleError

VARYING = range(2, LARGEST_SYMBOL + 1)  # the sizes whose digits vary
_FIRSTS = "10A"
_LARGEST = {"1": LARGEST_SYMBOL, "0": LARGEST_SYMBOL, "A": 26}  # size, by the first character
_BLANKS = BLANKS | {" ", "X"}


def alphabet(first: str, size: int) -> str:
    """The characters of the values 1 to n."""
    start = SYMBOLS.index(first)
    return SYMBOLS[start : start + size]


def name(first: str, size: int) -> str:
    """The name of a set of digits, as 0-F."""
    return f"{first}-{alphabet(first, size)[-1]}"


def names(size: int) -> list[str]:
    """The digits that a size may have."""
    return [name(first, size) for first in _FIRSTS if size <= _LARGEST[first]]


def digits_of(cells: str, size: int, asked: str | None = None) -> str:
    """The name of a puzzle's digits.

    Args:
        cells: for each cell its character, letters as capitals.
        size: n.
        asked: the name that was given.

    Raises:
        MalformedPuzzleError: a 0 may be a blank or a value, or the size has no such digits.
    """
    if asked is not None:
        if asked not in names(size):
            expected = ", ".join(names(size))
            raise MalformedPuzzleError(f"found the digits {asked}, expected one of {expected}")
        return asked
    return name(_first_of(cells, size), size)


def _first_of(cells: str, size: int) -> str:
    """The first of the digits, found by what a puzzle has."""
    used = set(cells)
    usual = alphabet("1", size)
    if LARGEST_DIGIT < size <= _LARGEST["A"]:
        letters = alphabet("A", size)
        values = used - (_BLANKS - set(letters))
        if values <= set(letters) and values - set(usual) - {"X"}:
            return "A"
    if "0" not in used or usual[-1] in used or used <= _BLANKS:
        return "1"
    if size <= LARGEST_DIGIT:
        known = used <= _BLANKS | set(alphabet("0", size))
        return "0" if known and _may_stand(cells, size) else "1"
    if used & (_BLANKS - {"0"} - set(usual)) or _may_stand(cells, size):
        return "0"
    one, other = name("1", size), name("0", size)
    raise MalformedPuzzleError(
        f"found 0 and no {usual[-1]}: of {one} it is a blank, of {other} a value; expected another "
        f"blank (. * _), or the digits named (--digits {one} or {other})"
    )


def numbered_from_zero(numbers: Sequence[int | None], size: int) -> Sequence[int]:
    """The values of a puzzle in the numbers 0 to n-1, 0 for a blank; none if it is in 1 to n.

    Args:
        numbers: for each cell its number; None for a blank that is no 0.
        size: n.
    """
    if None not in numbers or 0 not in numbers or not _may_stand(numbers, size):
        return ()
    values = [0 if number is None else number + 1 for number in numbers]
    return values if max(values) <= size and min(values) >= 0 else ()


def _may_stand(cells: Sequence[object], size: int) -> bool:
    """Whether no row and no column has two zeros."""
    places = [divmod(cell, size) for cell, found in enumerate(cells) if found in ("0", 0)]
    return all(len(set(line)) == len(places) for line in zip(*places, strict=True))


def values_of(cells: Sequence[str], digits: str, size: int) -> list[int]:
    """For each character its value, 0 for a blank, -1 for what is neither."""
    known = dict.fromkeys(_BLANKS, 0)
    known |= {character: value for value, character in enumerate(alphabet(digits[0], size), 1)}
    return [known.get(character, -1) for character in cells]


def expected(digits: str, size: int) -> str:
    """The characters that may stand in a cell, in words."""
    own = alphabet(digits[0], size)
    blanks = " ".join(blank for blank in "0.*_" if blank not in own)
    return f"{digits} or a blank ({blanks})"
