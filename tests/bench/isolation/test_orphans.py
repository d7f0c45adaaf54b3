"""Nothing is left behind when the harness dies, not even what a solver has started."""

import subprocess
import sys
import time
from collections.abc import Callable

import psutil
import pytest

from places import SUPPORT

LIARS = SUPPORT / "wrong_solvers.py"


def children_of_the_solver(supervisor: int) -> list[int]:
    """The processes that the liar started; it writes the supervisor's number into them."""
    mark = f"time.sleep(3600)  # {supervisor}"
    found = psutil.process_iter(["cmdline", "status"])
    alive = [each for each in found if each.info["status"] != psutil.STATUS_ZOMBIE]
    return [each.pid for each in alive if any(mark in word for word in each.info["cmdline"] or [])]


def wait_until(what: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 15
    while not what() and time.monotonic() < deadline:
        time.sleep(0.05)
    return what()


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "at its limit"])
def test_what_a_solver_started_ends_with_it(killed: bool) -> None:
    solver = f"{LIARS}:starts_a_child_and_sleeps"
    limit = "60s" if killed else "1s"
    command = [sys.executable, "-P", "-m", "accord", "check", "." * 16, "-s", solver, "-t", limit]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    assert wait_until(lambda: bool(children_of_the_solver(child.pid)))
    if killed:
        child.kill()
    child.wait(timeout=15)
    assert wait_until(lambda: not children_of_the_solver(child.pid))
