"""Every backend passes the conformance suite, and the suite fails every wrong solver.

A backend whose library is missing is skipped, unless ACCORD_REQUIRE_ALL=1 says that none may be.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from accord.bench.hunt import conformance as suite
from accord.bench.hunt.conformance import CASES, CHECKS, Check, conformance
from accord.encodings.clauses import cnf
from accord.puzzles import AllDifferent, Grid, Puzzle, shape
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, GaveUpError, Settings, UnsupportedError
from accord.solvers.registry import available, backends, select
from accord.solvers.search import backtracking_mrv
from accord.solvers.settings import settings_of, written
from brute_force import brute_force
from optional import REQUIRED, absent, slow
from wrong_solvers import (
    drops_the_boxes,
    forgets_a_cell,
    raises_what_cannot_be_printed,
    repeats_a_grid,
    stops_one_grid_early,
    yields_words,
)

NOBODY_KNOWS = (
    "sums and orders only, found equal|found equal, expected all-different|cannot post equal"
)
honest: Callable[..., Iterator[Any]] = backtracking_mrv.solve

# Of the encodings to clauses one backend tries all, the others these.  Each is audited by itself.
ENCODINGS = ("extended", "reduced", "augmented", "order", "log", "extended+sequential")
TRIED = {"sat-pycosat": cnf.NAMES}

ELSEWHERE = ("chuffed", "cp-sat", "coin-bc")  # MiniZinc's, which neither Debian nor a wheel has

QUICK = tuple(check for check in CHECKS if check is not suite.decides_hard_cases_or_gives_up)
# Settings are asked to count and to decide large puzzles as well; the 288 grids of one of the small
# cases and the 25x25 of the usual ones are enough for that.
ONCE = (suite.counts_hundreds_of_solutions, suite.decides_the_largest_size)
OF_SETTINGS = tuple(check for check in QUICK if check not in ONCE)


def settings_of_interest(solver: str, backend: Backend) -> Iterator[Settings]:
    """Each word that a setting takes, and the last words of all of them together."""
    known = settings_of(backend.solve)
    words: dict[str, tuple[Any, ...]] = {
        name: s.values for name, s in known.items() if isinstance(s.values, tuple)
    }
    words |= {name: (True, False) for name, s in known.items() if s.default is True}
    words.pop("sum", None)  # puzzles have none; encodings/clauses/kinds tries all ways
    for name in ("posts", "reads", "search"):  # no program and no file makes a puzzle
        words.pop(name, None)
    if "encoding" in words:
        words["encoding"] = TRIED.get(solver, ENCODINGS)
    if solver == "external":  # which is slow: it starts a program for each grid
        yield from ({"program": name, "encoding": "reduced"} for name in words["program"])
        return
    if solver == "xcsp3":
        yield {"program": "choco"}
        return
    for name, values in words.items():
        for value in values:
            if value != known[name].default:
                yield {name: value}
    if len(words) > 1 and "enumeration" not in words:  # which alone takes a minute of SCIP
        yield {name: values[-1] for name, values in words.items()}


POINTS = [
    pytest.param(name, settings, id=f"{name}:{written(settings)}")
    for name, backend in backends().items()
    for settings in settings_of_interest(name, backend)
    if settings.get("solver") not in ELSEWHERE or not backend.chosen_by(settings).missing
]


STARTING = [  # a program for each question
    name for name in backends() if any(need.program for need in select(name).backend.needs)
]


TAKING_LONG = ("python-constraint", "backtracking-naive", "backtracking-first")


@pytest.mark.parametrize(
    "name", [name for name in backends() if name not in (*STARTING, *TAKING_LONG)]
)
@pytest.mark.usefixtures("some_cases")
def test_backend_conforms(name: str) -> None:
    expect_conformance(name, {})


@pytest.mark.parametrize("name", TAKING_LONG)
@pytest.mark.usefixtures("some_cases")
def test_so_does_one_that_takes_long(name: str) -> None:
    slow()
    expect_conformance(name, {})


@pytest.mark.parametrize("name", STARTING)
@pytest.mark.usefixtures("some_cases")
def test_so_does_one_that_starts_programs(name: str) -> None:
    slow()
    expect_conformance(name, {})


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "settings"), [point for point in POINTS if point.values[0] not in STARTING]
)
@pytest.mark.usefixtures("some_cases")
def test_so_it_does_with_every_setting(name: str, settings: Settings) -> None:
    expect_conformance(name, settings)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "settings"), [point for point in POINTS if point.values[0] in STARTING]
)
@pytest.mark.usefixtures("some_cases")
def test_so_does_one_that_starts_programs_with_every_setting(name: str, settings: Settings) -> None:
    expect_conformance(name, settings)


@pytest.fixture
def some_cases(some: Callable[[int], Sequence[int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit draws a third of the cases of each group."""
    for group in ("SMALL_CASES", "USUAL_CASES", "MANY_CASES", "HARD_CASES"):
        cases = getattr(suite, group)
        monkeypatch.setattr(suite, group, [cases[number] for number in some(len(cases))])


