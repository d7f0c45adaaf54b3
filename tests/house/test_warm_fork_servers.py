"""Fork servers forked for tests behave as ones with an interpreter of their own; none is left."""

import json
import os
import signal
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from accord.bench.certify.limited import LimitedCertifier
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Terms
from accord.bench.run.worker_process import ForkServerProcess
from accord.puzzles.files.texts import read
from children import children
from places import SUPPORT
from warm_fork_servers import Seed, as_users_do, warm_fork_servers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forked on Linux only")

ALIKE = ("hash", "threads for algebra", "cores", "group")
SEES = f"{SUPPORT / 'process_probes.py'}:sees"


def seen() -> dict[str, Any]:
    """What a solver finds in its process."""
    with Worker(SEES) as worker:
        reason = worker.ask(read("1... ..2. .3.. ...4"), Terms()).reason
    found: dict[str, Any] = json.loads(reason)
    return found


def test_a_worker_is_the_same_whatever_its_fork_server_is_forked_from() -> None:
    forked = seen()
    with as_users_do():
        usual = seen()
    assert [forked[fact] for fact in ALIKE] == [usual[fact] for fact in ALIKE]
    assert forked["leads its session"]
    assert not Path(forked["folder"]).exists()


def test_a_process_that_certifies_has_this_environment_and_a_session_and_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for value in ("one", "other"):
        monkeypatch.setenv("ACCORD_DATA", value)
        with LimitedCertifier(600) as certifier:
            assert certifier.call(os.getenv, None, "ACCORD_DATA") == value
            certifying = psutil.Process(int(str(certifier.call(os.getpid, None))))
            assert certifier.call(os.getsid, None, 0) == certifying.pid
            assert certifying.ppid() in Seed.processes
        assert certifying.wait(600) is None


def test_a_forked_fork_server_reports_how_it_ended_and_none_is_left() -> None:
    before = children()
    killed, closed = ForkServerProcess(SEES), ForkServerProcess(SEES)
    assert "ready" in killed.ready(60.0)
    listed = {each.pid for each in children()}
    assert {killed.process, closed.process} <= listed
    assert not Seed.processes & listed
    above = psutil.Process(killed.process).parents()
    assert above[1].pid in Seed.processes
    assert above[1].num_threads() == 1
    os.kill(killed.process, signal.SIGKILL)
    assert killed.exit_report().outcome == "KILLED"
    assert not killed.is_there
    killed.close()
    closed.close()
    deadline = monotonic() + 600
    while children() != before and monotonic() < deadline:
        sleep(0.01)
    assert children() == before


def test_where_the_seed_died_fork_servers_have_interpreters_of_their_own() -> None:
    others = set(Seed.processes)
    with warm_fork_servers():
        first = ForkServerProcess(SEES)
        (seed,) = Seed.processes - others
        os.kill(seed, signal.SIGKILL)
        second = ForkServerProcess(SEES)
        assert "ready" in first.ready(60.0)
        assert "ready" in second.ready(60.0)
        assert psutil.Process(second.process).ppid() == os.getpid()
        first.close()
        second.close()
