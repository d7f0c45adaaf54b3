"""What a backend does with each kind of constraint: found by asking it, declared nowhere.

Each kind has an example, and expressions one for each operator, over small domains.  A backend that
posts it as it is is native; one that decomposes it says into which kinds; one that can do neither
refuses it and says why.  Larger domains may be refused where these are not.
"""

from functools import cache
from typing import Literal, NamedTuple

from accord.puzzles.constraints import constraint
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import (
    COMPARISONS,
    LOGIC,
    MEMBERSHIP,
    NUMBERS,
    Operation,
    Term,
    operands_of,
)
from accord.puzzles.phrasing import listed
from accord.puzzles.problem import Problem
from accord.solvers.backend import Backend

How = Literal["native", "decomposed", "refused"]
OPERATORS = (*NUMBERS, "if", *COMPARISONS, *MEMBERSHIP, *LOGIC)


class Support(NamedTuple):
    """The way in which a backend takes a constraint: native, decomposed or refused."""

    how: How
    note: str = ""  # the kinds it is decomposed into; why it is refused


@cache
def examples() -> dict[str, Problem]:
    """A problem of each kind by its name, and of each operator of expressions by its own."""
    numbers, truth = range(1, 4), range(2)
    kinds = constraint.examples()
    found = {
        name: Problem([truth if isinstance(each, Clauses) else numbers] * 4, [each])
        for name, each in kinds.items()
    }
    for operator in OPERATORS:
        own = truth if operator in LOGIC or operator == "if" else numbers
        domains = [own, *[numbers if operator == "if" else own] * 2, range(-9, 28)]
        found[operator] = Problem(domains, [Expression(_example(operator))])
    return found


def _example(operator: str) -> Operation:
    """An expression of one operator; where it is a number, the value of another variable."""
    operands: tuple[Term, ...] = tuple(Variable(place) for place in range(operands_of(operator)[0]))
    if operator in MEMBERSHIP:
        operands = (Variable(0), Operation("set", (1, 3)))
    elif len(operands) == 1 and operands_of(operator)[1] is None:
        operands = (Variable(0), Variable(1))
    term = Operation(operator, operands)
    is_truth = operator in (*COMPARISONS, *MEMBERSHIP, *LOGIC)
    return term if is_truth else Operation("eq", (Variable(3), term))


def support(backend: Backend, problem: Problem) -> Support:
    """The way in which a backend takes the only constraint of a problem."""
    if reason := backend.unsupported(problem):
        return Support("refused", reason)
    if backend.posts is None:
        return Support("native")
    (only,) = problem.constraints
    flat = backend.posts.flatten(problem)
    if flat.constraints == (only,):
        return Support("native")
    return Support("decomposed", listed(sorted({each.kind for each in flat.constraints})))


def supported(backend: Backend) -> dict[str, Support]:
    """The way in which a backend takes each kind's example, by the kind's name."""
    return {name: support(backend, problem) for name, problem in examples().items()}
