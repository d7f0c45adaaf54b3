"""A folder that something has spoiled is read again, and what is missing is run again."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.bench.analysis.repair import Repaired, repair
from accord.bench.campaigns.database import database
from accord.bench.campaigns.parquet_parts import rows_of, write_part
from accord.bench.campaigns.store import opened, rows_of_texts
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from command_line import run_here as command
from small_campaigns import run
from stored_rows import FOUR, NO_FILES, some_run, written

SOLVERS = ("backtracking-mrv", "propagate-search")
INSTANCES = [Instance(f"four#{number}", puzzle) for number, puzzle in enumerate(FOUR)]
OTHER = Puzzle(shape(4), Grid((*[0] * 15, 1)))
OWN: dict[str, Any] = {"solver": SOLVERS[0], "started": "9999"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of eight runs, to be copied."""
    folder = tmp_path_factory.mktemp("whole")
    run(folder, INSTANCES, SOLVERS, collection="four")
    return folder


def stray(folder: Path, text: bytes) -> None:
    """A part that an earlier version has made of a journal with a stray line."""
    with database() as base:
        write_part(base, folder, rows_of_texts(base, [text]))


def spoiled_journal(folder: Path) -> None:
    (folder / "runs" / "journal.jsonl").write_bytes(b'{"note": 1}\n{"puzzle": "half')


def spoiled_part(folder: Path) -> None:
    part = next((folder / "runs").glob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-30])


def lacking_files(folder: Path) -> None:
    for part, make in zip(NO_PARTS, NO_FILES.values(), strict=True):
        make(folder / "runs" / part)


def with_foreign_rows(folder: Path) -> None:
    written(folder, *(some_run(**{**OWN, **row}) for row in FOREIGN.values()))


FOREIGN: dict[str, dict[str, Any]] = {  # columns that no row of the campaign has
    "another puzzle": {"puzzle": OTHER},
    "another repetition": {"repetition": 7},
    "another solver": {"solver": "s"},
    "another limit": {"limit": 3},
    "another time limit": {"time_limit": 11.0},
    "another seed": {"seed": 1},
    "an isomorph": {"isomorph": 1},
    "no outcome": {"outcome": "FINE"},
    "no grid": {"solutions": ("1234 ?",)},
}
NO_PARTS = tuple(f"part-{number}.parquet" for number in range(6, 6 + len(NO_FILES)))
SPOILED: dict[str, tuple[Callable[[Path], None], Repaired, int]] = {
    "nothing": (lambda folder: None, Repaired(0, 0, ()), 8),
    "lines": (spoiled_journal, Repaired(2, 0, ()), 8),
    "a part": (spoiled_part, Repaired(0, 0, ("part-00001.parquet",)), 0),
    "a stray line": (lambda folder: stray(folder, b'{"note": 1}'), Repaired(0, 1, ()), 8),
    "no files": (lacking_files, Repaired(0, 0, NO_PARTS), 8),
    "foreign rows": (with_foreign_rows, Repaired(0, len(FOREIGN), ()), 8),
}


@pytest.mark.parametrize("spoiled", SPOILED)
@pytest.mark.filterwarnings("ignore::accord.bench.campaigns.store.ForeignWritingWarning")
def test_what_is_no_row_of_the_campaign_is_set_aside(
    whole: Path, tmp_path: Path, spoiled: str
) -> None:
    folder = tmp_path / "campaign"
    shutil.copytree(whole, folder)
    spoil, expected, left = SPOILED[spoiled]
    spoil(folder)
    assert repair(folder) == expected
    assert len(accord.load(folder)) == left
    assert (folder / "spoiled").exists() == (spoiled != "nothing")
    assert repair(folder) == Repaired(0, 0, ())
    done = run(folder, INSTANCES, SOLVERS, collection="four")
    assert (done[0].done, done[-1].done) == (left, 8)
    assert set(accord.load(folder)["category"]) == {"correct"}


def test_an_error_names_the_command_that_mends_it(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    shutil.copytree(whole, folder)
    before = command("table", folder).stdout
    for text in (b'{"note": 1}', b'{"note": 2}'):
        stray(folder, text)
        done = command("table", folder)
        assert (done.returncode, "`accord repair`" in done.stderr) == (2, True)
        done = command("repair", folder)
        assert (done.returncode, "set aside: 1 row; as found in" in done.stderr) == (0, True)
        assert command("table", folder).stdout == before
    assert "nothing to set aside" in command("repair", folder).stderr


def test_solvers_that_are_refuted_by_a_second_row_of_a_run_are_named(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "campaign"
    shutil.copytree(whole, folder)
    with opened(folder) as base:  # a row that only says otherwise, as a forger writes it
        part = next((folder / "runs").glob("*.parquet"))
        forged = "* REPLACE (true AS exhausted, 0 AS count, 0 AS valid, [] AS solutions)"
        where = f"WHERE solver = '{SOLVERS[0]}' LIMIT 1"
        write_part(base, folder, f"SELECT {forged} FROM ({rows_of(base, part)}) {where}")
    version = accord.load(folder)["solver_version"][0]
    (name,) = repair(folder).doubtful
    assert name == f"{SOLVERS[0]}@{version}"
    done = command("repair", folder)
    assert f"warning: {name} is refuted in runs that have several rows" in done.stderr
    assert command("repair", folder, "--discard", name).returncode == 0
    assert repair(folder) == Repaired(0, 0, ())
    assert run(folder, INSTANCES, SOLVERS, collection="four")[0].done == 4
