"""Traces of problems: every event follows by trying, and what is corrupted is refused."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from operator import contains

import pytest

from accord import classics
from accord.bench.make.instances.collection import instances_of
from accord.bench.make.random_objectives import with_objective
from accord.bench.make.random_problems import random_problem
from accord.puzzles import AllDifferent, Domain, Problem
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.objective import Objective
from accord.puzzles.optimization import goal_of
from accord.solvers.answer import answer
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import select, usable
from accord.solvers.search import backtracking_mrv
from accord.solvers.search.filters import FILTERS
from accord.solvers.search.orders import ORDERS
from accord.solvers.traces.events import Recording, wrong_solutions
from accord.solvers.traces.files import read, write
from accord.solvers.traces.record import record
from accord.solvers.traces.replay import Replay
from brute_force import solutions_by_trying
from corrupted_problem_traces import AT_THE_END, LIES, corrupted
from nested_terms import terms
from optional import library, slow
from recorded_traces import SMALL
from trace_verifier.problems import matched, solutions_of, summed, tried, verify_problem
from trace_verifier.refused import NotJustifiedError
from trace_verifier.verifier import verify

SOLVERS = (
    "backtracking-naive",
    "backtracking-first",
    *(f"backtracking-mrv:order={order},filter={each}" for order, each in product(ORDERS, FILTERS)),
    *(f"backtracking-mrv:branching=binary,order=first,filter={each}" for each in FILTERS),
    "backtracking-mrv:branching=binary,order=mrv",
)
BINARY = "backtracking-mrv:branching=binary,filter=gac,order=first"
CLASSICS = (
    *("queens-5", "send-more", "australia-3", "langford-4", "killer-4", "magic-square-3"),
    *("kakuro-table", "kakuro-linear", "futoshiki-5"),
)


def traced(solver: str, problem: Problem, limit: int | None = None) -> Recording:
    return record(select(solver), problem, limit)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_event_on_random_problems_follows_and_all_is_searched(
    solver: str, some: Callable[[int], Sequence[int]]
) -> None:
    chosen = select(solver)
    for seed in some(30):
        problem = random_problem(seed)
        trace = traced(solver, problem)
        verify_problem(trace)
        assert {*solutions_of(trace)} == solutions_by_trying(problem), seed
        assert read(write(trace)) == trace
        alone = answer(chosen.backend, problem, limit=None, **chosen.settings)
        assert (dict(trace.end.counters), trace.end.exhausted) == (alone.counters, True)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("solver", SOLVERS)
def test_what_is_cut_off_because_it_is_no_better_is_an_event(
    solver: str, some: Callable[[int], Sequence[int]]
) -> None:
    for seed in some(30):
        problem = with_objective(seed, ("sum", "minimum", "product", "n-values"))
        trace = traced(solver, problem)
        verify_problem(trace)
        assert wrong_solutions(trace) == {}
        assert read(write(trace)) == trace
        goal = goal_of(problem)
        best = goal.best(map(goal.value, solutions_by_trying(problem)))
        found = [goal.value(each) for each in solutions_of(trace)]
        assert (found[-1] if found else None, trace.end.exhausted) == (best, True), seed


def test_a_trace_is_not_of_an_objective_in_parts() -> None:
    with pytest.raises(UnsupportedError, match="expected one of a single value"):
        traced("backtracking-mrv", with_objective(1, ("lex",)))


def test_a_trace_is_refused_where_the_objective_has_too_many_values_for_a_variable() -> None:
    large = Objective("maximize", terms(("mul", 2**62, Variable(0))))
    with pytest.raises(UnsupportedError, match="it takes at most 100,000"):
        traced("backtracking-first", Problem([range(3)], objective=large))


@pytest.mark.parametrize(
    "solver", ["backtracking-mrv:filter=gac", "backtracking-mrv:order=dom-wdeg", BINARY]
)
@pytest.mark.parametrize("name", CLASSICS)
def test_every_event_on_classics_follows(name: str, solver: str) -> None:
    trace = traced(solver, EXAMPLES[name].problem())
    verify_problem(trace)
    assert len(solutions_of(trace)) == EXAMPLES[name].solutions
    assert wrong_solutions(trace) == {}
    assert read(write(trace)) == trace


@pytest.mark.parametrize("order", ORDERS)
def test_restarts_are_events_and_what_follows_is_searched_anew(
    order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backtracking_mrv, "FIRST_RUN", 1)
    restarts = 0
    for problem in [*map(random_problem, range(30)), EXAMPLES["queens-4"].problem()]:
        trace = traced(f"backtracking-mrv:order={order},filter=forward,restarts=true", problem)
        verify_problem(trace)
        assert {*solutions_of(trace)} == solutions_by_trying(problem)
        assert read(write(trace)) == trace
        restarts += trace.counts.get("restart", 0)
    assert restarts > 5


def test_restarts_on_a_puzzle_are_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backtracking_mrv, "FIRST_RUN", 1)
    for name in ("two solutions", "four clues"):
        trace = record(select("backtracking-mrv:filter=check,restarts=true"), SMALL[name][0], None)
        verify(trace)
        assert trace.counts["restart"] == trace.end.counters["restarts"] > 0


BEST = Problem(
    [range(4)] * 3,
    [AllDifferent((0, 1, 2))],
    objective=Objective("maximize", terms(Variable(0), ("mul", 2, Variable(2)))),
)
CORRUPTED = {
    "backtracking-mrv": classics.cryptarithm("TO + GO = OUT"),
    "backtracking-mrv:filter=gac": EXAMPLES["queens-4"].problem(),
    "backtracking-first": EXAMPLES["australia-3"].problem(),
    BINARY: EXAMPLES["langford-3"].problem(),
    "backtracking-mrv:filter=pairs,order=first": EXAMPLES["killer-4"].problem(),
    "backtracking-naive": EXAMPLES["langford-3"].problem(),
    "backtracking-mrv:filter=forward": BEST,
    "backtracking-first:": BEST,
}


def is_believed(trace: Recording) -> bool:
    try:
        verify_problem(trace)
    except NotJustifiedError:
        return False
    return True


def test_every_lie_is_refused_and_each_kind_of_lie_is_told() -> None:
    slow()
    told: Counter[str] = Counter()
    for name, problem in CORRUPTED.items():
        trace = traced(name, problem, 1 if name == "backtracking-naive" else 3)
        verify_problem(trace)
        for lie, other in corrupted(trace):
            assert not is_believed(other), f"{name}: {lie}"
            told[lie] += 1
    assert {*told} == {*LIES, *AT_THE_END}


def cases() -> Iterator[tuple[Linear | AllDifferent, dict[int, frozenset[int]]]]:
    for seed in range(200):
        for kind in (Linear.kind, AllDifferent.kind):
            problem = random_problem(seed, kind)
            domains = dict(enumerate(map(frozenset, problem.domains)))
            for constraint in problem.constraints if all(domains.values()) else ():
                match constraint:
                    case Linear() | AllDifferent(excepted=()):
                        yield constraint, domains


def test_the_verifiers_sums_and_matchings_say_what_trying_says() -> None:
    answers = Counter(
        (summed(each, domains) if isinstance(each, Linear) else matched(each, domains))
        == tried(each, domains)
        for each, domains in cases()
    )
    assert answers[False] == 0
    assert answers[True] > 300


def test_cpsat_tells_the_solutions_of_a_problem_and_nothing_of_how_it_found_them() -> None:
    library("ortools")
    told = record(select("cpsat"), EXAMPLES["queens-6"].problem(), None)
    assert {event.kind for event in told.events} == {"solution"}
    assert len(solutions_of(told)) == 4
    assert told.end.exhausted


def test_a_large_domain_goes_in_one_event() -> None:
    sums = [Linear((0, 1), "=", 149_990), Linear((0,), "!=", 49_995)]
    problem = Problem([range(-50_000, 50_000), range(100_000)], sums, ["below", "above"])
    trace = traced("backtracking-mrv", problem)
    assert trace.end.exhausted
    assert len(solutions_of(trace)) == 8
    assert len(trace.events) < 50
    assert max(map(len, write(trace))) < 600
    assert [event.values for event in trace.events[:2]] == [
        Domain.of(range(-50_000, 49_991)),
        Domain.of(range(99_991)),
    ]


@pytest.mark.parametrize("solver", ["cpsat", "sat-pycosat"])
def test_a_solver_without_steps_has_a_film_of_its_solutions_and_bounds(solver: str) -> None:
    library({"cpsat": "ortools", "sat-pycosat": "pycosat"}[solver])
    (instance,) = instances_of("optimise/open-3")
    film = record(usable(solver), instance.problem)
    assert {*film.counts} <= {"solution", "bound"}
    goal = film.header.problem.goal
    assert goal is not None
    values = [goal.value(each.grid) for each in film.events if each.grid is not None]
    assert values == sorted({*values}, reverse=True)
    assert values[-1] == 18
    assert all(each.value <= 18 for each in film.events if each.kind == "bound")  # type: ignore[operator]
    times = [each.at for each in film.events]
    assert None not in times
    assert times == sorted(times)  # type: ignore[type-var]
    again = read(write(film))
    assert [replace(each, at=None) for each in again.events] == [
        replace(each, at=None) for each in film.events
    ]
    if solver == "sat-pycosat":
        with pytest.raises(UnsupportedError, match=f"^{solver} writes"):
            record(usable(solver), instance.problem.without_objective())


@pytest.mark.parametrize("solver", ["backtracking-learning", "sat-cadical"])
def test_each_clause_of_a_search_that_learns_holds_and_its_other_literals_are_false(
    solver: str, some: Callable[[int], Sequence[int]]
) -> None:
    library("numba")
    library("pysat")
    learnt = refused = 0
    names = ("queens-5", "queens-6", "australia-3")
    for problem in [*(EXAMPLES[n].problem() for n in names), *map(random_problem, some(300))]:
        try:
            trace = traced(solver, problem, 1 if solver == "sat-cadical" else None)
        except UnsupportedError as error:
            refused += "about values alone" in str(error)
            continue
        assert read(write(trace)) == trace
        left, board = solutions_by_trying(problem), Replay(problem)
        found = {*solutions_of(trace)}
        assert (
            found == left
            if solver != "sat-cadical"
            else (found <= left and bool(found) == bool(left))
        )
        for event in trace.events:
            clause = (event.reason or {}).get("clause")
            if event.grid is not None:
                assert all(map(contains, board.domains, event.grid))
                left = left - {tuple(event.grid)}
            elif event.kind in ("assign", "remove", "conflict"):
                assert clause
                own = [event.cell, event.value, event.kind == "assign"]
                assert event.kind == "conflict" or own in clause
                assert all(_is_false(board, *each) for each in clause if each != own)
                for solution in left:
                    assert any((solution[cell] == value) == holds for cell, value, holds in clause)
                learnt += event.reason["learnt"] if event.reason else 0
            board.apply(event)
        if solver == "backtracking-learning":  # to listen to CaDiCaL changes what it does
            alone = answer(select(solver).backend, problem, limit=None)
            assert (len(solutions_of(trace)), trace.end.exhausted) == (len(alone.solutions), True)
            assert dict(trace.end.counters) == alone.counters
    assert learnt
    assert refused


def _is_false(board: Replay, cell: int, value: int, holds: bool) -> bool:
    domain = board.domains[cell]
    return value not in domain if holds else domain == {value}
