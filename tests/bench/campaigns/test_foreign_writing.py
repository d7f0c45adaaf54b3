"""What something else writes into a live journal is no row: it is left out and reported."""

import errno
import json
import os
import shutil
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import accord
from accord.bench.campaigns import store
from accord.bench.campaigns.campaign import discard
from accord.bench.campaigns.folder import CampaignError, read_question
from accord.bench.campaigns.store import ForeignWritingWarning, Journal
from accord.puzzles.files.outside_file import OutsideFileError
from accord.puzzles.puzzle import Instance
from command_line import run_here as command
from small_campaigns import run
from stored_rows import FOUR, NO_FILES, NOTHING, put, some_run, written

HONEST = "backtracking-mrv"
LIE = {**NOTHING, "exhausted": True, "digest": "none"}


def row(**columns: Any) -> bytes:
    """The JSON text of a row that claims that there is no solution."""
    known = vars(some_run(**LIE, **columns)).items()
    return json.dumps({name: value for name, value in known if value is not None}).encode()


def checked(text: bytes) -> bytes:
    """A row as the journal has it: any program can compute the checksum."""
    return b'{"checksum":"%08x",%s\n' % (crc32(text[1:]), text[1:])


def test_an_error_of_the_system_names_the_folder_and_no_file_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: str, flags: int) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(store, "unlinked", refused)
    with pytest.raises(PermissionError) as error, store.locked(tmp_path):
        pass
    assert error.value.filename == str(tmp_path)


ATTACKS: dict[str, Callable[[], bytes]] = {
    "a row": lambda: row(repetition=1) + b"\n",
    "a row with its checksum": lambda: checked(row(repetition=1)),
    "a row of the same key, with its checksum": lambda: checked(row(started="2001")),
    "another object": lambda: b'{"progress": 0.5}\n',
    "no JSON": lambda: b"debug: 42\n",
    "half a line": lambda: row()[:70],
    "half a line with a checksum": lambda: checked(row())[:70],
    "bytes": lambda: b"\x00\xff\n\xfe",
    "much": lambda: row() * 20_000,
}


def kept(folder: Path) -> list[tuple[int, str, str]]:
    """What of a folder's rows is read."""
    rows = accord.load(folder)
    return list(zip(rows["repetition"], rows["digest"], rows["category"], strict=True))


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.filterwarnings("ignore::accord.bench.campaigns.store.ForeignWritingWarning")
def test_parts_hold_the_rows_of_the_supervisor_only(tmp_path: Path, attack: str) -> None:
    put(tmp_path, FOUR[0])
    journal = Journal(tmp_path)
    for repetition in (0, 2):
        journal.append(some_run(repetition=repetition))
        journal._flush_late()
        with journal.path.open("ab") as file:
            file.write(ATTACKS[attack]())
    with pytest.warns(ForeignWritingWarning, match=r"journal.jsonl: found .* bytes, expected"):
        journal.compact()
    journal.append(some_run(repetition=4))
    journal.close()
    assert kept(tmp_path) == [(0, "a", "correct"), (2, "a", "correct"), (4, "a", "correct")]
    assert not journal.path.read_bytes()


@pytest.mark.parametrize("spoil", ["removed", "emptied", "replaced", "linked"])
def test_a_journal_that_is_taken_away_costs_no_row(tmp_path: Path, spoil: str) -> None:
    put(tmp_path, FOUR[0])
    victim = tmp_path / "victim"
    victim.write_text("precious")
    journal = Journal(tmp_path)
    journal.append(some_run())
    journal._flush_late()
    if spoil == "emptied":
        os.truncate(journal.path, 0)
    else:
        journal.path.unlink()
    if spoil == "replaced":
        journal.path.write_bytes(row(repetition=1))
    if spoil == "linked":
        journal.path.symlink_to(victim)
    with pytest.warns(ForeignWritingWarning):
        journal.compact()
    journal.append(some_run(repetition=2))
    journal._flush_late()
    assert kept(tmp_path) == [(0, "a", "correct"), (2, "a", "correct")]
    journal.close()
    assert kept(tmp_path) == [(0, "a", "correct"), (2, "a", "correct")]
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("attack", [name for name in ATTACKS if "checksum" not in name])
def test_on_restart_only_verified_lines_count_and_others_are_counted(
    tmp_path: Path, attack: str
) -> None:
    put(tmp_path, FOUR[0])
    journal = Journal(tmp_path)
    journal.append(some_run())
    journal._flush_late()
    journal._file.close()  # as if it were killed
    with journal.path.open("ab") as file:
        file.write(ATTACKS[attack]())
    lines = journal.path.read_bytes().splitlines()[1:]
    for _ in range(2):
        assert kept(tmp_path) == [(0, "a", "correct")]
    with pytest.warns(ForeignWritingWarning, match=f"left out {len(lines):,} line"):
        journal = Journal(tmp_path)
    journal.append(some_run(repetition=1))
    journal.close()
    assert kept(tmp_path) == [(0, "a", "correct"), (1, "a", "correct")]


