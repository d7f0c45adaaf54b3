"""What a program used is known, however it ended: its own memory, and its CPU time once.

The programs are Python scripts; what they burn and what they hold they measure themselves.
"""

import os
import sys
import time
from collections.abc import Iterator
from math import inf
from queue import SimpleQueue
from resource import RUSAGE_CHILDREN, getrusage
from threading import TIMEOUT_MAX

import psutil
import pytest

from accord.bench.hunt.conformance import EVERY_4X4
from accord.puzzles import Grid, Puzzle
from accord.solvers.answer import answer, ask
from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError
from accord.solvers.programs import program
from accord.solvers.programs.program import Program, peak_memory, run
from accord.solvers.registry import as_backend
from tried_again import OverrunError, tried_again

MIB = 2**20
BURNT = 0.25  # seconds of CPU time
BURN = f"import time\nwhile time.process_time() < {BURNT}: pass\n"


def script(code: str) -> list[str]:
    return [sys.executable, "-IS", "-c", code]


def cpu_used() -> float:
    """Seconds of CPU time of this process and of its programs that have ended, says the kernel."""
    ended = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def running() -> Budget:
    budget = Budget()
    budget.resume()
    return budget


# Memory.


@pytest.fixture
def more() -> int:
    """Bytes that this process has never had."""
    return peak_memory() + 100 * MIB


@pytest.mark.parametrize("of", ["itself", "a child", "the largest"])
def test_the_memory_of_programs_is_known(of: str, more: int) -> None:
    """That of a child if the program waits for it."""
    budget = running()
    for size in (1, more, 1) if of == "the largest" else (more,):
        code = f"held = bytearray({size})"
        child = f"import subprocess, sys; subprocess.run([sys.executable, '-IS', '-c', '{code}'])"
        run(script(child if of == "a child" else code), budget)
    assert more < budget.programs_memory < more + 60 * MIB


@pytest.mark.skipif(not peak_memory(), reason="needs /proc")
@pytest.mark.parametrize("code", ["", "import time; print(1, flush=True); time.sleep(0.1)"])
def test_a_small_program_does_not_have_what_its_parent_has(code: str) -> None:
    """The kernel says of it that it has used as much."""
    held = bytearray(200 * MIB)
    budget = running()
    run(script(code), budget)
    assert budget.programs_memory < 100 * MIB < len(held) < peak_memory()
    assert budget.programs_memory > 2 * MIB or not code


@pytest.mark.skipif(not peak_memory(), reason="needs /proc")
@pytest.mark.parametrize(
    ("before", "after"), [("say(3, 0.02)", "time.sleep(0.1)"), ("say(1000, 0)", "say(2000, 1e-4)")]
)
def test_what_a_small_program_takes_later_is_seen(before: str, after: str) -> None:
    """Whether it is silent after that, or prints and prints."""
    held = bytearray(200 * MIB)
    say = "for _ in range(times): print(1, flush=True); pause and time.sleep(pause)"
    takes = f"{before}; more = bytearray({50 * MIB}); {after}; os._exit(0)"
    budget = running()
    run(script(f"import os, time\ndef say(times, pause):\n    {say}\n{takes}"), budget)
    assert 50 * MIB < budget.programs_memory < 100 * MIB < len(held)


@pytest.mark.skipif(not peak_memory(), reason="needs /proc")
def test_what_a_small_program_takes_before_it_is_killed_is_seen() -> None:
    held = bytearray(200 * MIB)
    takes = f"print(1, flush=True); more = bytearray({50 * MIB}); time.sleep(60)"
    budget, others = running(), psutil.Process().children()
    with Program(script(f"import time; {takes}"), budget) as taking:
        next(iter(taking.output()))
        (process,) = [each for each in psutil.Process().children() if each not in others]
        while process.memory_info().rss < 50 * MIB:
            time.sleep(0.01)
    assert 50 * MIB < budget.programs_memory < 100 * MIB < len(held)


# CPU time.


def test_the_cpu_time_of_a_program_is_counted_once() -> None:
    before, budget = cpu_used(), running()
    run(script(BURN), budget)
    budget.pause()
    assert BURNT <= budget.total.cpu < cpu_used() - before + BURNT / 2


@tried_again
def test_the_cpu_time_of_a_program_that_is_killed_in_the_end_is_counted_once() -> None:
    def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
        run(script(BURN + "time.sleep(60)"), budget)
        yield from ()

    before = cpu_used()
    found = answer(as_backend(solve, "it"), EVERY_4X4, seconds=2)
    assert found.reason == OUT_OF_TIME
    if found.seconds.cpu < BURNT:  # a busy machine left it too little in two seconds
        raise OverrunError(f"it had {found.seconds.cpu} s")
    assert found.seconds.cpu < cpu_used() - before + BURNT / 2


def test_the_cpu_time_of_a_program_is_counted_that_is_killed_when_enough_was_found() -> None:
    def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
        with Program(script(BURN + "print(1, flush=True); time.sleep(60)"), budget) as burning:
            for _ in burning.output():
                yield Grid([0] * 16)

    before, budget = cpu_used(), Budget(limit=1)
    for _ in ask(as_backend(solve, "it"), EVERY_4X4, budget):
        wall, cpu = budget.total
        assert cpu < BURNT  # it is not known before it has ended
    assert BURNT <= budget.total.cpu - cpu < cpu_used() - before + BURNT / 2
    assert budget.total.wall == wall
    assert budget.programs_memory > 2 * MIB


# How it ends.


def test_a_program_ends_as_usual_when_somebody_else_has_waited_for_it() -> None:
    """Such as a library that handles SIGCHLD, or nobody at all."""
    with Program(script(""), running()):
        os.waitpid(-1, 0)


def test_what_a_program_has_inherited_is_open_in_it() -> None:
    reader, writer = os.pipe()
    with Program(
        script(f"import os; os.write({writer}, b'here')"), running(), None, [writer]
    ) as received:
        assert list(received.output()) == []
    assert (received.code, received.errors) == (0, "")
    assert os.read(reader, 10) == b"here"
    os.close(reader)
    os.close(writer)


def test_everything_that_is_printed_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by a slow reader of a large pipe, and where the system has no word for an end."""
    length = 500_000
    grow = "fcntl.fcntl(1, fcntl.F_SETPIPE_SZ, 1 << 20)" if sys.platform == "linux" else ""
    says = f"os.write(2, b'y' * 10_000 + b'z'); os.write(1, b'x' * {length}); os._exit(1)"
    for descriptor in (program.exit_descriptor, lambda pid: -1):
        monkeypatch.setattr(program, "exit_descriptor", descriptor)
        read = 0
        with Program(script(f"import fcntl, os; {grow}; {says}"), running()) as printing:
            for data in printing.output():
                read += len(data)
                time.sleep(0.02)
        assert (printing.code, read) == (1, length)
        assert (len(printing.errors), printing.errors[-3:]) == (2 * program.KEPT, "yyz")


# The time that is left.


def test_the_timeout_of_a_budget_is_one_that_can_be_waited_for() -> None:
    for seconds in (inf, 1e300, 2 * TIMEOUT_MAX):
        budget = Budget(seconds)
        budget.resume()
        assert budget.timeout is None
    for seconds in (TIMEOUT_MAX, 10.0, 0.0):
        budget = Budget(seconds)
        budget.resume()
        assert budget.timeout is not None
        assert 0 <= budget.timeout <= seconds
        queue = SimpleQueue[int]()
        queue.put(1)
        assert queue.get(timeout=budget.timeout) == 1
    with pytest.raises(GaveUpError):
        budget.check_time()
