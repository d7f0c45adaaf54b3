"""Rules, filters and orders against their definitions, by trying all assignments."""

from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from accord.puzzles import AllDifferent, Cell, Grid, Puzzle, Shape, ValueSet, shape
from accord.solvers.answer import answer
from accord.solvers.budget import Budget
from accord.solvers.registry import backends
from accord.solvers.search.filters import FILTERS, propagate
from accord.solvers.search.matching import matching
from accord.solvers.search.network import ConflictError, Domains, network_of
from accord.solvers.search.orders import ORDERS, Experience
from accord.solvers.search.propagators.posts import FilterName
from accord.solvers.search.rules import (
    Rule,
    components,
    hidden_singles,
    naked_pairs,
    supported_values,
)

RULES = [hidden_singles, naked_pairs, supported_values]

domain = st.frozensets(st.integers(1, 6), max_size=6)
domains_of_one_constraint = st.lists(domain, min_size=1, max_size=7)


def by_definition(domains: list[ValueSet]) -> list[ValueSet]:
    """For each cell the values it has in assignments of different values."""
    allowed = [values for values in product(*domains) if len(set(values)) == len(values)]
    return [frozenset(values[cell] for values in allowed) for cell in range(len(domains))]


def applied(rule: Rule, domains: list[ValueSet]) -> list[ValueSet]:
    """The domains that the rule leaves."""
    left = list(domains)
    for cell, kept in rule(range(len(domains)), domains):
        left[cell] &= kept
    return left


@settings(max_examples=80)
@given(domains_of_one_constraint)
@example([frozenset({1, 2})] * 3)
@example([frozenset({1, 2})] * 2 + [frozenset({1, 2, 3})])
@example([frozenset(range(1, 7))] * 5 + [frozenset({6})])
def test_regins_filter_removes_exactly_the_values_without_support(domains: list[ValueSet]) -> None:
    expected = by_definition(domains)
    left = applied(supported_values, domains)
    assert left == expected or (not all(left) and not any(expected))


@settings(max_examples=80)
@given(domains_of_one_constraint)
@example([frozenset({1, 2})] * 2 + [frozenset({3, 4})] * 2 + [frozenset({1, 3, 5})] * 2)
@example([frozenset({1, 2})] + [frozenset({2, 3, 4, 5, 6})] * 5)
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_removes_no_value_of_a_solution(rule: Rule, domains: list[ValueSet]) -> None:
    for solution, left in zip(by_definition(domains), applied(rule, domains), strict=True):
        assert solution <= left


@settings(max_examples=80)
@given(domains_of_one_constraint)
def test_a_matching_gives_every_cell_a_value_when_that_is_possible(domains: list[ValueSet]) -> None:
    holder = matching(dict(enumerate(domains)))
    if holder is None:
        assert not any(by_definition(domains))
    else:
        assert sorted(holder.values()) == list(range(len(domains)))
        assert all(value in domains[cell] for value, cell in holder.items())


@settings(max_examples=100)
@given(st.lists(st.sets(st.integers(0, 6)), min_size=7, max_size=7))
def test_components_are_the_nodes_that_reach_each_other(targets: list[set[int]]) -> None:
    reach = [{node} | targets[node] for node in range(7)]
    for middle, start in product(range(7), repeat=2):
        if middle in reach[start]:
            reach[start] |= reach[middle]
    component = components(dict(enumerate(targets)))
    for a, b in product(range(7), repeat=2):
        assert (component[a] == component[b]) == (a in reach[b] and b in reach[a])


SHAPES = [
    shape(4),
    shape(4, rules=["latin"]),
    shape(4, extra=[AllDifferent((0, 6, 9)), AllDifferent((6, 15))]),
]


@cache
def grids(number: int) -> tuple[Grid, ...]:
    return answer(
        backends()["backtracking-first"],
        Puzzle(SHAPES[number], Grid([0] * 16)),
        limit=None,
    ).grids


