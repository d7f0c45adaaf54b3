"""Resamples: as many puzzles as there are, drawn from them with replacement, many times.

What a figure would have been on other puzzles of the same kind is read off what it is on these (B.
Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979).  They are
drawn once for each number of puzzles, so that a figure is the same every time.
"""

from functools import lru_cache

import numpy
from numpy.typing import NDArray

RESAMPLES = 2000


@lru_cache(maxsize=8)
def resampled(number: int) -> NDArray[numpy.float64]:
    """How often each of so many puzzles is drawn: a row for each of RESAMPLES, always the same."""
    rng = numpy.random.default_rng(0)
    drawn = rng.integers(number, size=(RESAMPLES, number))
    places = (drawn + number * numpy.arange(RESAMPLES)[:, None]).ravel()
    counts = numpy.bincount(places, minlength=RESAMPLES * number)
    return counts.reshape(RESAMPLES, number).astype(float)
