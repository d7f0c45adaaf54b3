"""Every solver that optimises finds the best value that trying all assignments finds.

Each of its incumbents is a solution and better than the last, each bound true and tighter than the
last, and out of time it claims no proof.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import inf, nan
from operator import mul
from random import Random
from typing import Any, get_args

import pytest

from accord.bench.make.random_objectives import random_objective, with_objective
from accord.bench.make.random_problems import KINDS, random_problem
from accord.constraints import AllDifferent, Linear, Table, Variable
from accord.encodings.model import UnsupportedError
from accord.puzzles import Problem, Solution
from accord.puzzles.classics.examples import TEXTS
from accord.puzzles.classics.graph_colouring import graph_colouring
from accord.puzzles.classics.harder import mycielski
from accord.puzzles.classics.planning.job_shop import job_shop
from accord.puzzles.classics.sequences import golomb_ruler
from accord.puzzles.objective import MeasureName, Objective, Sense, Value
from accord.puzzles.optimization import goal_of, with_value
from accord.solvers.answer import answer, ask, verified
from accord.solvers.backend import Backend
from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError
from accord.solvers.interface import Settings
from accord.solvers.optimizing import only_better
from accord.solvers.registry import backends, select
from brute_force import solutions_by_trying
from nested_terms import terms
from optional import slow
from random_settings import random_settings

MEASURES = get_args(MeasureName)
SENSES = get_args(Sense)
OPTIMIZING = sorted(name for name, each in backends().items() if each.optimizes)
STARTING = [  # a program for each question
    name for name in OPTIMIZING if any(need.program for need in select(name).backend.needs)
]
QUICK = [name for name in OPTIMIZING if name not in STARTING]
X, Y, Z = map(Variable, range(3))
MOST_MOMENTS = 6  # at which a run is stopped, of each problem


@dataclass(frozen=True)
class Claims:
    """What a run on one problem claimed."""

    solutions: tuple[Solution, ...]
    bounds: tuple[Value, ...]
    reason: str  # why it stopped; empty, where it claims that nothing is better
    looks: int  # that it took at the clock


class StoppedBudget(Budget):
    """A budget whose time is over after so many looks at the clock."""

    def __init__(self, problem: Problem, looks: float = inf) -> None:
        super().__init__(goal=problem.goal)
        self.left = looks
        self.looks = 0

    def check_time(self) -> None:
        if not self.seconds_left():
            raise GaveUpError(OUT_OF_TIME)

    def seconds_left(self) -> float:
        self.looks += 1
        return inf if self.looks <= self.left else 0.0


def claims(backend: Backend, problem: Problem, settings: Settings, looks: float = inf) -> Claims:
    budget = StoppedBudget(problem, looks)
    run, found = ask(backend, problem, budget, settings), list[Solution]()
    while True:
        try:
            found.append(next(run))
        except StopIteration as end:
            bounds = tuple(value for _, value in budget.bounds)
            return Claims(tuple(found), bounds, end.value, budget.looks)


def expect_true(problem: Problem, found: Claims, solutions: set[Solution]) -> None:
    """Refuse claims that the solutions of the problem refute."""
    goal = goal_of(problem)
    best = goal.best(map(goal.value, solutions))
    assert solutions.issuperset(found.solutions)
    values = [goal.value(each) for each in found.solutions]
    assert all(goal.is_better(later, one) for one, later in pairwise(values)), values
    assert all(goal.is_better(one, later) for one, later in pairwise(found.bounds)), found.bounds
    if best is not None:
        assert not any(goal.is_better(best, bound) for bound in found.bounds), (best, found.bounds)
    if not found.reason:
        assert (values[-1] if values else None) == best


def expect_best(backend: Backend, problem: Problem, settings: Settings, moments: int) -> None:
    """Ask for the best, and then again, with the time over at several moments.

    Args:
        backend: what is asked.
        problem: of which a solver of its kinds that optimises decides every part.
        settings: of the backend.
        moments: at most so many.
    """
    solutions = solutions_by_trying(problem)
    try:
        whole = claims(backend, problem, settings)
    except UnsupportedError:
        any_solution = with_value(problem).without_objective()
        assert backend.unsupported(any_solution) or settings, "it is refused because of the goal"
        return
    except RuntimeError:  # ACE stops at some constraints, and then claims nothing
        if backend.engine != "ace":
            raise
        return
    expect_true(problem, whole, solutions)
    assert not whole.reason
    step = max(1, whole.looks // moments)
    for looks in range(0, whole.looks, step):
        stopped = claims(backend, problem, settings, looks)
        expect_true(problem, stopped, solutions)


@pytest.mark.parametrize("sense", SENSES)
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("solver", QUICK)
def test_the_best_of_random_problems_is_that_of_trying_everything(
    solver: str, kind: str, measure: str, sense: str, drawn: int
) -> None:
    for seed in range(drawn, drawn + 4):
        random, problem = Random(seed), random_problem(seed, kind, variables=range(1, 4))
        objective = random_objective(random, len(problem.domains), measure, sense)
        asked = Problem(problem.domains, problem.constraints, objective=objective)
        try:
            expect_best(backends()[solver], asked, {}, MOST_MOMENTS)
        except Exception as error:
            error.add_note(f"--first-problem={seed} repeats it: {asked}, {objective}")
            raise


DOMAINS = [range(-2, 3), [0, 2, 5], range(1, 3)]
FEW: dict[str, Problem] = {  # of few solutions, or in which the objective is awkward
    "none": Problem(DOMAINS, [Linear((0, 1, 2), "=", 100)]),
    "a variable without values": Problem([*DOMAINS[:2], []]),
    "one": Problem(DOMAINS, [Table((0, 1, 2), ((-1, 5, 2),))]),
    "one assignment": Problem([[-3], [4], [0]]),
    "several": Problem(DOMAINS, [AllDifferent((0, 1, 2)), Linear((0, 1), "<=", 3, (1, -1))]),
}
AWKWARD = [
    terms(X),
    terms(("mul", 0, X)),  # an empty sum
    terms(X, ("neg", X)),
    terms(("mul", -2, X), ("sub", Y, Z), 7, ("mul", -1, Z)),
    terms(("div", Y, X), Z),  # undefined where x is 0
    terms(X, X),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("solver", QUICK)
def test_objectives_that_are_easily_misread_are_not(
    solver: str, some: Callable[[int], Sequence[int]]
) -> None:
    cases = [
        (case, Objective(sense, own, measure))
        for case in FEW
        for own in AWKWARD
        for measure in MEASURES
        for sense in SENSES
    ]
    for number in some(len(cases)):
        case, objective = cases[number]
        problem = Problem(FEW[case].domains, FEW[case].constraints, objective=objective)
        assert not backends()[solver].unsupported(problem)
        try:
            expect_best(backends()[solver], problem, {}, 1 + number % 2)
        except Exception as error:
            error.add_note(f"{case}: {objective}")
            raise


@pytest.mark.parametrize("solver", QUICK)
def test_with_any_settings_the_best_is_the_best(solver: str, drawn: int) -> None:
    for seed in range(drawn, drawn + 20):
        settings = random_settings(Random(seed), backends()[solver])
        backend, problem = backends()[solver].chosen_by(settings), with_objective(seed)
        if backend.missing and not backends()[solver].missing:
            continue  # the settings choose an engine that is not there
        try:
            expect_best(backend, problem, settings, 2)
        except Exception as error:
            error.add_note(f"--first-problem={seed} repeats it: {settings}, {problem}")
            raise


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("solver", STARTING)
def test_so_is_that_of_one_that_starts_programs(solver: str, measure: str, drawn: int) -> None:
    slow()
    for place, sense in enumerate(SENSES):
        random = Random(drawn + place)
        problem = random_problem(drawn + place, random.choice(["", *KINDS]), variables=range(1, 4))
        objective = random_objective(random, len(problem.domains), measure, sense)
        asked = Problem(problem.domains, problem.constraints, objective=objective)
        settings = random_settings(random, backends()[solver])
        backend = backends()[solver].chosen_by(settings)
        if backend.missing and not backends()[solver].missing:
            continue  # the settings choose an engine that is not there
        try:
            expect_best(backend, asked, settings, 1)
        except Exception as error:
            error.add_note(f"--first-problem={drawn} repeats it: {settings}, {asked}, {objective}")
            raise


@pytest.mark.parametrize(
    ("solver", "settings"),
    [
        ("cpsat", {"conflicts": 1}),
        ("sat-glucose", {"conflicts": 1}),
        ("python-constraint", {"algorithm": "minconflicts"}),
    ],
)
def test_who_stops_early_claims_nothing_false(solver: str, settings: Settings) -> None:
    backend = backends()[solver].chosen_by(settings)
    for seed in range(8):
        problem = with_objective(seed)
        expect_true(problem, claims(backend, problem, settings), solutions_by_trying(problem))


def golomb(marks: int, most: int) -> Problem:
    """The shortest ruler: the last mark, which is at its length, has a choice."""
    ruler = golomb_ruler(marks, most)
    domains = [*ruler.domains]
    domains[marks - 1] = range(1, most + 1)
    length = Objective("minimize", (Variable(marks - 1),))
    return Problem(domains, ruler.constraints, objective=length)


def knapsack() -> Problem:
    """What fits of three things, in the best selection: the example of every textbook."""
    profits = terms(("mul", 60, X), ("mul", 100, Y), ("mul", 120, Z))
    fits = Linear((0, 1, 2), "<=", 50, (10, 20, 30))
    return Problem([range(2)] * 3, [fits], objective=Objective("maximize", profits))


def chromatic_number() -> Problem:
    """The fewest colours of the Grötzsch graph, as the largest number of a colour."""
    colours = graph_colouring(mycielski(11), 5)
    every = tuple(map(Variable, range(11)))
    fewest = Objective("minimize", every, "maximum")
    return Problem(colours.domains, colours.constraints, objective=fewest)


def fisher_and_thompson() -> Problem:
    """The least makespan of six jobs on six machines."""
    shop = job_shop(TEXTS["ft06"], 70)
    last = [int(line.split()[-1]) for line in TEXTS["ft06"].splitlines()[1:]]
    ends = terms(*(("add", Variable(6 * job + 5), length) for job, length in enumerate(last)))
    least = Objective("minimize", ends, "maximum")
    return Problem(shop.domains, shop.constraints, objective=least)


KNOWN: dict[str, tuple[Callable[[], Problem], Value]] = {
    "golomb-5": (lambda: golomb(5, 14), 11),  # OEIS A003022
    "golomb-6": (lambda: golomb(6, 20), 17),
    "knapsack": (knapsack, 220),  # Dantzig, "Discrete-variable extremum problems", 1957
    "chromatic number": (chromatic_number, 4),
    "ft06": (fisher_and_thompson, 55),  # Fisher and Thompson, 1963
}
LONG = ("golomb-6", "chromatic number", "ft06")
TOO_HARD = {  # they take more than two seconds
    "backtracking-first": LONG,
    "backtracking-naive": ("golomb-5", *LONG),
    "backtracking-mrv": ("ft06",),
    "clingo": ("ft06",),
    "highs": ("ft06",),
    "python-constraint": LONG,
    "scip": ("ft06",),
    "z3-bv": ("ft06",),
}
POINTS = [
    (solver, case)
    for solver in OPTIMIZING
    for case in KNOWN
    if case not in TOO_HARD.get(solver, ())
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("solver", "case"), POINTS)
def test_known_optima_are_found_and_proved(solver: str, case: str) -> None:
    problem, value = KNOWN[case][0](), KNOWN[case][1]
    found = verified(answer(backends()[solver], problem), problem, solver)
    assert (found.value, found.exhausted) == (value, True)


@pytest.mark.parametrize("solver", ["highs", "scip"])
def test_a_small_part_of_a_large_value_is_proved_all_the_same(solver: str) -> None:
    """By HiGHS's own gap, 1e-4, two of 400,193 make no difference."""
    random = Random(1)
    weights = [random.randint(10, 40) for _ in range(12)]
    profits = [weight + random.randint(2, 8) for weight in weights]
    most = sum(weights) // 2
    fits = Linear(tuple(range(12)), "<=", most, tuple(weights))
    parts = terms(400_000, *(("mul", profit, Variable(n)) for n, profit in enumerate(profits)))
    problem = Problem([range(2)] * 12, [fits], objective=Objective("maximize", parts))
    chosen = (each for each in product(range(2), repeat=12) if sum(map(mul, weights, each)) <= most)
    best = 400_000 + max(sum(map(mul, profits, each)) for each in chosen)
    found = verified(answer(backends()[solver], problem), problem, solver)
    assert (found.value, found.exhausted) == (best, True)


