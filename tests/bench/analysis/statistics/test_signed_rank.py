"""Wilcoxon's signed-rank test: held against SciPy's, and against all choices of signs."""

from itertools import product

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optional import library

stats = library("scipy.stats")
signed_rank = library("accord.bench.analysis.statistics.signed_rank").signed_rank


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
    assert signed_rank(differences) == (pytest.approx(2 / 2**17), 1.0)
    assert signed_rank(-differences) == (pytest.approx(2 / 2**17), -1.0)
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
