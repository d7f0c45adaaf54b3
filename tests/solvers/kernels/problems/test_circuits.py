"""Circuits in the compiled search: all of them, and why an arc cannot be."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest

from accord.encodings.clauses.clauses import CNF, Clause
from accord.puzzles.classics.squares import knights_tour
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.registry import backends
from brute_force import solutions_by_trying
from learnt_clauses import Model, learnt, models
from optional import library

library("numba")
if TYPE_CHECKING:
    from accord.solvers.kernels.problems import circuits, clause_search, posting, state
else:
    circuits = library("accord.solvers.kernels.problems.circuits")
    clause_search = library("accord.solvers.kernels.problems.clause_search")
    posting = library("accord.solvers.kernels.problems.posting")
    state = library("accord.solvers.kernels.problems.state")


class DrawnCircuits(NamedTuple):
    """Nodes with a few successors each, and what holds of them."""

    posted: "posting.Posted"
    every: set[Model]


def drawn_circuits(seed: int) -> DrawnCircuits:
    """One or two circuits over the same successors, arcs that others imply, and clauses."""
    random = Random(seed)
    nodes = range(random.randint(3, 12))
    unused = count(1)
    ways: list[dict[int, int]] = []  # of each node the literal of each successor
    for node in nodes:
        others = [each for each in nodes if each != node]
        after = random.sample(others, min(len(others), random.choice((2, 3, 3, 4))))
        if len(after) == 2:  # as values of a variable that has two
            literal = next(unused)
            ways.append(dict(zip(after, [literal, -literal], strict=True)))
        else:
            ways.append({each: next(unused) for each in after})
    number = next(unused) - 1
    arcs = [literal for way in ways for literal in way.values()]
    clauses: list[Clause] = []
    for _ in range(random.choice((0, 0, 4, 8))):
        first, *others = random.sample(arcs, random.choice((2, 3)))
        signs = random.choice(((1, -1), (-1, 1)))  # others imply the first, or it one of them
        clauses.append(tuple({signs[0] * first, *(signs[1] * each for each in others)}))
    orders = [random.sample(nodes, len(nodes)) for _ in range(random.random() < 0.1)]
    every = set()
    for successors in _circuits(ways, [0]):
        true = {way[each] for way, each in zip(ways, successors, strict=True)}
        model = {*true, *(-x for x in arcs if x not in true)}
        again = ([successors[each] for each in order] for order in orders)
        if all(map(Circuit((*nodes,)).holds, [successors, *again])) and all(
            model.intersection(clause) for clause in clauses
        ):
            every.add(tuple(sorted(model, key=abs)))
    return DrawnCircuits(_posted(number, ways, clauses, orders), every)


def _circuits(ways: Sequence[Mapping[int, int]], path: list[int]) -> Iterator[list[int]]:
    """The successors of the nodes in each circuit that begins with a path."""
    if len(path) == len(ways):
        after = dict(zip(path, [*path[1:], path[0]], strict=True))
        if all(each in ways[node] for node, each in after.items()):
            yield [after[node] for node in range(len(ways))]
        return
    for each in ways[path[-1]].keys() - path:
        yield from _circuits(ways, [*path, each])


def _posted(
    number: int, ways: list[dict[int, int]], clauses: list[Clause], orders: list[list[int]]
) -> "posting.Posted":
    """Circuits: of the nodes in their order, and once more in others."""
    nodes = range(len(ways))
    entering = [[way[node] for way in ways if node in way] for node in nodes]
    groups = [*([*way.values()] for way in ways), *entering]
    formula = [*clauses, *(tuple(dict.fromkeys(each)) or (1, -1) for each in groups)]
    if not all(entering):
        formula += [(1,), (-1,)]
    rounds = []
    for order in [[*nodes], *orders]:
        own = [ways[each] for each in order]
        formula += [(-way[node],) for node, way in enumerate(own) if node in way]
        rounds.append(
            [{to: x for to, x in way.items() if to != node} for node, way in enumerate(own)]
        )
    return posting.Posted(CNF(number, formula, []), groups=groups, circuits=rounds)


def reasons(search: "clause_search.ClauseSearch") -> Iterator[Clause]:
    """Why each literal that follows from a chain is true, as a clause."""
    s = search.state
    for place, literal in enumerate(s.trail[: s.numbers[state.END]].tolist()):
        cause = int(s.cause[literal >> 1])
        if cause & 3 == state.SUM and cause >> 2 >= len(s.sums):
            size = cast(Any, circuits.explain_circuit).py_func(s, cause >> 2)
            others = s.buffer[:size].tolist()
            assert all(s.place[each] < place for each in others)
            reason = [literal, *(2 * each + (s.value[2 * each] > 0) for each in others)]
            yield tuple(search.said(reason))


def started(posted: "posting.Posted", first: bool) -> "clause_search.ClauseSearch":
    """The search whose guesses are that variables are true, or false."""
    search = clause_search.ClauseSearch(posted)
    search.state.phase[:] = not first
    return search


@pytest.mark.parametrize("first", [True, False])
def test_each_circuit_comes_once(first: bool, drawn: int) -> None:
    for seed in range(drawn, drawn + 300):
        posted, every = drawn_circuits(seed)
        found = [*models(started(posted, first))]
        assert len(found) == len({*found}), seed
        assert {*found} == every, seed


@pytest.mark.parametrize("first", [True, False])
def test_reasons_and_what_is_learnt_hold_of_all_circuits(first: bool, drawn: int) -> None:
    number = 0
    for seed in range(drawn, drawn + 300):
        posted, every = drawn_circuits(seed)
        search = started(posted, first)
        while not search.exhausted and not search.run(1):
            for clause in {*reasons(search), *learnt(search)}:
                assert all({*model}.intersection(clause) for model in every), seed
                number += bool(every)
    assert number > 100  # clauses of problems that have circuits


def test_two_parts_that_share_a_node_are_no_circuit_at_once(learning: Backend) -> None:
    one, other = range(9), range(8, 17)
    after = [[*one] if node < 8 else [*other] for node in range(17)]
    after[8] = [*range(17)]
    found = answer(learning, Problem(after, [Circuit((*range(17),))]), limit=1)
    assert found.exhausted
    assert found.solutions == ()
    assert found.counters["conflicts"] < 100


@pytest.mark.parametrize("number", [5, 6, 7, 11, 12, 17, 18, 23])
def test_petersens_graphs_have_a_circuit_or_none(number: int, learning: Backend) -> None:
    after: list[set[int]] = [set() for _ in range(2 * number)]
    for x in range(number):
        y = (x + 1) % number
        for one, other in ((x, y), (x, number + x), (number + x, number + (x + 2) % number)):
            after[one].add(other)
            after[other].add(one)
    graph = Problem(after, [Circuit((*range(2 * number),))])
    found = answer(learning, graph, limit=1)
    assert bool(found.solutions) == (number % 6 != 5)  # G. N. Robertson, 1968
    assert not [fault for each in found.solutions for fault in graph.violations(each)]


@pytest.fixture
def learning() -> Backend:
    return backends()["backtracking-learning"]


def problem_of_a_circuit(seed: int) -> Problem:
    """A circuit over variables, of which some values are no nodes, and sums."""
    random = Random(seed)
    number, start = random.randint(2, 6), random.randint(-1, 1)
    values = range(start - 1, start + number + 1)
    domains = [random.sample(values, random.randint(2, min(4, number))) for _ in range(number)]
    sums = [
        Linear(tuple(random.sample(range(number), 2)), random.choice([*COMPARISONS]), right)
        for right in random.sample(range(10), random.randint(0, 2))
    ]
    return Problem(domains, [Circuit((*range(number),), start), *sums])


def test_circuits_among_sums_are_those_found_by_trying(drawn: int, learning: Backend) -> None:
    for seed in range(drawn, drawn + 100):
        problem = problem_of_a_circuit(seed)
        found = answer(learning, problem, limit=None)
        assert found.exhausted
        assert sorted(found.solutions) == sorted(solutions_by_trying(problem)), seed


@pytest.mark.parametrize(
    "scope", [(), (0,), (0, 0), (0, 1, 1)], ids=["no node", "one node", "twice one", "once twice"]
)
def test_what_is_no_circuit_is_none(scope: tuple[int, ...], learning: Backend) -> None:
    found = answer(learning, Problem([range(3)] * 2, [as_read(Circuit, scope)]), limit=None)
    assert found.exhausted
    assert found.solutions == ()


def test_more_values_than_have_a_literal_each_are_circuits_too(learning: Backend) -> None:
    problem = Problem([range(-5, 45)] * 40, [Circuit((*range(40),))])
    found = answer(learning, problem, limit=3)
    assert len({*found.solutions}) == 3
    assert not [fault for each in found.solutions for fault in problem.violations(each)]


def test_a_knights_tour_has_no_more_clauses_than_squares_ask_for(learning: Backend) -> None:
    tour = knights_tour(8, 8)
    assert len(posting.post(tour).formula.clauses) < 64 * 3
    found = answer(learning, tour, limit=2)
    assert len({*found.solutions}) == 2
    assert found.counters["conflicts"] < 1000
