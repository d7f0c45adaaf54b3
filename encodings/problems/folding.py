"""Folding: a total term without what is constant in it.

    eq(a,or(ne(0,0),ne(b,0)))    eq(a,ne(b,0))
    imp(eq(x,3),ne(0,0))         not(eq(x,3))
    eq(x,add(2,3))               eq(x,5)
    imp(eq(x,y),le(z,9))         nothing, if z is at most 9
    iff(a,b,c)                   and(iff(a,b),iff(b,c))

Decompositions and people write such terms, and solvers misread them: ACE 2.6 passes over the first,
and loses solutions of the fourth; Choco has an iff of two only.
"""

from collections.abc import Sequence
from itertools import pairwise

from accord.puzzles.constraints import terms
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.terms import COMPARISONS, MEMBERSHIP, Operation, Term
from accord.puzzles.domain import Domain


def folded(term: Term, domains: Sequence[Domain]) -> Term:
    """A term of the same value; a constant if it is seen to have but one, 0 or 1 of truth.

    Args:
        term: total (total.py), as logic stands only over what is true or false.
        domains: of the variables; a comparison of one with a constant may follow from it.
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
    """Whether the comparison of a variable with a constant holds for its whole domain, or never."""
    place = next((at for at, each in enumerate(operands) if isinstance(each, Variable)), -1)
    others = [*operands[:place], *operands[place + 1 :]]
    if operator not in COMPARISONS or place < 0 or [*map(type, others)] != [int]:
        return None
    variable, (constant,) = operands[place], others
    assert isinstance(variable, Variable)
    assert isinstance(constant, int)
    domain = domains[variable.number]
    if not domain:
        return None
    if operator in ("eq", "ne") and constant not in domain:
        return operator == "ne"
    compare = COMPARISONS[operator][2]
    ends = (domain.min, domain.max)
    held = {compare(*((end, constant) if place == 0 else (constant, end))) for end in ends}
    whole = operator not in ("eq", "ne") or len(domain) == 1
    return held.pop() if len(held) == 1 and whole else None


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
    """Whether two truths are the same, or different."""
    constant, other = sorted(operands, key=lambda each: not isinstance(each, int))
    if isinstance(constant, int):
        return other if bool(constant) == same else Operation("not", (other,))
    if constant == other:
        return int(same)
    return Operation("iff" if same else "xor", (constant, other))
