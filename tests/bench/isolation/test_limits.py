"""Limits make sense, or are refused."""

from math import inf, nan

import pytest

from accord.bench.isolation.enforcement import Enforcement, demand, enforcement, grade
from accord.bench.isolation.limits import LimitError, Limits


@pytest.mark.parametrize(
    ("nonsense", "named"),
    [
        ((inf,), "found a time limit of inf s, expected a finite one above 0"),
        ((nan,), "found a time limit of nan s"),
        ((-1.0,), "found a time limit of -1 s"),
        ((0.0,), "found a time limit of 0 s"),
        ((1.0, 2**20), "found a memory limit of 1048576 bytes, expected at least 64M"),
        ((1.0, None, nan), "found a CPU time limit of nan s"),
        ((1.0, None, -2.0), "found a CPU time limit of -2 s"),
    ],
)
def test_limits_that_make_no_sense_are_refused(
    nonsense: tuple[float, int | None, float | None], named: str
) -> None:
    with pytest.raises(LimitError) as caught:
        Limits(*nonsense)
    assert named in str(caught.value)


def test_a_limit_that_cannot_be_held_at_all_is_refused_unless_best_effort_will_do() -> None:
    windows, mac = enforcement("win32"), enforcement("darwin")
    with pytest.raises(LimitError, match="the limit of wall time cannot be enforced here"):
        demand(Limits(1.0), windows)
    demand(Limits(1.0, best_effort=True), windows)
    demand(Limits(1.0, 2**30, 1.0), mac)
    assert grade(Limits(1.0), mac) == "best-effort"


def test_limits_are_as_sure_as_the_worst_of_those_that_are_set() -> None:
    holds = [
        Enforcement("wall time", "enforced", ""),
        Enforcement("CPU time", "unavailable", "no clock"),
        Enforcement("memory", "best-effort", ""),
        Enforcement("process tree", "enforced", ""),
    ]
    assert grade(Limits(1.0), holds) == "enforced"
    assert grade(Limits(1.0, 2**30), holds) == "best-effort"
    assert grade(Limits(1.0, 2**30, 1.0), holds) == "unavailable"
    with pytest.raises(LimitError, match="CPU time cannot be enforced here"):
        demand(Limits(1.0, None, 1.0), holds)
