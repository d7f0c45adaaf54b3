"""The scopes of a problem: the sets of variables that must differ, by whether they are full.

A scope is full when it has as many variables as their domains have values together: then every
value has a place in it, as in the rows of Sudokus and Latin squares and in permutations
(`full_scope`).  Over fewer variables a value need not have a place; only that it stands there at
most once can be required.

A puzzle has a form without scopes, too, as disequalities of two cells each: the CSP that textbooks
call the binary one.  A blank 9x9 has 27 scopes or 810 disequalities (20 peers of each of 81 cells,
each pair once), a 25x25 has 75 or 20,000.
"""

from collections.abc import Sequence
from itertools import combinations

from accord.encodings.model import UnsupportedError
from accord.puzzles import AllDifferent, Cell, Domain, Puzzle, Shape

Scope = tuple[Cell, ...]


def full_scope(constraint: AllDifferent, domains: Sequence[Domain]) -> dict[int, list[int]]:
    """The variables of a full scope that may take each value, by value ascending; else empty.

    Args:
        constraint: whose scope it is.
        domains: of all variables.
    """
    scope = constraint.scope
    if constraint.excepted or len({*scope}) < len(scope):
        return {}
    found: dict[int, list[int]] = {}
    for variable in sorted(scope):
        if domains[variable].size > len(scope):
            return {}
        for value in domains[variable]:
            found.setdefault(value, []).append(variable)
    return dict(sorted(found.items())) if len(found) == len(scope) else {}


def all_different(puzzle: Puzzle | Shape, distinct: bool = False) -> list[AllDifferent]:
    """The AllDifferents of a puzzle; if `distinct`, one for each set of cells.

    Whatever posts or encodes constraints reads them here, so that none is taken for an
    AllDifferent that is something else.

    Raises:
        UnsupportedError: a constraint is no AllDifferent; names its kind.
    """
    first: dict[frozenset[Cell], AllDifferent] = {}
    every = []
    for constraint in puzzle.constraints:
        if not isinstance(constraint, AllDifferent) or constraint.excepted:
            raise UnsupportedError(f"found {constraint.kind}, expected all-different")
        first.setdefault(frozenset(constraint.cells), constraint)
        every.append(constraint)
    return [*first.values()] if distinct else every


def scopes(puzzle: Puzzle | Shape) -> list[Scope]:
    """The cells of each constraint, in the order of the constraints.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    return [constraint.cells for constraint in all_different(puzzle)]


def full_and_short(puzzle: Puzzle) -> tuple[list[Scope], list[Scope]]:
    """The scopes over as many cells as there are values, and the others.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    every = scopes(puzzle)
    size = puzzle.size
    return [s for s in every if len(s) == size], [s for s in every if len(s) != size]


def disequalities(puzzle: Puzzle) -> list[tuple[Cell, Cell]]:
    """The pairs of cells that must differ, each once, the lower cell first; sorted.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    pairs = (pair for scope in scopes(puzzle) for pair in combinations(sorted(scope), 2))
    return sorted(set(pairs))
