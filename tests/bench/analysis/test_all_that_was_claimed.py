"""The judge reads every row that was ever written; times are those of one run for each key."""

from pathlib import Path
from typing import Any

import pytest

import accord
from accord.bench.analysis.joint_judging import joint_judging
from accord.bench.analysis.table import table
from accord.bench.campaigns.folder import RecordedQuestion, settle
from accord.bench.campaigns.run import Run
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from command_line import run_here as command
from stored_rows import NOTHING, A, B, put, some_run, written

TWO = Puzzle(shape(4), Grid.parse("..343412..434321"))  # A and B solve it
NONE = {**NOTHING, "exhausted": True, "digest": "none"}
FINDS_A: dict[str, Any] = {"exhausted": False, "limit": 2}
FINDS_B = FINDS_A | {"solutions": (B,), "digest": "b"}
UNIQUE_B: dict[str, Any] = {"solutions": (B,), "digest": "b"}
BOTH: dict[str, Any] = {"solutions": (A, B), "count": 2, "valid": 2, "digest": "ab"}
SILENT: dict[str, Any] = {"count": 3, "valid": 3, "solutions": (), "digest": "unlisted"}


def campaign(folder: Path, *parts: Run | list[Run]) -> Path:
    """A campaign on TWO with a part for each."""
    folder.mkdir()
    settle(folder, RecordedQuestion("two", 1, "d", ("s",), 2, 10.0, 1, 0))
    put(folder, TWO)
    for part in parts:
        written(folder, *(part if isinstance(part, list) else [part]))
    return folder


CONTRADICTIONS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "none, then a grid": (NONE, FINDS_A, "claims no solution, but"),
    "a grid, then none": (FINDS_A, NONE, "claims no solution, but"),
    "one only, then another": ({}, FINDS_B, "claims no solution besides its 1, but"),
    "one only, then another only": ({}, UNIQUE_B, "claims no solution besides its 1, but"),
    "one only, then two": ({}, BOTH, "claims no solution besides its 1, but"),
    "two, then more that are not listed": (BOTH, SILENT, "but s found 3 different ones"),
}


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_a_claim_that_is_not_timed_still_counts(tmp_path: Path, case: str) -> None:
    earlier, later, why = CONTRADICTIONS[case]
    rows = some_run(TWO, **earlier, started="2025"), some_run(TWO, **later, started="2026")
    folder = campaign(tmp_path / "campaign", *rows)
    result = table(folder)
    assert [line.wrong for line in result.lines] == [1]
    assert any(sentence.startswith("p0: s ") and why in sentence for sentence in result.refutations)
    (row,) = accord.load(folder).to_dict("records")
    assert (row["started"], row["category"]) == ("2025", "wrong")
    assert why in " ".join(row["refutations"])
    assert command("table", folder).returncode == 1


def test_two_different_solutions_of_one_run_are_no_contradiction(tmp_path: Path) -> None:
    rows = some_run(TWO, **FINDS_A, started="2025"), some_run(TWO, **FINDS_B, started="2026")
    folder = campaign(tmp_path / "campaign", *rows)
    result = table(folder)
    assert (result.refutations, result.verdicts) == ((), {"multiple (certified)": 1})
    assert command("table", folder).returncode == 0


def test_what_a_part_of_a_merge_holds_refutes_what_another_claims(tmp_path: Path) -> None:
    a = campaign(tmp_path / "a", some_run(TWO, **NONE, started="2025"))
    b = campaign(tmp_path / "b", some_run(TWO, **FINDS_A, started="2026"))
    assert table(a).verdicts == {"none (claimed)": 1}
    done = command("merge", a, b, "-o", tmp_path / "out")
    assert (done.returncode, "REFUTED" in done.stdout) == (1, True)
    assert "1 run made more than once, and claiming different things" in done.stderr
    assert table(tmp_path / "out").lines[0].wrong == 1


def test_two_campaigns_are_judged_by_all_that_stands_in_both(tmp_path: Path) -> None:
    twice = some_run(TWO, **FINDS_B, started="2025"), some_run(TWO, **FINDS_A, started="2026")
    old = campaign(tmp_path / "old", *twice)
    new = campaign(tmp_path / "new", some_run(TWO, **UNIQUE_B))
    with joint_judging(old, new) as both:
        assert both.refuted == 1
        (conflict,) = both.conflicts
    assert (conflict.campaign, conflict.solver) == ("new", "s")
    assert str(A) in conflict.reason
