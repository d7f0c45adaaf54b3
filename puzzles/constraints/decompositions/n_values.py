"""NValues as a sum of 0/1 variables, each of which says whether a value is taken by someone."""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Constraint, TooLargeError, Variable
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.expression import comparison_of, truth_of
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.terms import Operation


def sum_of_values(constraint: NValues, fresh: Fresh) -> Iterator[Constraint]:
    """A fresh 0/1 variable for each value that says whether it occurs, and their sum.

    Raises:
        TooLargeError: the variables have too many values.
    """
    variables = dict.fromkeys(constraint.variables)
    size = sum(domain.size for domain in fresh.of([*variables]))
    if size > LARGEST:
        raise TooLargeError(f"{size:,} values of its variables; at most {LARGEST:,}")
    atoms = []
    taking: dict[int, list[Operation]] = {}
    for variable in variables:
        for value in fresh.domains[variable]:
            taking.setdefault(value, []).append(Operation("eq", (Variable(variable), value)))
    for value in taking.keys() - {*constraint.excepted}:
        atom, said = truth_of(Operation("or", tuple(taking[value])), fresh)
        yield from said
        atoms.append(atom)
    yield comparison_of(atoms, constraint.operator, constraint.right)


DECOMPOSITIONS = {NValues: sum_of_values}
