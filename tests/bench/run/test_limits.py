"""Limits make sense, or are refused; each system says which of them it can hold."""

import json
import sys
from dataclasses import asdict
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from accord.bench.run import enforcement as module
from accord.bench.run.enforcement import LIMITS, Enforcement, demand, enforcement, grade
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.torture import EASY
from accord.solvers.budget import LimitError


@pytest.mark.parametrize(
    ("nonsense", "named"),
    [
        ((inf,), "found a time limit of inf s, expected a finite one above 0"),
        ((nan,), "found a time limit of nan s"),
        ((0.0,), "found a time limit of 0 s"),
        (("3",), "found a time limit of '3' s"),
        ((None,), "found a time limit of None s"),
        ((True,), "found a time limit of True s"),
        ((10**400,), "found a time limit of inf s"),
        ((1.0, 2e9), "found a memory limit of 2000000000.0 bytes"),
        ((1.0, 2**20), "found a memory limit of 1048576 bytes, expected at least 64M"),
        ((1.0, None, nan), "found a CPU time limit of nan s"),
        ((1.0, None, -2.0), "found a CPU time limit of -2 s"),
    ],
)
def test_limits_that_make_no_sense_are_refused(nonsense: tuple[Any, ...], named: str) -> None:
    with pytest.raises(LimitError) as caught:
        Limits(*nonsense)
    assert named in str(caught.value)


class Integer:
    """A whole number of another type, as numpy's are."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number


def test_limits_of_other_types_of_numbers_are_plain_ones() -> None:
    limits: Any = Fraction(5, 2), Integer(2**30), Fraction(3)
    limit: Any = Integer(2)
    plain = asdict(Terms(Limits(2.5, 2**30, 3.0), 2))
    assert json.loads(json.dumps(asdict(Terms(Limits(*limits), limit)))) == plain


@pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")
def test_the_longest_limit_is_no_limit() -> None:
    with Worker("backtracking-mrv") as worker:
        report = worker.ask(EASY, Terms(Limits(1e308, cpu_seconds=1e308)))
    assert (report.outcome, report.exhausted) == ("OK", True)


@pytest.mark.parametrize("seconds", [0.0, -1.0, inf, nan])
def test_an_import_limit_that_makes_no_sense_is_refused(seconds: float) -> None:
    with pytest.raises(LimitError, match=f"found an import limit of {seconds:g} s"):
        Terms(import_limit=seconds)


def test_a_limit_that_cannot_be_held_at_all_is_refused_unless_best_effort_will_do() -> None:
    windows, mac = enforcement("win32"), enforcement("darwin")
    with pytest.raises(LimitError, match="the limit of wall time cannot be enforced here"):
        demand(Limits(1.0), windows)
    demand(Limits(1.0, best_effort=True), windows)
    demand(Limits(1.0, 2**30, 1.0), mac)
    assert grade(Limits(1.0), mac) == "best-effort"


def test_limits_are_as_sure_as_the_worst_of_those_that_are_set() -> None:
    held = [
        Enforcement("wall time", "enforced", ""),
        Enforcement("CPU time", "unavailable", "no clock"),
        Enforcement("memory", "best-effort", ""),
        Enforcement("process tree", "enforced", ""),
    ]
    assert grade(Limits(1.0), held) == "enforced"
    assert grade(Limits(1.0, 2**30), held) == "best-effort"
    assert grade(Limits(1.0, 2**30, 1.0), held) == "unavailable"
    with pytest.raises(LimitError, match="CPU time cannot be enforced here"):
        demand(Limits(1.0, None, 1.0), held)


def grades(held: tuple[Enforcement, ...]) -> list[str]:
    assert tuple(each.limit for each in held) == LIMITS
    return [each.grade for each in held]


def test_each_system_says_how_each_limit_is_held() -> None:
    assert grades(enforcement("win32")) == ["unavailable"] * 5
    assert grades(enforcement("darwin")) == [*["best-effort"] * 4, "unavailable"]


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel of Linux")
def test_linux_enforces_every_limit_unless_a_sandbox_hides_processes_or_orphans(
    tmp_path: Path,
) -> None:
    assert grades(enforcement()) == ["enforced"] * 5
    assert "PR_SET_CHILD_SUBREAPER" in enforcement()[3].means
    assert grades(module._linux(tmp_path)) == ["unavailable"] * 5
    refused = module._linux(adopts=False)
    assert grades(refused) == [*["best-effort"] * 4, "enforced"]
    assert "daemons escape" in refused[3].means


def test_a_delegated_control_group_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    unseen = ", not what is written to a tmpfs and closed at once"
    for group, backstop in (
        (Path("/sys/fs/cgroup/mine"), "; memory.max of a group below /sys/fs/cgroup/mine"),
        (None, f"{unseen}; RLIMIT_DATA"),
    ):
        monkeypatch.setattr(module, "delegated", lambda found=group: found)
        counted = "resident, of the tree, and in its open memfds and files on tmpfs, under /proc"
        expected = f"{counted}{backstop} if the watchdog is late or dies"
        assert module._memory() == expected
