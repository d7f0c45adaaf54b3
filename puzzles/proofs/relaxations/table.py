"""Table: a literal for each allowed tuple; of two variables and of forbidden tuples none.

    forbidden   not all of the values of a tuple
    one, two    a value says one of those that it is allowed with
    more        each chosen tuple says its values, and each value a chosen tuple that has it

The clauses of more hold since the literal of a tuple is true where the values match it, stars
included, and the values of a solution match one at least.  A tuple without a match in the domains,
or with two values for a variable that stands twice, is dropped: no solution matches it.
"""

from collections.abc import Iterable, Iterator, Mapping

from accord.puzzles.constraints.constraint import TooLargeError
from accord.puzzles.constraints.table import STAR, Entry, Table
from accord.puzzles.proofs.literals import FALSE, Clause, Literals

Row = Mapping[int, int]  # by variable its literal; without those that have a star
MOST_ENTRIES = 1_000_000


def tuples(constraint: Table, literals: Literals) -> Iterator[Clause]:
    """The clauses of a table.

    Raises:
        TooLargeError: there would be too many.
    """
    size = len(constraint.tuples) * len(constraint.scope)
    if size > MOST_ENTRIES:
        raise TooLargeError(f"a table of {size:,} entries; at most {MOST_ENTRIES:,}")
    rows = list(_rows(constraint.scope, constraint.tuples, literals))
    if constraint.forbidden:
        yield from (tuple(-literal for literal in row.values()) for row in rows)
        return
    scope = tuple(dict.fromkeys(constraint.scope))
    for variable in scope:
        literals.values(variable)  # which have to be few
    if not rows:
        yield ()
    elif len(scope) < 3:
        yield from _supports(scope, rows, literals)
    else:
        yield from _choice(scope, rows, literals)


def _rows(
    scope: tuple[int, ...], tuples: Iterable[tuple[Entry, ...]], literals: Literals
) -> Iterator[Row]:
    """The tuples that something in the domains can match, each once."""
    seen = set()
    for entries in tuples:
        row: dict[int, int] = {}
        for variable, entry in zip(scope, entries, strict=True):
            if entry == STAR:
                continue
            literal = literals.equal(variable, entry)
            if row.setdefault(variable, literal) != literal or literal == FALSE:
                break
        else:
            if (key := tuple(sorted(row.values()))) not in seen:
                seen.add(key)
                yield row


def _supports(scope: tuple[int, ...], rows: list[Row], literals: Literals) -> Iterator[Clause]:
    """Clauses: a value has one of its supports in the other variable; a star is all of them."""
    for variable in scope:
        others = [other for other in scope if other != variable]
        with_any: list[Row] = [row for row in rows if variable not in row]
        by_literal: dict[int, list[Row]] = {}
        for row in rows:
            if variable in row:
                by_literal.setdefault(row[variable], []).append(row)
        for literal in literals.of(variable):
            found = [*by_literal.get(literal, ()), *with_any]
            said = [row[other] for row in found for other in others if other in row]
            if len(said) == len(found):  # no row leaves the other open
                yield (-literal, *said)


def _choice(scope: tuple[int, ...], rows: list[Row], literals: Literals) -> Iterator[Clause]:
    """A literal for each row, which says its values."""
    chosen = literals.new(len(rows))
    for choice, row in zip(chosen, rows, strict=True):
        yield from ((-choice, literal) for literal in row.values())
    for variable in scope:
        with_any = [choice for choice, row in zip(chosen, rows, strict=True) if variable not in row]
        having: dict[int, list[int]] = {literal: [] for literal in literals.of(variable)}
        for choice, row in zip(chosen, rows, strict=True):
            if variable in row:
                having[row[variable]].append(choice)
        for literal, choices in having.items():
            yield (-literal, *choices, *with_any)


RELAXATIONS = {Table: tuples}
