"""Hundreds of small puzzles in many shapes: of no solution, of one and of more."""

from functools import cache
from random import Random

from accord.bench.generation.full_grid import NoGridError, full_grid
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape

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


@cache
def a_grid(figure: Shape, seed: int) -> Grid | None:
    """A grid that obeys the shape; None where there is none."""
    try:
        return full_grid(figure, Random(seed))
    except NoGridError:
        return None


@cache
def puzzles() -> list[Puzzle]:
    """Hundreds: of no solution, of one and of more, in many shapes, some with candidates."""
    found = []
    for seed in range(400):
        random = Random(seed)
        figure = random.choice([*SMALL, *NINE])
        grid = a_grid(figure, seed % 8)
        if grid is None:
            found.append(Puzzle(figure, Grid([0] * len(figure.cells))))
            continue
        share = random.uniform(0.3, 0.6) if figure.size > 5 else random.uniform(0, 0.6)
        givens = [value if random.random() < share else 0 for value in grid]
        if seed % 5 == 0:
            cell = random.choice(figure.cells)
            givens[cell] = random.randint(1, figure.size)
        marks = None
        if seed % 3 == 0:
            every = range(1, figure.size + 1)
            marks = tuple(
                frozenset(number for number in every if random.random() < 0.8) | {value}
                for value in grid
            )
        found.append(Puzzle(figure, Grid(givens), marks))
    return found
