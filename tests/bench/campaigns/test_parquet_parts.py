"""The parts of a campaign: few, merged, and whole after a kill at any step."""

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from accord.bench.campaigns import parquet_parts as partition
from accord.bench.campaigns import store
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.parquet_parts import combine, finish, parts
from accord.bench.campaigns.store import Journal, opened
from optional import slow
from stored_rows import A, some_run, written


def rows_in(folder: Path) -> list[tuple[Any, ...]]:
    """The keys of the rows in a folder; each is there once."""
    with opened(folder) as base:
        return sorted(base.execute("SELECT repetition, started, wall_time FROM runs").fetchall())


def shrink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have small journals, and parts that are large with some rows."""
    monkeypatch.setattr(store, "ROWS_PER_PART", 5)
    monkeypatch.setattr(partition, "ENOUGH", 3)
    monkeypatch.setattr(partition, "MOST_BYTES", 60_000)


def test_parts_are_merged_so_that_they_are_few_and_not_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shrink(monkeypatch)
    monkeypatch.setattr(partition, "MOST_BYTES", 40_000)
    runs = [some_run(repetition=number, reason=f"{random.random()}" * 20) for number in range(150)]
    written(tmp_path, *runs)
    assert rows_in(tmp_path) == [(number, "2026", 0.5) for number in range(150)]
    sizes = [part.stat().st_size for part in parts(tmp_path)]
    assert max(sizes) < 40_000
    assert 1 < len(sizes) < 9
    assert len(list((tmp_path / "runs").iterdir())) == len(sizes) + 1  # and the journal


@pytest.mark.parametrize(
    ("sizes", "merged"),
    [
        ((5, 5, 5), ()),
        ((5, 5, 5, 5), (0, 1, 2, 3)),
        ((5, 5, 5, 5, 5), (0, 1, 2, 3)),
        ((5, 5, 50, 5, 50, 5), (0, 1, 3, 5)),
        ((50, 50, 5, 50, 50, 5), (0, 1, 3, 4)),
        ((300, 300, 300), ()),
        ((300, 300, 300, 300), (0, 1, 2)),
        ((500, 500, 500), (0, 1)),
        ((501, 501, 501, 501, 900, 999, 1000), ()),
        ((9, 10, 99, 100, 8, 7), ()),
    ],
)
def test_parts_of_a_size_are_merged_when_they_are_enough_or_would_be_too_large(
    sizes: tuple[int, ...], merged: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partition, "ENOUGH", 4)
    monkeypatch.setattr(partition, "MOST_BYTES", 1000)
    files = [tmp_path / str(number) for number in range(len(sizes))]
    for file, size in zip(files, sizes, strict=True):
        file.write_bytes(b"x" * size)
    assert partition._group(files) == [files[number] for number in merged]


class KilledError(BaseException):
    """Nothing is cleared up after this."""


Calls = list[tuple[str, Callable[..., Any]]]

STEPS: Calls = [
    ("os.fsync", os.fsync),
    ("Path.replace", Path.replace),
    ("Path.unlink", Path.unlink),
    ("Path.write_text", Path.write_text),
]


@pytest.fixture
def killing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Something that has the process be killed before the n-th step on the disk from now."""
    left = [10**9]

    def counted(step: Callable[..., Any]) -> Callable[..., Any]:
        def made(*arguments: Any, **options: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise KilledError
            return step(*arguments, **options)

        return made

    for name, step in STEPS:
        monkeypatch.setattr(name.replace("Path", "pathlib.Path"), counted(step))
    yield lambda steps: left.__setitem__(0, steps)
    left[0] = 10**9


def test_a_kill_at_any_step_of_writing_and_merging_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killing: Callable[[int], None]
) -> None:
    slow()
    shrink(monkeypatch)
    deaths = 0
    for steps in range(200):
        folder = tmp_path / str(steps)
        made = 0
        journal = Journal(folder)
        killing(steps)
        try:
            while made < 16:
                made += 1
                journal.append(some_run(repetition=made - 1))
            journal.close()
            killing(10**9)
            break
        except KilledError:
            killing(10**9)
            journal._file.close()
            deaths += 1
        assert [row[0] for row in rows_in(folder)] == list(range(made))
        written(folder, *(some_run(repetition=number) for number in range(made, 16)))
        assert [row[0] for row in rows_in(folder)] == list(range(16))
        assert not (folder / "runs" / partition.NOTE).exists()
    assert deaths >= 20


def test_what_a_note_says_of_a_merge_is_not_believed(tmp_path: Path) -> None:
    for number in range(3):
        written(tmp_path, some_run(repetition=number))
    runs = tmp_path / "runs"
    note = {"into": "part-00003.parquet", "from": ["part-00001.parquet", "part-00002.parquet"]}
    (runs / partition.NOTE).write_text(json.dumps(note))
    finish(tmp_path)
    assert [row[0] for row in rows_in(tmp_path)] == [0, 1, 2]


def test_a_merge_waits_for_another_time_while_somebody_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        written(tmp_path, some_run(repetition=number))
    shrink(monkeypatch)
    with opened(tmp_path) as base:
        combine(tmp_path)
        assert len(parts(tmp_path)) == 3
        assert base.value("SELECT count(*) FROM runs") == 3
    combine(tmp_path)
    assert len(parts(tmp_path)) == 1


def test_a_damaged_part_is_left_alone_by_merges_and_named_by_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        written(tmp_path, some_run(repetition=number))
    shrink(monkeypatch)
    whole = parts(tmp_path)[1].read_bytes()
    parts(tmp_path)[1].write_bytes(whole[:4] + b"\xff" * 300 + whole[304:])
    combine(tmp_path)
    assert len(parts(tmp_path)) == 3
    with pytest.raises(CampaignError, match=r"part-00002\.parquet: cannot be read"):
        rows_in(tmp_path)


def test_of_several_rows_with_a_key_the_one_that_started_first_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "SLICE", 7)
    starts = [(number, f"20{start}") for number in range(50) for start in (30, 28, 29)]
    random.Random(2).shuffle(starts)
    for begin in range(0, 150, 60):
        runs = [
            some_run(repetition=number, started=start, wall_time=float(start[2:]))
            for number, start in starts[begin : begin + 60]
        ]
        written(tmp_path, *runs, *(some_run(repetition=1000 + number) for number in range(begin)))
    expected = [(number, "2028", 28.0) for number in range(50)]
    assert rows_in(tmp_path)[:50] == expected
    assert len(rows_in(tmp_path)) == 50 + 120


def test_large_rows_make_small_journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BYTES_PER_PART", 11_000)
    journal = Journal(tmp_path)
    for number in range(30):
        journal.append(some_run(repetition=number, solutions=(A,) * 100))
    assert len(parts(tmp_path)) == 6  # of five rows
    journal.close()
    assert [row[0] for row in rows_in(tmp_path)] == list(range(30))
