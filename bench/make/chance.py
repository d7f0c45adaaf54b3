"""Chance that is the same on every machine and in every version of Python.

Each attempt at each puzzle has a source of its own, seeded by a text that names it, and so comes
out the same whatever was made before it or is made beside it.  Of Python's generator only
`random()` is used, whose numbers for a text are the only ones that Python promises not to change.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Sources = Sequence[Random]  # one for each puzzle of a batch
Item = TypeVar("Item")


def source(seed: int, number: int, attempt: int) -> Random:
    """The chance of one attempt at one puzzle of a seed."""
    return Random(f"{seed} {number} {attempt}")


def random_numbers(sources: Sources, length: int) -> NDArray[np.float64]:
    """Random numbers from 0 to 1, `length` from each source: N x length."""
    rows = [[each.random() for _ in range(length)] for each in sources]
    return np.array(rows, np.float64).reshape(len(sources), length)


def shuffled(items: Iterable[Item], random: Random) -> list[Item]:
    """The items in random order."""
    return sorted(items, key=lambda item: random.random())
