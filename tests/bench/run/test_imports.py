"""A solver whose import fails, and one that falls silent, cost the others nothing."""

import sys
from collections import Counter
from pathlib import Path
from time import monotonic

import pytest

import accord
from accord.bench.campaigns.campaign import run_campaign
from accord.bench.campaigns.plan import CampaignQuestion
from accord.bench.run.check import check_all
from accord.bench.run.report import ReportedClaim
from accord.bench.run.supervisor import CannotStartError, Worker
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.torture import EASY, EMPTY
from accord.puzzles.puzzle import Instance
from places import SUPPORT
from tried_again import OverrunError, at_most, tried_again

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")
MINUTE = Limits(60.0)
INSTANCES = [Instance(f"puzzle {number}", puzzle) for number, puzzle in enumerate((EASY, EMPTY))]
PATIENT = Terms(MINUTE, import_limit=60.0)
SHORT = Terms(MINUTE, import_limit=6.0)  # in which a busy machine imports the honest one
ENDLESS = "import time; time.sleep(3600)"
HONEST = "backtracking-mrv"
FAILURES = {  # what stands at the end of the file, and the reason of each error
    ENDLESS: "import: not ready after 6 s",
    "import os; os.abort()": "import: ended by the signal SIGABRT",
    "raise SystemExit(3)": "import: SystemExit: 3",
    "1 / 0": "cannot be imported: ZeroDivisionError: division by zero",
    "import nowhere": "cannot be imported: ModuleNotFoundError: No module named 'nowhere'",
}


def failing(folder: Path, ending: str) -> tuple[str, Path]:
    """A solver whose import fails so, and a file that has a line for each time it was tried."""
    file, tried = folder / "fails.py", folder / "tried"
    tried.unlink(missing_ok=True)
    lines = [f"print('tried', file=open({str(tried)!r}, 'a'))", "def solve(puzzle, budget):"]
    file.write_text("\n".join([*lines, "    yield from ()", ending]))
    return f"{file}:solve", tried


def in_time(*reasons: str) -> None:
    """Check that the honest solver was imported within its limit, which is a short one."""
    for reason in reasons:
        if "not ready after" in reason:
            raise OverrunError(reason)


@pytest.mark.parametrize("ending", FAILURES)
@tried_again
def test_an_import_that_fails_is_tried_once_and_the_others_are_asked(
    ending: str, tmp_path: Path
) -> None:
    solver, tried = failing(tmp_path, ending)
    terms = SHORT if ending == ENDLESS else PATIENT
    verdicts = [verdict for _, verdict in check_all(INSTANCES, [solver, HONEST], terms)]
    assert [verdict.answer for verdict in verdicts] == ["unique", "multiple"]
    for verdict in verdicts:
        failed, honest = (judgement.run for judgement in verdict.runs)
        assert isinstance(failed, ReportedClaim)
        assert isinstance(honest, ReportedClaim)
        in_time(honest.report.reason)
        assert (failed.outcome, failed.label, honest.outcome) == ("ERROR", solver, "OK")
        assert failed.report.reason.startswith("import: ")
        assert FAILURES[ending] in failed.report.reason
    assert tried.read_text().split() == ["tried"]


@tried_again
def test_a_campaign_goes_on_without_a_solver_that_cannot_be_imported(tmp_path: Path) -> None:
    solver, tried = failing(tmp_path, ENDLESS)
    question = CampaignQuestion("two", (HONEST, solver), SHORT, repeat=3)
    run_campaign(tmp_path / "campaign", INSTANCES, question)
    rows = accord.load(tmp_path / "campaign")
    in_time(*rows["reason"][rows["solver"] == HONEST])
    found = Counter(zip(rows["solver"], rows["outcome"], strict=True))
    assert found == {(solver, "ERROR"): 6, (HONEST, "OK"): 6}
    reasons = set(rows["reason"][rows["solver"] == solver])
    assert reasons == {FAILURES[ENDLESS]}
    assert tried.read_text().split() == ["tried"]


@pytest.mark.parametrize(
    ("solver", "named"),
    [
        ("nowhere/solver.py:solve", "no such file"),
        ("json.nowhere:solve", "No module named 'json.nowhere'"),
        ("nowhere.at.all:solve", "No module named 'nowhere'"),
        (f"{SUPPORT / 'process_probes.py'}:nothing", "found no 'nothing' in it"),
    ],
)
def test_a_place_where_no_solver_stands_is_refused_before_anything_is_asked(
    solver: str, named: str
) -> None:
    with pytest.raises(CannotStartError, match=named):
        next(check_all(INSTANCES, [solver, HONEST], PATIENT))


SILENT = """
import gc, time
from accord.solvers.search.backtracking_mrv import solve as honest

def solve(puzzle, budget):
    yield from honest(puzzle, budget)
    gc.callbacks.append(lambda *_: time.sleep(3600))
"""


@tried_again
def test_a_worker_that_is_silent_while_no_clock_runs_is_ended_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "silent.py"
    file.write_text(SILENT)
    terms = Terms(Limits(0.5), once=True)
    with Worker(f"{file}:solve") as worker:
        first = worker.ask(EASY, terms)
        began = monotonic()
        second = worker.ask(EASY, terms)
        seconds = monotonic() - began
        third = worker.ask(EASY, terms)
    assert (first.outcome, second.outcome, third.outcome) == ("OK", "TIMEOUT", "OK")
    assert third.exhausted
    assert seconds >= 0.5
    at_most(10 * (0.5 + 1.0), seconds)
