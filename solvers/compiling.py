"""numba, and what is called when it begins to compile a solver's code, which may take a minute.

Code that was compiled before is loaded instead, and nothing is called.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from warnings import catch_warnings, filterwarnings

_called: list[Callable[[], None]] = []
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
def announced(call: Callable[[], None]) -> Iterator[None]:
    """Have this called, at most once, when something is compiled meanwhile."""
    _called.append(call)
    try:
        yield
    finally:
        if call in _called:
            _called.remove(call)


def begin() -> None:
    """Announce that the compiler begins: call each waiting function once."""
    while _called:
        _called.pop()()
