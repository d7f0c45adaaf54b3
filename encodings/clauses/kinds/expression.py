"""Expressions of one operator as clauses; those of more are decomposed into them.

    comparisons, add, sub, neg     sums (linear.py)
    in, notin                      the values that are left; or a literal for one of them
    not and or xor iff imp         logic (TRUTHS)
    if                             one of two variables has the same value, by the condition
    min, max                       at most v exactly if one, or all, of the operands are
    abs mul div mod sqr pow dist   values of all operands imply the value

Conjunctions are defined in both directions (integers.py), and other logic is made of them: an
exclusive or of two literals is one of two conjunctions, and of more a chain.  The last row costs a
clause for each assignment of the operands, of which there may be LARGEST.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod

from accord.encodings.clauses.kinds import linear
from accord.encodings.clauses.kinds.integers import Integers
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.expression import AS_LINEAR, Primitive, primitive
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import NUMBERS

SUMS = {"add": (1, 1), "sub": (1, -1), "neg": (-1, -1)}  # weights of the first and the others


def fits(constraint: Expression, fresh: Fresh) -> bool:
    """Whether an expression is one operator with few enough clauses."""
    single = primitive(constraint, fresh)
    if single is None:
        return False
    variables = {each.number for each in single.operands if isinstance(each, Variable)}
    if single.operator in AS_LINEAR or single.operator in SUMS:
        if single.result is not None and single.operator in SUMS:
            variables.add(single.result.number)
        return linear.is_small([linear.Term(1, each) for each in variables], fresh)
    if single.operator in NUMBERS and single.operator not in ("min", "max"):
        return prod(fresh.domains[each].size for each in variables) <= LARGEST
    return True


def post_expression(to: Integers, constraint: Expression) -> None:
    """Write the clauses of an expression of one operator."""
    single = primitive(constraint, to.fresh)
    assert single is not None
    numbers = [to.number(atom) for atom in single.operands]
    if single.result is None:
        _require(to, single, numbers)
    elif single.operator == "if":
        condition = to.equal(numbers[0], 1)
        to.same(single.result.number, numbers[1], (-condition,))
        to.same(single.result.number, numbers[2], (condition,))
    elif single.operator in NUMBERS:
        _compute(to, single.operator, numbers, single.result.number)
    else:
        to.restrict(single.result.number, (0, 1))
        _equate(to, to.equal(single.result.number, 1), _truth(to, single, numbers))


def _require(to: Integers, single: Primitive, numbers: Sequence[int]) -> None:
    operator = single.operator
    if operator in AS_LINEAR:
        for other in numbers[1:]:
            terms = linear.terms_of((1, -1), (numbers[0], other))
            linear.require(to, terms, AS_LINEAR[operator], 0)
    elif operator == "in":
        to.restrict(numbers[0], single.among)
    elif operator == "notin":
        to.restrict(numbers[0], {*to.values(numbers[0])}.difference(single.among))
    elif operator == "if":
        condition, chosen, other = (
            to.equal(numbers[0], 1),
            *(to.equal(each, 0) for each in numbers[1:]),
        )
        to.say((-condition, -chosen))
        to.say((condition, -other))
    else:
        _require_logic(to, operator, [to.equal(number, 1) for number in numbers])


def _truth(to: Integers, single: Primitive, numbers: Sequence[int]) -> int:
    """The literal that is true exactly if a comparison, or logic, is."""
    operator = single.operator
    if operator in AS_LINEAR:
        pairs = [linear.terms_of((1, -1), (numbers[0], other)) for other in numbers[1:]]
        return to.conjunction([linear.holds(to, pair, AS_LINEAR[operator], 0) for pair in pairs])
    if operator in ("in", "notin"):
        among = to.disjunction([to.equal(numbers[0], value) for value in single.among])
        return among if operator == "in" else -among
    return TRUTHS[operator](to, [to.equal(number, 1) for number in numbers])


def _compute(to: Integers, operator: str, numbers: Sequence[int], result: int) -> None:
    """Write that a variable is the value of an operator."""
    if operator in SUMS:
        first, other = SUMS[operator]
        weights = (first, *[other] * (len(numbers) - 1), -1)
        linear.require(to, linear.terms_of(weights, (*numbers, result)), "=", 0)
    elif operator in ("min", "max"):
        sign = 1 if operator == "max" else -1
        for bound in sorted({v for each in (*numbers, result) for v in to.values(each)}):
            parts = [sign * to.at_most(each, bound) for each in numbers]
            whole = sign * to.at_most(result, bound)
            to.say((whole, *(-part for part in parts)))
            for part in parts:
                to.say((-whole, part))
    else:
        _tabulate(to, operator, numbers, result)


def _tabulate(to: Integers, operator: str, numbers: Sequence[int], result: int) -> None:
    """Write a clause for each assignment of the operands, and exclude values that none gives."""
    apply, variables = NUMBERS[operator][2], [*dict.fromkeys(numbers)]
    found = set()
    for values in product(*map(to.values, variables)):
        of = dict(zip(variables, values, strict=True))
        value = apply(*[of[number] for number in numbers])
        found.add(value)
        to.say((*(-to.equal(*each) for each in of.items()), to.equal(result, value)))
    to.restrict(result, found)


Truth = Callable[[Integers, Sequence[int]], int]


def _xor(to: Integers, literals: Sequence[int]) -> int:
    def either(one: int, other: int) -> int:
        return to.disjunction((to.conjunction((one, -other)), to.conjunction((-one, other))))

    return reduce(lambda one, other: either(one, other), literals)


def _iff(to: Integers, literals: Sequence[int]) -> int:
    none = to.conjunction(-literal for literal in literals)
    return to.disjunction((to.conjunction(literals), none))


TRUTHS: Mapping[str, Truth] = {
    "not": lambda to, literals: -literals[0],
    "and": lambda to, literals: to.conjunction(literals),
    "or": lambda to, literals: to.disjunction(literals),
    "imp": lambda to, literals: to.disjunction((-literals[0], literals[1])),
    "xor": _xor,
    "iff": _iff,
}


def _require_logic(to: Integers, operator: str, literals: Sequence[int]) -> None:
    """Write that logic over literals is true."""
    if operator == "or":
        to.say(literals)
    elif operator == "imp":
        to.say((-literals[0], literals[1]))
    elif operator == "and":
        for literal in literals:
            to.say((literal,))
    else:
        to.say((TRUTHS[operator](to, literals),))


def _equate(to: Integers, one: int, other: int) -> None:
    """Write that two literals are equally true."""
    to.say((-one, other))
    to.say((one, -other))
