"""Small random puzzles in many shapes: of no solution, of one and of more.

`random_puzzle` takes whatever a source of random choices says.  `random_telling_puzzle` has one of
a number in which a kind of house matters, so that a solver which ignores that kind is wrong on it.

Boxes, Latin squares, jigsaws, diagonals, windows, further sets and sums of cells; boards from
nearly empty to full, some with a given that was changed, some with candidates.  Not how puzzles for
people are made (generate.py): these are asked of solvers to see what they get wrong.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, count, islice
from random import Random

from accord.bench.make.chance import shuffled
from accord.bench.make.full_grid import NoGridError, full_grid
from accord.puzzles import AllDifferent, Cell, Grid, Puzzle, Shape, Value, shape
from accord.puzzles.constraints.linear import Linear

JIGSAW = [0, 0, 0, 1, 1, 0, 2, 1, 1, 1, 0, 2, 2, 2, 3, 4, 4, 2, 3, 3, 4, 4, 4, 3, 3]
JIGSAW_9 = "000011222000111222001111222333344555333444555334444555666777888666777888666777888"
SMALL = [
    shape(1),
    shape(3, rules=["latin"]),
    shape(4),
    shape(4, rules=["diagonals"]),
    shape(4, rules=["windoku"]),
    shape(4, extra=[AllDifferent((0, 6, 13)), AllDifferent((0, 5, 10, 15))]),
    shape(4, rules=["latin"], extra=[AllDifferent((0, 5, 6, 9, 15))]),  # no grid obeys it
    shape(5, regions=JIGSAW),
    shape(6, box=(2, 3)),
    shape(6, box=(3, 2), rules=["diagonals"]),
]
NINE = [
    shape(9),
    shape(9, rules=["diagonals"]),
    shape(9, rules=["windoku"]),
    shape(9, regions=[*map(int, JIGSAW_9)]),
    shape(9, extra=[AllDifferent((0, 10, 20, 31)), AllDifferent((8, 16, 24))]),
]
WITH_SUMS = [  # cages, and cells that are less than others
    shape(4, extra=[Linear((0, 1, 4), "=", 7), Linear((10, 11), "=", 5)]),
    shape(4, rules=["latin"], extra=[Linear((0, 1), "<", 0, (1, -1)), Linear((5, 9), "<=", 3)]),
]
GRIDS = 4  # full ones of each shape
RANDOM_GRIDS = 200  # of which one may obey sums
LARGEST_TRIED = 4  # size of puzzles of which every Latin square is tried: 576

CANDIDATES = "candidates"
PLAIN, REGIONS = shape(4), shape(4, regions=[*map(int, "0001021122132333")])
DIAGONALS = shape(4, rules=["diagonals"])
EXTRA = shape(4, extra=[AllDifferent((0, 6, 13), "extra")])
SIX = shape(6, rules=["diagonals"])
TURNS: Sequence[tuple[Shape, str]] = (  # of puzzles: the shape, and what matters in it
    (PLAIN, "box"),
    (PLAIN, "row"),
    (PLAIN, "column"),
    (DIAGONALS, "diagonal"),
    (shape(4, rules=["windoku"]), "window"),
    (REGIONS, "region"),
    (SIX, "diagonal from top left"),
    (SIX, "diagonal from top right"),
    (EXTRA, "extra"),
    (PLAIN, CANDIDATES),
    (shape(6, box=(2, 3)), "box"),
    (shape(6, box=(3, 2)), "box"),
)
MOST_DIFFERING = 12  # cells of a 6x6 puzzle in which two grids differ
FEW = 2**MOST_DIFFERING  # assignments of it; if they would be more, the cells have two candidates
MOST_MORE = 3  # blanks of a 4x4 puzzle besides those that are needed
MOST_REFILLED = 100  # grids of which one may disobey a kind of house


@cache
def a_grid(figure: Shape, seed: int) -> Grid | None:
    """A grid that obeys the shape; None where there is none.

    The search for a grid knows no sums: of a shape that has some, the grid of an odd seed obeys all
    else.
    """
    random = Random(seed)
    plain = shape(figure.size, figure.box, figure.rules, figure.regions)
    try:
        grid = full_grid(plain if figure.others else figure, random)
        if not figure.others or seed % 2:
            return grid
        blank = Puzzle(figure, Grid([0] * len(figure.cells)))
        several = (full_grid(plain, random) for _ in range(RANDOM_GRIDS))
        return next((each for each in several if not any(blank.violations(each))), grid)
    except NoGridError:
        return None


def full_grids(figure: Shape) -> list[Grid]:
    """The grids of which puzzles of a shape are made: often solutions of them."""
    found = (a_grid(figure, number) for number in range(GRIDS))
    return [grid for grid in found if grid is not None]


def random_puzzle(random: Random, figures: Sequence[Shape]) -> Puzzle:
    """A puzzle of one of these shapes; where no grid obeys the shape, the empty board."""
    figure = random.choice(figures)
    grid = a_grid(figure, random.randrange(GRIDS))
    if grid is None:
        return Puzzle(figure, Grid([0] * len(figure.cells)))
    low, high = (0.3, 0.6) if figure.size > 5 else (0.0, 0.8)
    share = 0.02 if random.random() < 0.15 else random.uniform(low, high)  # or nearly empty
    givens = [value if random.random() < share else 0 for value in grid]
    if random.random() < 0.2:
        givens[random.choice(figure.cells)] = random.randint(1, figure.size)
    if random.random() >= 0.3:
        return Puzzle(figure, Grid(givens))
    every = range(1, figure.size + 1)
    marks = [{number for number in every if random.random() < 0.8} | {value} for value in grid]
    return Puzzle(figure, Grid(givens), tuple(map(frozenset, marks)))


def random_telling_puzzle(number: int) -> Puzzle:
    """A puzzle of a number in which one kind of house matters, or the candidates do: by `TURNS`.

    Most have solutions; all have a grid that obeys everything but that kind.
    """
    random = Random(number)
    figure, kind = TURNS[number % len(TURNS)]
    grid, wrong = next(filter(None, (_misread(figure, kind, random) for _ in count())))
    differing = [cell for cell in figure.cells if grid[cell] != wrong[cell]]
    one, blank = random.choice(differing), {*differing}
    every = frozenset(range(1, figure.size + 1))
    marks = [every] * len(figure.cells)
    if figure.size <= LARGEST_TRIED:
        same = [cell for cell in figure.cells if cell not in blank]
        blank.update(shuffled(same, random)[: random.randint(0, MOST_MORE)])
    elif figure.size ** len(blank) > FEW:
        marks = [
            frozenset(pair) if len({*pair}) > 1 else every for pair in zip(grid, wrong, strict=True)
        ]
    if kind == CANDIDATES:
        marks[one] -= {wrong[one]}
    elif random.random() < 0.2:
        blank.remove(one)  # so that the grid is no solution, and often nothing is
    values = Grid(0 if cell in blank else wrong[cell] for cell in figure.cells)
    return Puzzle(figure, values, tuple(marks) if {*marks} != {every} else None)


def _misread(figure: Shape, kind: str, random: Random) -> tuple[Grid, Grid] | None:
    """A grid, and another one of the same givens that disobeys houses of one kind only.

    Where candidates matter it disobeys nothing.  None: not every grid has such another one.
    """
    grid = full_grid(figure, random)
    values = random.sample(range(1, figure.size + 1), min(figure.size, 4))
    cells = shuffled((cell for cell in figure.cells if grid[cell] in values), random)
    cells = cells[: random.randint(figure.size + 2, 3 * figure.size)]
    houses = [each.scope for each in figure.constraints if not each.name.startswith(kind)]
    dropped = [each for each in figure.constraints if each.name.startswith(kind)]
    for other in islice(_refilled(grid, cells, values, houses), MOST_REFILLED):
        broken = any(not each.holds([other[cell] for cell in each.scope]) for each in dropped)
        near = sum(map(int.__ne__, grid, other)) <= MOST_DIFFERING
        if (broken if dropped else other != grid) and (near or figure.size <= LARGEST_TRIED):
            return grid, other
    return None


def _refilled(
    grid: Grid, cells: Sequence[Cell], values: Sequence[Value], houses: Sequence[Sequence[Cell]]
) -> Iterator[Grid]:
    """The grids with other values in some cells that repeat nothing in these houses."""
    peers = {
        cell: {*chain.from_iterable(h for h in houses if cell in h)} - {cell} for cell in cells
    }
    filled = [*grid]
    for cell in cells:
        filled[cell] = 0

    def fill(place: int) -> Iterator[Grid]:
        if place == len(cells):
            yield Grid(filled)
            return
        cell = cells[place]
        for value in values:
            if all(filled[peer] != value for peer in peers[cell]):
                filled[cell] = value
                yield from fill(place + 1)
        filled[cell] = 0

    return fill(0)
