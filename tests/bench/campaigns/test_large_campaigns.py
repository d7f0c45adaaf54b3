"""Large campaigns: streams that stay small, parts that stay few, claims that are judged once."""

import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import accord
from accord.bench.analysis import table as tabulating
from accord.bench.analysis.table import table
from accord.bench.campaigns import campaign as campaigning
from accord.bench.campaigns import parts as partition
from accord.bench.campaigns import plan as planning
from accord.bench.campaigns import store
from accord.bench.campaigns.deduplicate import deduplicate, problem_of
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.parts import combine, finish, parts
from accord.bench.campaigns.plan import plan
from accord.bench.campaigns.question import CampaignQuestion
from accord.bench.campaigns.run import Run
from accord.bench.campaigns.store import Journal, opened
from accord.bench.isolation.report import Declaration
from accord.bench.judging import judging as judging_module
from accord.bench.judging.conformance import CASES
from accord.bench.judging.judge import judge
from accord.bench.judging.judging import judging
from accord.puzzles.files.read import read
from accord.puzzles.files.write import write
from accord.puzzles.grid import Grid
from accord.puzzles.instance import Expected, Instance
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, shape
from accord.views.tables.table import notes
from optional import slow
from puzzle_of import puzzle_of
from small_campaigns import run
from stored_rows import FOUR, LIE, A, B, C, key_of, put, some_run, written

# Puzzles.


def content(path: Path) -> list[tuple[Any, ...]]:
    """The rows of a file of puzzles, in their places."""
    import duckdb

    rows = duckdb.execute(f"SELECT names, text, expected, place FROM '{path}' ORDER BY place")
    return [(tuple(names), *rest) for names, *rest in rows.fetchall()]


def test_equal_puzzles_are_one_with_all_names_and_the_last_expectation(tmp_path: Path) -> None:
    a, b, c, _ = FOUR
    instances = [
        Instance("b", b, Expected(at_least=1)),
        *(
            Instance(f"a{number}", a, Expected(count=number) if number else None)
            for number in range(3)
        ),
        Instance("c", c),
        Instance("b again", b),
    ]
    found = deduplicate(iter(instances), tmp_path)
    assert found.puzzles == 3
    assert content(found.path) == [
        (("b", "b again"), write(b, "json"), "[null, 1, null]", 0),
        (("a0", "a1", "a2"), write(a, "json"), "[2, null, null]", 1),
        (("c",), write(c, "json"), "", 2),
    ]


def test_a_puzzle_is_read_from_its_row_as_from_any_text() -> None:
    beyond_letters = Puzzle(shape(36), Grid((1, *[0] * (36 * 36 - 1))))
    for puzzle in (beyond_letters, *(case.puzzle for case in CASES)):
        text = write(puzzle, "json")
        assert problem_of(text) == read(text, format="json") == puzzle
        assert problem_of(text).digest == puzzle.digest


# The plan.


QUESTION = CampaignQuestion("four", ("s", "t:x=1"), seed=7)
WHO = [Declaration(*known, "f", "e", "m") for known in (("s", "", "1"), ("t", "x=1", "1"))]


def planned(folder: Path, repeat: int = 3, seed: int = 7) -> list[Any]:
    """The runs of a plan for a folder with puzzles, as puzzle, solver, repetition."""
    question = replace(QUESTION, repeat=repeat, seed=seed)
    with TemporaryDirectory() as scratch:
        made = plan(folder, Path(scratch), WHO, question, "here")
        steps = list(made.runs())
    assert made.total - made.done == len(steps)
    for step in steps:
        puzzle = puzzle_of(step.instance)
        assert puzzle.digest == Puzzle(puzzle.shape, puzzle.givens).digest
    return [(puzzle_of(step.instance), WHO.index(step.solver), step.repetition) for step in steps]


def test_a_plan_shuffles_the_puzzles_in_each_repetition_and_the_solvers_of_each(
    tmp_path: Path,
) -> None:
    put(tmp_path, *FOUR)
    steps = planned(tmp_path, repeat=20)
    assert steps == planned(tmp_path, repeat=20) != planned(tmp_path, repeat=20, seed=8)
    assert len(set(steps)) == len(steps) == 20 * len(FOUR) * 2
    orders = set()
    for repetition, round_ in groupby(steps, lambda step: step[2]):
        turns = [
            (puzzle, [who for _, who, _ in turn])
            for puzzle, turn in groupby(round_, lambda step: step[0])
        ]
        assert {puzzle for puzzle, _ in turns} == set(FOUR)
        assert len(turns) == len(FOUR), repetition
        orders.add(tuple(puzzle for puzzle, _ in turns))
    assert len(orders) > 10  # of 24
    assert Counter(who for _, who, _ in steps[::2]).keys() == {0, 1}


