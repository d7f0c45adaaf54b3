"""What a user gave: as a whole number, as items in a row, and as an error shows it.

Python takes much for a number or a row that was meant otherwise: True for 1, the keys of a mapping
and the characters of a text for items.  Who builds a problem asks here, so that such a value is
refused where it is given.
"""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

MOST_SHOWN = 40  # characters


def whole_number(found: Any) -> int | None:
    """What is one, as an int, as numpy's integers are; None for what is none, as True and 1.0."""
    if type(found) is int:
        return found
    try:
        return None if isinstance(found, bool) else int(index(found))
    except TypeError:
        return None


def items_of(found: Any) -> Iterable[Any] | None:
    """What can be gone through; None for what cannot, for texts and for mappings."""
    is_row = isinstance(found, Iterable) and not isinstance(found, str | bytes | Mapping)
    return found if is_row else None


def shown(found: Any) -> str:
    """It as Python writes it, cut where it is long."""
    whole = repr(found)
    return whole if len(whole) <= MOST_SHOWN else f"{whole[:MOST_SHOWN]}..."
