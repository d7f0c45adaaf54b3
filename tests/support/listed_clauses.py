"""Clauses in a list, as the checker of proofs wants them, and those of a small puzzle."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from accord.puzzles import Grid, Puzzle


@dataclass(frozen=True)
class ListedClauses:
    """A formula whose clauses stand in a list; those that are hidden are not counted."""

    listed: Sequence[tuple[int, ...]]
    variables: int
    hidden: Sequence[tuple[int, ...]] = ()

    @property
    def clauses(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.listed)

    def __getitem__(self, number: int) -> tuple[int, ...]:
        return (*self.listed, *self.hidden)[number - 1] if self.hidden else self.listed[number - 1]


def listed(clauses: Iterable[Sequence[int]], hidden: Iterable[Sequence[int]] = ()) -> ListedClauses:
    """The clauses, and as many variables as they have."""
    kept = [tuple(clause) for clause in clauses]
    most = max((abs(literal) for clause in kept for literal in clause), default=0)
    return ListedClauses(kept, most, [tuple(clause) for clause in hidden])


def clauses_of(puzzle: Puzzle, witnesses: Iterable[Grid] = ()) -> ListedClauses:
    """The direct encoding of a puzzle, and a clause that forbids each witness, at the end.

    Cell c has the value v exactly when variable c * size + v is true.
    """
    size, domains = puzzle.size, puzzle.domains

    def literal(cell: int, value: int) -> int:
        return cell * size + value

    clauses = [[literal(c, v) for v in domain] for c, domain in enumerate(domains)]
    for c, domain in enumerate(domains):
        clauses += [[-literal(c, v)] for v in range(1, size + 1) if v not in domain]
        clauses += [[-literal(c, v), -literal(c, w)] for v, w in combinations(domain, 2)]
    for house in puzzle.constraints:
        for value in range(1, size + 1):
            clauses += [
                [-literal(c, value), -literal(d, value)] for c, d in combinations(house.scope, 2)
            ]
            if len(house.scope) == size:
                clauses.append([literal(c, value) for c in house.scope])
    for witness in witnesses:
        clauses.append([-literal(c, v) for c, v in enumerate(witness)])
    return listed(clauses)
