"""A small proof of the statistics, and that it sees what is wrong."""

from dataclasses import replace
from math import log
from typing import Any

import pytest

from developer_tools import tool
from optional import library

library("scipy")

import accord.bench.analysis.statistics.pair as statistics_of_pairs  # noqa: E402
from accord.bench.analysis.statistics import quantities  # noqa: E402
from accord.bench.analysis.statistics.pair import Pair  # noqa: E402

prove = tool("prove")

NUMBER = 200
# Puzzles that a truth is measured on: to 0.003 of a logarithm, a 50th of what intervals are off by.
OF_TRUTH = 500_000
IDENTICAL, EQUAL, FASTER, HEAVY, TWINS, RARE = prove.WORLDS


@pytest.mark.parametrize("world", prove.WORLDS, ids=lambda world: world.name)
def test_intervals_hold_the_truth_and_equal_solvers_are_seldom_called_different(
    world: Any,
) -> None:
    found = prove.found(world, NUMBER, prove.PUZZLES, of_truth=OF_TRUTH)
    assert list(prove.complaints(found)) == []
    assert found.different > 0.9 if world is HEAVY else found.different < 0.4


@pytest.mark.parametrize("puzzles", [20, 30])
def test_of_a_rare_kind_of_puzzle_the_typical_ratio_knows_and_the_mean_is_warned_of(
    puzzles: int,
) -> None:
    found = prove.found(RARE, NUMBER, puzzles, of_truth=OF_TRUTH)
    assert list(prove.complaints(found)) == []
    assert found.covered < 0.9 < found.typical
    assert found.warned > 0.5


@pytest.mark.parametrize("world", prove.TIMED_OUT, ids=lambda world: world.name)
def test_claims_hold_what_they_promise_where_runs_are_cut(
    world: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prove, "SLICE", 50_000)
    found = prove.kept(world, 100, 50, prove.SLICE)
    assert [each.quantity for each in found] == ["times", "typical", "solved", "PAR-2"]
    assert [complaint for each in found for complaint in prove.broken(each)] == []
    (sample,) = prove.campaigns(world, 1, 20_000)
    shares = sample.cut.mean(axis=1)
    assert shares[: world.cut].mean() == pytest.approx(world.timeouts, abs=0.01)
    assert world.cut == 2 or shares[1] < 0.002


def test_an_interval_that_is_too_narrow_breaks_both_promises(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prove, "SLICE", 50_000)
    narrow = property(lambda found: (found.ratio / 1.01, found.ratio * 1.01))
    monkeypatch.setattr(quantities.Advantage, "ends", narrow)
    for each in prove.kept(prove.TIMED_OUT[2], 40, 50, prove.SLICE):
        held, supported = prove.broken(each)
        assert held.startswith(f"both sides, 10%, {each.quantity}: found ")
        assert "% of claims just short of true supported, expected at most " in supported


def test_five_equal_solvers_are_seldom_called_different() -> None:
    share = prove.any_different(EQUAL, NUMBER // 4, prove.PUZZLES, 5)
    assert share <= prove.DIFFERENT + prove.slack(NUMBER // 4)


def test_a_narrow_interval_or_differences_everywhere_are_a_complaint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(statistics_of_pairs, "WIDEST", 0.7)
        (complaint,) = prove.complaints(prove.found(EQUAL, NUMBER, prove.PUZZLES))
        assert complaint.startswith("equal, 100 puzzles, mean: found 8")
        assert complaint.endswith("%, expected 93.0% to 97.0%")
    monkeypatch.setattr(Pair, "different", property(lambda pair: pair.p < 0.2))
    (complaint,) = prove.complaints(prove.found(EQUAL, NUMBER, prove.PUZZLES))
    assert complaint.endswith("% different, expected at most 6.5%")


def test_the_truth_that_is_measured_is_that_which_is_known() -> None:
    measured = replace(FASTER, truth=None)
    assert prove.truth(measured, prove.limit(measured), 500_000) == pytest.approx(
        log(0.9), abs=0.005
    )
    assert prove.truth(FASTER, 1.0) == log(0.9)


def test_one_run_in_five_overruns_the_limit() -> None:
    for world in (HEAVY, TWINS):
        (sample,) = prove.campaigns(world, 1, 20_000)
        assert sample.cut.mean() == pytest.approx(prove.TIMEOUTS, abs=0.01)
        assert (sample.values <= prove.limit(world)).all()


def test_what_is_out_of_its_band_ends_it_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prove, "WORLDS", (IDENTICAL, EQUAL))
    monkeypatch.setattr(prove, "SLICE", 50_000)
    monkeypatch.setattr(prove, "TRUTH", 50_000)
    prove.main(["4"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4 campaigns each")
    assert len(lines) == 2 + 2 * 4 + 1 + 4 * 4 + 2
    monkeypatch.setattr(prove, "COVERED", (1.5, 2.0))
    with pytest.raises(SystemExit) as ending:
        prove.main(["4"])
    assert "identical, 100 puzzles, mean: found " in str(ending.value)
    with pytest.raises(SystemExit, match="found 'many' campaigns, expected 1 or more"):
        prove.main(["many"])
