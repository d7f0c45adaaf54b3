"""Conflict clauses: an assignment is forbidden by the clause that negates all its literals.

An encoding in which "cell c takes value v" is a conjunction of literals needs nothing else for the
rules of a puzzle: a value that is crossed out is forbidden by negating its literals, and two cells
of a scope are forbidden to share a value by negating the literals of both.  "Conflict clauses" is
Walsh's name for them ("SAT v CSP", CP 2000).  The order and the log encoding are made so; they
differ in their literals, and in the clauses of a single cell.

Repeats are kept, as everywhere: a box and a row contribute some of the same pairs.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from accord.encodings.clauses.clauses import CNF, Clause, ValueLiterals
from accord.encodings.scopes import Scope
from accord.puzzles import Puzzle


def differences(scopes: Iterable[Scope], cells: Sequence[ValueLiterals]) -> Iterator[Clause]:
    """The clauses that forbid two cells of one scope to take the same value.

    Args:
        scopes: cells that must differ.
        cells: how each cell says each of its values.
    """
    negated = [
        {value: tuple(-literal for literal in literals) for value, literals in meaning.items()}
        for meaning in cells
    ]
    for scope in scopes:
        for value in negated[scope[0]] if scope else ():
            pairs = combinations([negated[cell][value] for cell in scope], 2)
            yield from [one + other for one, other in pairs]


def with_domains(blank: CNF, puzzle: Puzzle) -> CNF:
    """The clauses of the blank grid and those of the puzzle's domains, these first.

    The value of a cell that has one is fixed by its literals, one clause each; elsewhere every
    value that is crossed out is one clause.  Where a value needs no literal, as in a grid of one
    cell, it is forbidden by a contradiction, for which there is a variable if there was none.
    """
    clauses = list(_of_domains(puzzle, blank.cells))
    if () not in clauses:
        return blank._replace(clauses=clauses + blank.clauses)
    return blank._replace(variables=max(1, blank.variables), clauses=[(1,), (-1,)])


def _of_domains(puzzle: Puzzle, cells: Sequence[ValueLiterals]) -> Iterator[Clause]:
    every = range(1, puzzle.size + 1)
    for meaning, domain in zip(cells, puzzle.domains, strict=True):
        if len(domain) == 1:
            yield from ((literal,) for literal in meaning[min(domain)])
        elif len(domain) < puzzle.size:
            crossed_out = (value for value in every if value not in domain)
            yield from (tuple(-literal for literal in meaning[value]) for value in crossed_out)
