"""A campaign's folder that somebody else has made: it is read as it is, and leads nowhere else."""

import json
import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest

from accord.bench.campaigns import cluster, parquet_parts, store, work_unit
from accord.bench.campaigns.folder import (
    CampaignError,
    RecordedQuestion,
    keep_content,
    read_environment,
    read_question,
    settle,
    write_environment,
)
from accord.bench.campaigns.merge import merge
from accord.bench.campaigns.sessions import SESSIONS
from accord.bench.campaigns.store import Journal, journal_texts, locked
from accord.bench.campaigns.work_unit import Delivery
from accord.bench.certify import accepted
from accord.bench.run.environment import environment_hash
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import OutsideFileError, subfolder
from accord.puzzles.proofs.certificate_file import CERTIFICATES
from command_line import run_here as command
from no_plain_files import IN_PLACE, at_once
from stored_rows import FOUR, put, some_run, written

SECRET = {"cpu": "hunter2", "system": "hunter2", "packages": {"hunter2": "1"}}
FACTS = {"cpu": "here", "packages": {"lib": "1"}}
ENVIRONMENT = environment_hash(FACTS)


FILES = (
    "campaign.toml", "puzzles.parquet", "sessions.jsonl", "withdrawn.jsonl", "certificates.jsonl",
    "certificates.accepted", f"environments/{ENVIRONMENT}.json", "environments/x.json",
    "runs/part-00001.parquet", "runs/part-00002.parquet", "runs/journal.jsonl", "runs/merging.json",
    ".lock", "table.md", "table.csv", "report.html",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small campaign that somebody else has made; `secret` beside it is not his."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    settle(folder, RecordedQuestion("four", 1, "d", ("s",), 2, 10.0, 1, 0))
    put(folder, FOUR[0])
    write_environment(folder, FACTS)
    written(folder, some_run(environment=ENVIRONMENT))
    (folder / SESSIONS).write_text('{"id": "a", "began": "2026"}\n')
    (tmp_path / "secret.json").write_text(json.dumps(SECRET))
    (tmp_path / "link").symlink_to("secret.json")
    return folder


def texts(folder: Path) -> str:
    """Everything that a folder holds, but what leads elsewhere."""
    files = [each for each in folder.rglob("*") if each.is_file() and not each.is_symlink()]
    return "".join(each.read_bytes().decode(errors="replace") for each in files)


NAMES = ("../secret", "../../secret", "{}/secret", "x/../../secret", "..", "", "a" * 300, "\0", "é")


@pytest.mark.parametrize("name", NAMES)
def test_an_environment_is_16_digits_that_its_content_has(folder: Path, name: str) -> None:
    (folder / "environments" / f"{'0' * 16}.json").write_text(json.dumps(SECRET))
    (folder / "environments" / "x").mkdir()
    for each in (name.format(folder.parent), "0" * 16, ENVIRONMENT.upper(), f"{ENVIRONMENT}\n"):
        assert read_environment(folder, each) == {}
    assert read_environment(folder, ENVIRONMENT) == FACTS


@pytest.mark.parametrize("number", ["x", 1.5, True, [2]])
def test_a_number_of_cpus_is_a_whole_number(folder: Path, number: object) -> None:
    facts = FACTS | {"threads": 1, "usable_cpus": number}
    path = folder / "environments" / f"{environment_hash(facts)}.json"
    path.write_text(json.dumps(facts))
    assert read_environment(folder, path.stem) == {}


def test_what_a_row_says_of_its_machine_shows_no_other_file(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "other")
    names = (each.format(tmp_path) for each in NAMES if each != "\0")
    rows = (some_run(repetition=n, environment=each, host="x") for n, each in enumerate(names, 1))
    written(folder, *rows)
    for words in (("compare", tmp_path / "other", folder), ("table", folder)):
        assert "hunter2" not in command(*words).stdout
    for form in ("metrics", "benchexec"):
        assert command("export", folder, "--format", form, "-o", tmp_path / form).returncode == 0
        assert "hunter2" not in texts(tmp_path / form)


@pytest.mark.parametrize("what", IN_PLACE)
@pytest.mark.parametrize("name", FILES)
def test_what_is_no_plain_small_file_is_neither_copied_nor_waited_for(
    folder: Path, name: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    out, path = folder.parent / "out", folder / name
    path.unlink(missing_ok=True)
    IN_PLACE[what](path)
    with at_once():
        merged, shown = command("merge", folder, "-o", out), command("table", folder)
    for done in (merged, shown):
        assert done.returncode in (0, 2), done.stderr
        assert "Traceback" not in done.stderr
        assert done.returncode == 0 or f"{path}:" in done.stderr or f"{folder}: " in done.stderr
    assert not [each for each in out.rglob("*") if each.is_symlink()]
    assert "hunter2" not in texts(out)
    assert sum(each.stat().st_size for each in out.rglob("*")) < 2**20
    assert json.loads((folder.parent / "secret.json").read_text()) == SECRET


@pytest.mark.parametrize("name", ["runs", "environments", "spoiled"])
def test_a_link_to_a_folder_is_not_followed(folder: Path, tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    subfolder(folder, name).rename(elsewhere)
    (folder / name).symlink_to(elsewhere)
    before = texts(elsewhere), sorted(elsewhere.rglob("*"))
    assert read_environment(folder, ENVIRONMENT) == ({} if name == "environments" else FACTS)
    out = tmp_path / "out"
    message = f"{folder / name}: found a link, expected a folder; remove it"
    done = command("merge", folder, "-o", out)
    assert (done.returncode, message in done.stderr) == (2, True)
    for words in (("merge", out, "-o", folder), ("repair", folder)):
        assert command(*words).returncode == 2
    with pytest.raises(OutsideFileError, match="found a link"), locked(folder):
        pass
    assert (texts(elsewhere), sorted(elsewhere.rglob("*"))) == before


def test_a_link_that_the_user_has_written_is_his_own(folder: Path, tmp_path: Path) -> None:
    (mine := tmp_path / "mine").symlink_to(folder)
    out = tmp_path / "out"
    assert command("table", mine).returncode == 0
    assert command("merge", mine, "-o", out).returncode == 0
    assert read_environment(out, ENVIRONMENT) == FACTS
    (tmp_path / "results").symlink_to(out)
    assert command("merge", mine, "-o", tmp_path / "results").returncode == 0
    assert command("repair", tmp_path / "results").returncode == 0


WRITTEN = (
    "table.md", "table.csv", "certificates.accepted", "report.html", "puzzles.merging",
    "puzzles.unfinished", "campaign.toml.unfinished", "withdrawn.jsonl.unfinished",
    "table.md.unfinished", "runs/journal.renewed", "runs/unfinished.parquet",
)  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_nothing_is_written_through_a_link(folder: Path, tmp_path: Path, name: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(victim)
    accepted.AcceptedChecks(folder / CERTIFICATES, recheck=True).save()
    for words in (
        ("merge", other, "-o", folder),
        ("merge", other, "-o", folder, "--discard", "s@1"),
        ("report", folder),
    ):
        command(*words)
        assert victim.read_text() == "precious"


def test_a_note_of_a_merge_removes_no_part_of_another_campaign(
    folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, mine := tmp_path / "mine")
    (part,) = (mine / "runs").glob("part-*")
    for name in (str(part), f"../../mine/runs/{part.name}"):
        note = {"into": "part-00001.parquet", "from": [name, "part-00001.parquet"]}
        (folder / "runs" / "merging.json").write_text(json.dumps(note))
        with locked(folder):
            parquet_parts.finish(folder)
        assert part.exists()
        assert (folder / "runs" / "part-00001.parquet").exists()
        assert not (folder / "runs" / "merging.json").exists()


@pytest.mark.parametrize(
    "line",
    ['shard = "1/99999999999"', 'shard = "x/y"', 'merged = "1,2"', 'merged = "1/9999999"',
     'shard = "0/3"', 'merged = "/"', 'shard = "../1"'],
)  # fmt: skip
def test_a_shard_is_two_numbers_that_can_be_counted(folder: Path, line: str) -> None:
    with (folder / "campaign.toml").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(CampaignError, match=r"expected I.*/N, which say which shard"):
        read_question(folder)


def test_what_others_have_accepted_is_checked_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = bytes(32)
    for user in ("mallory", "me"):
        monkeypatch.setenv("ACCORD_DATA", str(tmp_path / user))
        checks = accepted.AcceptedChecks(folder / CERTIFICATES)
        assert digest not in checks._known
        checks._known.add(digest)
        checks._new.append(digest)
        checks.save()
        assert digest in accepted.AcceptedChecks(folder / CERTIFICATES)._known
    key = tmp_path / "me" / "certificates.key"
    assert (len(key.read_bytes()), key.stat().st_mode & 0o777) == (32, 0o600)


def test_a_journal_is_read_up_to_a_bound(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(folder)
    for repetition in (1, 2):
        journal.append(some_run(repetition=repetition))
    journal._flush_late()
    journal._file.close()  # as if it were killed
    (first, second), others = journal_texts(folder)
    assert others == 0
    size = journal.path.stat().st_size
    with journal.path.open("ab") as file:
        file.truncate(2**40)  # holes
    monkeypatch.setattr(store, "MOST_JOURNAL", size)
    with at_once():
        assert journal_texts(folder) == ([first, second], 1)
        monkeypatch.setattr(store, "MOST_JOURNAL", size - 2)
        assert journal_texts(folder) == ([first], 2)
        monkeypatch.setattr(store, "MOST_JOURNAL", size)
        assert command("repair", folder).returncode == 0
    assert (folder / "spoiled" / "1-journal.jsonl").stat().st_size == 2**40
    assert len(json.loads(command("table", folder, "--json").stdout)["lines"]) == 1


@pytest.mark.parametrize(
    ("file", "column", "value"),
    [
        ("puzzles.parquet", "text", "{'a': 1}"),
        ("puzzles.parquet", "place", "'first'"),
        ("puzzles.parquet", "names", "1"),
        ("puzzles.parquet", "expected", "'[1,'"),
        ("puzzles.parquet", "expected", "'[[1],2,{}]'"),
        ("puzzles.parquet", "expected", "repeat('[', 200000)"),
        ("runs/part-00001.parquet", "repetition", "repeat('x', 300000)"),
        ("runs/part-00001.parquet", "solutions", "1"),
        ("runs/part-00001.parquet", "wall_time", "[1]"),
    ],
)
def test_a_column_of_another_type_is_a_sentence(
    folder: Path, file: str, column: str, value: str
) -> None:
    path = folder / file
    changed = f"SELECT * REPLACE ({value} AS {column}) FROM '{path}'"
    duckdb.sql(f"COPY ({changed}) TO '{folder / 'other'}' (FORMAT parquet)")
    (folder / "other").rename(path)
    for words in (("table", folder), ("merge", folder, "-o", folder.parent / "out")):
        done = command(*words)
        assert (done.returncode, done.stderr.count("accord: ")) == (2, 1), done.stderr


@pytest.mark.parametrize("file", ["puzzles.parquet", "runs/part-00001.parquet"])
def test_one_row_many_times_is_refused_by_the_number_of_rows(folder: Path, file: str) -> None:
    path, number = folder / file, 100_000
    many = f"SELECT one.* FROM '{path}' one, range({number})"
    duckdb.sql(f"COPY ({many}) TO '{folder / 'other'}' (FORMAT parquet, COMPRESSION zstd)")
    (folder / "other").rename(path)
    assert path.stat().st_size < number
    for words in (("table", folder), ("merge", folder, "-o", folder.parent / "out")):
        done = command(*words)
        assert done.returncode == 2
        assert f"{path}: cannot be read" in done.stderr
        assert f"found {number:,} rows in {path.stat().st_size:,} bytes" in done.stderr


# What a worker of a cluster sends


def _delivery(**changed: Any) -> Delivery:
    usual: dict[str, Any] = {"parts": (), "runs": 0, "latest": None, "left": (), "harness": {}}
    return Delivery(**usual | {"environment": FACTS} | changed)


@pytest.mark.parametrize(
    "name",
    ["1-a.parquet", "1-../../../secret.json", "1-/etc/passwd", "1-", "1-..", "x", f"1-{'a' * 300}",
     "1-a\0b", "1-\udcff"],
)  # fmt: skip
def test_what_a_worker_calls_a_file_is_no_path(folder: Path, name: str) -> None:
    scratch = subfolder(folder, ".scratch")
    for each in ("a.parquet", "x"):
        (scratch / each).mkdir()
    before = sorted(each for each in folder.parent.rglob("*") if "spoiled" not in each.parts)
    with closing(Journal(folder)) as journal:
        for _ in range(2):
            cluster._keep(journal, _delivery(spoiled=((name, b"lie"),)))
    found = [*(folder / "spoiled").iterdir()]
    assert [each.read_bytes() for each in found] == [b"lie"] * 2
    assert (
        sorted(each for each in folder.parent.rglob("*") if "spoiled" not in each.parts) == before
    )
    assert json.loads((folder.parent / "secret.json").read_text()) == SECRET


def test_a_worker_sends_back_a_few_plain_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work_unit, "MOST_BYTES", 10)
    monkeypatch.chdir(folder)
    for number, make in enumerate(IN_PLACE.values()):
        make(subfolder(folder, "spoiled") / f"0-{number}")
    for number in range(30):
        keep_content(folder, f"{number:02}", b"12345678")
    with at_once():
        found = [*work_unit._spoiled(folder)]
    assert sum(len(content) for _, content in found) <= 10
    assert len(found) <= work_unit.MOST_SPOILED


def test_a_source_that_cannot_be_read_says_which_file(folder: Path, tmp_path: Path) -> None:
    os.mkfifo(folder / "runs" / "part-00002.parquet")
    with pytest.raises(InputError, match=r"part-00002.parquet: cannot be read: found a pipe"):
        merge([folder], tmp_path / "out")
