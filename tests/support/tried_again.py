"""Upper bounds in seconds: what fails one on a busy machine is tried once more, when it is quiet.

A lower bound is exact and stands in the test as any other assertion; an upper one is ten times what
is expected, and stands in `at_most`.
"""

from collections.abc import Callable
from functools import wraps
from time import monotonic
from typing import ParamSpec

import psutil

BUSY = 30.0  # percent of all cores
LONGEST = 60.0  # seconds to wait for less than that

P = ParamSpec("P")


class OverrunError(AssertionError):
    """Something took longer than its upper bound."""


def at_most(bound: float, seconds: float) -> None:
    """Check an upper bound.

    Raises:
        OverrunError: it is reached.
    """
    if seconds >= bound:
        raise OverrunError(f"found {seconds:.3g} s, expected less than {bound:g} s")


def tried_again(test: Callable[P, None]) -> Callable[P, None]:
    """The test, which is run a second time on a quieter machine if it overran an upper bound."""

    @wraps(test)
    def twice(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            test(*args, **kwargs)
        except OverrunError:
            wait_for_quiet()
            test(*args, **kwargs)

    return twice


def wait_for_quiet() -> None:
    """Wait until most of the machine is idle, or as long as makes sense."""
    until = monotonic() + LONGEST
    while psutil.cpu_percent(1.0) > BUSY and monotonic() < until:
        pass
