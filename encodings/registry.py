"""The registry of encodings.

Every module of this floor that defines ENCODINGS, a dict from names to encodings, adds them.  There
is no list of their names.
"""

from functools import cache

from accord.encodings.encoding import Encoding
from accord.puzzles.discovery import members
from accord.puzzles.phrasing import similar


class UnknownEncodingError(ValueError):
    """No encoding has this name."""


@cache
def encodings() -> dict[str, Encoding]:
    """Every encoding by name, sorted by name; variants with `+` after all others."""
    found = members("ENCODINGS", "accord.encodings")
    return dict(sorted(found.items(), key=lambda item: "+" in item[0]))


def encoding(name: str) -> Encoding:
    """The encoding with this name.

    Raises:
        UnknownEncodingError: there is none; names the nearest.
    """
    known = encodings()
    if name in known:
        return known[name]
    near = "".join(f"{each}; " for each in similar(name, known))
    plain = ", ".join(each for each in known if "+" not in each)
    raise UnknownEncodingError(f"found the encoding {name!r}, expected {near}one of {plain}")
