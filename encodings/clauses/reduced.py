"""The reduced encoding: `extended` over the candidates that the givens leave.

Givens make clauses true and literals false.  Strike out the true clauses and the false literals of
the extended formula, and what remains is the reduced one: G. Kwon and H. Jain, "Optimized CNF
encoding for Sudoku puzzles", LPAR 2006 (short papers).  A fixed cell, one that a given or pencil
marks leave one value, takes this value from its peers.  Then each cell that is not fixed has
exactly one of its candidates, and in each constraint each value that no fixed cell holds has at
most one place, and at least one where the constraint is full.  It is one pass, as published: what
the first pass leaves one candidate is not fixed again.

Variables keep their numbers, so that x(c, v) is c * n + v here too.  Most of them stand in no
clause: a solver may choose them freely, and grids are to be distinguished by the candidates alone
(`determined` is false).  The value of a fixed cell needs no literal, and a puzzle without a blank
has no clauses.  A puzzle that is impossible on sight becomes two clauses that contradict each
other.

How small the formulas are: docs/encodings/clauses.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from accord.encodings.clauses.at_most_one import AT_MOST_ONE
from accord.encodings.clauses.clauses import CNF, Clause, ClauseEncoding
from accord.encodings.scopes import Scope, scopes
from accord.puzzles import Cell, Puzzle, Value

Fixed = Mapping[Cell, Value]
Candidates = Mapping[Cell, Sequence[Value]]  # of each cell that is not fixed, sorted


def encode(puzzle: Puzzle, at_most_one: str = "pairwise") -> CNF:
    """The clauses whose models say the solutions of `puzzle`, over the candidates that are left.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    n, every = puzzle.size, scopes(puzzle)
    fixed = {cell: min(domain) for cell, domain in enumerate(puzzle.domains) if len(domain) == 1}
    left = candidates(puzzle, every, fixed)
    clauses: list[Clause] = []
    fresh = count(n**3 + 1)
    for choice, needed in _choices(n, every, left):
        if needed:
            clauses.append(choice)
        clauses += AT_MOST_ONE[at_most_one](choice, fresh)
    for variable in _contradictions(n, every, fixed, left):
        clauses += [(variable,), (-variable,)]
    value_literals = (
        {fixed[cell]: ()} if cell in fixed else {value: (cell * n + value,) for value in left[cell]}
        for cell in range(n * n)
    )
    return CNF(next(fresh) - 1, clauses, tuple(value_literals), determined=False)


def candidates(puzzle: Puzzle, every: Sequence[Scope], fixed: Fixed) -> Candidates:
    """The values that no fixed cell in a scope of theirs holds."""
    taken: list[set[Value]] = [set() for _ in puzzle.domains]
    for scope in every:
        held = {fixed[cell] for cell in scope if cell in fixed}
        for cell in scope:
            taken[cell] |= held
    return {
        cell: sorted(domain - taken[cell])
        for cell, domain in enumerate(puzzle.domains)
        if cell not in fixed
    }


def variables_by_value(n: int, scope: Scope, left: Candidates) -> Mapping[Value, list[int]]:
    """By value that can still be placed in a scope, the variables of its places."""
    found: dict[Value, list[int]] = {}
    for cell in scope:
        for value in left.get(cell, ()):
            found.setdefault(value, []).append(cell * n + value)
    return found


def _choices(n: int, every: Sequence[Scope], left: Candidates) -> Iterator[tuple[Clause, bool]]:
    """Variables of which at most one is true, and whether one has to be; never none of them."""
    for cell, values in left.items():
        if values:
            yield tuple(cell * n + value for value in values), True
    for scope in every:
        for choice in variables_by_value(n, scope, left).values():
            yield tuple(choice), len(scope) == n


def _contradictions(
    n: int, every: Sequence[Scope], fixed: Fixed, left: Candidates
) -> Iterator[int]:
    """A variable of a cell for each contradiction that the givens show on sight.

    A cell without candidates; a value twice in a scope; a value without a place in a full one.
    """
    for cell, values in left.items():
        if not values:
            yield cell * n + 1
    for scope in every:
        held = [fixed[cell] for cell in scope if cell in fixed]
        missing = (
            n - len(set(held)) - len(variables_by_value(n, scope, left)) if len(scope) == n else 0
        )
        if missing or len(set(held)) < len(held):
            yield scope[0] * n + 1


CLAUSE_ENCODINGS = {"reduced": ClauseEncoding(encode, takes_puzzle=True)}
