"""Generating puzzles: a random full grid, and then as few givens as leave one solution.

The grid comes from a randomised search: of the cells with the fewest values left any one, its
values in any order, hidden singles after each, and a new start when too many conflicts say that
the first choices were bad (restarts against heavy tails: Gomes, Selman and Kautz, "Boosting
combinatorial search through randomization", AAAI 1998).  It knows nothing but constraints and so
serves every shape: boxes of any form, jigsaws, Latin squares, diagonals, windows.  Shuffling the
bands and values of one pattern would be quicker, but all its grids are the same one in disguise.

Givens are then blanked in random order as long as the solution remains the only one.  What remains
when none can be blanked any more is minimal; a number of clues stops earlier.  Several cells are
tried at once, twice as many after each success and half as many after each failure: a puzzle with
one solution keeps it when it gets more givens, so that this ends where one by one would, and asks
for 70 proofs in place of 256 down to the 110 clues of a 16x16.

The same seed gives the same puzzle on every machine.  Of Python's generator only `random()` is
used, whose numbers are the only ones that Python promises not to change between versions.  The
filter's fixed point does not depend on the order of its steps, nor the number of solutions on who
counts them (solvers/deciding.py).  A minimal 9x9 takes 0.1 s so, most of it for the grid;
generation/ makes a thousand in a second, and other ones: what ships was made here and stays as it
is.

Seconds for a whole puzzle, by who proves:

    clues                          9x9 minimal   16x16, 110   16x16 minimal   25x25, 313
    ----------------------------   -----------   ----------   -------------   ----------
    backtracking-mrv                   0.1          0.2          3 to 20           1
    sat-pycosat                        0.2          1                 4            5
    sat-pycosat:reduced                0.2          0.6               3            2
    cpsat                              0.9
    the first 0.1 s, the third         0.1          0.5               8            1

A minimal 25x25 took none of them less than 100 s, which is why beyond 16x16 half of the cells are
given unless another number is asked for; 300 clues take 3 s.  A 25x25 windoku is out of reach.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import isqrt
from random import Random

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Cell, Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.budget import Budget
from accord.solvers.deciding import is_unique
from accord.solvers.search.filters import FILTERS
from accord.solvers.search.network import ConflictError, Domains, Network, network

PATIENCE = 64  # conflicts before the first new start; twice as many before each further one
ATTEMPTS = 9  # starts of the search for a grid: 32,704 conflicts in all
MINIMAL = 16  # the largest size at which givens are blanked as long as possible by default


class NoGridError(ValueError):
    """No grid obeys these rules, or none was found."""


class GridNotFoundError(NoGridError):
    """No grid was found, though there may be one."""


def generate(figure: Shape, seed: int, clues: int | None = None) -> Puzzle:
    """A puzzle with exactly one solution, the same for the same seed everywhere.

    Args:
        figure: size and rules.
        seed: 0 or more.
        clues: stop at so many givens.  There are more where none of them can be spared; by
            default that is where it ends, and beyond size 16 at half of the cells.

    Raises:
        ValueError: the seed or the number of clues is out of range.
        NoGridError: no grid obeys the rules.
        UnsupportedError: the shape has constraints that the search cannot post.
    """
    if seed < 0:  # Python's generator takes -1 for 1
        raise ValueError(f"found the seed {seed}, expected 0 or more")
    if clues is None:
        clues = 0 if figure.size <= MINIMAL else (len(figure.cells) + 1) // 2
    if not 0 <= clues <= len(figure.cells):
        raise ValueError(f"found {clues} clues, expected 0..{len(figure.cells)}")
    random = Random(seed)
    grid = full_grid(figure, random)
    return thinned(Puzzle(figure, grid), shuffled(figure.cells, random), clues)


def shuffled(items: Iterable[Cell], random: Random) -> list[Cell]:
    """The items in random order, by nothing but `random.random()`."""
    return sorted(items, key=lambda item: random.random())


def full_grid(figure: Shape, random: Random) -> Grid:
    """A random grid that obeys the rules; not every grid is equally likely.

    Raises:
        NoGridError: there is none.
        GridNotFoundError: the search met too many conflicts to find one.
    """
    net = network(Puzzle(_with_implied_houses(figure), Grid([0] * len(figure.cells))))
    for attempt in range(ATTEMPTS):
        patience = PATIENCE << attempt
        conflicts = 0
        for leaf in islice(_leaves(net, random), patience):
            if leaf is not None:
                return leaf
            conflicts += 1
        if conflicts < patience:
            raise NoGridError("found that no grid obeys these rules, expected at least one")
    raise GridNotFoundError(
        f"found no grid in {PATIENCE * (2**ATTEMPTS - 1)} conflicts: "
        "there may be one, but not for this search"
    )


def _with_implied_houses(figure: Shape) -> Shape:
    """The shape with the houses that follow from windows said aloud.

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


def _leaves(net: Network, random: Random) -> Iterator[Grid | None]:
    """What a random search meets at the ends of its branches: full grids, None for conflicts."""
    every = frozenset(range(1, net.size + 1))
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
            FILTERS["hidden"](net, child, [cell], Budget())
        except ConflictError:
            yield None
        else:
            yield child


def thinned(puzzle: Puzzle, order: Sequence[Cell], clues: int) -> Puzzle:
    """The puzzle without the givens that can be spared, in this order, down to so many clues.

    Args:
        puzzle: has exactly one solution.
        order: the cells that may be blanked.
        clues: how many givens remain, if enough of them can be spared.
    """
    spare = sum(map(bool, puzzle.givens)) - clues
    start, step = 0, 1
    while spare > 0 and start < len(order):
        cells = order[start : start + min(step, spare)]
        sparser = blanked(puzzle, cells)
        if is_unique(sparser):
            puzzle, spare = sparser, spare - len(cells)
            start, step = start + len(cells), 2 * step
        elif len(cells) == 1:
            start, step = start + 1, 1
        else:
            step = len(cells) // 2
    return puzzle


def blanked(puzzle: Puzzle, cells: Iterable[Cell]) -> Puzzle:
    """The puzzle without the givens of these cells."""
    givens = list(puzzle.givens)
    for cell in cells:
        givens[cell] = 0
    return Puzzle(puzzle.shape, Grid(givens), puzzle.candidates)
