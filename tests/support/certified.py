"""Certificates of small problems, which need no solver but accord's own."""

from functools import cache

from accord import solve
from accord.puzzles import Problem
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.proofs.lrat import written_text
from accord.puzzles.proofs.reference import ReferenceFormula
from refutation import refutation


@cache
def certified(problem: Problem) -> Certificate:
    """All solutions, and a proof that there are no others, by a search of the tests."""
    witnesses = tuple(tuple(each) for each in solve(problem, limit=None).solutions)
    formula = ReferenceFormula(problem, witnesses)
    return Certificate(problem, witnesses, written_text(refutation(formula), formula.clauses))
