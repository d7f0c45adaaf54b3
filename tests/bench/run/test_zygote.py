"""A fork server that is forked is one with an interpreter of its own, and goes with its zygote."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psutil
import pytest

from accord.bench.run import zygote
from accord.bench.run.supervisor import ForkServers, Worker
from accord.bench.run.terms import Terms
from accord.bench.run.torture import EASY
from accord.bench.run.worker_process import ForkServerProcess
from places import SUPPORT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked on Linux only")

LOOKS = f"{SUPPORT / 'process_probes.py'}:looks_around"
PATIENCE = 600.0  # seconds


@pytest.fixture
def servers() -> Iterator[ForkServers]:
    with ForkServers() as servers:
        yield servers


def seen(servers: ForkServers) -> Any:
    """What a solver finds in its process: its cores, and a hash of its surroundings."""
    with Worker(LOOKS, fork_servers=servers) as worker:
        return json.loads(worker.ask(EASY, Terms()).reason)


def is_forked(server: ForkServerProcess) -> bool:
    assert "ready" in server.ready(PATIENCE)
    return zygote.__name__ in psutil.Process(server.process).cmdline()


@contextmanager
def another_folder(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def test_a_solver_finds_the_same_in_a_forked_fork_server_and_in_an_interpreter(
    servers: ForkServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_forked(servers.of("backtracking-mrv", cold=False))
    monkeypatch.setenv("ACCORD_TEST", "set later")
    cpus = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(cpus)})
        with another_folder(tmp_path):
            forked = seen(servers)
            assert is_forked(servers.of(LOOKS, cold=False))
            with patch.object(zygote.Zygote, "_fork", lambda *_: None), ForkServers() as others:
                assert not is_forked(others.of(LOOKS, cold=False))
                usual = seen(others)
    finally:
        os.sched_setaffinity(0, cpus)
    assert forked == usual
    assert forked[0] == [min(cpus)]


def test_where_an_interpreter_would_read_other_variables_it_is_started(
    servers: ForkServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_forked(servers.of("backtracking-mrv", cold=False))
    monkeypatch.setenv("PYTHONPATH", str(SUPPORT))
    assert not is_forked(servers.of("logic", cold=False))


def test_fork_servers_of_a_zygote_end_as_a_child_does_and_with_it(servers: ForkServers) -> None:
    killed, closed, left = (
        servers.of(name, cold=False) for name in (LOOKS, "backtracking-mrv", "logic")
    )
    processes = [psutil.Process(each.process) for each in (killed, closed, left)]
    assert all(map(is_forked, (killed, closed, left)))
    assert len({each.ppid() for each in processes}) == 1
    above = psutil.Process(processes[0].ppid())
    assert above.num_threads() == 1
    os.kill(killed.process, signal.SIGKILL)
    assert killed.exit_report().outcome == "KILLED"
    assert not killed.is_there
    closed.close()
    assert not closed.is_there
    assert left.is_there
    above.kill()
    assert left.exit_report().outcome == "KILLED"
    psutil.wait_procs(processes, PATIENCE)
    assert not any(each.is_running() for each in processes)
    assert not is_forked(servers.of("logic", cold=False))


def test_a_zygote_that_is_stopped_is_waited_for_once_and_ended(
    servers: ForkServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zygote, "REPORTING", 0.1)
    server = servers.of("backtracking-mrv", cold=False)
    assert is_forked(server)
    above = psutil.Process(psutil.Process(server.process).ppid())
    above.suspend()
    monkeypatch.setattr(zygote, "PATIENCE", 0.1)
    assert not is_forked(servers.of("logic", cold=False))
    monkeypatch.setattr(zygote, "PATIENCE", None)  # to wait again would be for ever
    assert not is_forked(servers.of(LOOKS, cold=False))
    servers.close()
    assert not server.is_there
    assert not above.is_running()
    assert is_forked(servers.of("logic", cold=False))


def test_a_zygote_that_cannot_fork_goes_on(
    servers: ForkServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    forks_once = (
        "import os; from accord.bench.run import zygote;"
        "forks = [os.fork]; os.fork = lambda: forks.pop()() if forks else open('/no/process');"
        "zygote.main()"
    )
    monkeypatch.setattr(zygote.Zygote, "command", (sys.executable, "-P", "-c", forks_once))
    first = servers.of("backtracking-mrv", cold=False)
    assert "ready" in first.ready(PATIENCE)
    above = psutil.Process(psutil.Process(first.process).ppid())
    assert forks_once in above.cmdline()
    assert not is_forked(servers.of("logic", cold=False))
    assert above.is_running()
    assert first.is_there