def expect_conformance(name: str, settings: Settings) -> None:
    backend = backends()[name].chosen_by(settings)
    if backend.missing:
        absent(backend.missing)
    checks = OF_SETTINGS if settings else CHECKS
    too_slow: dict[Check, bool] = {
        suite.counts_hundreds_of_solutions: name in ("external", "highs"),
        suite.decides_usual_cases: settings.get("filter") == "check",
    }
    checks = tuple(check for check in checks if not too_slow.get(check))
    assert list(conformance(backend, settings, checks)) == []


@pytest.mark.parametrize("name", available())
def test_a_backend_names_the_constraint_or_size_it_was_not_written_for(name: str) -> None:
    backend = available()[name]
    puzzle = Puzzle(shape(4, extra=(suite.Equal((0, 1)),)), suite.EVERY_4X4.givens)
    with pytest.raises(UnsupportedError, match="cannot post equal"):
        answer(backend, puzzle)
    with pytest.raises(UnsupportedError, match="size 37 is outside its sizes 1 to 36"):
        answer(backend, Puzzle(shape(37, rules=["latin"]), Grid([0] * 37 * 37)))
    wider = replace(backend, posts=None, problems=True)
    with pytest.raises(UnsupportedError, match=NOBODY_KNOWS):
        answer(wider, puzzle)


def test_with_every_extra_there_are_many_solvers_of_many_kinds() -> None:
    if not REQUIRED:
        pytest.skip("needs every extra")
    here = available()
    assert len(here) >= 20
    assert len({backend.engine for backend in here.values()}) >= 12


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.puzzle.size <= 4], ids=lambda case: case.name
)
def test_counts_are_those_of_brute_force(case: suite.Case) -> None:
    assert len(brute_force(case.puzzle)) == case.count


@pytest.mark.parametrize("size", [25, 36])
def test_a_blank_in_each_row_leaves_no_choice(size: int) -> None:
    (case,) = (case for case in CASES if case.name == f"a blank in each row, {size}x{size}")
    rows = case.puzzle.givens.rows
    assert all(row.count(0) == 1 for row in rows)
    missing = size * (size + 1) // 2
    full = Grid(value or missing - sum(row) for row in rows for value in row)
    assert not list(case.puzzle.violations(full))


def test_every_case_has_a_name_of_its_own() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


# Wrong solvers.  Each is the honest one with one thing wrong, and named for it.


