"""The cutoff: an end of runs before their limit, set while they go on.

Where the others cannot change a verdict any more they get less time than was said.  A run that has
had more by then is ended at once.  Its report says how long it was waited for; what it claimed
before stands.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import Lock

NOT_WAITED_FOR = "not waited for"


class Cutoff:
    """The seconds that runs get from now on; without a limit until it is set, from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seconds = inf
        self._running = set[Callable[[float], None]]()

    def set(self, seconds: float) -> None:
        """Give runs that go on, and later ones, so many seconds of wall time."""
        with self._lock:
            self._seconds = seconds
            for cut in self._running:
                cut(seconds)

    @contextmanager
    def over(self, cut: Callable[[float], None]) -> Iterator[None]:
        """While a run goes on, call `cut` with its seconds as soon as they are set."""
        with self._lock:
            self._running.add(cut)
            if self._seconds < inf:
                cut(self._seconds)
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(cut)
