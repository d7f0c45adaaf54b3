"""Records are made in sittings, beside what stands in results/, and replace it when whole."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import accord
from developer_tools import tool
from places import ROOT

ASKED = "4x4 -s backtracking-mrv -t 10s -q"


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool, with one campaign of a second, and folders of its own."""
    recording = tool("record")
    here = str(Path(sys.executable).parents[1])
    monkeypatch.setattr(recording, "CAMPAIGNS", {"small": (here, ASKED)})
    monkeypatch.setattr(recording, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(recording, "HALVES", tmp_path / "halves")
    monkeypatch.setattr(recording, "AT_ONCE", {})
    monkeypatch.setattr(recording, "ROUNDS", 1)
    monkeypatch.setattr(recording, "LEAST", 0.0)
    (tmp_path / "results" / "small").mkdir(parents=True)
    (tmp_path / "results" / "small" / "before").touch()
    return recording


def test_a_record_stands_until_the_next_is_whole(
    record: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    half, whole = record.HALVES / "small", record.RESULTS / "small"
    record.main(["small"], 10.4)  # within which the limit of the first run does not fit
    assert capsys.readouterr().out.endswith("or a part of it; the same command goes on\n")
    assert (whole / "before").exists()
    record.main([])
    assert not half.exists()
    assert not (whole / "before").exists()
    assert len(accord.load(whole)) == 12
    headings, *sittings = (whole / "fixed-work.csv").read_text().splitlines()
    assert headings == "before,after,ratio"
    assert len(sittings) == 2
    assert all(re.fullmatch(r"\d+\.\d\d,\d+\.\d\d,\d+\.\d{3}", each) for each in sittings)


def test_a_variant_stands_beside_what_is_recorded(record: ModuleType) -> None:
    (here, _) = record.CAMPAIGNS["small"]
    record.main(["small"], variant=here)
    assert (record.RESULTS / "small" / "before").exists()
    assert len(accord.load(record.RESULTS / "variants" / Path(here).name / "small")) == 12


def test_what_is_made_at_once_is_left_where_the_time_is_short(
    record: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(record, "AT_ONCE", {"audit": 2400.0})
    record.main(["audit"], 60)
    assert capsys.readouterr().out == "audit is left: it may take 40 minutes\n"


def test_a_record_goes_on_with_its_own_question_on_its_own_machine(
    record: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    record.main(["small"])
    record.HALVES.mkdir(exist_ok=True)
    (record.RESULTS / "small").rename(record.HALVES / "small")
    here, facts = record.CAMPAIGNS["small"][0], record.environment()
    with monkeypatch.context() as patch:
        patch.setattr(record, "environment", lambda: facts | {"cpu": "Another"})
        with pytest.raises(SystemExit, match=r"halves/small was begun on another machine, .*anew$"):
            record.main([])
    monkeypatch.setattr(record, "CAMPAIGNS", {"small": (here, f"{ASKED} --repeat 2")})
    with pytest.raises(SystemExit, match=r"ended with 2 in .*/small; the same command goes on"):
        record.main([])


def test_a_record_stands_when_the_next_is_killed(
    record: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "accord"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    program.chmod(0o755)
    monkeypatch.setattr(record, "CAMPAIGNS", {"small": (str(tmp_path), "")})
    with pytest.raises(SystemExit, match="ended with -9 in"):
        record.main(["small"])
    assert (record.RESULTS / "small" / "before").exists()


@pytest.mark.parametrize("words", [["tuor"], ["--for"], ["--for", "abc"], ["tour", "--for", "x"]])
def test_what_it_cannot_be_asked_is_said(words: list[str]) -> None:
    command = [sys.executable, str(ROOT / "tools" / "record.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Error: " in done.stderr


def test_the_oldest_record_is_the_first(
    record: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[str]()
    dates = {"one": "2026-02", "two": "2026-01", "three": "2026-03"}
    monkeypatch.setattr(record, "CAMPAIGNS", dates)
    monkeypatch.setattr(record, "made_last", dates.__getitem__)

    def is_whole(name: str, *_: object) -> bool:
        made.append(name)
        return name != "one"

    monkeypatch.setattr(record, "record", is_whole)
    record.main([])
    assert made == ["two", "one"]
