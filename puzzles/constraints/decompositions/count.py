"""Count as a sum of 0/1 variables, each of which says whether a variable has one of the values."""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import comparison_of, truth_of
from accord.puzzles.constraints.terms import Operation


def sum_of_truths(constraint: Count, fresh: Fresh) -> Iterator[Constraint]:
    """A 0/1 variable for each variable, 1 where it has a counted value; and their sum."""
    atoms = []
    for variable in constraint.variables:
        atom, said = truth_of(_is_counted(variable, constraint), fresh)
        yield from said
        atoms.append(atom)
    yield comparison_of(atoms, constraint.operator, constraint.right)


def _is_counted(variable: int, constraint: Count) -> Operation:
    among = Operation("set", tuple(sorted(constraint.constants)))
    member = Operation("in", (Variable(variable), among))
    equal = [
        Operation("eq", (Variable(variable), each))
        for each in constraint.values
        if isinstance(each, Variable)
    ]
    return Operation("or", (*[member][: len(among.operands)], *equal)) if equal else member


DECOMPOSITIONS = {Count: sum_of_truths}
