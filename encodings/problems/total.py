"""Total terms: an expression that means the same and is nowhere undefined.

A quotient by 0 and a power with a negative exponent are undefined, and the nearest comparison
around them is false then (puzzles/constraints/terms.py).  Languages differ in that, or leave it
open.  So the comparison says it itself:

    lt(div(x,y),3)          and(lt(div(x,y),3),ne(y,0))
    lt(div(x,y),3)          and(lt(div(x,if(ne(y,0),y,1)),3),ne(y,0))     for who computes eagerly

What is never undefined stays as it is.  Besides, truth stands only where it is asked for: a number
that should be true becomes ne(n,0); an operator of one operand, where it needs two, becomes the
operand; and an empty set becomes a comparison of the member with itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import members_of
from accord.puzzles.constraints.terms import LOGIC, MEMBERSHIP, Operation, Term

Flags = tuple[Term, ...]  # what has to be true where a term is defined
SINGLE = ("not", "neg", "abs", "sqr")  # operators of one operand


@dataclass(frozen=True)
class Totality:
    """The state of making terms total.

    Args:
        fresh: the variables, with their domains.
        eager: operands are computed even where their value does not matter.
    """

    fresh: Fresh
    eager: bool

    def truth(self, term: Term) -> Operation:
        """A total operation that is true exactly where a term is true."""
        if not isinstance(term, Operation) or not term.is_truth:
            number, flags = self.number(term)
            return _all((Operation("ne", (number, 0)), *flags))
        if term.operator in LOGIC:
            parts = [self.truth(each) for each in term.operands]
            single = len(parts) == 1 and term.operator not in SINGLE
            return parts[0] if single else Operation(term.operator, tuple(parts))
        numbers, flags = self._numbers(term.operands[: 1 if term.operator in MEMBERSHIP else None])
        if term.operator not in MEMBERSHIP:
            return _all((Operation(term.operator, numbers), *flags))
        if not (among := members_of(term)):
            comparison = Operation("ne" if term.operator == "in" else "eq", numbers * 2)
            return _all((comparison, *flags))
        member = Operation("in", (*numbers, Operation("set", tuple(sorted({*among})))))
        return _all((member if term.operator == "in" else Operation("not", (member,)), *flags))

    def number(self, term: Term) -> tuple[Term, Flags]:
        """A term of the same value, and what has to be true where it has one."""
        if not isinstance(term, Operation):
            return term, ()
        if term.is_truth:
            return self.truth(term), ()
        if term.operator == "if":
            return self._chosen(term)
        numbers, flags = self._numbers(term.operands)
        if len(numbers) == 1 and term.operator not in SINGLE:
            return numbers[0], flags
        if term.operator in ("div", "mod", "pow"):
            first, second = numbers
            second, flag = self._safe(second, *(("ge", 0) if term.operator == "pow" else ("ne", 1)))
            numbers, flags = (first, second), flags + flag
        return Operation(term.operator, numbers), flags

    def _numbers(self, operands: Iterable[Term]) -> tuple[tuple[Term, ...], Flags]:
        pairs = [self.number(each) for each in operands]
        return tuple(each for each, _ in pairs), tuple(flag for _, flags in pairs for flag in flags)

    def _chosen(self, term: Operation) -> tuple[Term, Flags]:
        condition = self.truth(term.operands[0])
        (chosen, flags), (other, others) = map(self.number, term.operands[1:])
        wanted = [Operation("imp", (condition, each)) for each in flags]
        wanted += [Operation("or", (condition, each)) for each in others]
        return Operation("if", (condition, chosen, other)), tuple(wanted)

    def _safe(self, operand: Term, test: str, instead: int) -> tuple[Term, Flags]:
        """A divisor or exponent that is allowed, and whether it is the one that was given."""
        flag = Operation(test, (operand, 0))
        if isinstance(operand, Variable):
            domain = self.fresh.domains[operand.number]
            if not domain or (0 not in domain if test == "ne" else domain.min >= 0):
                return operand, ()
        elif isinstance(operand, int) and (operand != 0 if test == "ne" else operand >= 0):
            return operand, ()
        return Operation("if", (flag, operand, instead)) if self.eager else operand, (flag,)


def _all(terms: Flags) -> Operation:
    first, *others = terms
    assert isinstance(first, Operation)
    return Operation("and", terms) if others else first
