"""What is called when a solver begins to compile its code, which may take a minute.

Code that was compiled before is loaded instead, and nothing is called.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_called: list[Callable[[], None]] = []


@contextmanager
def announced(call: Callable[[], None]) -> Iterator[None]:
    """Have this called, at most once, when something is compiled meanwhile."""
    _called.append(call)
    try:
        yield
    finally:
        if call in _called:
            _called.remove(call)


def begin() -> None:
    """Call what waits for it: the compiler begins."""
    while _called:
        _called.pop()()
