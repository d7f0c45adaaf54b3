"""A recorded comparison of speed: read as it was measured, and its quotients and quartiles."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded_speed import Quartiles, quartiles, read_speed, times, versus

from accord.bench.speed.contestants import YARDSTICK
from accord.bench.speed.throughput import measured
from accord.views.tables.speed import SpeedComparison, as_json
from made_up_speed import KERNEL, line, without_speed
from speed_contestants import four, pretending

FACTS = {"packages": {"accord": "1"}, "commit": "", "python": "CPython", "cpu": "a CPU"}
TWO = [pretending(YARDSTICK, 1.0), pretending("quick", 0.25)]


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes what `accord speed -o` writes, with some keys changed."""

    def write(comparison: SpeedComparison, **changed: Any) -> Path:
        file = tmp_path / "speed.json"
        file.write_text(json.dumps(as_json(comparison) | changed))
        return file

    return write


@pytest.fixture(scope="module")
def comparison() -> SpeedComparison:
    sets = measured([four()], TWO, repeat=3, seconds=0.02)
    return SpeedComparison(sets, 3, 7, 0.02, FACTS, ((1.0,), (2.0,)), {}, "2026-11-27T13:00:00")


def test_it_is_read_as_it_was_measured(
    written: Callable[..., Path], comparison: SpeedComparison
) -> None:
    found = read_speed(written(comparison))
    (sample,) = comparison.measured_sets
    assert (found.repeat, found.seed, found.slice, found.began) == (
        (3, 7, 0.02, "2026-11-27T13:00:00")
    )
    assert (found.environment, found.load) == (FACTS, ((1.0,), (2.0,)))
    (same,) = found.sets
    assert (same.name, same.size, same.part) == ("fours", 4, sample.part)
    assert same.puzzles == len(sample.sample.givens)
    assert same.blank == (sample.sample.givens == 0).mean()
    assert {each.solver: each for each in same.lines} == {
        each.solver: each for each in sample.lines
    }
    assert same.line("quick") == next(each for each in sample.lines if each.solver == "quick")
    assert same.line("nobody") is None


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"sets": [{"name": "x"}]}, "no 'lines'"),
        ({"asked": 3}, "not subscriptable"),
        ({"load": {}}, "no 'before'"),
    ],
    ids=str,
)
def test_what_is_no_comparison_is_named(
    written: Callable[..., Path], comparison: SpeedComparison, changed: dict[str, Any], what: str
) -> None:
    file = written(comparison, **changed)
    with pytest.raises(ValueError, match=rf"speed\.json: found .*{what}.*, expected the JSON"):
        read_speed(file)


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("easy: 500 puzzles")
    with pytest.raises(ValueError, match="expected the JSON of accord speed"):
        read_speed(tmp_path / "x")


def test_quartiles_are_those_of_the_values() -> None:
    assert quartiles([4, 1, 3, 2, 5]) == Quartiles(2, 3, 4)
    assert quartiles([1, 2]) == Quartiles(1.25, 1.5, 1.75)  # between two values, linearly
    assert quartiles([7]) == Quartiles(7, 7, 7)
    assert quartiles([]) is None


@given(st.lists(st.floats(1e-6, 1e6), min_size=1, max_size=30))
def test_at_least_a_quarter_lies_on_either_side_of_a_quartile(values: list[float]) -> None:
    found = quartiles(values)
    assert found is not None
    for edge, share in ((found.first, 0.25), (found.median, 0.5), (found.third, 0.75)):
        near = 1e-9 * edge
        assert sum(value <= edge + near for value in values) >= share * (len(values) - 1)
        assert sum(value >= edge - near for value in values) >= (1 - share) * (len(values) - 1)


def test_the_time_is_that_of_a_puzzle_in_one_form() -> None:
    found = times(line("a", [1.0, 4.0, 2.0], puzzles=5, copies=7))
    assert found == Quartiles(1.5, 2.0, 3.0)
    assert times(without_speed("a", "WRONG", "")) is None


def test_a_quotient_is_formed_in_each_repetition() -> None:
    kernel, other = line(KERNEL, [1.0, 2.0, 4.0], copies=9), line("b", [3.0, 10.0, 16.0])
    assert versus(other, kernel) == Quartiles(3.5, 4.0, 4.5)  # of 3, 5 and 4
    assert versus(kernel, kernel) == Quartiles(1.0, 1.0, 1.0)


def test_the_yardstick_stands_between_those_who_were_asked_other_puzzles() -> None:
    kernel = line(KERNEL, [1.0, 1.0], yardstick=[100.0, 100.0])
    slow = line("slow", [300.0, 800.0], yardstick=[150.0, 200.0], puzzles=2)  # 2 and 4 times
    assert versus(slow, kernel) == Quartiles(250.0, 300.0, 350.0)


def test_without_the_yardstick_only_the_same_puzzles_are_compared() -> None:
    kernel, slow = line(KERNEL, [1.0, 1.0]), line("slow", [5.0, 5.0], puzzles=2)
    assert versus(slow, kernel) is None


def test_who_has_no_speed_or_was_stopped_is_nothing_to_compare_with() -> None:
    known = line("a", [1.0])
    assert versus(known, without_speed("b", "TOO SLOW", "")) is None
    assert versus(without_speed("b", "TOO SLOW", ""), known) is None
    assert versus(known, line("b", [1.0], finished=False)) is None
    assert versus(line("b", [3.0], finished=False), known) == Quartiles(3.0, 3.0, 3.0)


def test_a_repetition_in_which_one_was_not_asked_counts_not() -> None:
    kernel, stopped = line(KERNEL, [1.0, 2.0]), line("b", [6.0])
    assert versus(stopped, kernel) == Quartiles(6.0, 6.0, 6.0)
