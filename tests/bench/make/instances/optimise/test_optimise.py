"""The collection `optimise`: its best values, by ways of finding them out that need no solver."""

from functools import cache
from itertools import permutations, product

import cpmpy as cp
import pytest

import accord
from accord.bench.judge.claim import Claim, Grids
from accord.bench.judge.judge import contradictions, judge
from accord.bench.make.instances.collection import instances_of
from accord.bench.make.instances.optimise import knapsack, photo, quadratic_assignment, tour
from accord.puzzles.files.read_many import read_many
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.puzzle import Expected
from optional import library

PUBLISHED = {each.name: each for each in instances_of("optimise")}
EASY = [*PUBLISHED][:14]  # those that a search by branch and bound proves in a second


def optimum(name: str) -> object:
    expected = PUBLISHED[name].expected
    assert expected is not None
    return expected.optimum


def test_a_knapsack_by_trying_all() -> None:
    most, weights, profits = knapsack.SACKS["burkardt"]
    every = product(range(2), repeat=len(weights))
    worth = (
        sum(profit for profit, each in zip(profits, taken, strict=True) if each)
        for taken in every
        if sum(weight for weight, each in zip(weights, taken, strict=True) if each) <= most
    )
    assert max(worth) == optimum("knapsack-15")


def test_an_assignment_by_trying_all() -> None:
    places, flows = quadratic_assignment.PLACES[6], quadratic_assignment.FLOWS

    def carried(at: tuple[tuple[int, int], ...]) -> int:
        return sum(
            2 * flow * (abs(a - c) + abs(b - d))
            for one, (a, b) in enumerate(at)
            for flow, (c, d) in zip(flows[one], at[one + 1 :], strict=False)
        )

    assert min(map(carried, permutations(places))) == optimum("nug6")


def test_a_photo_by_trying_all() -> None:
    granted = (
        sum(abs(place[one] - place[other]) == 1 for one, other in photo.SMALL)
        for place in permutations(range(5))
    )
    assert max(granted) == optimum("photo-5")


def test_a_tour_by_held_and_karp() -> None:
    """Held and Karp, "A dynamic programming approach to sequencing problems", 1962."""

    @cache
    def rest(at: int, left: frozenset[int]) -> int:
        if not left:
            return tour.distance(at, 0, 12)
        return min(tour.distance(at, city, 12) + rest(city, left - {city}) for city in left)

    assert rest(0, frozenset(range(1, 12))) == optimum("tour-12")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", EASY)
@pytest.mark.parametrize("solver", ["cpsat", "backtracking-mrv"])
def test_two_searches_prove_the_easy_ones(name: str, solver: str) -> None:
    library("ortools.sat.python.cp_model")
    found = accord.solve(PUBLISHED[name].problem, solver)
    assert (found.value, found.exhausted) == (optimum(name), True)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", [name for name in [*PUBLISHED][14:] if name != "nug8"])
def test_cpsat_proves_the_others(name: str) -> None:
    library("ortools.sat.python.cp_model")
    found = accord.solve(PUBLISHED[name].problem, "cpsat")
    assert (found.value, found.exhausted) == (optimum(name), True)


def test_a_published_optimum_is_a_claim_that_the_evidence_may_contradict() -> None:
    taken = cp.boolvar(shape=2, name="taken")
    weight = cp.sum(taken * [3, 4])
    problem = accord.problem(cp.Model(weight <= 5, maximize=weight))
    grids = Grids(problem)
    for each in ((1, 0), (0, 1)):
        grids.add(each)
    proved = judge(problem, [Claim("s", "s", "s", None, exhausted=True, **grids.claimed)])
    known = judge(problem, [Claim("s", "s", "s", None, **grids.claimed)])

    def said(optimum: int, *verdicts: object) -> list[str]:
        return [*contradictions(problem, Expected(optimum=optimum), *verdicts)]  # type: ignore[arg-type]

    assert said(4, proved) == said(4, known) == said(5, known) == []
    assert said(3, known) == ["published as the best is 3, but 4 is verified"]
    (why,) = said(5, proved)
    assert (
        why
        == "published as the best is 5, but the verdict is optimum 4 (claimed: 1 solver, 1 engine)"
    )


def test_what_is_published_is_kept_in_a_file() -> None:
    instance = PUBLISHED["ft06"]
    (again,) = read_many([write_instance(instance)])
    assert again == instance
    assert again.expected == Expected(optimum=55)
