"""What a short text may say is bounded before it is computed; many constraints are checked fast."""

from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.make.random_problems import HIGH, KINDS, LOW
from accord.puzzles.constraints import table
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.table import STAR, Entry, Table, _shared_index
from accord.puzzles.constraints.terms import (
    NUMBERS,
    Operation,
    Term,
    UndefinedError,
    constant_truth,
    largest,
    number,
    term_of,
)
from accord.puzzles.domain import Domain
from accord.puzzles.objective import Objective
from accord.puzzles.problem import MalformedProblemError, Problem
from optional import slow

X, Y = Variable(0), Variable(1)
SQUARES: Any = X
for _ in range(45):
    SQUARES = ("sqr", SQUARES)
LARGE: dict[str, Any] = {
    "powers": ("mod", ("pow", X, ("pow", X, ("pow", X, X))), 10),
    "squares": ("mod", SQUARES, 10),
    "a product": ("mod", ("mul", *[X] * 20_000), 10),
    "zero times much": ("mul", 0, *[("pow", X, 4_000)] * 100),
    "a negative base": ("pow", ("neg", X), ("sqr", ("sqr", ("sqr", X)))),
    "one branch": ("if", ("lt", X, 0), ("pow", 2, ("pow", X, X)), 0),
    "no variable": ("add", X, ("pow", 9, ("pow", 9, 9))),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_problem_whose_terms_may_be_too_large_is_refused(name: str) -> None:
    term = term_of(LARGE[name])
    domains = [range(10)] * 2
    says = "found a product or a power of more than 13,000 bits, expected no more"
    for operator in ("eq", "ne"):
        expression = Expression(Operation(operator, (term, Y)))
        if name not in ("zero times much", "one branch"):  # where no large value is computed
            assert not expression.holds([9] * len(expression.scope))
        assert constant_truth(expression.term) is None
        with pytest.raises(MalformedProblemError, match=rf"constraint 1 \(expression\): {says}"):
            Problem(domains, [expression])
    with pytest.raises(MalformedProblemError, match=f"objective: {says}"):
        Problem(domains, objective=Objective("minimize", (term,)))


def test_the_product_of_an_objective_is_bounded_too() -> None:
    terms = (Operation("pow", (X, 4_000)),) * 2
    assert Problem([range(10)], objective=Objective("minimize", terms[:1], "product"))
    assert Problem([range(10)], objective=Objective("minimize", terms))
    with pytest.raises(MalformedProblemError, match="objective: found a product"):
        Problem([range(10)], objective=Objective("minimize", terms, "product"))


def test_values_that_are_large_and_no_larger_are_computed() -> None:
    for term, value in (
        (("pow", ("add", X, 1), 12_999), 2**12_999),
        (("pow", X, ("mul", X, Y)), 1),
        (("mul", *[X] * 10_000), 1),
        (("pow", ("neg", X), 99_999), -1),
    ):
        equal = Expression(Operation("eq", (term_of(term), value)))
        assert Problem([range(2)] * 2, [equal]).constraints[0].holds([1] * len(equal.scope))


def test_a_value_outside_its_domain_costs_nothing() -> None:
    last_digit = Operation("mod", (Operation("pow", (X, X)), 10))
    problem = Problem([range(3)], [Expression(Operation("eq", (last_digit, 0)))])
    assert not problem.constraints[0].holds([10**9])
    assert next(problem.violations([10**9])) == "x0 = 1000000000, but its domain is 0..2"


_TERMS = st.recursive(
    st.one_of(st.integers(-4, 4), st.sampled_from([X, Y])),
    lambda inner: st.sampled_from(sorted(NUMBERS)).flatmap(
        lambda name: st.lists(inner, min_size=NUMBERS[name][0], max_size=NUMBERS[name][1] or 3).map(
            lambda operands: Operation(name, tuple(operands))
        )
    ),
    max_leaves=6,
)


@given(term=_TERMS, x=st.integers(-3, 5), y=st.integers(0, 2))
def test_no_value_is_larger_than_what_is_said_of_the_domains(term: Term, x: int, y: int) -> None:
    domains = [Domain.of(range(-3, 6)), Domain.of(range(3))]
    try:
        most = largest(term, domains)
        assert abs(number(term, {0: x, 1: y})) <= most
    except UndefinedError:
        pass


VARIABLES, CONSTRAINTS = 50, 10_000


def test_ten_thousand_constraints_are_checked_at_once() -> None:
    random = Random(0)
    kinds = random.choices([*KINDS], k=CONSTRAINTS)
    constraints = [KINDS[kind](random, VARIABLES) for kind in kinds]
    problem = Problem([range(LOW, HIGH + 1)] * VARIABLES, constraints)
    values = random.choices(range(LOW, HIGH + 1), k=VARIABLES)
    began = process_time()
    broken = sum(
        not each.holds([values[place] for place in each.scope]) for each in problem.constraints
    )
    assert process_time() - began < 1
    assert 0 < broken < CONSTRAINTS


def test_a_large_table_is_hashed_once_for_all_problems_that_have_it() -> None:
    slow()

    def tuples() -> tuple[tuple[Entry, ...], ...]:
        return tuple((each, each % 7, STAR if each % 2 else 3) for each in range(20 * table.LARGE))

    allowed, forbidden = Table((0, 1, 2), tuples()), Table((3, 4, 5), tuples(), forbidden=True)
    assert allowed.holds((14, 0, 3))
    assert not allowed.holds((14, 0, 4))
    assert allowed.holds((21, 0, 9))
    found = _shared_index.cache_info()
    assert not forbidden.holds((14, 0, 3))
    assert _shared_index.cache_info()[:2] == (found.hits + 1, found.misses)
