"""Table as a choice: a 0/1 variable for each allowed tuple, one of which is 1.

Each variable is the sum of its chosen values then.  Tuples with stars are expanded for that, and
forbidden ones replaced by the allowed ones.  Constraints that share their tuples, and whose
variables have equal domains, share what is allowed, too.  `table_of` goes the other way: what a
constraint over small domains allows.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from accord.puzzles.constraints.constraint import Constraint, TooLargeError
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Table, Tuples
from accord.puzzles.domain import Domain
from accord.puzzles.shared import latest

Tuple = tuple[int, ...]


def choice(constraint: Table, fresh: Fresh) -> Iterator[Constraint]:
    """Sums over fresh 0/1 variables.

    Raises:
        TooLargeError: there would be too many.
    """
    tuples = allowed(constraint, fresh)
    chosen = tuple(fresh.variable((0, 1)) for _ in tuples)
    yield Linear(chosen, "=", 1)
    for place, variable in enumerate(constraint.scope):
        weights = [values[place] for values in tuples]
        yield Linear((*chosen, variable), "=", 0, (*weights, -1))


def allowed(table: Table, fresh: Fresh) -> Sequence[Tuple]:
    """The allowed tuples of values that the domains have, without stars, sorted.

    Raises:
        TooLargeError: they are too many.
    """
    if table.forbidden:
        return satisfying(table, fresh, table.scope)
    first = tuple(table.scope.index(variable) for variable in table.scope)
    return latest(table.tuples, _within, tuple(fresh.of(table.scope)), first)


def _within(tuples: Tuples, domains: Sequence[Domain], first: Sequence[int]) -> list[Tuple]:
    """The tuples of these domains, in which a place has the value of the first like it."""
    found: set[Tuple] = set()
    for entries in tuples:
        pairs = [*zip(entries, domains, strict=True)]
        if not (number := prod(d.size if e == STAR else e in d for e, d in pairs)):
            continue
        _expect_few(len(found) + number)
        choices = [d if e == STAR else [e] for e, d in pairs]
        for values in product(*choices):
            if all(values[at] == value for at, value in zip(first, values, strict=True)):
                found.add(values)
    return sorted(found)


def table_of(constraint: Constraint, fresh: Fresh) -> Table:
    """The table over its different variables that says the same as a constraint.

    Raises:
        TooLargeError: the domains have too many tuples.
    """
    scope = tuple(dict.fromkeys(constraint.scope))
    return Table(scope, tuple(satisfying(constraint, fresh, scope)), name=constraint.name)


def satisfying(constraint: Constraint, fresh: Fresh, scope: Sequence[int]) -> list[Tuple]:
    """The values of a scope, all of the constraint's variables, that satisfy it, sorted."""
    different = tuple(dict.fromkeys(scope))
    domains = fresh.of(different)
    if not all(domains):
        return []
    _expect_few(prod(domain.size for domain in domains))
    of_constraint = [different.index(variable) for variable in constraint.scope]
    of_scope = [different.index(variable) for variable in scope]
    return [
        tuple(values[place] for place in of_scope)
        for values in product(*domains)
        if constraint.holds([values[place] for place in of_constraint])
    ]


def _expect_few(number: int) -> None:
    if number > LARGEST:
        raise TooLargeError(f"a table of up to {number:,} tuples; at most {LARGEST:,}")


DECOMPOSITIONS = {Table: choice}
