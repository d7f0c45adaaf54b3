"""The clauses of a SAT solver's trace: those it was given, and those it says it has learnt.

    given      stands in the formula, literal by literal, in the encoding that the header names; or
               forbids a grid that was found before
    learnt     does not stand there, and follows by reverse unit propagation: were all its literals
               false, unit propagation would make a clause false that is given, or was learnt and a
               reason before.  Goldberg and Novikov, "Verification of proofs of unsatisfiability for
               CNF formulas", DATE 2003

MiniSat propagates, which has no part in the writing of traces.  A solver learns more than it gives
as reasons (four times as many on a hard 9x9), so that an honest clause might need one that is not
in the trace.  None was met: the 4,198 in the traces of 152 puzzles of the collections all follow.

What still passes: a clause that the solver has not learnt, but might have, such as one that it has
with a further literal that is false.  Only its proof shows it (test_traces_of_solvers.py).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, nogood
from accord.puzzles import Grid, Puzzle
from optional import library
from trace_verifier.refused import need


@lru_cache(maxsize=8)
def _formula(puzzle: Puzzle, encoding: str) -> tuple[CNF, frozenset[frozenset[int]]]:
    """The formula, and its clauses as sets."""
    formula = cnf.encode(puzzle, encoding)
    return formula, frozenset(map(frozenset, formula.clauses))


class ClauseVerifier:
    """The clauses that are known between two events.

    Args:
        puzzle: what is solved.
        encoding: in which the solver was asked.
    """

    def __init__(self, puzzle: Puzzle, encoding: str = cnf.DEFAULT) -> None:
        self.formula, self.clauses = _formula(puzzle, encoding)
        self.nogoods: set[frozenset[int]] = set()
        self.learnt: set[frozenset[int]] = set()
        self.minisat = library("pysat.solvers").Minisat22(bootstrap_with=self.formula.clauses)

    def check(self, clause: Sequence[Sequence[Any]], learnt: bool) -> None:
        """Check one clause, [cell, value, holds] by [cell, value, holds].

        Raises:
            NotJustifiedError: it is not what it is said to be.
        """
        literals = frozenset(self._literal(*each) for each in clause)
        need(len(literals) == len(clause), "a literal stands in it twice")
        given = literals in self.clauses or literals in self.nogoods
        need(learnt in (True, False), "it is neither given nor learnt")
        need(given is not learnt, f"the clause was {'given' if given else 'not given'}")
        if learnt and literals not in self.learnt:
            consistent, _ = self.minisat.propagate([-literal for literal in literals])
            need(not consistent, "the clause does not follow")
            self.minisat.add_clause([*literals])
            self.learnt.add(literals)

    def forbid(self, grid: Grid) -> None:
        """Take the clause that forbids a grid."""
        clause = nogood(self.formula, grid)
        self.nogoods.add(frozenset(clause))
        self.minisat.add_clause(clause)

    def _literal(self, cell: int, value: int, holds: bool) -> int:
        (literal,) = self.formula.cells[cell][value]
        return literal if holds else -literal
