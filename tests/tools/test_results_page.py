"""The page of all records leads to their rows, and says what changed since the record before."""

import subprocess
from pathlib import Path

import pytest

from accord.bench.make.instances.collection import instances_of
from developer_tools import tool
from optional import library, slow
from small_campaigns import run

IDENTITY = ("-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", folder, *IDENTITY, *words], check=True, capture_output=True)


def test_numbers_lead_to_their_rows_and_the_record_before_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    library("scipy")
    library("jinja2")
    made = tool("results_page")
    monkeypatch.setattr(made, "ROOT", tmp_path)
    folder = tmp_path / "results" / "small"
    git(tmp_path, "init", "-q")
    for first in (0, 1):
        for file in sorted(folder.rglob("*"), reverse=True):
            file.rmdir() if file.is_dir() else file.unlink()
        few = list(instances_of("4x4"))[first : first + 3]
        run(folder, few, ("backtracking-mrv", "sat-pycosat"), collection="4x4")
        (folder / "report.html").touch()
        text = made.page([folder])
        assert ("The history here has no record before this one." in text) == (first == 0)
        git(tmp_path, "add", "--force", "results")
        git(tmp_path, "commit", "-q", "-m", "recorded")
        assert made.page([folder]) == text
    assert "Since the record of 2" in text
    assert "2 solvers compared" in text
    assert '<a href="small/report.html#runs?solver=sat-pycosat">3/3</a>' in text
    assert '<a href="small/report.html#runs?puzzle=4x4">2 of 2</a>' in text
    assert "3 problems, 2 solvers, 10 s a run, no wrong answer" in text
    assert "http:" not in text
