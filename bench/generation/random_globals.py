"""Random constraints of the kinds that the field calls global, for random_problems.py.

Each function draws one over variables 0, 1, ..., whose values are among `VALUES`; `GLOBALS` holds
them by kind.
"""

from collections.abc import Callable
from random import Random

from accord.puzzles.constraints.arg_maximum import RANKS, ArgMaximum, ArgMinimum
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.linear import COMPARISONS, Comparison
from accord.puzzles.constraints.maximum import Maximum, Minimum

VALUES = range(-2, 4)  # of variables


def scope(random: Random, variables: int, most: int, least: int = 0) -> tuple[int, ...]:
    """So many variables, one of them perhaps more than once."""
    return tuple(random.randrange(variables) for _ in range(random.randint(least, most)))


def term(random: Random, variables: int) -> int | Variable:
    """A variable, or a constant that may be no value of one."""
    if random.random() < 0.7:
        return Variable(random.randrange(variables))
    return random.randint(VALUES[0] - 1, VALUES[-1] + 1)


def _comparison(random: Random) -> Comparison:
    return random.choice(("=", "=", *COMPARISONS))


def _maximum(kind: type[Maximum | Minimum]) -> Callable[[Random, int], Constraint]:
    def draw(random: Random, variables: int) -> Constraint:
        own = scope(random, variables, 4, 1)
        return kind(own, _comparison(random), term(random, variables))

    return draw


def _arg_maximum(kind: type[ArgMaximum | ArgMinimum]) -> Callable[[Random, int], Constraint]:
    def draw(random: Random, variables: int) -> Constraint:
        own, index = scope(random, variables, 4, 1), random.randrange(variables)
        return kind(own, index, random.choice((0, 1, -1)), random.choice(RANKS))

    return draw


GLOBALS: dict[str, Callable[[Random, int], Constraint]] = {
    **{kind.kind: _maximum(kind) for kind in (Maximum, Minimum)},
    **{kind.kind: _arg_maximum(kind) for kind in (ArgMaximum, ArgMinimum)},
}
