"""Folders of audits and of findings that somebody else has made lead nowhere else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accord.bench.hunt import record
from accord.bench.hunt.finding import Finding, keep, kept
from accord.bench.hunt.record import Answered, AuditRow, AuditSession, Writer
from accord.bench.hunt.reproducers.reproducer import ScriptOutput
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.errors import InputError
from accord.puzzles.problem import Problem
from command_line import run_here as command
from no_plain_files import IN_PLACE, at_once

PAIR = Problem([range(2)] * 2, [AllDifferent((0, 1))])
SESSION = AuditSession({"s": "1"}, {"s": ""}, {"s": "l 1"}, 1.0)
ROW = AuditRow("mine", "pair", PAIR.digest, 2, {"s": Answered("wrong", "says 1")})
WRONG = Finding(
    "s", "l 1", "mine", "wrong", PAIR, "says 1", name="pair", solutions=((0, 1), (1, 0)),
    script="print(1)\n", output=ScriptOutput("1", False),
)  # fmt: skip
FINDING = Finding("s", "1", "mine", "wrong", PAIR, "why", "all tried", others=(PAIR,))


def write_all(folder: Path) -> None:
    with Writer(folder, SESSION, 0) as writer:
        writer.add(ROW)
    keep(WRONG, folder)
    keep(FINDING, folder)


def read_all(folder: Path) -> list[Any]:
    return [record.read(folder).rows, *kept(folder), *kept(folder, "s")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of an audit, which is one of findings as well."""
    write_all(tmp_path / "theirs")
    return tmp_path / "theirs"


ALL = [((SESSION, ROW),), WRONG, FINDING]
OWN = f"wrong/{WRONG.place}"
READ = (
    "audit.jsonl", f"{OWN}/finding.json", f"{OWN}/problem.json", f"{OWN}/solutions.json",
    f"{OWN}/reproducer.py", f"{FINDING.place}/finding.json", f"{FINDING.place}/problem.json",
    f"{FINDING.place}/other-1.json",
)  # fmt: skip


def test_what_was_written_is_read(folder: Path, tmp_path: Path) -> None:
    assert read_all(folder) == ALL
    (mine := tmp_path / "mine").symlink_to(folder)  # which the user has made himself
    assert read_all(mine) == ALL
    write_all(mine)


def test_a_wrong_answer_is_read_as_earlier_audits_kept_it(folder: Path) -> None:
    (folder / OWN / "finding.json").unlink()
    known = {"solver": "s", "libraries": "l 1", "column": "mine", "name": "pair"}
    text = json.dumps(known | {"why": "says 1", "said": ["1", False]})
    (folder / OWN / "answer.json").write_text(text)
    assert [*kept(folder)] == [WRONG]
    keep(WRONG, folder)  # the folder has both then
    assert [*kept(folder)] == [WRONG]


@pytest.mark.parametrize("what", IN_PLACE)
@pytest.mark.parametrize("name", READ)
def test_what_is_no_plain_small_file_is_named_at_once(
    folder: Path, name: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir((folder / name).parent)
    (folder / name).rename(folder.parent / "link")
    IN_PLACE[what](folder / name)
    with at_once(), pytest.raises(InputError, match=f"{folder / name}: found "):
        read_all(folder)


@pytest.mark.parametrize("name", [*READ, f"{OWN}/fault.toml", f"{OWN}/problem.xml"])
def test_nothing_is_written_through_a_link(folder: Path, tmp_path: Path, name: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (folder / name).unlink()
    (folder / name).symlink_to(victim)
    if name == "audit.jsonl":
        with pytest.raises(InputError, match="found a link, expected a file; remove it"):
            write_all(folder)
    else:
        write_all(folder)
        assert read_all(folder)[1:] == ALL[1:]
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("name", ["wrong", OWN, FINDING.place])
def test_no_link_to_a_folder_is_followed(folder: Path, tmp_path: Path, name: str) -> None:
    elsewhere = (folder / name).rename(tmp_path / "elsewhere")
    (folder / name).symlink_to(elsewhere)
    before = {each: each.stat().st_mtime_ns for each in elsewhere.rglob("*")}
    for do in (write_all, read_all):
        with pytest.raises(InputError, match="found a link"):
            do(folder)
    assert {each: each.stat().st_mtime_ns for each in elsewhere.rglob("*")} == before


def _with(**changed: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda known: known | changed


@pytest.mark.parametrize(
    ("name", "change"),
    [
        (f"{OWN}/finding.json", lambda known: []),
        (f"{OWN}/finding.json", lambda known: {}),
        (f"{OWN}/finding.json", _with(more=1)),
        (f"{OWN}/finding.json", _with(output=1)),
        (f"{OWN}/finding.json", _with(version=[])),
        (f"{OWN}/finding.json", _with(why=1)),
        (f"{OWN}/finding.json", _with(state="right")),
        (f"{OWN}/finding.json", _with(limit=0)),
        (f"{OWN}/finding.json", _with(output=[1, 2, 3])),
        (f"{OWN}/solutions.json", lambda known: 1),
        (f"{OWN}/solutions.json", lambda known: [1]),
        (f"{FINDING.place}/finding.json", _with(others=10**12)),
        (f"{FINDING.place}/finding.json", _with(others=-1)),
        (f"{FINDING.place}/finding.json", _with(others="../x")),
    ],
)
def test_what_is_no_record_is_named(
    folder: Path, name: str, change: Callable[[Any], Any], tmp_path: Path
) -> None:
    known = json.loads((folder / name).read_text())
    (folder / name).write_text(json.dumps(change(known)))
    with pytest.raises(InputError, match=f"{folder}/.*json: found no "):
        read_all(folder)
    if name.startswith("wrong"):
        done = command("audit", "--recorded", "-o", folder)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
