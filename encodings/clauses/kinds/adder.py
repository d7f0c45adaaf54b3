"""Sums as bits: the binary numbers of all terms, added column by column.

A variable of low..high is low and a binary number of up to log2(high - low + 1) bits; of a negative
weight the bits are negated.  A weight adds each bit to the columns where the weight has a one.  In
each column, from the lowest on, three bits become their sum in this column and a carry in the next
(a full adder), until one is left, first those that were there first, so that the tree is flat.
N. Eén and N. Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2006, section 5.2.

The number of clauses grows with the number of bits, FULL for each at most, and not with the sums
that can be reached.  The price: unit propagation bounds no partial sum.
"""

from collections import deque
from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

from accord.encodings.clauses.kinds.integers import TRUE, Integers
from accord.puzzles.constraints.decompositions.decompose import Fresh

FULL = 20  # clauses of a full adder


Terms = Sequence[tuple[int, int]]  # weights, none 0, and their variables, each once


class Binary(NamedTuple):
    """A sum as a binary number and a constant."""

    literals: Sequence[int]  # the lowest bit first
    constant: int


def most_clauses(terms: Terms, fresh: Fresh) -> int:
    """The largest possible number of clauses of a sum; domains have a value at least."""
    total = 0
    for weight, variable in terms:
        domain = fresh.domains[variable]
        bits = (domain.max - domain.min).bit_length() if domain.size > 2 else 1
        total += domain.size * bits + FULL * bits * abs(weight).bit_count()
    return total


def conditions(to: Integers, terms: Terms, operator: str, right: int) -> list[int]:
    """The literals that are all true exactly if a sum is equal to a number, or by <= at most it."""
    total = _total(to, terms)
    right -= total.constant
    if operator == "<=":
        return [-to.at_least_in_bits(total.literals, right + 1)]
    if right < 0 or right >> len(total.literals):
        return [-TRUE]
    return [each if right >> place & 1 else -each for place, each in enumerate(total.literals)]


def _total(to: Integers, terms: Terms) -> Binary:
    """The sum of terms, every bit of which they decide."""
    columns: list[deque[int]] = [deque()]

    def put(place: int, literal: int) -> None:
        columns.extend(deque() for _ in range(len(columns), place + 1))
        columns[place].append(literal)

    constant = 0
    for factor, variable in terms:
        low, bits = _binary(to, variable)
        constant += factor * low
        for step, literal in bits:
            weight = factor * step
            constant += min(weight, 0)  # w b = w + |w| (1 - b)
            for place in range(weight.bit_length()):
                if abs(weight) >> place & 1:
                    put(place, literal if weight > 0 else -literal)
    literals = list[int]()
    for place, column in enumerate(columns):  # which grow meanwhile
        while len(column) > 1:
            total, carry = _add(to, [column.popleft() for _ in range(min(3, len(column)))])
            column.append(total)
            put(place + 1, carry)
        literals += column or [-TRUE]
    return Binary(literals, constant)


def _binary(to: Integers, variable: int) -> tuple[int, list[tuple[int, int]]]:
    """The least value of a variable, and what each of its bits adds, with its literal."""
    values = to.values(variable)
    low = values[0]
    if len(values) <= 2:
        return low, [(value - low, to.equal(variable, value)) for value in values[1:]]
    return low, [(1 << place, literal) for place, literal in enumerate(to.bits(variable))]


def _add(to: Integers, bits: Sequence[int]) -> tuple[int, int]:
    """The sum and the carry of two or three bits."""
    total = to.new()
    for signs in product((1, -1), repeat=len(bits)):
        assumed = [sign * bit for sign, bit in zip(signs, bits, strict=True)]
        is_odd = signs.count(1) % 2
        to.say((*(-each for each in assumed), total if is_odd else -total))
    if len(bits) == 2:
        return total, to.conjunction(bits)
    carry = to.new()
    for one, other in combinations(bits, 2):
        to.say((-one, -other, carry))
        to.say((one, other, -carry))
    for bit in bits:  # implied, and found by unit propagation only so
        to.say((-total, -carry, bit))
        to.say((total, carry, -bit))
    return total, carry
