"""Plans are those that their problem asks for, and what is no instance is refused."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise, permutations, product

import pytest

from accord import classics
from accord.puzzles import Problem
from accord.puzzles.problem import MalformedProblemError
from accord.solvers.answer import answer
from accord.solvers.registry import backends

CARS = "4 2 3\n1 2\n2 3\n0 2 0 1\n1 1 1 0\n2 1 1 1\n"
SHOP = "2 2\n0 2 1 1\n0 1 1 2\n"


def solutions(problem: Problem) -> set[tuple[int, ...]]:
    found = answer(backends()["cpsat"], problem, limit=None)
    assert found.exhausted
    return {*found.solutions}


def test_no_two_golfers_meet_twice_and_groups_are_numbered_in_one_way() -> None:
    found = solutions(classics.social_golfers(3, 2, 3))
    assert found
    for plan in found:
        weeks = [plan[:6], plan[6:12], plan[12:]]
        assert weeks[0] == (1, 1, 2, 2, 3, 3)
        assert all(Counter(week) == {1: 2, 2: 2, 3: 2} for week in weeks)
        assert all([*dict.fromkeys(week)] == [1, 2, 3] for week in weeks)
        meetings = [
            pair
            for week in weeks
            for pair in combinations(range(6), 2)
            if len({week[g] for g in pair}) == 1
        ]
        assert len(meetings) == len({*meetings}) == 9


def test_every_two_teams_meet_and_no_team_is_in_a_period_three_times() -> None:
    (plan, *_) = answer(backends()["cpsat"], classics.sports_schedule(6), limit=1).solutions
    games = [*zip(plan[::2], plan[1::2], strict=True)]  # five weeks of each of three periods
    assert sorted(games) == [*combinations(range(1, 7), 2)]
    for week in range(5):
        assert sorted(team for game in games[week::5] for team in game) == [1, 2, 3, 4, 5, 6]
    for first in (0, 5, 10):
        assert max(Counter(t for game in games[first : first + 5] for t in game).values()) <= 2


def test_stations_equip_so_many_cars_in_a_row() -> None:
    options = {0: (0, 1), 1: (1, 0), 2: (1, 1)}
    assert solutions(classics.car_sequencing(CARS)) == {
        line
        for line in permutations((0, 0, 1, 2))
        if all(options[a][0] + options[b][0] <= 1 for a, b in pairwise(line))
        and all(sum(options[car][1] for car in line[at : at + 3]) <= 2 for at in (0, 1))
    }


def test_blocks_of_all_pairs_are_one_design_in_any_order() -> None:
    free = solutions(classics.balanced_incomplete_blocks(4, 2, 1, ordered=False))
    assert len(free) == 720  # the orders of the six pairs
    assert len(solutions(classics.balanced_incomplete_blocks(4, 2, 1))) == 1


def test_machines_work_on_one_job_at_a_time() -> None:
    assert solutions(classics.job_shop(SHOP, 5)) == {
        (a, b, c, d)
        for a, b, c, d in product(range(6), repeat=4)
        if a + 2 <= b <= 4 and c + 1 <= d <= 3
        if (a + 2 <= c or c + 1 <= a) and (b + 1 <= d or d + 2 <= b)
    }


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: classics.social_golfers(3, 0, 1), "size: found 0, expected 1 or more"),
        (lambda: classics.sports_schedule(5), "teams: found 5, expected an even number"),
        (lambda: classics.car_sequencing("4 2"), "line 1: found '4 2', expected cars, options"),
        (lambda: classics.car_sequencing(CARS[:-2] + "2"), "line 6: found '2 1 1 2'"),
        (lambda: classics.car_sequencing(CARS.replace("4", "5", 1)), "found 4 cars, expected 5"),
        (
            lambda: classics.car_sequencing(CARS.replace("3\n", "4\n", 1)),
            "found 6 lines, expected 7",
        ),
        (lambda: classics.job_shop("x", 5), "line 1: found 'x', expected jobs and machines"),
        (lambda: classics.job_shop(SHOP + "0 1 1 1", 5), "found 3 jobs, expected 2"),
        (lambda: classics.job_shop(SHOP.replace("1 2\n", "0 2\n"), 5), "line 3: found '0 1 0 2'"),
        (lambda: classics.job_shop(SHOP, 2), "job 1: found 3 units of work, expected at most 2"),
        (lambda: classics.balanced_incomplete_blocks(7, 8, 1), "k: found 8, expected 2 to 7"),
        (lambda: classics.balanced_incomplete_blocks(8, 3, 1), "found 8, 3, 1, expected whole"),
    ],
)
def test_what_is_no_instance_is_refused_with_its_place(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(MalformedProblemError, match=message):
        make()
