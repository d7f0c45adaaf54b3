"""Propagators against the meaning of their constraints, by trying all assignments."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from random import Random
from typing import get_args

import pytest

from accord.bench.make.random_problems import KINDS, random_problem
from accord.puzzles import AllDifferent, ValueSet
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import ChannelValue
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from accord.solvers.search.propagators import table
from accord.solvers.search.propagators.expression import FEW
from accord.solvers.search.propagators.hc4 import hc4
from accord.solvers.search.propagators.posts import FilterName, propagator

FILTERS: tuple[FilterName, ...] = get_args(FilterName)
NOTHING: ValueSet = frozenset()
ORDERS = ("<", "<=", ">", ">=")
X, Y, Z = map(Variable, range(3))
EXACT = (Count, Maximum, Minimum)  # bounds are all there is to know where they have such an order


def op(operator: str, *operands: Term) -> Operation:
    return Operation(operator, operands)


def cases(
    kind: str, seeds: Sequence[int] = range(250)
) -> Iterator[tuple[Constraint, list[ValueSet]]]:
    """Constraints over at least one variable, with domains of one to four values."""
    for seed in seeds:
        random, problem = Random(seed), random_problem(seed, kind)
        for constraint in problem.constraints:
            for _ in range(2 if constraint.scope else 0):
                sizes = [random.choice((1, 1, 2, 3, 4)) for _ in problem.domains]
                yield constraint, [frozenset(random.sample(range(-2, 4), n)) for n in sizes]


def supported(constraint: Constraint, domains: list[ValueSet]) -> list[ValueSet]:
    """For each variable its values in assignments that satisfy the constraint."""
    found = [
        values
        for values in product(*domains)
        if constraint.holds([values[variable] for variable in constraint.scope])
    ]
    return [frozenset(values[place] for values in found) for place in range(len(domains))]


def left_by(name: FilterName, constraint: Constraint, domains: list[ValueSet]) -> list[ValueSet]:
    """The domains at the propagator's fixed point; all empty where it finds a conflict."""
    domains, propagate = [*domains], propagator(name, constraint)
    while kept := propagate(domains):
        for variable, values in kept:
            assert not domains[variable] <= values, "a conclusion that takes nothing"
            domains[variable] &= values
            if not domains[variable]:
                return [NOTHING] * len(domains)
    return domains


def is_exact(name: FilterName, constraint: Constraint, domains: list[ValueSet]) -> bool:
    """Whether the propagator claims generalized arc consistency."""
    once = len({*constraint.scope}) == len(constraint.scope)
    match constraint:
        case AllDifferent():
            return name == "gac"
        case Linear(operator=operator):
            return operator in ORDERS
        case Table(tuples=tuples, forbidden=forbidden):
            return not forbidden or not any(STAR in entries for entries in tuples)
        case Lex(lists=lists, columns=columns):
            return once and len(lists) < 3 and not columns
        case AllDifferentLists(lists=lists):
            return once and len(lists) < 3
        case Cardinality(occurrences=occurrences):
            return once and not any(isinstance(each, Variable) for each in occurrences)
        case BinPacking(loads=loads):
            constants = not any(isinstance(each, Variable) for each in loads)
            return once and constants and len(loads) < 3
        case (
            Regular()
            | MDD()
            | Ordered()
            | Precedence()
            | ArgMaximum()
            | ArgMinimum()
            | ChannelValue()
        ):
            return once
        case Expression(scope=scope):
            return prod(len(domains[each]) for each in scope) <= FEW
        case Count(values=values) if any(isinstance(each, Variable) for each in values):
            return False
        case Measure(operator=operator):
            return once and operator in ORDERS and isinstance(constraint, EXACT)
    return isinstance(constraint, AllEqual | Element | Instantiation)


@pytest.mark.parametrize("kind", KINDS)
def test_propagators_keep_what_solutions_have_and_get_stronger(
    kind: str, some: Callable[[int], Sequence[int]]
) -> None:
    exact = exactly = narrowed = 0
    for constraint, domains in cases(kind, [*range(20), *some(250)]):  # the first are enough
        expected = supported(constraint, domains)
        several = sum(len(domains[variable]) > 1 for variable in {*constraint.scope})
        weaker = domains
        for name in FILTERS:
            left = left_by(name, constraint, domains)
            told = name, constraint, domains, left
            assert all(mark <= own for mark, own in zip(expected, left, strict=True)), told
            assert all(own <= mark for own, mark in zip(left, weaker, strict=True)), told
            strong = name not in ("check", "forward") and is_exact(name, constraint, domains)
            if strong or several == 0 or (several == 1 and name != "check"):
                assert left == expected, told
                exact += several > 1
                narrowed += any(left) and left != domains
            weaker = left
        exactly += is_exact("gac", constraint, domains)
    assert narrowed > 3
    assert exact > 3 or not exactly


