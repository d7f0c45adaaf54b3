"""A quasigroup with holes: a Latin square of which some cells are to be found again.

CSPLib 067.  Carla Gomes and Bart Selman, "Problem structure in the presence of perturbations", AAAI
1997; with holes, so that there is a solution: Achlioptas, Gomes, Kautz and Selman, "Generating
satisfiable problem instances", AAAI 2000.  About 42 % of holes are the hardest.

The square is the cyclic one with its rows, columns and values shuffled: not every Latin square is
one of these.
"""

from random import Random

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, shape


def quasigroup_with_holes(order: int, holes: int, seed: int = 0) -> Puzzle:
    """A Latin square of this order with so many blanks, the same for a seed everywhere.

    Raises:
        MalformedPuzzleError: there are not so many cells.
    """
    cells = order * order
    if not 0 <= holes <= cells:
        raise MalformedPuzzleError(f"found {holes} holes, expected 0 to {cells}")
    random = Random(seed)
    rows, columns, values = (random.sample(range(order), order) for _ in range(3))
    square = [values[(row + column) % order] + 1 for row in rows for column in columns]
    for cell in random.sample(range(cells), holes):
        square[cell] = 0
    return Puzzle(shape(order, rules=["latin"]), Grid(square))
