"""What is drawn: a problem of a kind of constraints, of several kinds, or a puzzle.

Columns are those of an audit (bench/auditing/asked.py), and four more:

    column          what it has
    -------------   -----------------------------------------------------------------------
    a kind          one or two constraints of it, over up to four variables of four values
    mixed           up to three of any kinds
    sudoku          a puzzle from 1x1 to 6x6, with or without sums and other variants
    large-numbers   linear constraints whose coefficients exceed 8, 16 or 32 bits
    large-values    variables whose values are about 100, 30,000 or 2^31, or less than 0 by as much
    larger          four to nine constraints of any kinds over seven to nine variables: so many
                    assignments that they are not tried
    sudoku-9        a 9x9 puzzle, of one solution, of none or of many

Of the small ones all assignments are tried.
"""

from random import Random

from accord.bench.auditing.asked import ARITHMETIC, MIXED, NUMBERS, SUDOKU
from accord.bench.fuzzing.renaming import MOVED, moved
from accord.bench.generation.random_problems import KINDS, drawn_problem, random_arithmetic
from accord.bench.generation.random_puzzles import NINE, SMALL, WITH_SUMS, random_puzzle
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.problem import Problem

LARGE_NUMBERS, LARGE_VALUES = "large-numbers", "large-values"
LARGER, NINE_BY_NINE = "larger", "sudoku-9"
COLUMNS = (*KINDS, ARITHMETIC, MIXED, LARGE_NUMBERS, LARGE_VALUES, SUDOKU, LARGER, NINE_BY_NINE)
FACTORS = (100, 30_000, 1 << 31)  # of coefficients up to 3, and what values are moved by


def draw(column: str, random: Random) -> Problem:
    """A problem of a column."""
    if column == SUDOKU:
        return random_puzzle(random, [*SMALL, *WITH_SUMS])
    if column == NINE_BY_NINE:
        return random_puzzle(random, NINE)
    if column == LARGE_NUMBERS:
        return _multiplied(drawn_problem(random, Linear.kind, NUMBERS), random.choice(FACTORS))
    if column == LARGE_VALUES:
        step = random.choice(FACTORS) * random.choice((1, -1))
        return moved(drawn_problem(random, random.choice(MOVED), NUMBERS), step)
    if column == LARGER:
        return drawn_problem(random, variables=range(7, 10), numbers=range(4, 10))
    if column == ARITHMETIC:
        return random_arithmetic(random.randrange(10**6), random.randrange(10**6))
    if column == MIXED:
        return drawn_problem(random, numbers=range(4))
    return drawn_problem(random, column, NUMBERS)


def _multiplied(problem: Problem, factor: int) -> Problem:
    """The problem with both sides of its linear constraints multiplied."""
    return Problem(problem.domains, [_times(each, factor) for each in problem.constraints])


def _times(constraint: Constraint, factor: int) -> Constraint:
    assert isinstance(constraint, Linear)
    larger = tuple(factor * weight for weight in constraint.coefficients)
    return Linear(constraint.scope, constraint.operator, factor * constraint.constant, larger)