def test_a_forged_row_with_its_checksum_counts_until_it_is_discarded(tmp_path: Path) -> None:
    put(tmp_path, FOUR[0])
    journal = Journal(tmp_path)
    journal.append(some_run())
    journal._flush_late()
    journal._file.close()  # as if it were killed
    with journal.path.open("ab") as file:
        file.write(checked(row(repetition=1)))
    assert sorted(kept(tmp_path)) == [(0, "a", "correct"), (1, "none", "wrong")]
    discard(tmp_path, ["s@1"])
    written(tmp_path, some_run(started="9999"))
    assert kept(tmp_path) == [(0, "a", "correct")]


@pytest.mark.parametrize("taken_away", [False, True])
def test_what_is_taken_away_before_a_kill_is_run_again(
    taken_away: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def again() -> int:
        return run(tmp_path, [Instance("four", FOUR[0])], (HONEST,), repeat=3)[0].done

    with monkeypatch.context() as killed:
        killed.setattr(Journal, "close", lambda each: (each._flush_late(), each._file.close()))
        again()
    journal = tmp_path / "runs" / "journal.jsonl"
    assert journal.read_bytes().count(b"\n") == 3
    if taken_away:
        journal.unlink()
    assert again() == (0 if taken_away else 3)
    assert [category for _, _, category in kept(tmp_path)] == ["correct"] * 3


def test_a_line_with_a_checksum_that_holds_no_row_is_none(tmp_path: Path) -> None:
    put(tmp_path, FOUR[0])
    written(tmp_path, some_run())
    wrong = [b"{}", b'{"puzzle": 1}', row().replace(b'"count": 0', b'"count": "many"')]
    wrong += [row().replace(b'"solver": "s"', b'"solver": null'), b"{]"]
    wrong += [row().replace(b'"count": 0', b'"count": 1' + b"0" * 30)]
    wrong += [row().replace(b'"solver": "s"', rb'"solver": "\ud800"')]
    wrong += [row().replace(b'"solutions": []', b'"solutions": [{}]')]
    wrong += [row()[:-1] + b', "more": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"]
    (tmp_path / "runs" / "journal.jsonl").write_bytes(b"".join(map(checked, wrong)))
    assert kept(tmp_path) == [(0, "a", "correct")]


ATTACKER = """
from pathlib import Path

def solve(puzzle, budget):
    journal = Path({journal!r})
    lines = journal.read_bytes().splitlines()[-3:] if journal.exists() else []
    with journal.open("ab") as file:
        for line in lines:  # rows of the honest solver, that now say that there is no solution
            lie = line.replace(b'"exhausted": true', b'"exhausted": false')
            file.write(lie.replace(b'"count": 1', b'"count": 0') + b"\\n")
        file.write(b'{{"note": 1}}\\n{{"half": ')
    return iter(())
"""


def test_a_solver_that_writes_into_the_journal_convicts_nobody(tmp_path: Path) -> None:
    folder, attacker = tmp_path / "campaign", tmp_path / "attacker.py"
    attacker.write_text(ATTACKER.format(journal=str(folder / "runs" / "journal.jsonl")))
    instances = [Instance(f"four#{number}", puzzle) for number, puzzle in enumerate(FOUR)]
    solvers = (HONEST, f"{attacker}:solve")
    with pytest.warns(ForeignWritingWarning):
        run(folder, instances, solvers, repeat=3)
    rows = accord.load(folder)
    assert len(rows) == len(FOUR) * 2 * 3
    assert set(rows[rows["solver"] == HONEST]["category"]) == {"correct"}
    done = command("table", folder)
    assert done.returncode == 1  # of the attacker, that claims that there is no solution
    assert f": {HONEST} " not in done.stdout


VANDAL = """
from pathlib import Path

def solve(puzzle, budget):
    path = Path({path!r})
    {spoil}
    return iter(())
"""


@pytest.mark.parametrize("name", ["campaign.toml", "withdrawn.jsonl"])
@pytest.mark.parametrize(
    "spoil",
    ["path.write_text('format = 9')", "path.unlink(missing_ok=True); path.mkdir()"],
)
def test_what_was_asked_and_withdrawn_is_as_it_was_after_a_campaign(
    tmp_path: Path, name: str, spoil: str
) -> None:
    folder, vandal = tmp_path / "campaign", tmp_path / "vandal.py"
    vandal.write_text(VANDAL.format(path=str(folder / name), spoil=spoil))
    with pytest.warns(ForeignWritingWarning, match=f"{name}: was changed by something else"):
        run(folder, [Instance("four", FOUR[0])], (f"{vandal}:solve",))
    assert not (folder / "withdrawn.jsonl").exists()
    assert len(accord.load(folder)) == read_question(folder).runs == 1
    kept = folder / "spoiled" / f"1-{name}"
    assert kept.exists() == ("write" in spoil)


@pytest.mark.parametrize("note", ["{", "[]", '{"into": 1, "from": [2]}', '{"into": "x"}', "\udcff"])
def test_a_spoiled_note_of_a_merge_of_parts_costs_no_row(tmp_path: Path, note: str) -> None:
    put(tmp_path, FOUR[0])
    written(tmp_path, some_run())
    path = tmp_path / "runs" / "merging.json"
    path.write_bytes(note.encode(errors="surrogateescape"))
    written(tmp_path, some_run(repetition=1))
    assert kept(tmp_path) == [(0, "a", "correct"), (1, "a", "correct")]
    assert not path.exists()


def test_parts_that_the_campaign_has_not_made_are_set_aside(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    put(tmp_path / "other", FOUR[0])
    written(tmp_path / "other", some_run(repetition=7, **LIE))
    (foreign,) = (tmp_path / "other" / "runs").glob("part-*.parquet")
    put(tmp_path, FOUR[0])
    written(tmp_path, some_run())
    journal = Journal(tmp_path)
    journal.append(some_run(repetition=1))
    (tmp_path / "runs" / "part-00005.parquet").write_bytes(foreign.read_bytes())
    (tmp_path / "runs" / "part-lie.parquet").write_bytes(b"garbage")
    with pytest.warns(ForeignWritingWarning, match="part-(00005|lie).parquet: found a new part"):
        journal.close()
    assert kept(tmp_path) == [(0, "a", "correct"), (1, "a", "correct")]
    names = {file.name for file in (tmp_path / "spoiled").iterdir()}
    assert names == {"1-part-00005.parquet", "1-part-lie.parquet"}


@pytest.mark.parametrize("what", NO_FILES)
def test_a_part_that_is_no_file_is_set_aside(tmp_path: Path, what: str) -> None:
    put(tmp_path, FOUR[0])
    journal = Journal(tmp_path)
    journal.append(some_run())
    NO_FILES[what](part := tmp_path / "runs" / "part-00005.parquet")
    with pytest.warns(ForeignWritingWarning, match="part-00005.parquet: found a new part"):
        journal.close()
    assert kept(tmp_path) == [(0, "a", "correct")]
    NO_FILES[what](part)
    with pytest.raises(CampaignError, match=r"part-00005.parquet: cannot be read: .*repair"):
        accord.load(tmp_path)


@pytest.mark.parametrize("part", [None, b"garbage"])
def test_parts_that_are_changed_or_gone_are_reported(tmp_path: Path, part: bytes | None) -> None:
    put(tmp_path, FOUR[0])
    written(tmp_path, some_run())
    journal = Journal(tmp_path)
    (path,) = (tmp_path / "runs").glob("part-*.parquet")
    path.unlink()
    if part:
        path.write_bytes(part)
    with pytest.warns(ForeignWritingWarning, match="forged or lost"):
        journal.close()


def test_a_folder_of_runs_that_is_removed_costs_no_row_of_the_journal(tmp_path: Path) -> None:
    put(tmp_path, FOUR[0])
    journal = Journal(tmp_path)
    journal.append(some_run())
    shutil.rmtree(tmp_path / "runs")
    with pytest.warns(ForeignWritingWarning):
        journal.close()
    assert kept(tmp_path) == [(0, "a", "correct")]


@pytest.mark.parametrize("name", ["journal.jsonl", "journal.renewed", "unfinished.parquet"])
def test_a_folder_in_place_of_a_file_costs_no_row(tmp_path: Path, name: str) -> None:
    put(tmp_path, FOUR[0])
    journal = Journal(tmp_path)
    journal.append(some_run())
    path = tmp_path / "runs" / name
    path.unlink(missing_ok=True)
    path.mkdir()
    with warnings.catch_warnings(action="ignore", category=ForeignWritingWarning):
        journal.close()
    assert kept(tmp_path) == [(0, "a", "correct")]


@pytest.mark.parametrize("name", [".lock", "sessions.jsonl"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_refused_at_once(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / name)
    with pytest.raises(OutsideFileError, match=f"{name}: found a .*, expected a file; remove it"):
        run(tmp_path, [Instance("four", FOUR[0])], (HONEST,))


def test_a_full_disk_ends_the_campaign_and_not_a_thread(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(some_run())
    ours, journal._file = journal._file, Path("/dev/full").open("ab")  # noqa: SIM115  # fails to close
    journal._lines.append(b"late")
    journal._flush_late()  # which a thread of its own calls
    with pytest.raises(OSError, match="No space left"):
        journal.compact()
    with suppress(OSError):
        journal._file.close()
    ours.close()


def test_spoiled_puzzles_are_written_again(tmp_path: Path) -> None:
    instances = [Instance("four", FOUR[0])]
    run(tmp_path, instances, (HONEST,))
    (tmp_path / "puzzles.parquet").write_bytes(b"garbage")
    with pytest.raises(CampaignError, match="`accord bench` with the same question"):
        accord.load(tmp_path)
    run(tmp_path, instances, (HONEST,))
    assert set(accord.load(tmp_path)["category"]) == {"correct"}
