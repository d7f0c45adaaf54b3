"""Large campaigns: streams that stay small, parts that stay few, claims that are judged once."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.bench.analysis import judging as judging_module
from accord.bench.analysis import table as tabulating
from accord.bench.analysis.judging import judging
from accord.bench.analysis.table import table
from accord.bench.campaigns import database, store
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import Run
from accord.bench.judge.claim import Claim
from accord.bench.judge.judge import judge
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, shape
from accord.views.tables.table import notes
from small_campaigns import run
from stored_rows import FOUR, LIE, A, B, C, key_of, put, some_run, written


def asked(folder: Path, instances: Iterator[Instance], **options: Any) -> None:
    run(folder, instances, ("backtracking-mrv",), **options)


def test_puzzles_that_cannot_be_read_leave_nothing_behind(tmp_path: Path) -> None:
    def broken() -> Iterator[Instance]:
        yield Instance("fine", FOUR[0])
        raise MalformedPuzzleError("line 2")

    new, old = tmp_path / "new", tmp_path / "old"
    old.mkdir()
    for folder in (new, old):
        with pytest.raises(MalformedPuzzleError):
            asked(folder, broken())
        with pytest.raises(CampaignError, match="c: found no puzzles, expected at least one"):
            asked(folder, iter(()))
    assert not new.exists()
    assert [each.name for each in old.iterdir()] == [".lock"]


def wild(random_: random.Random) -> Iterator[Run]:
    """Rows of solvers that say anything, all with different keys."""
    for puzzle in FOUR:
        habits = [claim(random_) for _ in range(4)]
        for solver, settings, host in (
            ("s", "", "a"),
            ("s", "x=1", "a"),
            ("t", "", "b"),
            ("t", "", "a"),
        ):
            for repetition in range(random_.randrange(9)):
                yield some_run(
                    puzzle,
                    solver=solver,
                    settings=settings,
                    host=host,
                    repetition=repetition,
                    engine=solver,
                    model=random_.choice("mn"),
                    solver_version=random_.choice("12"),
                    memory_limit=random_.choice((None, 10**9)),
                    cold=random_.random() < 0.2,
                    **(random_.choice(habits) if random_.random() < 0.8 else claim(random_)),
                )


def claim(random_: random.Random) -> dict[str, Any]:
    """What a solver may say, right or wrong."""
    grids = tuple(random_.choices((A, A, B, C, LIE), k=random_.randrange(4)))
    count = random_.choice((len(grids), len(grids), 150))
    return {
        "limit": random_.choice((1, 2, None)),
        "outcome": random_.choice(("OK", "OK", "OK", "TIMEOUT", "ERROR", "UNSUPPORTED")),
        "exhausted": random_.random() < 0.5,
        "contradictory": random_.random() < 0.1,
        "solutions": grids,
        "count": count,
        "valid": random_.choice((count, max(0, count - 1))),
        "digest": random_.choice("xy"),
    }


def claims_of(runs: list[Run]) -> dict[Run, Claim]:
    """What each row claims, with the version in the label where there are several of a solver."""
    versions = {(run.solver, run.settings, run.solver_version) for run in runs}
    several = Counter(versioned[:2] for versioned in versions)
    names = [each.name for each in fields(Claim) if each.name != "label"]
    return {
        run: Claim(
            run.label + f" ({run.solver_version})" * (several[run.solver, run.settings] > 1),
            **{name: getattr(run, name) for name in names},
        )
        for run in runs
    }


def status(run: Run) -> str:
    """What a row claims, in a word."""
    return "SAT" if run.count else "UNSAT" if run.exhausted else "UNKNOWN"


def in_order(run: Run) -> tuple[Any, ...]:
    """What rows are sorted by: their keys, where null comes last."""
    return tuple((value is None, value) for value in key_of(run))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("size", [3000, 32 * 2**20], ids=["in slices", "at once"])
def test_equal_claims_are_judged_once_and_as_each_row_would_be(
    seed: int, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging_module, "SLICE_BYTES", size)
    monkeypatch.setattr(database, "SMALL", size)
    runs = [*wild(random.Random(seed))]
    claims = claims_of(runs)
    put(tmp_path, *FOUR)
    written(tmp_path, *random.Random(seed).sample(runs, len(runs)))
    expected, verdicts = {}, {}
    for puzzle in FOUR:
        if mine := sorted((run for run in runs if run.puzzle == puzzle.digest), key=in_order):
            verdict = judge(puzzle, map(claims.__getitem__, mine))
            verdicts[puzzle.digest] = verdict
            for each, run in zip(verdict.runs, mine, strict=True):
                expected[key_of(run)] = (
                    status(run),
                    each.decided,
                    each.category,
                    list(each.refutations),
                )
    received = []
    with judging(tmp_path, lambda _, verdict: received.append(verdict)) as base:
        rows = base.execute(
            f"SELECT status, decided, category, refutations, {store.KEY_LIST} FROM judged"
        ).fetchall()
    assert {row[4:]: row[:4] for row in rows} == {
        key: tuple(value) for key, value in expected.items()
    }
    assert len(rows) == len(runs)
    assert [verdict.problem.digest for verdict in received] == sorted(verdicts)
    for verdict in received:
        alone = verdicts[verdict.problem.digest]
        assert verdict.said == alone.said
        assert verdict.witnesses == alone.witnesses
        assert verdict.supporters == alone.supporters
        assert {s: list(dict.fromkeys(why)) for s, why in verdict.refuted.items()} == {
            s: list(dict.fromkeys(why)) for s, why in alone.refuted.items()
        }


def test_a_hundred_repetitions_are_one_claim(tmp_path: Path) -> None:
    put(tmp_path, *FOUR)
    written(tmp_path, *(some_run(puzzle, repetition=n) for puzzle in FOUR for n in range(100)))
    claims: list[int] = []
    with judging(tmp_path, lambda _, verdict: claims.append(len(verdict.runs))) as base:
        assert base.value("SELECT count(*) FROM judged") == 400
    assert claims == [1, 1, 1, 1]


def test_a_table_in_slices_is_the_table_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, *FOUR)
    times = random.Random(3)
    written(
        tmp_path,
        *(
            some_run(puzzle, solver=solver, repetition=n, wall_time=times.random())
            for puzzle in FOUR
            for solver in ("s", "backtracking-mrv")
            for n in range(7)
        ),
    )
    whole = table(tmp_path)
    monkeypatch.setattr(tabulating, "SLICE", 10)
    monkeypatch.setattr(judging_module, "SLICE_BYTES", 1000)
    monkeypatch.setattr(database, "SMALL", 0)
    assert table(tmp_path) == whole


def test_a_solver_that_lies_a_million_times_is_named_a_hundred_times(tmp_path: Path) -> None:
    puzzles = [Puzzle(shape(4), Grid((*A[:cut], *[0] * (16 - cut)))) for cut in range(2, 14)]
    put(tmp_path, *puzzles)
    lies = [{"solutions": (LIE,), "solver": f"faulty-{n}"} for n in range(12)]
    written(tmp_path, *(some_run(puzzle, **lie) for puzzle in puzzles for lie in lies))
    result = table(tmp_path)
    assert (len(result.refutations), result.refuted) == (100, 144)
    said = [note for note in notes(result) if note.startswith("REFUTED")]
    assert len(said) == 12
    assert re.fullmatch(
        r"REFUTED faulty-\d+ on 12 puzzles: p\d+, p\d+ and 10 others; on the first it .*", said[0]
    )
    said = [note for note in notes(result, every=True) if note.startswith("REFUTED")]
    assert len(said) == 101
    assert said[-1].startswith("REFUTED and 44 times more")
    assert set(accord.load(tmp_path)["refutations"].map(len)) == {1}
