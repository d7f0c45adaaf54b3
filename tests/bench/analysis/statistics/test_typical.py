"""The typical ratio against its definition, tables of the test, and many simulated samples."""

from itertools import combinations_with_replacement
from math import isnan, log
from typing import Any

import pytest

from optional import library

numpy = library("numpy")
library("scipy")

from accord.bench.analysis.statistics import typical as module  # noqa: E402
from accord.bench.analysis.statistics.signed_rank import signed_rank  # noqa: E402
from accord.bench.analysis.statistics.typical import rejected, typical  # noqa: E402


def test_the_estimate_is_the_median_of_all_means_of_two() -> None:
    numbers = numpy.random.default_rng(0).lognormal(size=9)
    means = [sum(pair) / 2 for pair in combinations_with_replacement(numbers, 2)]
    assert typical(numbers, 0.95)[0] == pytest.approx(numpy.median(means))


def test_the_interval_holds_what_the_signed_rank_test_does_not_reject() -> None:
    for number in (6, 7, 10, 23, 50):
        numbers = numpy.random.default_rng(number).normal(0.3, 1, number)
        _, low, high = typical(numbers, 0.95)
        for end, outward in ((low, -1e-9), (high, 1e-9)):
            assert signed_rank(numbers - end - outward)[0] < 0.05
            assert signed_rank(numbers - end + outward)[0] >= 0.05


def test_critical_values_of_the_tables() -> None:
    """Of 5 %, two-sided: Wilcoxon and Wilcox, "Some rapid approximate ... procedures", 1964."""
    tables = {
        5: -1,
        6: 0,
        7: 2,
        8: 3,
        9: 5,
        10: 8,
        15: 25,
        20: 52,
        25: 89,
        30: 137,
        40: 264,
        50: 434,
    }
    assert {number: rejected(number, 0.95) - 1 for number in tables} == tables


def test_too_few_or_unknown_numbers_have_no_interval() -> None:
    assert typical(numpy.array([1.0, 2, 3, 4, 5]), 0.95)[0] == 3
    assert all(map(isnan, typical(numpy.array([1.0, 2, 3, 4, 5]), 0.95)[1:]))
    for numbers in ([], [1.0, numpy.nan], [1.0, numpy.inf]):
        assert all(map(isnan, typical(numpy.array(numbers), 0.95)))


def test_of_many_numbers_the_same_is_found_without_making_all_means(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = numpy.random.default_rng(1).normal(size=300).round(2)  # with ties
    direct = typical(numbers, 0.95)
    monkeypatch.setattr(module, "MOST", 10)
    assert typical(numbers, 0.95) == pytest.approx(direct, abs=2e-9)


@pytest.mark.parametrize("number", [20, 30])
def test_a_rare_kind_of_puzzle_makes_the_interval_wrong_no_more_often_than_it_says(
    number: int,
) -> None:
    """One puzzle in twenty takes twenty times as long: where the mean's interval covers 80 %."""
    rng = numpy.random.default_rng(number)

    def drawn(shape: int | tuple[int, ...]) -> Any:
        return rng.normal(0, 0.3, shape) + numpy.where(rng.random(shape) < 0.05, log(20), 0.0)

    truth = float(numpy.median((drawn(1_000_000) + drawn(1_000_000)) / 2))
    ends = [typical(logs, 0.95)[1:] for logs in drawn((1500, number))]
    covered = numpy.mean([low <= truth <= high for low, high in ends])
    assert 0.93 <= covered <= 0.97