@pytest.mark.parametrize(
    "solver", ["backtracking-first", "backtracking-naive", "python-constraint"]
)
def test_an_objective_that_is_computed_may_have_any_number_of_values(solver: str) -> None:
    large = Objective("maximize", terms(("mul", 2**62, X), ("div", Y, X)))
    problem = Problem([range(3), range(2)], objective=large)
    found = verified(answer(backends()[solver], problem), problem, solver)
    assert (found.value, found.exhausted) == (2**63, True)


def test_solutions_that_are_no_better_are_dropped_and_counted() -> None:
    problem = Problem([range(9)], objective=Objective("maximize", (X,)))
    budget = Budget(goal=problem.goal)
    given: Iterator[Solution] = iter([(3,), (3,), (5,), (1,), (5,), (8,)])
    assert [*only_better(given, problem, budget)] == [(3,), (5,), (8,)]
    assert budget.spent["dropped"] == 3


@pytest.mark.parametrize("solver", OPTIMIZING)
def test_what_is_shown_does_not_matter_to_what_is_best(solver: str) -> None:
    goal = Objective("maximize", (Y,))  # of no constraint ACE stops
    problem = Problem([[1, 2], range(5)], [AllDifferent((0, 1))], objective=goal, shown=[0])
    found = verified(answer(backends()[solver], problem), problem, solver)
    assert (found.value, found.exhausted) == (4, True)


