"""What a constraint says in words is there where it does not hold, and nowhere else."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from accord.bench.make.random_problems import HIGH, KINDS, LOW, random_problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import examples, kinds

NAMES = ("r1c1", "r1c2", "r1c3", "r1c4")


def test_each_repeated_value_is_one_sentence() -> None:
    row = AllDifferent((0, 1, 2, 3), "row 1")
    assert list(row.violations([1, 2, 1, 2], NAMES)) == [
        "row 1 repeats 1 at r1c1, r1c3",
        "row 1 repeats 2 at r1c2, r1c4",
    ]
    assert list(row.violations([1, 2, 3, 1], NAMES)) == ["row 1 repeats 1 at r1c1, r1c4"]
    assert list(row.violations([1, 2, 3, 4], NAMES)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_wrong_is_said_where_a_constraint_does_not_hold(
    kind: str, some: Callable[[int], Sequence[int]]
) -> None:
    random, broken, held = Random(kind), 0, 0
    for seed in some(300):
        constraint = random_problem(seed, kind).constraints[0]
        names = [f"v{each}" for each in constraint.scope]
        for _ in range(10):
            values = [random.randint(LOW, HIGH) for _ in constraint.scope]
            said = [*constraint.violations(values, names)]
            assert bool(said) != constraint.holds(values), (constraint, values)
            assert all(map(str.strip, said))
            broken += bool(said)
            held += not said
    assert broken > 5
    assert held > 0


def test_every_kind_has_an_example_and_random_problems() -> None:
    assert {*KINDS} == {*kinds()}
    assert {each.kind for each in examples().values()} == {*kinds()} - {"expression"}
