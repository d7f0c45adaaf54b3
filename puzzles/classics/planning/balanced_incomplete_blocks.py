"""Balanced incomplete blocks: v points in b blocks of k, each point in r, each two in l of them.

CSPLib 028.  Frank Yates, "Incomplete randomized blocks", Annals of Eugenics 7, 1936, for trials in
agriculture.  That of 7 points in 7 blocks of 3, each two points in one, is the Fano plane.
"""

from itertools import combinations

from accord.puzzles.classics.sizes import expect_at_least
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import MalformedProblemError, Problem


def balanced_incomplete_blocks(v: int, k: int, l: int, ordered: bool = True) -> Problem:  # noqa: E741  (the field's letter)
    """For each point a row that says by 0 or 1 in which blocks it is.

    The number of blocks of a point and of all blocks follow: r = l (v - 1) / (k - 1), b = v r / k.

    Args:
        v: points.
        k: points of a block.
        l: blocks that hold two given points.
        ordered: rows and columns stand in lexicographic order, so that most designs that differ by
            exchanging points or blocks are found once.

    Raises:
        MalformedProblemError: k is not 2 to v, l is below 1, or r or b is no whole number.
    """
    expect_at_least(1, l=l)
    if not 2 <= k <= v:
        raise MalformedProblemError(f"k: found {k}, expected 2 to {v}, the number of points")
    r, rest = divmod(l * (v - 1), k - 1)
    b, over = divmod(v * r, k)
    if rest or over:
        raise MalformedProblemError(
            f"v, k, l: found {v}, {k}, {l}, expected whole numbers l (v - 1) / (k - 1) and v r / k"
        )
    rows = [tuple(range(first, first + b)) for first in range(0, v * b, b)]
    columns = [*zip(*rows, strict=True)]
    constraints: list[Constraint] = [
        *(Linear(row, "=", r, name=f"point {point}") for point, row in enumerate(rows, 1)),
        *(Linear(column, "=", k, name=f"block {block}") for block, column in enumerate(columns, 1)),
    ]
    for (one, first), (other, second) in combinations(enumerate(rows, 1), 2):
        both = [
            Operation("mul", (Variable(x), Variable(y))) for x, y in zip(first, second, strict=True)
        ]
        together = Operation("eq", (Operation("add", tuple(both)), l))
        constraints.append(Expression(together, name=f"points {one} and {other}"))
    if ordered:
        constraints.append(Lex(tuple(rows), "<=", columns=True, name="order"))
    names = [f"p{point}b{block}" for point in range(1, v + 1) for block in range(1, b + 1)]
    return Problem([(0, 1)] * (v * b), constraints, names, ProblemLayout("grid", columns=b))
