"""A solver whose code was never compiled: nothing of that is part of a run."""

from pathlib import Path

import pytest

from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.classics.squares import n_queens
from accord.solvers.compiling import announced
from optional import library, slow


@pytest.mark.one_in(3)
def test_code_is_compiled_once_for_all_workers_and_before_their_limits_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    library("numba")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    begun: list[None] = []
    terms = Terms(Limits(600.0, cpu_seconds=1.0), 1)  # compiling takes some seconds
    with announced(lambda: begun.append(None), each=True):
        numbers = []
        for _ in range(2):
            with Worker("backtracking-learning") as worker:
                report = worker.ask(n_queens(8), terms)
            assert (report.outcome, report.grids.valid) == ("OK", 1), report.reason
            numbers.append(len(begun))
    assert numbers[0] == numbers[1] > 40  # functions of the search