def gives_up_instead_of_proving(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(puzzle, budget)
    raise GaveUpError("tired")


def takes_the_limit_for_a_proof(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for number, grid in enumerate(honest(puzzle, budget), 1):
        yield grid
        if number == budget.limit:
            return


def takes_a_timeout_for_a_proof(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    try:
        yield from honest(puzzle, budget)
    except GaveUpError:
        return


def does_not_look_at_the_clock(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(puzzle, Budget())


def changes_the_puzzle(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for grid in honest(puzzle, budget):
        puzzle.__dict__["domains"] = tuple(frozenset({value}) for value in grid)
        yield grid


CALLS = count()


def changes_its_mind(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    grids = list(honest(puzzle, budget))
    yield from grids if next(CALLS) % 2 else reversed(grids)


def leaves_a_thread(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    threading.Thread(target=DONE.wait, daemon=True).start()
    yield from honest(puzzle, budget)


DONE = threading.Event()
SHARED: list[Grid] = []
CLOSED: list[bool] = []


def shares_its_state(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    SHARED[:] = honest(puzzle, budget)
    while SHARED:
        yield SHARED.pop()


def is_worn_out_by_closing(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    try:
        yield from () if CLOSED else honest(puzzle, budget)
    except GeneratorExit:
        CLOSED.append(True)
        raise


def ignores_what_it_does_not_know(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    known = all(isinstance(constraint, AllDifferent) for constraint in puzzle.constraints)
    yield from honest(puzzle if known else suite.EVERY_4X4, budget)


LIES: list[tuple[Callable[..., Iterator[Any]], Check, str]] = [
    (repeats_a_grid, suite.finds_every_solution_once_then_stops, "found a grid twice"),
    (stops_one_grid_early, suite.finds_every_solution_once_then_stops, "expected 1"),
    (stops_one_grid_early, suite.counts_hundreds_of_solutions, "that 287 solutions are all"),
    (stops_one_grid_early, suite.decides_the_largest_size, "that 0 solutions are all"),
    (drops_the_boxes, suite.decides_usual_cases, "region 1 repeats"),
    (drops_the_boxes, suite.finds_every_solution_once_then_stops, "box 1 repeats"),
    (gives_up_instead_of_proving, suite.finds_every_solution_once_then_stops, "tired"),
    (takes_the_limit_for_a_proof, suite.never_takes_the_limit_for_a_proof, "returned after the 2"),
    (takes_a_timeout_for_a_proof, suite.claims_nothing_out_of_time, "claims a proof in no time"),
    (does_not_look_at_the_clock, suite.claims_nothing_out_of_time, "found a solution in no time"),
    (yields_words, suite.yields_whole_numbers, "expected 16 integers"),
    (forgets_a_cell, suite.yields_whole_numbers, "found 15 values, expected 16"),
    (changes_the_puzzle, suite.leaves_the_puzzle_alone, "changed the puzzle"),
    (changes_its_mind, suite.answers_the_same_twice, ", then "),
    (is_worn_out_by_closing, suite.stops_when_closed, "claims that 0 solutions are all"),
    (leaves_a_thread, suite.leaves_no_thread, "left 1 threads"),
    (shares_its_state, suite.keeps_two_runs_apart, "wrong"),
    (ignores_what_it_does_not_know, suite.never_ignores_a_constraint, "r1c1 and r1c2 differ"),
    (raises_what_cannot_be_printed, suite.yields_whole_numbers, "raised LookupError: "),
]


@pytest.mark.parametrize(("faulty", "check", "complaint"), LIES)
def test_a_wrong_solver_is_named(
    faulty: Callable[..., Iterator[Any]], check: Check, complaint: str
) -> None:
    complaints = list(conformance(backend_of(faulty), checks=(check,)))
    DONE.set()
    DONE.clear()
    assert any(complaint in said for said in complaints), complaints
    assert all(said.startswith(check.__name__.replace("_", " ")) for said in complaints)


def test_the_honest_solver_is_not() -> None:
    assert list(conformance(backend_of(honest), checks=QUICK)) == []


def test_every_check_but_the_slow_one_finds_a_wrong_solver() -> None:
    assert {check for _, check, _ in LIES} == set(QUICK)


@pytest.mark.parametrize("lie", [repeats_a_grid, drops_the_boxes, stops_one_grid_early])
def test_an_incomplete_backend_may_give_up_but_not_lie(lie: Callable[..., Any]) -> None:
    check = suite.finds_every_solution_once_then_stops
    gives_up = replace(backend_of(gives_up_instead_of_proving), complete=False, proves=False)
    assert list(conformance(gives_up, checks=(check,))) == []
    lies = replace(backend_of(lie), complete=False, proves=False)
    assert list(conformance(lies, checks=(check,)))


def backend_of(solve: Callable[..., Iterator[Any]]) -> Backend:
    return Backend(solve, engine="faulty", model="faulty", family="other")
