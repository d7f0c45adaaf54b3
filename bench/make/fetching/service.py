"""A service: something that answers requests with puzzles.

Each stands in a file of this room that defines SERVICES, a dict from its name to it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from accord.bench.make.fetching.download import FetchError, FetchLimits
from accord.puzzles.discovery import members
from accord.puzzles.phrasing import nearest
from accord.puzzles.puzzle import Instance

Ask = Callable[[str, str, FetchLimits], Iterator[Instance]]


@dataclass(frozen=True)
class Service:
    """Puzzles for the asking.

    Args:
        url: where it is.
        difficulties: what may be asked for; the first is usual.
        ask: the puzzles of an address and a difficulty, without end; raises FetchError.
        licence: under which it gives its puzzles; "" where it says none.
    """

    url: str
    difficulties: tuple[str, ...]
    ask: Ask
    licence: str = ""


@cache
def services() -> dict[str, Service]:
    """Every service by name."""
    return members("SERVICES", "accord.bench.make.fetching")


def service_named(name: str) -> Service:
    """The service of that name.

    Raises:
        FetchError: there is none.
    """
    if name in services():
        return services()[name]
    known = nearest(name, [*services()])
    raise FetchError(f"found the source {name!r}, expected {known}, or an address as https://...")


def different(found: Iterator[Instance], count: int) -> Iterator[Instance]:
    """At most `count` different puzzles; fewer if a service keeps sending the same ones."""
    seen: set[str] = set()
    repeated = 0
    for instance in found:
        if instance.problem.digest in seen:
            repeated += 1
            if repeated > count:
                return
            continue
        seen.add(instance.problem.digest)
        yield instance
        if len(seen) == count:
            return