def test_a_plan_is_the_same_in_pieces_and_leaves_out_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, *FOUR)
    whole = planned(tmp_path)
    monkeypatch.setattr(planning, "PIECE", 9)
    assert planned(tmp_path) == whole
    done = random.Random(1).sample(whole, 10)
    key: dict[str, Any] = {"seed": 7, "host": "here"}
    rows = [
        some_run(p, solver="st"[who], settings=("", "x=1")[who], repetition=repetition, **key)
        for p, who, repetition in done
    ]
    written(tmp_path, *rows)
    assert planned(tmp_path) == [step for step in whole if step not in done]
    others: list[dict[str, Any]] = [
        {"seed": 6},
        {"host": "there"},
        {"limit": None},
        {"memory_limit": 1},
        {"cold": True},
    ]
    others += [{"solver_version": "2"}, {"time_limit": 9.0}, {"cpu_limit": 1.0}, {"repetition": 3}]
    written(tmp_path, *(some_run(FOUR[0], **{**key, **other}) for other in others))
    assert planned(tmp_path) == [step for step in whole if step not in done]


def test_many_repetitions_are_planned_as_they_come(tmp_path: Path) -> None:
    put(tmp_path, *FOUR)
    with TemporaryDirectory() as scratch:
        made = plan(tmp_path, Path(scratch), WHO, replace(QUESTION, repeat=10**6), "here")
        first = next(steps := made.runs())
        del steps
    assert (made.total, first.repetition) == (10**6 * 8, 0)


# The parts.


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


# A campaign.


def asked(folder: Path, instances: Iterator[Instance], **options: Any) -> None:
    run(folder, instances, ("backtracking-mrv",), **options)


def test_in_a_large_campaign_short_runs_are_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaigning, "MANY", 8)
    for repeat, once in ((2, False), (3, True)):
        folder = tmp_path / str(repeat)
        asked(folder, (Instance(f"p{n}", p) for n, p in enumerate(FOUR)), repeat=repeat)
        rows = accord.load(folder)
        assert len(rows) == 4 * repeat
        assert (set(rows["inner_repetitions"]) == {1}) == once


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


# The judgement.


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


class OfSeveral(Run):
    """A row of a solver of which the campaign has several versions."""

    @property
    def label(self) -> str:
        return f"{super().label} ({self.solver_version})"


def as_called(runs: list[Run]) -> list[Run]:
    """The rows, with the version in the label where there are several of a solver."""
    versions = {(run.solver, run.settings, run.solver_version) for run in runs}
    several = Counter(versioned[:2] for versioned in versions)
    return [
        OfSeveral(**vars(run)) if several[run.solver, run.settings] > 1 else run for run in runs
    ]


def in_order(run: Run) -> tuple[Any, ...]:
    """What rows are sorted by: their keys, where null comes last."""
    return tuple((value is None, value) for value in key_of(run))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("size", [3000, 32 * 2**20], ids=["in slices", "at once"])
def test_equal_claims_are_judged_once_and_as_each_row_would_be(
    seed: int, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging_module, "SLICE_BYTES", size)
    runs = as_called([*wild(random.Random(seed))])
    put(tmp_path, *FOUR)
    written(tmp_path, *random.Random(seed).sample(runs, len(runs)))
    expected, verdicts = {}, {}
    for puzzle in FOUR:
        if mine := sorted((run for run in runs if run.puzzle == puzzle.digest), key=in_order):
            verdict = judge(puzzle, mine)
            verdicts[puzzle.digest] = verdict
            for each, run in zip(verdict.runs, mine, strict=True):
                expected[key_of(run)] = (
                    run.status,
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
    assert [verdict.puzzle.digest for verdict in received] == sorted(verdicts)
    for verdict in received:
        alone = verdicts[verdict.puzzle.digest]
        assert str(verdict) == str(alone)
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
