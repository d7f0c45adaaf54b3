"""Rank correlations against counting pairs, and against pandas and SciPy."""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import sqrt

import numpy
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as some

from accord.bench.analysis import correlation
from accord.bench.analysis.correlation import Correlation, kendall, spearman
from accord.bench.analysis.hardness import Figure
from accord.bench.analysis.statistics.sample import resampled
from optional import library

PAIRS = some.lists(some.tuples(some.integers(0, 6), some.integers(0, 6)), min_size=2, max_size=25)


def value(found: Correlation | None) -> float | None:
    return found and found.value


def counted(pairs: list[tuple[int, int]]) -> float | None:
    """Kendall's tau-b, pair by pair as it is defined."""
    same = opposite = only_first = only_second = 0
    for (a, b), (c, d) in combinations(pairs, 2):
        if a != c and b != d:
            same += (a < c) == (b < d)
            opposite += (a < c) != (b < d)
        only_first += a == c and b != d
        only_second += a != c and b == d
    apart = (same + opposite + only_first) * (same + opposite + only_second)
    return (same - opposite) / sqrt(apart) if apart else None


@given(PAIRS)
def test_kendall_counts_pairs(pairs: list[tuple[int, int]]) -> None:
    one, other = ([(each[side],) for each in pairs] for side in (0, 1))
    assert value(kendall(one, other)) == pytest.approx(counted(pairs))


@given(PAIRS)
def test_spearman_is_that_of_pandas(pairs: list[tuple[int, int]]) -> None:
    one, other = ([(each[side],) for each in pairs] for side in (0, 1))
    found = value(spearman(one, other))
    if len({*one}) < 2 or len({*other}) < 2:
        assert found is None
    else:
        frame = pandas.DataFrame(pairs).rank()
        assert found == pytest.approx(frame[0].corr(frame[1]))


def test_both_are_those_of_scipy() -> None:
    stats = library("scipy.stats")
    for number in range(20):
        pairs = [((a * number) % 7, (a * a + b) % 5) for a, b in product(range(4), range(3))]
        one, other = ([(each[side],) for each in pairs] for side in (0, 1))
        if number % 7 and kendall(one, other) is not None:
            first, second = zip(*pairs, strict=True)
            assert value(kendall(one, other)) == pytest.approx(
                stats.kendalltau(first, second).statistic
            )
            assert value(spearman(one, other)) == pytest.approx(
                stats.spearmanr(first, second).statistic
            )


def test_figures_of_two_parts_and_infinite_ones_have_their_order() -> None:
    techniques = [(1, 40), (1, 41), (14, 1), (49, 50)]
    nodes = [(1.0,), (3.0,), (70.0,), (float("inf"),)]
    assert value(spearman(techniques, nodes)) == pytest.approx(1)
    assert value(kendall(techniques, nodes[::-1])) == pytest.approx(-1)


def resampled_by_hand(
    measure: Callable[[Sequence[Figure], Sequence[Figure]], Correlation | None],
    pairs: list[tuple[int, int]],
) -> list[float]:
    """The measure of each resample written out, without those that are all ties."""
    found = []
    for counts in resampled(len(pairs))[:40]:
        drawn = [pair for pair, count in zip(pairs, counts, strict=True) for _ in range(int(count))]
        one, other = ([(each[side],) for each in drawn] for side in (0, 1))
        if (of_these := measure(one, other)) is not None:
            found.append(of_these.value)
    return found


@pytest.mark.parametrize("measure", [spearman, kendall])
def test_intervals_are_of_resamples(
    measure: Callable[[Sequence[Figure], Sequence[Figure]], Correlation | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = [(at // 2, at + 9 * (at % 3)) for at in range(20)]
    by_hand = resampled_by_hand(measure, pairs)
    monkeypatch.setattr(correlation, "resampled", lambda number: resampled(number)[:40])
    found = measure(*([(each[side],) for each in pairs] for side in (0, 1)))
    assert found is not None
    assert (found.low, found.high) == pytest.approx([*numpy.quantile(by_hand, [0.025, 0.975])])
    assert found.low < found.value < found.high
