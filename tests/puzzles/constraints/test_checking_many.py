"""A solution is checked in milliseconds, however many constraints there are."""

from random import Random
from time import process_time

from accord.bench.make.random_problems import HIGH, KINDS, LOW
from accord.puzzles.constraints.table import LARGE, STAR, Entry, Table, _shared_index
from accord.puzzles.problem import Problem
from optional import slow

VARIABLES, CONSTRAINTS = 50, 10_000


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
    assert process_time() - began < 1
    assert 0 < broken < CONSTRAINTS


def test_a_large_table_is_hashed_once_for_all_problems_that_have_it() -> None:
    slow()

    def tuples() -> tuple[tuple[Entry, ...], ...]:
        return tuple((each, each % 7, STAR if each % 2 else 3) for each in range(20 * LARGE))

    allowed, forbidden = Table((0, 1, 2), tuples()), Table((3, 4, 5), tuples(), forbidden=True)
    assert allowed.holds((14, 0, 3))
    assert not allowed.holds((14, 0, 4))
    assert allowed.holds((21, 0, 9))
    found = _shared_index.cache_info()
    assert not forbidden.holds((14, 0, 3))
    assert _shared_index.cache_info()[:2] == (found.hits + 1, found.misses)
