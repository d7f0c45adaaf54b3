"""What a contestant's process sends is arrays of the right size, or no speed."""

from pathlib import Path
from typing import Any

import numpy
import pytest

from accord.bench.run.supervisor import CannotStartError
from accord.bench.speed.contestants import NoSpeedError
from accord.bench.speed.own_process import OwnProcess
from accord.puzzles import shape
from children import children

ARRAYS: dict[str, tuple[Any, str]] = {
    "no object": ("'x'", "speed: found 'x', expected an object"),
    "a time that is none": ("{**FIRST, 'seconds': -1.0}", "seconds: found -1.0, expected finite"),
    "an array too few": ("FIRST", "found 0 arrays, expected 3"),
    "bytes too few": ("FIRST, 'AAAA', '', ''", "counts: found 3 bytes, expected 8"),
    "no base64": ("FIRST, 7, '', ''", "counts: found no base64, expected an array"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_a_solver_that_sends_no_arrays_has_no_speed(name: str, tmp_path: Path) -> None:
    """Its file replaces what would send them."""
    values, said = ARRAYS[name]
    (file := tmp_path / "sends.py").write_text(
        "from accord.bench.speed import own_process\n"
        "FIRST = dict(seconds=1.0, finished=True, gave_up='', others=False, each=False)\n"
        f"own_process._answered = lambda *_: iter(({values},))\n"
        "own_process._answered.__module__ = own_process.__name__\n"
        "own_process._answered.__qualname__ = '_answered'\n"
        "def solve(puzzle, budget):\n    yield\n"
    )
    process = OwnProcess(f"{file}:solve")
    try:
        with pytest.raises(NoSpeedError, match=said) as raised:
            process.ask(shape(4), numpy.zeros((1, 16), numpy.uint8), 1.0)
        assert raised.value.outcome == "ERROR"
    finally:
        process.end()


@pytest.mark.parametrize(
    "described", ["1 / 0", "{'how': 'array', 'prepares': 7}"], ids=["raises", "nonsense"]
)
def test_a_solver_that_cannot_be_described_leaves_no_process(
    described: str, tmp_path: Path
) -> None:
    before = {each.pid for each in children()}
    (file := tmp_path / "describes.py").write_text(
        "from accord.bench.speed import own_process\n"
        f"def described(chosen):\n    yield {described}\n"
        "own_process._described.__code__ = described.__code__\n"
        "def solve(puzzle, budget):\n    yield\n"
    )
    with pytest.raises(CannotStartError, match=r"describes\.py:solve: "):
        OwnProcess(f"{file}:solve")
    assert {each.pid for each in children()} <= before


def test_who_is_stopped_before_the_last_puzzle_is_slow_and_not_wrong() -> None:
    process = OwnProcess("backtracking-mrv")
    try:
        found = process.ask(shape(4), numpy.zeros((2, 16), numpy.uint8), 0.0)
    finally:
        process.end()
    assert (found.finished, found.each, found.counts.tolist()) == (False, None, [-1, -1])
