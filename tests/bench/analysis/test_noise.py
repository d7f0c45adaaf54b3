"""The noise of single puzzles: simulated repetitions, of which it is known what has changed."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from optional import library

library("scipy")

import numpy  # noqa: E402
import pandas  # noqa: E402

from accord.bench.analysis.noise import changes, moderated  # noqa: E402


def repeated(rng: numpy.random.Generator, ratio: Any, number: int) -> pandas.DataFrame:
    """What three repetitions of each of so many puzzles say, of spread 0.2."""
    return said(rng.normal(0, 0.2, (number, 3)) + numpy.log(ratio * numpy.ones((number, 3)).T).T)


def said(logs: Any) -> pandas.DataFrame:
    """What repetitions say: logarithms of times, of shape (puzzles, repetitions)."""
    number, runs = logs.shape
    return pandas.DataFrame(
        {
            "puzzle": [str(place) for place in range(number)],
            "isomorph": 0,
            "runs": runs,
            "solved": runs,
            "wrong": 0,
            "mean": logs.mean(axis=1),
            "squares": ((logs - logs.mean(axis=1, keepdims=True)) ** 2).sum(axis=1),
        }
    )


def test_intervals_of_single_puzzles_cover_and_few_of_the_named_are_chance() -> None:
    rng = numpy.random.default_rng(11)
    truth = numpy.where(numpy.arange(4000) < 400, 2.0, 1.0)
    found, _ = changes(repeated(rng, 1.0, 4000), repeated(rng, truth, 4000))
    covered = (found["low"] <= truth) & (truth <= found["high"])
    assert 0.94 <= covered.mean() <= 0.96
    named = found["change"] != "same"
    assert 0.02 <= (named & (truth == 1)).sum() / named.sum() <= 0.08
    assert (found["change"] == "worse")[truth == 2].mean() > 0.8


def alike(rng: numpy.random.Generator, shape: tuple[int, int]) -> Any:
    """All puzzles vary by 10 %."""
    return rng.normal(0, 0.1, shape)


def unlike(rng: numpy.random.Generator, shape: tuple[int, int]) -> Any:
    """Half of the puzzles by 19 %, half by 2 %."""
    return rng.normal(0, 1, shape) * numpy.resize([0.19, 0.02], shape[0])[:, None]


def tailed(rng: numpy.random.Generator, shape: tuple[int, int]) -> Any:
    """Student's t with three degrees of freedom."""
    return 0.05 * rng.standard_t(3, shape)


def disturbed(rng: numpy.random.Generator, shape: tuple[int, int]) -> Any:
    """5 %, and one run in ten is off by more, always for the worse."""
    late = numpy.where(rng.random(shape) < 0.1, rng.exponential(0.3, shape), 0)
    return rng.normal(0, 0.05, shape) + late


@pytest.mark.parametrize("noise", [alike, unlike, tailed, disturbed])
def test_few_puzzles_are_named_by_chance_whatever_the_noise(noise: Callable[..., Any]) -> None:
    """100 puzzles, three repetitions; none changed, and then 20 of them by half."""
    rng = numpy.random.default_rng(19)
    change = numpy.where(numpy.arange(100) < 20, math.log(1.5), 0)[:, None]
    any_named = found = false = 0
    for _ in range(60):
        old, same, new = (said(noise(rng, (100, 3)) + more) for more in (0, 0, change))
        any_named += bool((changes(old, same)[0]["change"] != "same").any())
        named = changes(old, new)[0].query("change != 'same'")["puzzle"].astype(int)
        found, false = found + int((named < 20).sum()), false + int((named >= 20).sum())
    assert any_named <= 60 * 0.08 + 2 * math.sqrt(60 * 0.08 * 0.92)
    assert false <= 0.08 * (false + found)
    assert found >= 60 * 11  # more than half of what has changed


def test_variances_are_moderated_as_much_as_they_are_alike() -> None:
    """Drawn from the model of Smyth: variances of 0.01 that are worth 6 degrees of freedom."""
    rng = numpy.random.default_rng(23)
    true = 0.01 * 6 / rng.chisquare(6, 20_000)
    found, freedom = moderated(true * rng.chisquare(4, 20_000), numpy.full(20_000, 4))
    assert freedom == pytest.approx(numpy.full(20_000, 4 + 6), rel=0.1)
    assert found.min() == pytest.approx(0.01 * 6 / (4 + 6), rel=0.1)  # of one with no spread
    alike, without_end = moderated(0.01 * rng.chisquare(4, 1000), numpy.full(1000, 4))
    assert alike == pytest.approx(numpy.full(1000, 0.01), rel=0.2)
    assert without_end.min() > 100
    own, few = moderated([0.08, 0.0], [4, 0])  # one puzzle that was repeated, one that was not
    assert (own[0], few[0]) == (0.02, 4)
    assert numpy.isnan([own[1], few[1]]).all()


def test_counters_that_vary_have_the_noise_of_their_repetitions_isomorph_by_isomorph() -> None:
    rng = numpy.random.default_rng(13)
    sides = [
        pandas.concat([repeated(rng, 1.0, 2000).assign(isomorph=form) for form in (0, 1)])
        for _ in range(2)
    ]
    found, noise = changes(sides[0], sides[1], counted=True)
    assert (noise.of, noise.degrees) == ("repetitions", 2 * 2 * 2000 * 2)
    covered = (found["low"] <= 1) & (found["high"] >= 1)
    assert 0.94 <= covered.mean() <= 0.96
