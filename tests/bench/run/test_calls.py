"""Calls in the process of a solver: what they say is checked, and every end but one is an error."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import called_functions as functions
from accord.bench.run import supervisor
from accord.bench.run.messages import ANY_TEXT
from accord.bench.run.supervisor import CannotStartError, EndedError, Worker
from accord.bench.run.terms import Limits
from places import SUPPORT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")
SOLVER = f"{SUPPORT / 'called_functions.py'}:solve"
LONG, SHORT = Limits(600.0), Limits(0.2)


@pytest.fixture
def worker() -> Iterator[Worker]:
    with Worker(SOLVER) as worker:
        yield worker


def test_a_call_is_made_in_the_solver_s_process_which_stays(worker: Worker) -> None:
    (pid, name), first = worker.call(functions.counted, 1, limits=LONG)
    (again, _), both = worker.call(functions.counted, 2, limits=LONG)
    assert (name, first, both) == (SOLVER, [1], [1, 2])
    assert pid == again != os.getpid()
    assert not functions.calls


@pytest.mark.parametrize(
    ("function", "limits", "said"),
    [
        (functions.raises, LONG, r"SystemExit: no more \(called_functions.py, line \d+\)"),
        (functions.exits, LONG, "exited with code 0"),
        (functions.sleeps, SHORT, "ended from outside: it overran its limit"),
    ],
)
def test_a_call_that_does_not_return_is_an_error_and_the_next_one_is_made(
    function: Any, limits: Limits, said: str, worker: Worker
) -> None:
    found = worker.call(function, limits=limits)
    assert next(found) == 1
    with pytest.raises(EndedError, match=f"^{said}$"):
        next(found)
    assert [*worker.call(functions.counted, 1, limits=LONG)][1] == [1]


def test_a_call_that_is_not_heard_to_its_end_is_ended(worker: Worker) -> None:
    with closing(worker.call(functions.goes_on, limits=LONG)) as found:
        assert next(found) == next(found) == "more"
    assert [*worker.call(functions.counted, 1, limits=LONG)][1] == [1]


def test_a_call_says_as_many_values_as_are_allowed_and_such(worker: Worker) -> None:
    found = worker.call(functions.goes_on, limits=LONG, most=3)
    with pytest.raises(EndedError, match="found more than 3 values, expected no more"):
        list(found)
    found = worker.call(functions.counted, 1, limits=LONG, least=3)
    with pytest.raises(EndedError, match="found 2 values, expected 3"):
        list(found)
    found = worker.call(functions.counted, 1, limits=LONG, kind=ANY_TEXT)
    with pytest.raises(EndedError, match=r"said: found .*, expected a text"):
        next(found)
    assert [*worker.call(functions.counted, 1, limits=LONG, most=2)][1] == [1]


def test_a_call_says_no_more_bytes_together_than_are_allowed(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "MOST_BYTES", 1000)
    found = worker.call(functions.goes_on, limits=LONG)
    with pytest.raises(EndedError, match="found values of more than 1,000 bytes together"):
        list(found)
    assert [*worker.call(functions.counted, 1, limits=LONG)][1] == [1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}\n", "message: found no of, expected one"),
        ("\x80\x04\x95pickled\n", "expected a line of JSON"),
        (functions.forged(said=1), "message: found no of, expected one"),
        (functions.forged(said=1, of=1), "of: found call 1, expected 0"),
        (functions.forged(said=1, of=0, more=2), "found the key 'more', expected said, of"),
        (functions.forged(returned=1, of=0), "returned: found 1, expected true or false"),
        (functions.forged(end={}, of=0), "found no returned, expected one"),
    ],
)
def test_what_a_call_says_is_checked(text: str, said: str, worker: Worker) -> None:
    with pytest.raises(EndedError, match=said):
        list(worker.call(functions.writes, text, limits=LONG))


def test_a_solver_cannot_declare_another_one_s_name(tmp_path: Path) -> None:
    (file := tmp_path / "poses.py").write_text(functions.posing("logic"))
    with Worker(f"{file}:solve") as worker, pytest.raises(CannotStartError) as raised:
        worker.start()
    assert f"name: found 'logic', expected {file}:solve" in str(raised.value)
