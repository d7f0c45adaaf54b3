"""Maximum and Minimum: every variable is below a bound, or one of them reaches it."""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.expression import AS_LINEAR
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.terms import Operation

AS_OPERATOR = {comparison: operator for operator, comparison in AS_LINEAR.items()}


def every_and_one(constraint: Maximum | Minimum, fresh: Fresh) -> Iterator[Constraint]:
    """Sums for what is true of every variable; a disjunction for what is true of one."""
    operator, right, variables = constraint.operator, constraint.right, constraint.variables
    toward, away = ("<", ">") if isinstance(constraint, Maximum) else (">", "<")
    if operator == "!=":
        beyond = [_compared(each, away, right) for each in variables]
        within = Operation("and", tuple(_compared(each, toward, right) for each in variables))
        yield Expression(Operation("or", (*beyond, within)))
        return
    if operator in (toward, f"{toward}=", "="):
        all_of: Comparison = operator if operator != "=" else f"{toward}="  # type: ignore[assignment]
        for each in variables:
            yield Linear((each,), all_of, right)
    if operator in (away, f"{away}=", "="):
        one_of = operator if operator != "=" else f"{away}="
        yield Expression(Operation("or", tuple(_compared(x, one_of, right) for x in variables)))


def _compared(variable: int, comparison: str, right: int | Variable) -> Operation:
    return Operation(AS_OPERATOR[comparison], (Variable(variable), right))  # type: ignore[index]


DECOMPOSITIONS = {Maximum: every_and_one, Minimum: every_and_one}
