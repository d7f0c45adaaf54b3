"""Rows are withdrawn by name and on record, and their runs are made again."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.bench.analysis.table import table
from accord.bench.campaigns.campaign import discard
from accord.bench.campaigns.folder import RecordedQuestion, settle
from accord.bench.campaigns.merge import merge
from accord.bench.campaigns.run import Run
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from command_line import run_here as command
from optional import slow
from small_campaigns import run
from stored_rows import NOTHING, put, some_run, written

TWO = Puzzle(shape(4), Grid.parse("..343412..434321"))
UNTIL = "2026-11-22T10:00:00.000+00:00"
NONE = {**NOTHING, "exhausted": True, "digest": "none"}


def campaign(folder: Path, *rows: Run) -> Path:
    """A campaign on TWO with these rows."""
    folder.mkdir()
    settle(folder, RecordedQuestion("two", 1, "d", ("s",), 2, 10.0, 1, 0))
    put(folder, TWO)
    written(folder, *rows)
    return folder


def test_rows_are_withdrawn_by_name_on_record_and_until_then_only(tmp_path: Path) -> None:
    slow()
    out, wrong = tmp_path / "out", {"solver": "t", "settings": "x", "solver_version": "2"}
    a = campaign(tmp_path / "a", some_run(TWO, **NONE, **wrong), some_run(TWO, exhausted=False))
    done = command("merge", a, "-o", out, "--discard", "t@2")
    assert (done.returncode, "found no runs of 't@2', expected s@1, t:x@2" in done.stderr) == (
        2,
        True,
    )
    done = command("merge", a, "-o", out, "--discard", "t:x@2")
    assert (done.returncode, "withdrawn: t:x@2 (1 row" in done.stderr) == (0, True)
    assert "withdrawn: t:x@2 (1 row" in command("table", out).stdout
    again = merge([a], out)  # the rows are there, and stay withdrawn
    assert (again.rows, list(accord.load(out)["solver"])) == (0, ["s"])
    merge([out], tmp_path / "further")
    assert list(accord.load(tmp_path / "further")["solver"]) == ["s"]
    written(out, some_run(TWO, **NONE, **wrong, started="9999"))
    assert table(out).refuted == 1
    assert table(a).refuted == 1


def line(**columns: Any) -> str:
    """A line of withdrawn.jsonl."""
    usual = {"solver": "s", "version": "1", "hosts": ["here"], "until": UNTIL, "rows": 1}
    return json.dumps(usual | columns)


@pytest.mark.parametrize(
    "wrong",
    [
        *("{", "null", "[]", "{}", "[" * 100_000, "\udcff"),
        *(line(hosts="here"), line(hosts=[1]), line(rows="many"), line(solver=None)),
        *(line(until="zzz"), line(until="2026"), line(until=UNTIL[:-6]), line(more=1)),
    ],
)
def test_a_line_that_is_no_withdrawal_is_named(tmp_path: Path, wrong: str) -> None:
    a = campaign(tmp_path / "a", some_run(TWO))
    text = f"{line()}\n\n{wrong}\n".encode(errors="surrogateescape")
    (a / "withdrawn.jsonl").write_bytes(text)
    for command_line in (("table", a), ("merge", a, "-o", tmp_path / "b", "--discard", "s@1")):
        done = command(*command_line)
        assert (done.returncode, done.stderr.count("Traceback")) == (2, 0)
        assert re.search("withdrawn.jsonl: line 3: .*found ", done.stderr)


def test_the_table_counts_what_each_line_leaves_out_whatever_it_says(tmp_path: Path) -> None:
    early, late = "2026-01-01T00:00:00+00:00", UNTIL
    runs = [some_run(TWO, started=early), some_run(TWO, started=late, solver="t")]
    a = campaign(tmp_path / "a", *runs, some_run(TWO, started=late, repetition=1))
    forged = [line(until=early, rows=7), line(rows=0), line(solver="u")]
    (a / "withdrawn.jsonl").write_text("\n".join(forged))
    withdrawn = [line for line in command("table", a).stdout.splitlines() if "withdrawn" in line]
    assert [line.split("; ")[0] for line in withdrawn] == [
        f"withdrawn: s@1 (1 row, until {early})",
        f"withdrawn: s@1 (1 row, until {late})",
        f"withdrawn: u@1 (0 rows, until {late})",
    ]


def test_what_is_discarded_is_run_again(tmp_path: Path) -> None:
    def go(slots: int) -> list[tuple[int, int]]:
        solvers = ("backtracking-mrv", "propagate-search")
        reported = run(tmp_path, [Instance("two", TWO)], solvers, slots=slots)
        return [(each.done, each.skipped) for each in reported]

    assert go(2) == [(0, 0), (1, 0), (2, 0)]
    (version,) = set(accord.load(tmp_path)["solver_version"])
    discard(tmp_path, [f"propagate-search@{version}"])
    assert go(1) == [(1, 1), (2, 1)]
    rows = accord.load(tmp_path)
    assert dict(zip(rows["solver"], rows["jobs"], strict=True)) == {
        "backtracking-mrv": 2,
        "propagate-search": 1,
    }


def test_nothing_is_withdrawn_where_another_question_is_asked(tmp_path: Path) -> None:
    puzzles, folder = tmp_path / "two.txt", tmp_path / "campaign"
    puzzles.write_text(str(TWO))
    bench = ("bench", puzzles, "-o", folder, "-q", "-s", "backtracking-mrv")
    assert command(*bench).returncode == 0
    (version,) = accord.load(folder)["solver_version"]
    discard_it = ("--discard", f"backtracking-mrv@{version}")
    assert command(*bench, *discard_it, "-s", "propagate-search").returncode == 2
    assert not (folder / "withdrawn.jsonl").exists()
    done = command(*bench, *discard_it)
    assert (done.returncode, "withdrawn: backtracking-mrv@" in done.stdout) == (0, True)
