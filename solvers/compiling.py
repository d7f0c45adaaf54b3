"""numba, and what is called when it compiles a solver's code, function by function.

Code that was compiled before is loaded instead, and nothing is called.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any
from warnings import catch_warnings, filterwarnings

_called: list[tuple[Callable[[], None], bool]] = []
_one_at_a_time = Lock()


def load_numba() -> Any:
    """numba, which is imported here alone: no file in the current folder configures it.

    Whoever made that folder could name another one in `.numba_config.yaml`, with pickles for
    machine code.  numba looks for it when it is imported, unless there is no yaml, and whenever it
    compiles.  What the user's environment says (NUMBA_CACHE_DIR) counts.

    Raises:
        ImportError: it is not installed.
    """
    modules: dict[str, Any] = sys.modules
    with _one_at_a_time, catch_warnings():
        filterwarnings("ignore", "A Numba config file")
        yaml = {"yaml": modules["yaml"]} if "yaml" in modules else {}
        modules["yaml"] = None  # its import fails
        try:
            import numba
        finally:
            del modules["yaml"]
            modules |= yaml
    config = numba.core.config
    config._config_fname = ""  # no file has this name
    config.reload_config()  # where it was imported before, by others
    return numba


@contextmanager
def announced(call: Callable[[], None], each: bool = False) -> Iterator[None]:
    """Call a function when numba compiles something in this block: once, or for each function."""
    waiting = call, each
    _called.append(waiting)
    try:
        yield
    finally:
        if waiting in _called:
            _called.remove(waiting)


def begin() -> None:
    """Announce that the compiler begins with a function."""
    for waiting in [*_called]:
        call, each = waiting
        if not each:
            with suppress(ValueError):  # another thread was faster
                _called.remove(waiting)
        call()
