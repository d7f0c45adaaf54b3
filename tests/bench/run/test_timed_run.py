"""The error that is written down is that of the time; a run is repeated as often as that needs."""

from random import Random
from statistics import fmean, stdev

import pytest

from accord.bench.run.timed_run import (
    LEAST,
    LONGEST,
    MOST,
    PRECISION,
    is_enough,
    middle_half,
    relative_error,
)


def times(random: Random, number: int, spread: float) -> list[float]:
    """Runs of 100 us, one in thirty of which is interrupted for as long again."""
    return [
        1e-4 * random.lognormvariate(0.0, spread) * (2 if random.random() < 1 / 30 else 1)
        for _ in range(number)
    ]


def mean(found: list[float]) -> float:
    return fmean(middle_half(found, float))


@pytest.mark.parametrize("number", [8, 20, 100])
def test_the_error_is_that_of_samples_which_are_drawn_again_and_again(number: int) -> None:
    random = Random(number)
    samples = [times(random, number, 0.05) for _ in range(2000)]
    means = [mean(each) for each in samples]
    true = stdev(means) / fmean(means)
    assert true / 1.3 < fmean(map(relative_error, samples)) < true * 1.2


def test_interrupted_runs_and_the_first_one_do_not_count() -> None:
    assert mean([9e-4, *[1e-4] * 6, 5e-4]) == pytest.approx(1e-4)
    assert relative_error([9e-4, *[1e-4] * 6, 5e-4]) == pytest.approx(0.0)


def test_equal_runs_suffice_at_once_and_such_that_differ_are_repeated_until_they_do() -> None:
    assert [is_enough([1e-4] * n, n * 1e-4) for n in (1, LEAST - 1, LEAST)] == [False, False, True]
    random, needed = Random(0), []
    for spread in (0.02, 0.1, 0.3):
        found: list[float] = []
        while not is_enough(found, 0.0):
            found += times(random, 1, spread)
        needed.append(len(found))
        assert relative_error(found) <= PRECISION
    assert LEAST <= needed[0] < needed[1] < needed[2] < MOST


def test_what_does_not_become_precise_is_given_up() -> None:
    wild = [1e-6, 1e-3] * MOST
    assert not is_enough(wild[:10], LONGEST / 2)
    assert is_enough(wild[:10], LONGEST)
    assert is_enough(wild[:MOST], 0.0)


def test_runs_that_took_no_time_have_no_error() -> None:
    assert relative_error([0.0] * LEAST) == 0.0
