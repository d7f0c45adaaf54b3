"""Hundreds of small puzzles in many shapes: of no solution, of one and of more.

No 9x9 of them is nearly empty, as some that random_puzzles.py draws: a search without a limit may
not end on these.
"""

from functools import cache
from random import Random

from accord.bench.make.random_puzzles import NINE, SMALL, a_grid
from accord.puzzles import Grid, Puzzle


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
