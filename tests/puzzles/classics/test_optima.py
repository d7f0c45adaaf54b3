"""Classics that ask for the best: their published optima, by ways of finding them out that are old.

The ruler and the schedule are left to solvers.
"""

from itertools import permutations, product

import pytest

import accord
from accord.bench.judge.claim import Claim, Grids
from accord.bench.judge.judge import contradictions, judge
from accord.bench.make.instances.collection import instances_of
from accord.classics import knapsack, shortest_ruler
from accord.puzzles.classics.optima import CITIES, FLOWS, PROFITS, WEIGHTS, groetzsch
from accord.puzzles.files.read_many import read_many
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.optimization import goal_of
from accord.puzzles.problem import MalformedProblemError, Problem, Solution
from accord.puzzles.puzzle import Expected
from optional import library, slow

PUBLISHED = {each.name: each for each in instances_of("optima")}


def best_of(problem: Problem, solutions: list[Solution]) -> object:
    """The best value of some solutions, each verified."""
    assert not [why for each in solutions for why in problem.violations(each)]
    return goal_of(problem).best(map(goal_of(problem).value, solutions))


def test_a_knapsack_by_trying_all() -> None:
    problem = PUBLISHED["knapsack-15"].problem
    every = product(range(2), repeat=len(WEIGHTS))
    fitting = [
        each for each in every if sum(w for w, t in zip(WEIGHTS, each, strict=True) if t) <= 750
    ]
    assert best_of(problem, sorted(fitting, key=lambda each: -value(each))[:3]) == 1458


def value(taken: tuple[int, ...]) -> int:
    return sum(profit for profit, each in zip(PROFITS, taken, strict=True) if each)


def test_an_assignment_by_trying_all() -> None:
    problem = PUBLISHED["nug6"].problem
    places = [(place % 3, place // 3) for place in range(6)]
    solutions = []
    for chosen in permutations(range(6)):
        at = [places[place] for place in chosen]
        ways = [
            abs(at[i][0] - at[j][0]) + abs(at[i][1] - at[j][1])
            for i in range(6)
            for j in range(i + 1, 6)
            if FLOWS[i][j]
        ]
        solutions.append((*chosen, *ways))
    assert best_of(problem, solutions) == 86


def test_a_tour_by_held_and_karp() -> None:
    """Held and Karp, "A dynamic programming approach to sequencing problems", 1962."""
    apart = [
        [int(((a - c) ** 2 + (b - d) ** 2) ** 0.5 + 0.5) for c, d in CITIES] for a, b in CITIES
    ]
    size = len(CITIES)
    shortest = {(1, 0): (0, (0,))}  # by the cities visited, as bits, and the last
    for visited in range(1, 1 << size, 2):
        for last in range(size):
            length, way = shortest.get((visited, last), (0, ()))
            for following in range(size) if way else ():
                if not visited >> following & 1:
                    key = visited | 1 << following, following
                    found = length + apart[last][following], (*way, following)
                    shortest[key] = min(shortest.get(key, found), found)
    whole = (1 << size) - 1
    length, way = min(
        (shortest[whole, last][0] + apart[last][0], shortest[whole, last][1])
        for last in range(1, size)
    )
    after = {city: way[(place + 1) % size] for place, city in enumerate(way)}
    successors = tuple(after[city] for city in range(size))
    ways = tuple(apart[city][successors[city]] for city in range(size))
    assert best_of(PUBLISHED["tour-12"].problem, [(*successors, *ways)]) == length == 143


def test_a_graph_without_triangles_needs_four_colours() -> None:
    lines = [line.split()[1:] for line in groetzsch().splitlines()[1:]]
    edges = [(int(a) - 1, int(b) - 1) for a, b in lines]
    near = {edge for a, b in edges for edge in ((a, b), (b, a))}
    assert not [1 for a, b in edges for c in range(11) if (a, c) in near and (b, c) in near]
    every = ((1, 2, *rest) for rest in product(range(1, 5), repeat=9))  # the first two are near
    colourings = [each for each in every if all(each[a] != each[b] for a, b in edges)]
    assert colourings
    assert all(max(each) == 4 for each in colourings)
    assert best_of(PUBLISHED["groetzsch"].problem, colourings[:5]) == 4


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_solver_proves_each(name: str) -> None:
    library("ortools.sat.python.cp_model")
    if name == "ruler-8":
        slow()
    found = accord.solve(PUBLISHED[name].problem, "cpsat")
    expected = PUBLISHED[name].expected
    assert expected is not None
    assert (found.value, found.exhausted) == (expected.optimum, True)


@pytest.mark.parametrize("name", ["groetzsch", "nug6"])
def test_a_handwritten_search_proves_it(name: str) -> None:
    found = accord.solve(PUBLISHED[name].problem, "backtracking-mrv")
    assert (found.value, found.exhausted) == ({"groetzsch": 4, "nug6": 86}[name], True)


def test_a_published_optimum_is_a_claim_that_the_evidence_may_contradict() -> None:
    problem = knapsack(5, (3, 4), (3, 4))
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


def test_sizes_that_make_no_sense_are_refused() -> None:
    with pytest.raises(MalformedProblemError, match="marks: found 2, expected 3 or more"):
        shortest_ruler(2, 9)
