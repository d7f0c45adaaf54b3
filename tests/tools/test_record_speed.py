"""Recording speed: both files are written, of the puzzles that the page speaks of."""

import sys
from pathlib import Path

import pytest
from recorded_speed import read_speed

from accord.bench.speed import forms
from accord.bench.speed.forms import KINDS, shipped
from accord.puzzles.version import VERSION
from command_line import run_here
from developer_tools import tool
from optional import slow

record_speed = tool("record_speed")

OF_GROWTH = ("--time", "10ms", "--repeat", "1", "-s", "backtracking-mrv")
PROGRAM = """
import sys
from accord.bench.speed import norvig
for line in sys.stdin:
    found = norvig.solve([int(c) if c in "123456789" else 0 for c in line.strip()], 2)
    print(f"{line.strip()}:{len(found)}:{''.join(map(str, found[0])) if found else ''}")
"""


def printed(*words: str, folder: Path | None = None) -> str:
    done = run_here(*words, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_command_runs_in_a_process_of_its_own() -> None:
    assert VERSION in record_speed.accord("--version")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files are written, of few puzzles, by commands of this process."""
    few = {kind: shipped(kind)[:1] for kind in KINDS}
    (tmp_path / "few").mkdir()
    for kind, lines in few.items():
        (tmp_path / "few" / f"{kind}.txt").write_text("".join(f"{line}\n" for line in lines))
    monkeypatch.setattr(forms, "SHIPPED", tmp_path / "few")
    monkeypatch.setattr(record_speed, "accord", printed)
    monkeypatch.setattr(record_speed, "FOLDER", tmp_path / "speed")
    monkeypatch.setattr(record_speed, "SIZES", (4, 9))
    monkeypatch.setattr(record_speed, "SIZE", 4)
    monkeypatch.setattr(record_speed, "BLANKS", (25,))
    monkeypatch.setattr(record_speed, "PUZZLES", 3)
    monkeypatch.setattr(record_speed, "OF_KINDS", ("--time", "10ms", "--repeat", "1"))
    monkeypatch.setattr(record_speed, "OF_GROWTH", OF_GROWTH)
    return tmp_path / "speed"


def test_it_records_kinds_with_programs_and_sets_that_grow(folder: Path, tmp_path: Path) -> None:
    slow()
    (script := tmp_path / "program.py").write_text(PROGRAM)
    command = f"mine={sys.executable} {script}"
    record_speed.main(["-s", "exact-cover-bits", "--program", command])
    kinds, growth = (read_speed(folder / f"{name}.json") for name in ("kinds", "growth"))
    assert [each.name for each in kinds.sets] == list(KINDS)
    for each in kinds.sets:
        assert {line.solver for line in each.lines} == {"norvig", "exact-cover-bits", "mine"}
    assert [(each.name, each.size, each.puzzles) for each in growth.sets] == [
        ("4x4, 50 % blank", 4, 3),
        ("9x9, 50 % blank", 9, 3),
        ("4x4, 25 % blank", 4, 3),
    ]
    assert [round(100 * each.blank) for each in growth.sets] == [50, 51, 25]
    assert all(each.line("backtracking-mrv") for each in growth.sets)
