"""Exploring: hypothesis draws problems, and makes the first one smaller that shows a fault.

Whoever draws takes numbers from a source of chance; here the source takes them from hypothesis
(MacIver, Hatfield-Dodds and others, "Hypothesis: a new approach to property-based testing", JOSS
4(43), 2019), which draws fewer and smaller ones again, as long as the fault is there.  So what
draws random problems for tests and audits (bench/generation) is shrunk without a line about it.

The smallest finding is remembered here, and not taken from the last run of hypothesis: a solver may
be wrong now and then only.  This file needs the extra `fuzz`, and no other file imports hypothesis.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky

from accord.bench.fuzzing.finding import FuzzFinding

MOST_SMALLER = 300  # runs that may make a finding smaller
WORD = 16  # bits of a number from 0 to 1
COLLECT = "_get_local_constants"  # the function of hypothesis that collects constants of modules
_BITS = {bits: st.integers(0, (1 << bits) - 1) for bits in range(1, 65)}

Look = Callable[[Random], FuzzFinding | None]


class DrawnRandom(Random):
    """A source of chance whose numbers hypothesis draws; the simplest are 0, and nearly 1.

    So the simplest choice is the first one, and what happens with some probability does not.
    """

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        super().__init__(0)

    def __new__(cls, *_: object) -> "DrawnRandom":
        """One without a seed."""
        return super().__new__(cls)

    def seed(self, *_: Any, **__: Any) -> None:
        """Numbers come from elsewhere."""

    def random(self) -> float:
        """A number from 0 to 1."""
        return 1 - (1 + self.getrandbits(WORD)) / (1 << WORD)

    def getrandbits(self, k: int, /) -> int:
        """A whole number of so many bits."""
        return self._data.draw(_BITS[k])


def keep_files_in(folder: Path) -> None:
    """Have hypothesis keep its own files there, and not where the user is."""
    set_hypothesis_home_dir(folder)


@contextmanager
def _no_constants_of_modules() -> Iterator[None]:
    """Hypothesis draws none of the constants in the modules that are imported.

    It would collect them for seconds, and the seed alone would not decide what is drawn.
    """
    module: Any = sys.modules.get("hypothesis.internal.conjecture.providers")
    collect = getattr(module, COLLECT, None)
    if collect is None:  # an older version draws none
        yield
        return
    nothing = module.Constants()
    setattr(module, COLLECT, lambda: nothing)
    try:
        yield
    finally:
        setattr(module, COLLECT, collect)


class _FoundError(Exception):
    """Says hypothesis that there is a finding."""


def explore(look: Look, number: int, problems: int) -> FuzzFinding | None:
    """The smallest finding that comes of looking at drawn problems; None where there is none.

    Args:
        look: draws one from a source of chance, and says what is found.
        number: the seed.
        problems: how many are drawn at most, until there is a finding.
    """
    smallest: FuzzFinding | None = None
    left = 0

    @seed(number)
    @settings(
        max_examples=problems,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[*HealthCheck],
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        print_blob=False,
    )
    @given(st.data())
    def draw(data: st.DataObject) -> None:
        nonlocal smallest, left
        if smallest is not None:
            if left == 0:
                return
            left -= 1
        found = look(DrawnRandom(data))
        if found is None or (smallest is not None and found.state != smallest.state):
            return
        if smallest is None:
            left = 0 if found.state == "did not end" else MOST_SMALLER  # each takes a limit
        if smallest is None or found.size <= smallest.size:
            smallest = found
        raise _FoundError

    with _no_constants_of_modules(), suppress(_FoundError, Flaky):  # wrong now and then only
        draw()
    return smallest
