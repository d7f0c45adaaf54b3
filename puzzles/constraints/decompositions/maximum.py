"""Maximum and Minimum: every variable is below a bound, or one of them reaches it."""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import operator_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.terms import Operation

BELOW: tuple[Comparison, Comparison] = ("<", "<=")
ABOVE: tuple[Comparison, Comparison] = (">", ">=")
INNER_AND_OUTER = {Maximum: (BELOW, ABOVE), Minimum: (ABOVE, BELOW)}
"""How every variable stands to a bound of the extreme, and how one of them does."""


def every_and_one(constraint: Maximum | Minimum, fresh: Fresh) -> Iterator[Constraint]:
    """Sums for what is true of every variable; a disjunction for what is true of one."""
    operator, right, variables = constraint.operator, constraint.right, constraint.variables
    inner, outer = INNER_AND_OUTER[type(constraint)]
    if operator == "!=":
        beyond = [_compared(each, outer[0], right) for each in variables]
        within = Operation("and", tuple(_compared(each, inner[0], right) for each in variables))
        yield Expression(Operation("or", (*beyond, within)))
        return
    if operator in inner or operator == "=":
        for each in variables:
            yield Linear((each,), operator if operator in inner else inner[1], right)
    if operator in outer or operator == "=":
        reached = operator if operator in outer else outer[1]
        yield Expression(Operation("or", tuple(_compared(x, reached, right) for x in variables)))


def _compared(variable: int, comparison: Comparison, right: int | Variable) -> Operation:
    return Operation(operator_of(comparison), (Variable(variable), right))


DECOMPOSITIONS = {Maximum: every_and_one, Minimum: every_and_one}
