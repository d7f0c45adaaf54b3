"""Steps: how far a long computation is, for whoever shows it.

Steps of one name are of equal kind: the mean time of those that are done foretells the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

ShowStep = Callable[[str, int, int], object]  # called with what is done, steps done, of how many

T = TypeVar("T")


def not_shown(what: str, done: int, total: int) -> None:
    """Show nothing."""


def stepwise(what: str, items: Sequence[T], steps: ShowStep) -> Iterator[T]:
    """The items, each a step that is done when the next one is asked for."""
    for done, item in enumerate(items):
        steps(what, done, len(items))
        yield item
