"""The files of a campaign's folder: one meaning each, and a sentence for what cannot be read."""

import shutil
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

import accord
from accord.bench.campaigns.folder import CampaignError, known_question, read_question
from places import SUPPORT

OLD = SUPPORT / "old_results" / "campaign"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(OLD, tmp_path / "old")
    return tmp_path / "old"


@pytest.mark.parametrize("limit", [0, 2])
def test_a_question_is_read_as_it_was_written_in_every_format(folder: Path, limit: int) -> None:
    file = folder / "campaign.toml"
    old = file.read_text().replace("limit = 2\n", f"limit = {limit}\n", 1)
    file.write_text(old)
    asked = read_question(folder)
    assert asked == replace(asked, limit=limit or None)
    file.write_text(asked.toml())
    assert f"limit = {limit or chr(34) + 'all' + chr(34)}\n" in file.read_text()
    assert file.read_text().startswith("format = 2\n")
    assert read_question(folder) == asked


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("format = 3", "found the format 3, expected at most 2; a newer accord can read it"),
        ('format = "2"', "found the format '2', expected at most 2"),
        ("weights = 1", "found the key 'weights', expected one of collection, puzzles, digest"),
        ("format = 2\nlimit = 0", "limit: found 0, expected 1, 2, ... or 'all'"),
        ("format = 2\nlimit = true", "limit: found true, expected 1, 2, ..., 'all' or 'usual'"),
        ('puzzles = "6"', 'puzzles: found "6", expected a whole number'),
        ("solvers = [1]", "solvers: found 1, expected a text"),
        ("cold = 0", "cold: found 0, expected true or false"),
        ("-digest", "found no 'digest', expected a text"),
        ("digest = [", "found no TOML"),
    ],
)
def test_what_a_question_cannot_be_is_said(folder: Path, line: str, complaint: str) -> None:
    file = folder / "campaign.toml"
    changed = {each.split(" = ")[0].lstrip("-") for each in line.splitlines()}
    kept = [old for old in file.read_text().splitlines() if old.split(" = ")[0] not in changed]
    file.write_text("\n".join([*kept, *(line.splitlines() if line[0] != "-" else [])]))
    for read in (read_question, known_question):
        with pytest.raises(CampaignError) as error:
            read(folder)
        assert str(error.value).startswith(f"{file}: ")
        assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("file", "column"),
    [("puzzles.parquet", "names"), ("runs/part-00001.parquet", "outcome")],
)
def test_a_missing_column_is_named(folder: Path, file: str, column: str) -> None:
    path = folder / file
    other = path.with_suffix(".other")
    duckdb.sql(f"COPY (SELECT * EXCLUDE ({column}) FROM '{path}') TO '{other}' (FORMAT parquet)")
    other.rename(path)
    with pytest.raises(CampaignError, match=f"{path}: found no column '{column}', expected one"):
        accord.load(folder)
