"""Folding: a total term without what is constant in it.

    eq(a,or(ne(0,0),ne(b,0)))    eq(a,ne(b,0))
    imp(eq(x,3),ne(0,0))         not(eq(x,3))
    eq(x,add(2,3))               eq(x,5)
    imp(eq(x,y),le(z,9))         nothing, if z is at most 9
    lt(min(x,y),-3)              0, if x and y are -3 or more
    iff(a,b,c)                   and(iff(a,b),iff(b,c))

Decompositions and people write such terms, and solvers misread them: ACE 2.6 passes over the first,
loses solutions of the fourth and stops at the fifth; Choco has an iff of two only.
"""

from collections.abc import Sequence
from itertools import pairwise, product

from accord.puzzles.constraints import terms
from accord.puzzles.constraints.constraint import TooLargeError, Variable
from accord.puzzles.constraints.decompositions.expression import ends_of
from accord.puzzles.constraints.terms import COMPARISONS, MEMBERSHIP, Operation, Term
from accord.puzzles.domain import Domain


def folded(term: Term, domains: Sequence[Domain]) -> Term:
    """A term of the same value; a constant if it is seen to have but one, 0 or 1 of truth.

    Args:
        term: total (total.py), as logic stands only over what is true or false.
        domains: of the variables; a comparison may follow from them.
    """
    if not isinstance(term, Operation) or term.operator == "set":
        return term
    first, *others = term.operands
    rest = others if term.operator in MEMBERSHIP else [folded(each, domains) for each in others]
    operands: tuple[Term, ...] = (folded(first, domains), *rest)
    if not any(True for _ in terms.variables_of(Operation(term.operator, operands))):
        return terms.number(Operation(term.operator, operands), {})
    if term.operator in COMPARISONS and len({*operands}) == 1:
        return int(term.operator in ("eq", "le", "ge"))
    if (always := _follows(term.operator, operands, domains)) is not None:
        return int(always)
    if term.operator in ("and", "or"):
        return _gathered(term.operator, operands)
    if term.operator == "if" and isinstance(operands[0], int):
        _, chosen, other = operands
        return chosen if operands[0] else other
    if term.operator == "imp":
        return _implied(*operands)
    if term.operator == "iff" and len(operands) > 2:
        pairs = (_same(pair, same=True) for pair in pairwise(operands))
        return _gathered("and", tuple(pairs))
    if term.operator in ("iff", "xor") and len(operands) == 2:
        return _same(operands, term.operator == "iff")
    return Operation(term.operator, operands)


def _follows(operator: str, operands: Sequence[Term], domains: Sequence[Domain]) -> bool | None:
    """True or False where the bounds of two terms decide their comparison; else None."""
    within = {number for each in operands for number in terms.variables_of(each)}
    if operator not in COMPARISONS or len(operands) != 2 or not all(domains[x] for x in within):
        return None
    equality, compare = operator in ("eq", "ne"), COMPARISONS[operator][2]
    one, other = operands if isinstance(operands[0], Variable) else operands[::-1]
    if (
        equality
        and isinstance(one, Variable)
        and isinstance(other, int)
        and other not in domains[one.number]
    ):
        return operator == "ne"
    try:
        (low, high), (least, most) = (ends_of(each, domains) for each in operands)
    except TooLargeError:
        return None
    held = {compare(*each) for each in product((low, high), (least, most))}
    apart, single = high < least or most < low, low == high and least == most
    return held.pop() if len(held) == 1 and (apart or single or not equality) else None


def _gathered(operator: str, operands: Sequence[Term]) -> Term:
    """A conjunction or a disjunction."""
    neutral = operator == "and"
    if any(isinstance(each, int) and bool(each) != neutral for each in operands):
        return int(not neutral)
    left = tuple(dict.fromkeys(each for each in operands if not isinstance(each, int)))
    if len(left) < 2:
        return left[0] if left else int(neutral)
    return Operation(operator, left)


def _implied(condition: Term, wanted: Term) -> Term:
    if isinstance(condition, int):
        return wanted if condition else 1
    if isinstance(wanted, int):
        return 1 if wanted else Operation("not", (condition,))
    return 1 if condition == wanted else Operation("imp", (condition, wanted))


def _same(operands: Sequence[Term], same: bool) -> Term:
    """The term that says that two truths are equal, or if not `same` that they differ."""
    constant, other = sorted(operands, key=lambda each: not isinstance(each, int))
    if isinstance(constant, int):
        return other if bool(constant) == same else Operation("not", (other,))
    if constant == other:
        return int(same)
    return Operation("iff" if same else "xor", (constant, other))