def left_by(name: FilterName, board: Shape, domains: Domains) -> Domains:
    """The domains after the filter; all empty where it finds a conflict."""
    domains = list(domains)
    try:
        propagate(network_of(board, name), domains, range(16), Budget())
    except ConflictError:
        return [frozenset()] * 16
    return domains


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[int, Domains]:
    """A shape and domains, most of them around some solution of it."""
    number = draw(st.integers(0, len(SHAPES) - 1))
    solution = draw(st.sampled_from(grids(number)))
    marks = draw(st.lists(st.frozensets(st.integers(1, 4)), min_size=16, max_size=16))
    strays = draw(st.sets(st.integers(0, 15), max_size=2))
    return number, [
        mark if cell in strays and mark else mark | {solution[cell]}
        for cell, mark in enumerate(marks)
    ]


@settings(max_examples=80)
@given(puzzles())
def test_filters_keep_every_solution_and_get_stronger(case: tuple[int, Domains]) -> None:
    number, domains = case
    solutions = [
        grid
        for grid in grids(number)
        if all(value in mark for value, mark in zip(grid, domains, strict=True))
    ]
    weaker = domains
    for name in FILTERS:
        left = left_by(name, SHAPES[number], domains)
        assert all(mark <= before for mark, before in zip(left, weaker, strict=True)), name
        for grid in solutions:
            assert all(value in mark for value, mark in zip(grid, left, strict=True)), name
        if name not in ("check", "forward") and any(left):
            assert left_by(name, SHAPES[number], left) == left, name
        weaker = left


@pytest.mark.parametrize("name", FILTERS)
def test_a_conflict_names_a_constraint_at_fault(name: FilterName) -> None:
    net = network_of(shape(4), name)
    domains: Domains = [frozenset({1, 2, 3, 4})] * 16
    domains[4] = domains[7] = frozenset({3})
    with pytest.raises(ConflictError) as conflict:
        propagate(net, domains, range(16), Budget())
    assert {4, 7} <= set(net.scopes[conflict.value.constraint])


@pytest.mark.parametrize("name", ["hidden", "pairs", "gac"])
def test_a_broken_constraint_is_blamed_by_its_rule(name: FilterName) -> None:
    net = network_of(shape(9), name)
    domains: Domains = [frozenset(range(1, 10))] * 81
    for cell in net.scopes[2]:  # row 3 has no place for 9
        domains[cell] = frozenset(range(1, 9))
    with pytest.raises(ConflictError) as conflict:
        propagate(net, domains, range(81), Budget())
    assert conflict.value.constraint == 2


NET = network_of(shape(4))


ALIKE = dict.fromkeys(range(16), 2)


@pytest.mark.parametrize(
    ("order", "sizes", "weights", "cell"),
    [
        ("first", {3: 4, 7: 2, 9: 2}, {}, 3),
        ("mrv", {3: 4, 7: 2, 9: 2, 13: 2}, {}, 7),  # the first of those with fewest values
        ("mrv-degree", {3: 4, 7: 2, 8: 2, 9: 3, 13: 2}, {}, 8),  # undecided peers break ties
        ("mrv-degree", {3: 4, 7: 2, 9: 2, 12: 3, 13: 2}, {}, 9),
        ("dom-wdeg", ALIKE, {}, 0),
        ("dom-wdeg", ALIKE, {2: 5}, 8),  # row 3 has failed
        ("dom-wdeg", ALIKE, {2: 5, 7: 5}, 11),  # row 3 and column 4
        ("dom-wdeg", {0: 2, 5: 2, 11: 2}, {2: 100}, 0),  # one undecided cell does not count
    ],
)
def test_an_order_takes_the_cell_that_it_should(
    order: str, sizes: dict[Cell, int], weights: dict[int, int], cell: Cell
) -> None:
    domains = [frozenset(range(1, 1 + sizes.get(each, 1))) for each in range(16)]
    experience = Experience([weights.get(k, 1) for k in range(12)], Random(0))
    assert ORDERS[order](NET, domains, sorted(sizes), experience) == cell


def test_random_order_takes_any_cell() -> None:
    domains = [frozenset({1, 2})] * 16
    experience = Experience([1] * 12, Random(7))
    chosen = {ORDERS["random"](NET, domains, range(16), experience) for _ in range(300)}
    assert chosen == set(range(16))
