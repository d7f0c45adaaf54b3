"""Unit propagation at the root: what follows from clauses without any search.

A clause all of whose literals but one are false makes that one true; so long as there is such a
clause, propagate it.  What remains is the one fixed point, or a clause that is false, a conflict.
This is all the inference that a SAT solver does between two decisions (Davis, Logemann and
Loveland, "A machine program for theorem-proving", CACM 1962), so that it distinguishes encodings:
the models of two may be the same, and one of them finds a hidden single where the other has to
search.

Every literal has a list of the clauses that lose one when it becomes true, and each of these is
read from the start until two literals are left or one is true.  Two watched literals, measured:
docs/encodings/clauses.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from accord.encodings.clauses.clauses import CNF, Clause
from accord.puzzles import ValueSet


class FixedPoint(NamedTuple):
    """The result of unit propagation: literals that are true, or a conflict."""

    true: list[int]  # literals, in the order in which they were found
    conflict: Clause | None  # a clause that is false; propagation stops at the first


def propagate(formula: CNF) -> FixedPoint:
    """The literals that follow by unit propagation from clauses that say no literal twice."""
    losing: list[list[Clause]] = [[] for _ in range(2 * formula.variables + 1)]
    units: list[Clause] = []
    for clause in formula.clauses:
        if len(clause) == 1:
            units.append(clause)
        else:
            for literal in clause:
                losing[-literal].append(clause)

    true: list[int] = []
    is_true = bytearray(2 * formula.variables + 1)  # by literal; -1 is the last place
    if conflict := _believe(units, true, is_true):
        return FixedPoint(true, conflict)
    for literal in true:  # which grows meanwhile
        if conflict := _believe(losing[literal], true, is_true):
            return FixedPoint(true, conflict)
    return FixedPoint(true, None)


def _believe(clauses: Iterable[Clause], true: list[int], is_true: bytearray) -> Clause | None:
    """Make true the last literal of each clause that has but one left; a clause that has none."""
    for clause in clauses:
        last = 0
        for literal in clause:
            if is_true[literal]:
                break
            if not is_true[-literal]:
                if last:
                    break
                last = literal
        else:
            if not last:
                return clause
            is_true[last] = 1
            true.append(last)
    return None


def candidates(formula: CNF, fixed: FixedPoint | None = None) -> list[ValueSet]:
    """The values of each cell none of whose literals is false; no values after a conflict.

    Args:
        formula: clauses, with what they say of the cells.
        fixed: what propagating them arrived at, if that is known already.
    """
    true, conflict = fixed or propagate(formula)
    if conflict:
        return [frozenset()] * len(formula.cells)
    false = {-literal for literal in true}
    return [
        frozenset(value for value, literals in meaning.items() if false.isdisjoint(literals))
        for meaning in formula.cells
    ]


@dataclass(frozen=True)
class Root:
    """The result of unit propagation as figures."""

    candidates: int  # left, in all cells; 0 after a conflict
    end: Literal["solved", "conflict", "search"]  # "search": nothing is decided


def root(formula: CNF) -> Root:
    """Propagate the formula, and count the candidates that are left."""
    fixed = propagate(formula)
    if fixed.conflict:
        return Root(0, "conflict")
    left = sum(map(len, candidates(formula, fixed)))
    return Root(left, "solved" if solved(formula, fixed) else "search")


def solved(formula: CNF, fixed: FixedPoint | None = None) -> bool:
    """Whether no search is needed: every cell has one candidate, and it is true."""
    fixed = fixed or propagate(formula)
    true = set(fixed.true)
    return all(
        len(domain) == 1 and true.issuperset(meaning[min(domain)])
        for domain, meaning in zip(candidates(formula, fixed), formula.cells, strict=True)
    )
