"""Classics on a square: queens, a knight's tour, magic squares and quasigroups with holes.

Each is one function of a size; its docstring says what is asked, whose problem it is and its number
in CSPLib.
"""

from itertools import combinations
from random import Random

from accord.puzzles.classics.boards.board import KNIGHT, pairs
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.grid import Grid, cell_name
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem, expect_at_least
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, shape


def n_queens(n: int) -> Problem:
    """The row, 1 to n, of the queen in each column: rows differ, and so do both diagonals.

    n queens on an n x n board, none of which attacks another: CSPLib 054.

    Max Bezzel asked it for eight queens in 1848; Franz Nauck found all 92 solutions in 1850.

    >>> len(accord.solve(n_queens(6), limit=None).solutions)
    4
    """
    diagonals = [
        Linear((one, other), "!=", step, (1, -1), name="diagonal")
        for one, other in combinations(range(n), 2)
        for step in (other - one, one - other)  # falling and rising
    ]
    constraints: list[Constraint] = [AllDifferent(tuple(range(n)), "rows"), *diagonals]
    names = [f"column {column}" for column in range(1, n + 1)]
    layout = ProblemLayout("queens", lowest=1)
    return Problem([range(1, n + 1)] * n, constraints, names, layout)


def knights_tour(rows: int, columns: int) -> Problem:
    """The square, counted row by row from 0, to which the knight goes from each square.

    The knight's tour: a knight visits every square of a board once and comes back to the first.

    Al-Adli of Baghdad knew one in the 9th century; Leonhard Euler, "Solution d'une question
    curieuse", 1759.  A tour can be walked in both directions, so that each is found twice.

    >>> knights_tour(6, 6)
    Problem(36 variables, 1 constraint)

    Raises:
        MalformedProblemError: the board has no square.
    """
    expect_at_least(1, rows=rows, columns=columns)
    squares = range(rows * columns)
    moves: list[list[int]] = [[] for _ in squares]
    for one, other in pairs(rows, columns, KNIGHT):
        moves[one].append(other)
        moves[other].append(one)
    names = [cell_name(square, columns) for square in squares]
    tour = Circuit(tuple(squares), name="tour")
    return Problem(moves, [tour], names, ProblemLayout("grid", columns=columns))


def magic_square(n: int) -> Problem:
    """The cells row by row; each line of n adds up to n (n^2 + 1) / 2.

    The magic square: 1 to n^2 in n x n cells, all rows, columns and both diagonals of one sum.

    CSPLib 019.  The one of order 3 is the Lo Shu of ancient China: eight solutions, which are one
    but for rotations and reflections.

    >>> accord.solve(magic_square(3)).solutions[0]
    (2, 7, 6, 9, 5, 1, 4, 3, 8)
    """
    cells = range(n * n)
    total = n * (n * n + 1) // 2
    rows = [cells[start : start + n] for start in range(0, n * n, n)]
    lines = [(f"row {number}", row) for number, row in enumerate(rows, 1)]
    lines += [(f"column {number}", cells[number - 1 :: n]) for number in range(1, n + 1)]
    lines.append(("diagonal from top left", cells[:: n + 1]))
    lines.append(("diagonal from top right", range(n - 1, n * n - (n > 1), max(1, n - 1))))
    sums = [Linear(tuple(line), "=", total, name=name) for name, line in lines]
    return Problem(
        [range(1, n * n + 1)] * (n * n),
        [AllDifferent(tuple(cells), "all cells"), *sums],
        [cell_name(cell, n) for cell in cells],
        ProblemLayout("grid", columns=n),
    )


def quasigroup_with_holes(order: int, holes: int, seed: int = 0) -> Puzzle:
    """A Latin square of this order with so many blanks, the same for a seed everywhere.

    A quasigroup with holes: a Latin square of which some cells are to be found again.

    CSPLib 067.  Carla Gomes and Bart Selman, "Problem structure in the presence of perturbations",
    AAAI 1997; with holes, so that there is a solution: Achlioptas, Gomes, Kautz and Selman,
    "Generating satisfiable problem instances", AAAI 2000.  About 42 % of holes are the hardest.

    The square is the cyclic one with its rows, columns and values shuffled: not every Latin square
    is one of these.

    >>> str(quasigroup_with_holes(4, holes=6, seed=1))
    '.32432.14.32...3'

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