def test_a_better_solution_is_another_one_whatever_is_shown() -> None:
    problem = Problem([[1], range(5)], objective=Objective("maximize", (Y,)), shown=[0])

    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        yield from [(1, 2), (1, 4)]

    backend = Backend(solve, "", "", "other", problems=True, optimizes="objective")
    assert answer(backend, problem).solutions == ((1, 2), (1, 4))


def test_the_others_refuse_to_look_for_the_best_by_name() -> None:
    problem = knapsack()
    for name, backend in backends().items():
        if not backend.optimizes:
            assert "looks for any solution, and not for the best" in backend.unsupported(problem)
            assert select(name).backend.unsupported(problem)


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        *((each, repr(each)) for each in (True, 5.0, -0.0, nan, inf, "7", None, (), (1,), [1])),
        pytest.param(10**5000, "a number of more digits than Python writes", id="long"),
        pytest.param(10**4000, f"1{'0' * 39}...", id="shorter"),
    ],
)
def test_a_bound_that_is_no_value_is_an_error_that_says_so(bound: Any, said: str) -> None:
    budget = Budget(goal=Objective("minimize", (Variable(0),)))
    with pytest.raises(TypeError, match="expected a value of the objective") as error:
        budget.bound(bound)
    assert str(error.value) == f"found the bound {said}, expected a value of the objective"
    assert not budget.bounds
    with pytest.raises(TypeError, match="found the bound 5, expected none without an objective"):
        Budget().bound(5)