def test_bounds_do_not_see_that_a_sum_of_even_numbers_is_even() -> None:
    odd = Linear((0, 1, 2), "=", 7, (2, 2, 2))
    assert left_by("gac", odd, [frozenset(range(10))] * 3) == [frozenset(range(4))] * 3
    assert supported(odd, [frozenset(range(10))] * 3) == [NOTHING] * 3


def test_bounds_of_terms_lose_no_solution() -> None:
    narrowed = 0
    for constraint, domains in cases("expression"):
        assert isinstance(constraint, Expression)
        kept = dict(hc4(constraint)(domains))
        expected = supported(constraint, domains)
        for place, domain in enumerate(domains):
            assert expected[place] <= kept.get(place, domain), (constraint, domains, kept)
        narrowed += bool(kept)
    assert narrowed > 100


@pytest.mark.parametrize(
    ("term", "left"),
    [
        (op("eq", op("mul", X, Y), 35), (range(5, 36), range(1, 8))),
        (op("eq", op("add", X, op("mul", 3, Y)), 100), (range(70, 101), range(11))),
        (op("eq", op("dist", X, 50), op("add", 40, Y)), (range(101), range(11))),
        (op("lt", op("abs", op("sub", X, 90)), op("neg", Y)), (range(0), range(0))),
        (op("gt", 5, op("abs", op("sub", X, 90))), (range(86, 95), range(11))),
        (op("imp", op("ge", X, 0), op("le", op("max", op("sqr", Y), X), 9)), (range(10), range(4))),
        (op("gt", op("div", X, Y), 40), (range(101), range(11))),
    ],
)  # fmt: skip
def test_bounds_of_terms_are_those_of_their_operands(term: Operation, left: list[range]) -> None:
    kept = left_by("gac", Expression(op("and", term, op("ge", Z, 0))), [
        frozenset(range(101)), frozenset(range(11)), frozenset(range(2))
    ])  # fmt: skip
    assert kept[:2] == [frozenset(each) for each in left]


def test_send_more_money_in_one_expression_takes_eight_nodes() -> None:
    s, e, n, d, m, o, r, y = map(Variable, range(8))

    def word(*letters: Variable) -> Operation:
        terms = [op("mul", 10**place, each) for place, each in enumerate(reversed(letters))]
        return op("add", *terms)

    equal = op("eq", op("add", word(s, e, n, d), word(m, o, r, e)), word(m, o, n, e, y))
    domains = [range(int(each in (s, m)), 10) for each in map(Variable, range(8))]
    problem = Problem(domains, [AllDifferent(tuple(range(8))), Expression(equal)])
    found = answer(backends()["backtracking-mrv"], problem, limit=None)
    assert found.solutions == ((9, 5, 6, 7, 1, 0, 8, 2),)
    assert found.counters["nodes"] == 8


def test_five_items_larger_than_half_a_bin_do_not_fit_into_four_bins() -> None:
    bins = [frozenset(range(4))] * 5
    for size, left in ((6, [NOTHING] * 5), (5, bins)):
        assert left_by("gac", BinPacking((0, 1, 2, 3, 4), (size,) * 5, (10,) * 4), bins) == left


@pytest.mark.parametrize("name", ["pairs", "gac"])
def test_all_different_over_many_variables_does_not_recurse_too_deep(name: FilterName) -> None:
    chain = [frozenset({place, place + 1}) for place in range(1200)]
    chain[-1] = frozenset({1199})
    left = left_by(name, AllDifferent(tuple(range(1200))), chain)
    assert left == [frozenset({place}) for place in range(1200)]


@pytest.mark.parametrize("name", ["hidden", "pairs", "gac"])
def test_a_variable_that_others_leave_no_value_keeps_the_excepted_ones(name: FilterName) -> None:
    pair, third = frozenset({1, 2}), frozenset({-1, 0, 1})
    different = AllDifferent((0, 1, 2), excepted=(-1, 0))
    assert left_by(name, different, [pair, pair, third]) == [pair, pair, {-1, 0}]


def test_tables_too_large_for_bitsets_wait_for_their_last_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "MOST_BITS", 3 * 2 * 3)
    both, one = frozenset({1, 2}), frozenset({1})
    for tuples in (((1, 1, 1), (2, 2, 2), (1, 2, 1)), ((1, 1, 1), (2, 2, 3), (1, 2, 2))):
        three = Table((0, 1, 2), tuples)
        few = len({last for _, _, last in tuples}) == 2
        assert left_by("gac", three, [one, both, both | {3}])[2] == (one if few else {1, 2, 3})
        assert left_by("gac", three, [one, one, both])[2] == one
