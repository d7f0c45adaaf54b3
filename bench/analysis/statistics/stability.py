"""Stability: whether other puzzles of the same kind would have put the solvers in another order.

The puzzles are drawn again, as many with replacement (Efron, "Bootstrap methods: another look at
the jackknife", Annals of Statistics 1979), and the order of two solvers is looked at anew: the
share of resamples in which it is the other way round, ties counting half.  Near 0 the order stands;
near one half it is random.  It is no p-value: it says what becomes of a ranking list.

What is drawn is how often each puzzle counts; then the scores of all solvers in all resamples are
products of matrices: a thousand resamples of 20 solvers on 5000 puzzles take 0.2 s.
"""

import numpy
from numpy.typing import NDArray

RESAMPLES = 1000
CELLS = 5_000_000  # numbers in memory at a time
ROUNDING = 1e-12  # of sums: clones are equal

Numbers = NDArray[numpy.float64]


def flips(costs: Numbers, resamples: int = RESAMPLES, seed: int = 0) -> Numbers:
    """For each two solvers the share of resamples in which their order is the other way round.

    Args:
        costs: of each solver on each puzzle, with the shape (solvers, puzzles); the order of
            solvers is that of their sums, the least first.
        resamples: how many.
        seed: of the draw.

    Returns:
        A symmetric matrix with the shape (solvers, solvers); one half for equal ones.
    """
    number = costs.shape[1]
    rng = numpy.random.default_rng(seed)
    order, drawn = _order(costs.sum(axis=1)), numpy.zeros((len(costs), len(costs)))
    step = 1 + CELLS // number
    for start in range(0, resamples, step):
        counts = numpy.empty((min(step, resamples - start), number))
        for row in counts:
            row[:] = numpy.bincount(rng.integers(number, size=number), minlength=number)
        drawn += _order(counts @ costs.T).sum(axis=0)
    shares: Numbers = (1 - order * drawn / resamples) / 2
    return shares


def _order(sums: Numbers) -> Numbers:
    """For each two solvers -1 if the one has the smaller sum, 1 if the other has, 0 if equal."""
    differences = sums[..., :, None] - sums[..., None, :]
    size = numpy.abs(sums)[..., :, None] + numpy.abs(sums)[..., None, :]
    return numpy.where(numpy.abs(differences) <= ROUNDING * size, 0.0, numpy.sign(differences))
