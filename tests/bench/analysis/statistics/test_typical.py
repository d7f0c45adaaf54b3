"""The typical ratio and the signed-rank test against definitions, SciPy, tables and simulations."""

from itertools import combinations_with_replacement, product
from math import isnan, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optional import library

numpy = library("numpy")
stats = library("scipy.stats")

from accord.bench.analysis.statistics import typical as module  # noqa: E402
from accord.bench.analysis.statistics.typical import (  # noqa: E402
    rejected,
    signed_rank,
    typical,
)


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


@given(st.lists(st.integers(-1000, 1000).filter(bool), min_size=1, max_size=40, unique_by=abs))
def test_without_ties_it_is_scipys(differences: list[int]) -> None:
    numbers = numpy.array(differences, float)
    expected = stats.wilcoxon(numbers, method="exact").pvalue
    assert signed_rank(numbers)[0] == pytest.approx(expected)


@given(st.lists(st.integers(-3, 3), max_size=9))
def test_with_ties_and_zeros_it_counts_all_choices_of_signs(differences: list[int]) -> None:
    numbers = numpy.array(differences, float)
    ranks = stats.rankdata(numpy.abs(numbers))[numbers != 0]
    seen = min(ranks[numbers[numbers != 0] > 0].sum(), ranks[numbers[numbers != 0] < 0].sum())
    sums = [sum(chosen) for chosen in product(*((0, rank) for rank in ranks))]
    share = sum(each <= seen for each in sums) / len(sums)
    assert signed_rank(numbers)[0] == pytest.approx(min(1, 2 * share))


def test_ties_do_not_keep_small_p_values_away() -> None:
    differences = numpy.array([1.0] * 9 + [2, 3, 4, 5, 6, 7, 8, 9])
    assert signed_rank(differences) == pytest.approx((2 / 2**17, 1.0))
    assert signed_rank(-differences) == pytest.approx((2 / 2**17, -1.0))
    assert stats.wilcoxon(differences, method="asymptotic").pvalue > 2e-4


def test_many_differences_are_approximated_alike() -> None:
    numbers = numpy.random.default_rng(0).normal(0.3, 1, 50)
    exact, effect = signed_rank(numbers)
    more = signed_rank(numpy.append(numbers, 1e-9))
    assert more[0] == pytest.approx(exact, rel=0.25)
    assert more[1] == pytest.approx(effect, abs=0.01)
    assert signed_rank(numpy.zeros(3)) == (1.0, 0.0)


def test_zeros_keep_the_ranks_they_take_however_many_differences_there_are() -> None:
    numbers = numpy.random.default_rng(1).normal(0.3, 1, 50)
    exact, approximate = (numpy.append(numbers, [0.0] * 20 + more) for more in ([], [0.001]))
    assert signed_rank(approximate)[0] == pytest.approx(signed_rank(exact)[0], rel=0.2)
    assert stats.wilcoxon(approximate, zero_method="wilcox").pvalue > 1.4 * signed_rank(exact)[0]
