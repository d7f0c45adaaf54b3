"""A random full grid of any shape, by a search with restarts.

Of the cells with the fewest values left any one, its values in any order, hidden singles after
each, and a new start when too many conflicts say that the first choices were bad (restarts against
heavy tails: Gomes, Selman and Kautz, "Boosting combinatorial search through randomization", AAAI
1998).  It knows nothing but constraints and so serves every shape: boxes of any form, jigsaws,
Latin squares, diagonals, windows.  Shuffling the bands and values of one pattern would be quicker,
but all its grids are forms of the same one.

The fixed point of the filter does not depend on the order of its steps, so that a source of chance
means the same grid on every machine.  A 9x9 takes 0.1 s; filling.py makes many at once, and others.
"""

from collections.abc import Iterator
from itertools import islice
from math import isqrt
from random import Random

from accord.bench.make.chance import shuffled
from accord.puzzles import AllDifferent, Grid, Shape, shape
from accord.solvers.budget import Budget
from accord.solvers.search.filters import propagate
from accord.solvers.search.network import ConflictError, Domains, Network, network_of

FIRST_CONFLICTS = 64  # conflicts before the first new start; twice as many before each further one
ATTEMPTS = 9  # starts of the search for a grid: 32,704 conflicts in all


class NoGridError(ValueError):
    """No grid obeys these rules, or none was found."""


class GridNotFoundError(NoGridError):
    """No grid was found, though there may be one."""


def full_grid(figure: Shape, random: Random) -> Grid:
    """A random grid that obeys the rules; not every grid is equally likely.

    Raises:
        NoGridError: there is none.
        GridNotFoundError: the search met too many conflicts to find one.
    """
    figure = _with_implied_houses(figure)
    net = network_of(figure, "hidden")
    for attempt in range(ATTEMPTS):
        most = FIRST_CONFLICTS << attempt
        conflicts = 0
        for leaf in islice(_leaves(net, figure.size, random), most):
            if leaf is not None:
                return leaf
            conflicts += 1
        if conflicts < most:
            raise NoGridError("found that no grid obeys these rules, expected at least one")
    raise GridNotFoundError(
        f"found no grid in {FIRST_CONFLICTS * (2**ATTEMPTS - 1)} conflicts: "
        "there may be one, but not for this search"
    )


def _with_implied_houses(figure: Shape) -> Shape:
    """The shape with the houses that follow from windows written out.

    The k rows of a band of windows hold every value k times, once in each of its k - 1 windows, and
    so once in the columns between them.  Without these the search for a 16x16 does not end.
    """
    if "windoku" not in figure.rules:
        return figure
    n, order = figure.size, isqrt(figure.size)
    between = range(0, n, order + 1)
    bands = [range(first, first + order) for first in range(1, n - 1, order + 1)]
    pairs = [(between, between)]
    pairs += [pair for band in bands for pair in ((band, between), (between, band))]
    houses = [AllDifferent(tuple(r * n + c for r in rows for c in cols)) for rows, cols in pairs]
    return shape(n, figure.box, figure.rules, figure.regions, (*figure.extra, *houses))


def _leaves(net: Network, size: int, random: Random) -> Iterator[Grid | None]:
    """The leaves of a random search: full grids, and None for conflicts."""
    every = frozenset(range(1, size + 1))
    stack: list[Iterator[Domains | None]] = [iter([[every] * len(net.peers)])]
    while stack:
        for domains in stack[-1]:
            if domains is None:
                yield None
            elif all(len(domain) == 1 for domain in domains):
                yield Grid(value for (value,) in domains)
            else:
                stack.append(_children(net, domains, random))
                break
        else:
            stack.pop()


def _children(net: Network, domains: Domains, random: Random) -> Iterator[Domains | None]:
    """The domains with each value for one of the smallest undecided cells; None for conflicts."""
    undecided = [cell for cell, domain in enumerate(domains) if len(domain) > 1]
    cell = min(undecided, key=lambda cell: (len(domains[cell]), random.random()))
    for value in shuffled(sorted(domains[cell]), random):
        child = domains.copy()
        child[cell] = frozenset({value})
        try:
            propagate(net, child, [cell], Budget())
        except ConflictError:
            yield None
        else:
            yield child
