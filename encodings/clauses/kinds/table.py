"""Table as clauses: supports, selectors, or a clause for each forbidden tuple.

    one variable      the values that no tuple has are excluded
    two variables     a value implies one of those that stand beside it in tuples (I. Gent, "Arc
                      consistency in SAT", ECAI 2002), from either side
    more, or stars    a variable for each tuple that is true exactly if its values are taken; one of
                      them is, and a value implies one of its tuples (F. Bacchus, "GAC via unit
                      propagation", CP 2007)
    forbidden         not all values of a tuple are taken

All but the last make unit propagation find every value that no allowed tuple has left.  A star adds
nothing to a tuple, so that a short one is short as clauses, too.
"""

from collections.abc import Iterator, Sequence

from accord.encodings.clauses.kinds.integers import Integers
from accord.puzzles.constraints.table import STAR, Entry, Table

Entries = dict[int, int]  # by variable the value in a tuple, where there is no star


def choose(to: Integers, constraint: Table) -> None:
    """The clauses of a table."""
    tuples = [*_possible(to, constraint)]
    scope = tuple(dict.fromkeys(constraint.scope))
    if constraint.forbidden:
        for entries in tuples:
            to.say(-to.equal(*each) for each in entries.items())
    elif not tuples:
        to.say([])
    elif {} in tuples:
        return  # all are allowed
    elif len(scope) == 1:
        to.restrict(scope[0], {value for entries in tuples for value in entries.values()})
    elif len(scope) == 2 and all(len(entries) == 2 for entries in tuples):
        for one, other in (scope, scope[::-1]):
            support(to, one, [(each[one], to.equal(other, each[other])) for each in tuples])
    else:
        _select(to, scope, tuples)


def _possible(to: Integers, constraint: Table) -> Iterator[Entries]:
    """The tuples whose values the domains have, each once."""
    seen = set()
    for entries in constraint.tuples:
        found = _entries(constraint.scope, entries)
        if found is None or tuple(found.items()) in seen:
            continue
        seen.add(tuple(found.items()))
        if all(value in to.fresh.domains[variable] for variable, value in found.items()):
            yield found


def _entries(scope: Sequence[int], entries: Sequence[Entry]) -> Entries | None:
    """The values of a tuple by variable; None where a variable would have two."""
    found: Entries = {}
    for variable, entry in zip(scope, entries, strict=True):
        if entry != STAR and found.setdefault(variable, entry) != entry:
            return None
    return dict(sorted(found.items()))


def _select(to: Integers, scope: Sequence[int], tuples: Sequence[Entries]) -> None:
    """One of the tuples holds, and each value has one of its own."""
    chosen = [
        (entries, to.conjunction(to.equal(*each) for each in entries.items())) for entries in tuples
    ]
    to.say(literal for _, literal in chosen)
    for variable in scope:
        having = [(each[variable], literal) for each, literal in chosen if variable in each]
        stars = [literal for each, literal in chosen if variable not in each]
        support(to, variable, having, stars)


def support(
    to: Integers,
    variable: int,
    having: Sequence[tuple[int, int]],
    always: Sequence[int] = (),
) -> None:
    """A value implies one of the literals that stand beside it, or one of the others."""
    supports: dict[int, list[int]] = {}
    for value, literal in having:
        supports.setdefault(value, []).append(literal)
    for value, literals in supports.items():
        to.say((-to.equal(variable, value), *literals, *always))
    to.restrict(variable, supports, tuple(always))
