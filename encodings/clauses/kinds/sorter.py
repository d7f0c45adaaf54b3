"""Sums in unary: order literals, sorted by a network.

A variable of low..high is low and the literals x > low, ..., x > high - 1, of which the true ones
come first; of -x they are negated, and a weight repeats them.  The shortest two of such sequences
are merged by comparing pairs until one is left: the odd and the even places of both are merged, and
neighbours of these compared (K. Batcher, "Sorting networks and their applications", AFIPS 1968).
Its k-th literal says that the sum is k at least.  A comparison of a and b is

    first = a or b, second = a and b

in six clauses, so that unit propagation finds all that follows for literals that do not depend on
each other, those of 0..1 with weights 1 and -1 (R. Asín, R. Nieuwenhuis, A. Oliveras and
E. Rodríguez-Carbonell, "Cardinality networks and their applications", SAT 2009); elsewhere it finds
that a bound is passed, and not every value that would pass it.  Of n literals there are about
n log(n)^2 / 4 comparisons, of partial sums n^2 pairs.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise

from accord.encodings.clauses.kinds.integers import TRUE, Integers
from accord.puzzles.constraints.decompositions.decompose import Fresh

Terms = Sequence[tuple[int, int]]  # weights and their variables, each once
EACH = 6  # clauses of a comparison


def most_clauses(terms: Terms, fresh: Fresh) -> int:
    """About how many clauses a sum is; domains have a value at least."""
    domains = ((abs(weight), fresh.domains[variable]) for weight, variable in terms)
    literals = sum(weight * (domain.max - domain.min) for weight, domain in domains)
    return EACH * literals * literals.bit_length() ** 2 // 4


def is_strong(terms: Terms, fresh: Fresh) -> bool:
    """Whether unit propagation finds as much as of partial sums: every term is one literal."""
    domains = ((abs(weight), fresh.domains[variable]) for weight, variable in terms)
    return all(weight * (domain.max - domain.min) <= 1 for weight, domain in domains)


def conditions(to: Integers, terms: Terms, operator: str, right: int) -> list[int]:
    """The literals that are all true exactly if a sum is equal to a number, or by <= at most it."""
    sequences = []
    for number, (weight, variable) in enumerate(terms):
        values = to.values(variable)
        right -= min(weight * values[0], weight * values[-1])
        literals = [
            -to.at_most(variable, low)
            for low, high in pairwise(values)
            for _ in range(abs(weight) * (high - low))
        ]
        if weight < 0:
            literals = [-literal for literal in reversed(literals)]
        sequences.append((len(literals), number, literals))
    heapify(sequences)
    for number in range(len(terms), 2 * len(terms) - 1):
        (_, _, one), (_, _, other) = heappop(sequences), heappop(sequences)
        heappush(sequences, (len(one) + len(other), number, _merged(to, one, other)))
    literals = [TRUE, *sequences[0][2], -TRUE]  # whether the sum is at least 0, 1, 2, ...
    at_least = literals[max(0, min(right, len(literals) - 1))]
    more = literals[max(0, min(right + 1, len(literals) - 1))]
    return [-more] if operator == "<=" else [at_least, -more]


def _merged(to: Integers, one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The literals of two sorted sequences, sorted."""
    if not one or not other:
        return [*one, *other]
    if len(one) == len(other) == 1:
        return [*_compared(to, one[0], other[0])]
    first = _merged(to, one[::2], other[::2])
    second = _merged(to, one[1::2], other[1::2])
    found = [first[0]]
    for place, literal in enumerate(second):
        if place + 1 < len(first):
            found += _compared(to, first[place + 1], literal)
        else:
            found.append(literal)
    return found + first[len(second) + 1 :]


def _compared(to: Integers, a: int, b: int) -> tuple[int, int]:
    """Two literals, the first of which is true if one of a and b is, the second if both are."""
    either, both = to.new(), to.new()
    to.clauses += [
        (-a, either), (-b, either), (a, b, -either), (a, -both), (b, -both), (-a, -b, both)
    ]  # fmt: skip
    return either, both
