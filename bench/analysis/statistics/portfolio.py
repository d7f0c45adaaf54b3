"""Portfolios: what solvers are worth beside each other.

The *virtual best solver* (VBS) answers each puzzle with the solver that is best on it; the *single
best* (SBS) is the solver with the least PAR-2.  A solver, a selector or a set of solvers *closes* a
share of the gap between them: (SBS - own) / (SBS - VBS) in PAR-2 (Lindauer, van Rijn, Kotthoff,
"The algorithm selection competitions 2015 and 2017", Artificial Intelligence 2019).

The *marginal contribution* of a solver is what the VBS loses without it; its *Shapley value* is the
mean of its contributions over all orders in which the solvers could have come (Frechette, Kotthoff,
Michalak, Rahwan, Hoos and Leyton-Brown, "Using the Shapley value to analyze algorithm portfolios",
AAAI 2016), computed by one sort per puzzle (Littlechild and Owen, "A simple expression for the
Shapley value in a special case", Management Science 1973).

A set is worth the puzzles it solves; or, in PAR-2, the seconds it saves on the mean puzzle against
no solver at all, 2 x limit.  A puzzle that a solver cannot be asked is unsolved by it.  More of
each figure: docs/explanation/statistics.md.
"""

from dataclasses import dataclass, replace

import numpy
from numpy.typing import NDArray

from accord.bench.analysis.statistics.sample import Sample
from accord.bench.analysis.statistics.scores import borda, penalised

Numbers = NDArray[numpy.float64]
FACTOR = 2  # of the limit: PAR-2
ROUNDING = 1e-9  # of means of seconds


@dataclass(frozen=True)
class PortfolioStep:
    """A portfolio that grows by the solver that helps most."""

    solver: str
    solved: int  # by the portfolio
    par2: float | None  # seconds; None for counters
    gap_closed: float | None  # None if there is no gap


@dataclass(frozen=True)
class Portfolio:
    """The solvers of a sample as a portfolio; tuples are in the order of its solvers.

    PAR-2 is over all puzzles, in seconds, and None for counters.
    """

    single_best: str
    single_best_par2: float | None
    single_best_solved: int
    virtual_best_par2: float | None
    virtual_best_solved: int
    par2: tuple[float | None, ...]
    gap_closed: tuple[float | None, ...]
    marginal_solved: tuple[int, ...]  # puzzles that no other solver solves
    marginal_par2: tuple[float | None, ...]  # seconds
    shapley_solved: tuple[float, ...]  # puzzles
    shapley_par2: tuple[float | None, ...]  # seconds
    steps: tuple[PortfolioStep, ...]  # until the gap is closed


def portfolio(sample: Sample) -> Portfolio:
    """The portfolio of all solvers of a sample, of which there is at least one."""
    solved = sample.solved.astype(float)
    if sample.limit is None:
        merit = list(zip(solved.sum(axis=1), borda(sample).sum(axis=1), strict=True))
        return _portfolio(sample, solved, merit.index(max(merit)))
    spent = costs(sample)
    saved, own = FACTOR * sample.limit - spent, spent.mean(axis=1)
    best, virtual = int(own.argmin()), float(spent.min(axis=0).mean())
    return replace(
        _portfolio(sample, solved, best),
        single_best_par2=float(own[best]),
        virtual_best_par2=virtual,
        par2=tuple(map(float, own)),
        gap_closed=tuple(gap_closed(own[best], virtual, each) for each in own),
        marginal_par2=tuple(map(float, marginal(saved).mean(axis=1))),
        shapley_par2=tuple(map(float, shapley(saved).mean(axis=1))),
        steps=_steps(sample, spent, best),
    )


def _portfolio(sample: Sample, solved: Numbers, best: int) -> Portfolio:
    """The portfolio as far as it needs no limit."""
    unknown = (None,) * len(sample.solvers)
    return Portfolio(
        single_best=sample.solvers[best],
        single_best_par2=None,
        single_best_solved=int(solved[best].sum()),
        virtual_best_par2=None,
        virtual_best_solved=int(solved.max(axis=0).sum()),
        par2=unknown,
        gap_closed=unknown,
        marginal_solved=tuple(map(round, marginal(solved).sum(axis=1))),
        marginal_par2=unknown,
        shapley_solved=tuple(map(float, shapley(solved).sum(axis=1))),
        shapley_par2=unknown,
        steps=(),
    )


def costs(sample: Sample) -> Numbers:
    """Seconds of each solver on each puzzle, and 2 x limit where it did not solve it in less."""
    most = FACTOR * (sample.limit or 0)
    return numpy.nan_to_num(penalised(sample, FACTOR), nan=most).clip(max=most)


def gap_closed(single: float, virtual: float, own: float) -> float | None:
    """The share of the gap between single and virtual best that is closed; None without a gap."""
    gap = single - virtual
    return float((single - own) / gap) if gap > ROUNDING * single else None


def marginal(worth: Numbers) -> Numbers:
    """The loss of the virtual best solver without each solver.

    Args:
        worth: of each solver on each puzzle, at least 0; without any solver it is 0.

    Returns:
        For each solver on each puzzle, in the same unit.
    """
    zeros = numpy.zeros((2, worth.shape[1]))  # of no solver
    second, first = numpy.sort(numpy.vstack([zeros, worth]), axis=0)[-2:]
    return numpy.where(worth == first, first - second, 0.0)


def shapley(worth: Numbers) -> Numbers:
    """The Shapley value of each where a set is worth as much as its best member.

    Args:
        worth: of each solver on each puzzle, at least 0; without any solver it is 0.

    Returns:
        For each solver on each puzzle, in the same unit; over solvers they add up to the best.
    """
    order = numpy.argsort(worth, axis=0)
    steps = numpy.diff(numpy.take_along_axis(worth, order, axis=0), axis=0, prepend=0.0)
    sharers = numpy.arange(len(worth), 0, -1)[:, None]
    values = numpy.empty_like(worth)
    numpy.put_along_axis(values, order, (steps / sharers).cumsum(axis=0), axis=0)
    return values


def _steps(sample: Sample, spent: Numbers, best: int) -> tuple[PortfolioStep, ...]:
    """Portfolios of one, two ... solvers: the best, then each time the one that saves most more."""
    virtual, single = spent.min(axis=0).mean(), spent[best].mean()
    members, steps, least = [best], [], spent[best]
    while True:
        closed = gap_closed(single, virtual, least.mean())
        number = int(sample.solved[members].any(axis=0).sum())
        steps.append(
            PortfolioStep(sample.solvers[members[-1]], number, float(least.mean()), closed)
        )
        if closed is None or closed > 1 - ROUNDING:
            return tuple(steps)
        members.append(int(numpy.minimum(spent, least).mean(axis=1).argmin()))
        least = numpy.minimum(least, spent[members[-1]])
