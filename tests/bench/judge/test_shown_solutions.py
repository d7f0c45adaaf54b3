"""The judge tells solutions apart by their shown values, and hides no fault behind that."""

from itertools import product

import pytest

from accord.bench.judge.claim import KEPT, Claim, Grids
from accord.bench.judge.judge import contradictions, judge
from accord.constraints import Linear
from accord.puzzles.derived_problems import Reordering
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Expected

# x is 0 or 1, y at least x: by x alone there are two solutions.
TWO = Problem([range(2), range(3)], [Linear((0, 1), "<=", 0, (1, -1))], "xy", shown=[0])
ONE = TWO.changed([[1], range(3)])
NOT_SHOWN = Problem(TWO.domains, TWO.constraints, "xy", shown=[])


def says(
    problem: Problem,
    *solutions: Solution,
    solver: str = "s",
    exhausted: bool = True,
    limit: int | None = 2,
) -> Claim:
    seen = Grids(problem)
    for each in solutions:
        seen.add(each)
    return Claim(solver, solver, solver, limit, exhausted=exhausted, **seen.claimed)


def test_two_that_differ_in_what_is_hidden_are_one() -> None:
    claims = [
        says(ONE, (1, 1)),
        says(ONE, (1, 2), solver="other"),
        says(ONE, (1, 1), (1, 2), solver="both", limit=None),
    ]
    verdict = judge(ONE, claims)
    assert (verdict.answer, verdict.grade, verdict.count) == ("unique", "agreed", 1)
    assert [each.category for each in verdict.runs] == ["correct"] * 3
    assert not verdict.refuted
    assert verdict.witnesses == ((1, 1),)
    assert claims[0].digest == claims[1].digest == claims[2].digest
    assert (claims[2].count, claims[2].valid, claims[2].solutions) == (1, 1, ((1, 1),))


def test_two_that_are_one_do_not_decide_that_there_are_several() -> None:
    verdict = judge(ONE, [says(ONE, (1, 1), (1, 2), exhausted=False)])
    assert (verdict.answer, verdict.runs[0].category) == ("undecided", "unknown")


def test_unique_is_refuted_by_other_shown_values_alone() -> None:
    alike = says(TWO, (0, 2), solver="w", exhausted=False)
    assert not judge(TWO, [says(TWO, (0, 1)), alike]).refuted
    verdict = judge(TWO, [says(TWO, (0, 1)), says(TWO, (1, 2), solver="w", exhausted=False)])
    assert verdict.refuted == {
        "s": ("claims no solution besides its 1, but x=1 is one (found by w)",)
    }
    assert verdict.answer == "multiple"


@pytest.mark.parametrize("problem", [TWO, NOT_SHOWN])
def test_the_same_values_twice_are_a_repetition(problem: Problem) -> None:
    for solutions in [((0, 1), (0, 1)), ((0, 0), (0, 1), (0, 2), (0, 0))]:
        found = judge(problem, [says(problem, *solutions)]).refuted["s"]
        assert any("y=" in each and "more than once" in each for each in found), solutions


def test_a_fault_in_what_is_hidden_is_one() -> None:
    verdict = judge(TWO, [says(TWO, (1, 1), (1, 0), (0, 0))])
    (reason,) = verdict.refuted["s"]
    assert reason.startswith("yields x=1, y=0, which is no solution: ")
    verdict = judge(TWO, [says(TWO, (1, 0), (1, 1), (0, 0)), says(TWO, (0,), solver="short")])
    assert verdict.witnesses == ((1, 1), (0, 0))
    assert {*verdict.refuted} == {"s", "short"}


def test_where_nothing_is_shown_there_is_one_solution_at_most() -> None:
    verdict = judge(NOT_SHOWN, [says(NOT_SHOWN, (0, 1)), says(NOT_SHOWN, (1, 1), solver="w")])
    assert (verdict.answer, verdict.grade) == ("unique", "agreed")
    verdict = judge(NOT_SHOWN, [says(NOT_SHOWN), says(NOT_SHOWN, (1, 1), solver="w")])
    assert verdict.refuted == {
        "s": ("claims no solution, but no shown variables is one (found by w)",)
    }


def test_more_than_are_listed_are_compared_by_their_shown_values() -> None:
    problem = Problem([range(20), range(20), range(2)], shown=[0, 1])
    every = [*product(range(20), range(20))]
    assert len(every) > KEPT
    claims = [
        says(problem, *((*each, 0) for each in every), limit=None),
        says(problem, *((*each, 1) for each in every[::-1]), solver="o", limit=None),
        says(problem, *product(range(20), range(20), range(2)), solver="all", limit=None),
    ]
    verdict = judge(problem, claims)
    assert (verdict.count, verdict.count_grade) == (400, "agreed")
    assert not verdict.refuted
    fewer = says(problem, *((*each, 0) for each in every[:-1]), solver="fewer", limit=None)
    assert {*judge(problem, [*claims, fewer]).refuted} == {"fewer"}


def test_solutions_that_are_moved_keep_what_they_are() -> None:
    grids = Grids(TWO)
    for each in [(0, 1), (0, 2), (1, 1)]:
        grids.add(each)
    moved = grids.moved(Reordering((1, 0), (0,)))
    assert moved.problem.shown == (1,)
    assert (moved.count, moved.valid, moved.digest) == (2, 2, grids.digest)
    assert (0, 0) in moved
    assert (2, 1) in moved
    assert (0, 1) not in moved  # it is none, whatever is shown of it


def test_a_published_solution_may_have_other_hidden_values() -> None:
    verdict = judge(ONE, [says(ONE, (1, 1))])
    assert not [*contradictions(ONE, Expected(1, solution=(1, 2)), verdict)]
    wrong = [*contradictions(ONE, Expected(1, solution=(1, 0)), verdict)]
    assert "is none" in wrong[0]
