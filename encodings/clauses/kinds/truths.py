"""Logic as clauses: literals that are as true as not, and, or, xor, iff, imp of others.

Conjunctions are defined in both directions (integers.py), and the others are made of them; an
exclusive or of two literals is one of two conjunctions, and of more a chain.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from accord.encodings.clauses.kinds.integers import Integers

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


def require(to: Integers, operator: str, literals: Sequence[int]) -> None:
    """Say that it is true."""
    if operator == "or":
        to.say(literals)
    elif operator == "imp":
        to.say((-literals[0], literals[1]))
    elif operator == "and":
        for literal in literals:
            to.say((literal,))
    else:
        to.say((TRUTHS[operator](to, literals),))


def equate(to: Integers, one: int, other: int) -> None:
    """Say that two literals are equally true."""
    to.say((-one, other))
    to.say((one, -other))
