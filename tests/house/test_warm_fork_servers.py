"""Fork servers forked for tests behave as ones with an interpreter of their own; none is left."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from accord.bench.certify.limited import LimitedCertifier
from accord.bench.run.supervisor import ForkServers, Worker
from accord.bench.run.terms import Terms
from accord.puzzles.files.texts import read
from children import children
from places import SUPPORT
from warm_fork_servers import SharedZygote, as_users_do

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
            assert certifying.ppid() in SharedZygote.all_processes
        assert certifying.wait(600) is None


def test_all_have_one_zygote_that_does_not_count_and_none_is_left() -> None:
    before = children()
    with ForkServers() as one, ForkServers() as other:
        processes = [each.of(SEES, cold=False).process for each in (one, other)]
        zygotes = {psutil.Process(each).ppid() for each in processes}
        listed = {each.pid for each in children()}
        assert len(zygotes) == 1
        assert zygotes <= SharedZygote.all_processes
        assert {*processes} <= listed
        assert not SharedZygote.all_processes & listed
    assert children() == before
