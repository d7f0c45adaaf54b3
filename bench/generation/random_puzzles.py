"""Small random puzzles in many shapes: of no solution, of one and of more.

Boxes, Latin squares, jigsaws, diagonals, windows, further sets and sums of cells; boards from
nearly empty to full, some with a given that was changed, some with candidates.  Not how puzzles for
people are made (generate.py): these are asked of solvers to see what they get wrong.
"""

from collections.abc import Sequence
from functools import cache
from random import Random

from accord.bench.generation.full_grid import NoGridError, full_grid
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
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
DRAWS = 200  # of which one may obey sums


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
        drawn = (full_grid(plain, random) for _ in range(DRAWS))
        return next((each for each in drawn if not any(blank.violations(each))), grid)
    except NoGridError:
        return None


def full_grids(figure: Shape) -> list[Grid]:
    """The grids from which puzzles of a shape are drawn: often solutions of them."""
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
