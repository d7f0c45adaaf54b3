"""A solution is checked in milliseconds, however many constraints there are."""

from random import Random
from time import process_time

from accord.bench.generation.random_problems import HIGH, KINDS, LOW
from accord.puzzles.constraints.table import LARGE, STAR, Entry, Table
from accord.puzzles.problem import Problem
from tried_again import at_most, tried_again

VARIABLES, CONSTRAINTS = 50, 10_000


@tried_again
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
    at_most(0.5, process_time() - began)
    assert 0 < broken < CONSTRAINTS


@tried_again
def test_a_large_table_is_hashed_once_for_all_problems_that_have_it() -> None:
    def tuples() -> tuple[tuple[Entry, ...], ...]:
        return tuple((each, each % 7, STAR if each % 2 else 3) for each in range(20 * LARGE))

    allowed, forbidden = Table((0, 1, 2), tuples()), Table((3, 4, 5), tuples(), forbidden=True)
    assert allowed.holds((14, 0, 3))
    assert not allowed.holds((14, 0, 4))
    assert allowed.holds((21, 0, 9))
    began = process_time()
    assert not forbidden.holds((14, 0, 3))
    shared = process_time() - began
    began = process_time()
    assert not Table((0, 1, 2), ((9, 9, 9), *allowed.tuples)).holds((9, 9, 8))
    at_most(0.7 * (process_time() - began), shared)
