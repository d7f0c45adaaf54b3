"""AllDifferent as clauses: each value that two variables share has at most one place.

Over as many variables as they have values together, each value has at least one place as well, as
in `extended` (direct.py).  Excepted values are left out.
"""

from accord.encodings.clauses.kinds.integers import Integers
from accord.puzzles.constraints.all_different import AllDifferent


def differ(to: Integers, constraint: AllDifferent) -> None:
    """The clauses of an all-different."""
    scope = tuple(dict.fromkeys(constraint.scope))
    for variable in scope:
        if constraint.scope.count(variable) > 1:  # it would have to differ from itself
            to.restrict(variable, constraint.excepted)
    places: dict[int, list[int]] = {}
    for variable in scope:
        for value in to.values(variable):
            places.setdefault(value, []).append(variable)
    full = len(places) == len(scope) and not constraint.excepted
    for value, variables in places.items():
        if value not in constraint.excepted and (full or len(variables) > 1):
            to.say_at_most_one([to.equal(each, value) for each in variables], exactly=full)
