"""The line on standard error during long work: its name, how far it is, and how long it takes.

The notice on compiling appears when something is compiled, and not when it is loaded.
"""

import os
import re
import subprocess
import sys
from io import StringIO
from math import inf
from pathlib import Path

import pytest

from accord.cli import working
from accord.cli.output import ready
from accord.cli.working import Estimate, Working
from accord.puzzles import shape
from accord.solvers.compiling import announced, begin
from accord.solvers.registry import backends
from command_line import accord_here
from format_samples import NAKED
from optional import library, slow
from places import ROOT
from report_campaign import campaign

SLOW = "import time\ndef solve(puzzle, budget):\n    time.sleep(0.1)\n    yield from ()\n"


def test_it_says_how_far_it_is_and_where_the_end_is_known_when_that_comes() -> None:
    work = Working(StringIO(), "solving", lambda: 40)
    work.advance(10)
    assert work.far(6) == "10 of 40, 6 s, about 18 s left"
    work.show("solving", 10, 40, ", about 7 s left")
    assert work.far(6) == "10 of 40, 6 s, about 7 s left"
    work.end()
    unknown = Working(StringIO(), "judging")
    assert unknown.far(6) == "6 s"
    unknown.show("judging", 1200, 0)
    assert unknown.far(6) == "6 s, 1,200 done"
    unknown.end()


def test_the_estimate_of_a_campaign_is_steady_where_quick_and_slow_runs_alternate() -> None:
    estimate, seconds, left = Estimate(2), 0.0, 100
    said = []
    for number in range(50):
        quick = number < 25  # the quick ones come first
        seconds += 0.1 if quick else 1.9
        left -= 1
        said.append(estimate.left("quick" if quick else "slow", seconds, left) + seconds)
    assert said[26] == pytest.approx(said[49], rel=0.15)
    assert said[49] == pytest.approx(100, rel=0.01)


@pytest.mark.parametrize("terminal", ["", "xterm", "dumb"])
def test_a_command_says_what_it_does_and_leaves_standard_output_alone(
    terminal: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(SLOW)
    (tmp_path / "some.txt").write_text(f"{NAKED}\n" * 20)
    changed = "from accord.cli import working; working.SAID = working.WITH_BAR = 0.2"
    changed += "; working.LINE_EVERY = 0.5"
    code = f"{changed}; from accord.__main__ import main; import sys; main()"
    words = ["solve", "--file", "some.txt", "-s", "mine.py:solve"]
    reading, writing = os.openpty() if terminal else os.pipe()
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=writing,
        cwd=tmp_path,
        env=os.environ | {"TERM": terminal or "xterm", "NO_COLOR": "1"},
        check=True,
    )
    os.close(writing)
    said = os.read(reading, 100_000).decode(errors="ignore")
    os.close(reading)
    assert done.stdout.decode() == "No Solutions\n" * 20
    told = re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", said)
    bar = "[ ━╸╺]+" if terminal == "xterm" else ": "
    assert re.search(rf"solving with mine.py:solve{bar}\d+ of 20, \d+ s, about \d+ s left", told)
    assert said.count("\x1b[2K") > 2 if terminal == "xterm" else "\x1b" not in said


def test_nothing_is_said_of_work_that_is_done_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "SAID", inf)
    file = StringIO()
    with_it = Working(file, "solving")
    with_it.end()
    assert file.getvalue() == ""


def test_each_part_of_a_work_has_an_estimate_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Working(StringIO(), "comparing")
    monkeypatch.setattr(work, "_began", 0.0)
    for part, began in (("judging puzzles", 0.0), ("comparing pairs", 100.0)):
        monkeypatch.setattr(working, "monotonic", lambda began=began: began)
        work.show(part, 0, 40)
        work.show(part, 10, 40)
        assert work.far(began + 6) == f"10 of 40, {began + 6:.0f} s, about 18 s left"
    work.end()


def steps_shown(monkeypatch: pytest.MonkeyPatch, *words: object) -> list[str]:
    """The parts of a command's work, each of which shows every one of its steps."""
    shown: dict[str, list[tuple[int, int]]] = {}
    monkeypatch.setattr(
        Working, "show", lambda _, what, *done: shown.setdefault(what, []).append(done)
    )
    accord_here(*words)
    for what, seen in shown.items():
        last = what == "asking solvers"  # whose end is a step, too
        total = len(seen) - last
        assert total > 1
        assert seen == [(number, total) for number in range(total + last)]
    return list(shown)


def test_searches_are_shown_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    slow()
    solvers = ("-s", "backtracking-mrv", "-s", "dancing-links")
    assert steps_shown(monkeypatch, "check", NAKED, *solvers) == ["asking solvers"]
    ladder = steps_shown(monkeypatch, "ladder", NAKED, "--only", "search")
    assert ladder == ["measuring models", "asking solvers"]


def test_a_table_shows_the_puzzles_that_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    tour, judging = ROOT / "results" / "tour", ["judging puzzles"]
    assert steps_shown(monkeypatch, "table", tour) == judging
    assert steps_shown(monkeypatch, "table", tour, "--by", "class") == judging


def test_what_judges_first_shows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library("scipy")
    copied, judging = tmp_path / "tour", ["judging puzzles"]
    assert steps_shown(monkeypatch, "merge", ROOT / "results" / "tour", "-o", copied) == judging
    assert steps_shown(monkeypatch, "repair", copied) == judging
    for form in ("aslib", "benchexec", "metrics"):
        assert (
            steps_shown(monkeypatch, "export", copied, "--format", form, "-o", tmp_path / form)
            == judging
        )
    claim = tmp_path / "claim.toml"
    names = 'solver = "backtracking-mrv"\nagainst = "backtracking-naive"\n'
    claim.write_text(f'{names}collection = "tour"\nmeasure = "nodes"\nat_least = 2\n')
    assert steps_shown(monkeypatch, "claim", claim, copied) == judging


def test_statistics_and_report_show_each_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    for name in ("scipy", "altair", "jinja2", "vl_convert"):
        library(name)
    folder, parts = campaign(tmp_path / "out"), ["judging puzzles", "comparing pairs of solvers"]
    assert steps_shown(monkeypatch, "stats", folder) == parts
    files = ("-o", tmp_path / "page.html", "--figures", tmp_path / "figures")
    parts += ["drawing figures", "writing figures"]
    assert steps_shown(monkeypatch, "report", folder, *files) == parts


def test_what_waits_for_the_compiler_is_called_once_or_each_time_and_only_meanwhile() -> None:
    called: list[str] = []
    with announced(lambda: called.append("one")):
        begin()
        begin()
    begin()
    assert called == ["one"]
    with announced(lambda: called.append("two")):
        pass
    begin()
    assert called == ["one"]
    with announced(lambda: called.append("each"), each=True):
        begin()
        begin()
    begin()
    assert called == ["one", "each", "each"]


def test_numba_says_when_it_compiles() -> None:
    numba = library("numba")
    ready(backends()["backtracking-kernel"], shape(9))
    called: list[str] = []
    with announced(lambda: called.append("compiled")):
        ready(backends()["backtracking-kernel"], shape(9))
        assert not called
        assert numba.njit(lambda number: number + 1)(1) == 2
    assert called == ["compiled"]
