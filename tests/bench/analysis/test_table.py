"""The comparison table: every figure worked out by hand, from a handful of rows."""

import csv
import json
from io import StringIO
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import accord
from accord.bench.analysis.breakdown import Breakdown, breakdown
from accord.bench.analysis.table import REFERENCE, CampaignTable, TableLine, table
from accord.bench.campaigns.folder import RecordedQuestion, settle, write_environment
from accord.bench.campaigns.run import Run
from accord.cli.results import present
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Expected, Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.views.tables.breakdown import notes as notes_by_kind
from accord.views.tables.breakdown import report as report_by_kind
from accord.views.tables.table import cells, names, notes, report
from command_line import run_here as command
from optional import library
from stored_rows import LIE, UNSOLVED, A, B, put, some_run, written

GIVENS = (  # A and B solve the first; A alone solves the others
    "..343412..434321",
    "1.343412..434321",
    "12343412..43432.",
    "12343412..43.321",
)
PUZZLES = [Puzzle(shape(4), Grid.parse(givens)) for givens in GIVENS]
LIMIT = 10.0


def run(solver: str, puzzle: int, time: float | None, **columns: Any) -> Run:
    """A run that was solved in so many seconds; without a time, one that overran its limit."""
    grids = (A, B) if puzzle == 0 else (A,)
    known: dict[str, Any] = dict.fromkeys(("solver", "engine", "model"), solver)
    known |= {"solutions": grids, "digest": str(len(grids)), "wall_time": time}
    known |= dict.fromkeys(("count", "valid"), len(grids))
    return some_run(PUZZLES[puzzle], **known | (UNSOLVED if time is None else {}) | columns)


def unsolved(solver: str, puzzle: int, outcome: str = "OK", **columns: Any) -> Run:
    """A run that gave up, crashed, or was not asked."""
    return run(solver, puzzle, None, outcome=outcome, **columns)


def campaign(folder: Path, *runs: Run, expected: Expected | None = None) -> Path:
    """The folder of a campaign with these rows."""
    written(folder, *runs)
    put(folder, *(Instance(g, p, expected) for g, p in zip(GIVENS, PUZZLES, strict=True)))
    return folder


def tabulated(folder: Path, *runs: Run, measure: str = "wall") -> CampaignTable:
    return table(campaign(folder, *runs), measure)


def only(folder: Path, *runs: Run, measure: str = "wall") -> TableLine:
    """The line of the one solver that made these runs."""
    (line,) = tabulated(folder, *runs, measure=measure).lines
    return line


def shown(result: CampaignTable, heading: str) -> list[str]:
    """A column of the table as it is printed."""
    for part in report(result).markdown().replace("&gt;", ">").replace("&lt;", "<").split("\n\n"):
        lines = [[cell.strip() for cell in row.split("|")[1:-1]] for row in part.splitlines()]
        if heading in lines[0]:
            return [line[lines[0].index(heading)] for line in lines[2:]]
    raise AssertionError(heading)


def test_an_unsolved_run_counts_as_the_limit_and_makes_bounds(tmp_path: Path) -> None:
    every, some = (1, 2, 3, 6), (1, 2, 3, None)
    result = tabulated(tmp_path / "every", *(run("s", n, time) for n, time in enumerate(every)))
    (line,) = result.lines
    assert (line.runs, line.solved, line.cut) == (4, 4, 0)
    assert (line.mean, line.fastest, line.slowest, line.total, line.par2) == (3.0, 1, 6, 12, 3)
    assert (line.per_second, line.per_hour) == pytest.approx((4 / 12, 1200))
    assert shown(result, "mean") == ["3.00 s"]
    assert not any("bounds" in note or ">=" in note for note in notes(result))
    result = tabulated(tmp_path, *(run("s", n, time) for n, time in enumerate(some)))
    (line,) = result.lines
    assert (line.solved, line.timeouts, line.cut) == (3, 1, 1)
    assert (line.mean, line.total, line.slowest) == (4.0, 16.0, 10.0)
    assert line.par2 == (1 + 2 + 3 + 2 * LIMIT) / 4
    assert line.per_second == 3 / 16
    headings = ("mean", "slowest", "total")
    assert [*zip(*(shown(result, each) for each in headings), strict=True)] == [
        (">=4.00 s", ">=10.0 s", ">=16.0 s")
    ]
    assert any(note.startswith(">=: at least that") for note in notes(result))


@pytest.mark.parametrize(
    ("times", "median", "printed"),
    [
        ((0.00025, 0.00025, None, None), 5.000125, ">=5.00 s"),
        ((1, 2, 3, None), 2.5, "2.50 s"),
        ((1, 2, None), 2.0, "2.00 s"),
        ((1, None, None), 10.0, ">=10.0 s"),
        ((1, None), 5.5, ">=5.50 s"),
        ((10.0, None), 10.0, ">=10.0 s"),
        ((4,), 4.0, "4.00 s"),
        ((1, 2, 3, 6), 2.5, "2.50 s"),
    ],
)
def test_the_median_is_a_bound_unless_both_middle_runs_are_solved(
    times: tuple[float | None, ...], median: float, printed: str, tmp_path: Path
) -> None:
    result = tabulated(tmp_path, *(run("s", n, time) for n, time in enumerate(times)))
    assert result.lines[0].median == pytest.approx(median)
    assert shown(result, "median") == [printed]


def test_lies_crashes_and_giving_up_count_as_the_limit_however_early(tmp_path: Path) -> None:
    line = only(
        tmp_path,
        run("s", 0, 0.001, solutions=(A,), count=1, valid=1),  # B is another: the honest one has it
        unsolved("s", 1, wall_time=0.001),
        unsolved("s", 2, "ERROR", wall_time=0.001),
        run("s", 3, 1),
        run("s", 0, 2, repetition=1),
    )
    assert (line.wrong, line.gave_up, line.errors, line.solved, line.cut) == (1, 1, 1, 2, 3)
    assert (line.mean, line.total, line.fastest, line.slowest) == (33 / 5, 33.0, 1.0, 10.0)
    assert (line.median, line.median_known) == (10.0, False)
    assert line.par2 == (20 + 20 + 20 + 1) / 4  # one of two runs solved the first puzzle


def test_runs_that_were_not_asked_are_in_no_figure_and_named(tmp_path: Path) -> None:
    result = tabulated(
        tmp_path,
        run("s", 0, 1),
        run("s", 1, 2),
        unsolved("s", 2, "UNSUPPORTED"),
        *(run("t", n, 4) for n in range(4)),
        *(unsolved("u", n, "UNSUPPORTED") for n in range(4)),
    )
    t, s, u = result.lines  # who solves all stands first, however slow
    assert (s.runs, s.missing, s.cut, s.solved) == (2, 1, 0, 2)
    assert (s.mean, s.median, s.total, s.par2, s.per_second) == (1.5, 1.5, 3.0, 1.5, 2 / 3)
    assert (t.solver, t.par2) == ("t", 4.0)
    assert (u.runs, u.missing, u.mean, u.median, u.par2, u.total) == (0, 4, None, None, None, None)
    assert shown(result, "median") == ["4.00 s", "1.50 s", "-"]
    assert (
        "over the puzzles it takes only, and not comparable with the others: "
        "s (2 of 3 runs) and u (0 of 4 runs)."
    ) in notes(result)


def test_the_ratio_is_the_geometric_mean_over_the_puzzles_of_the_medians(tmp_path: Path) -> None:
    result = tabulated(
        tmp_path,
        *(run(REFERENCE, 0, time, repetition=n) for n, time in enumerate((1, 2, 9))),
        *(run("s", 0, time, repetition=n) for n, time in enumerate((8, 8, 1))),
        run(REFERENCE, 1, 4),
        run("s", 1, 1),
        run("s", 2, 9),  # the reference did not run on it
    )
    ratios = {line.solver: line.ratio for line in result.lines}
    assert ratios[REFERENCE] == 1.0
    assert ratios["s"] == pytest.approx(sqrt((8 / 2) * (1 / 4)))
    assert shown(result, "ratio") == ["1.00", "1.00"]


@pytest.mark.parametrize(
    ("mine", "reference", "ratio", "printed"),
    [
        ((8, 8, None), (2, 2, 2), 4, "4.00"),  # the median is known all the same
        ((8, None, None), (2, 2, 2), 5, ">=5.00"),
        ((8, 8, 8), (2, None, None), 0.8, "<=0.80"),
        ((8, None, None), (2, None, None), 1, "~1.00"),
        ((8, None, None), (2, 9, None), 10 / 9, ">=1.11"),
    ],
)
def test_the_ratio_says_which_way_it_is_bounded(
    mine: tuple[float | None, ...],
    reference: tuple[float | None, ...],
    ratio: float,
    printed: str,
    tmp_path: Path,
) -> None:
    result = tabulated(
        tmp_path,
        *(run("s", 1, time, repetition=n) for n, time in enumerate(mine)),
        *(run(REFERENCE, 1, time, repetition=n) for n, time in enumerate(reference)),
    )
    place = [line.solver for line in result.lines].index("s")
    assert result.lines[place].ratio == pytest.approx(ratio)
    assert shown(result, "ratio")[place] == printed
    assert shown(result, "ratio")[1 - place] == "1.00"  # to itself, also where it was cut
    said = {
        ">=": ">= at least that, as runs of this solver were cut and none of " + REFERENCE,
        "<=": f"<= at most that, as runs of {REFERENCE} were cut and none of this solver",
        "~": "~ more or less than that, as runs of both were cut",
    }
    signs = [note for note in notes(result) if note.startswith("ratio without a limit: ")]
    assert signs == [
        f"ratio without a limit: {each}." for sign, each in said.items() if printed.startswith(sign)
    ]
    cut = "of time, cut at the limit, to" if signs else "of time to"
    assert f"ratio: geometric mean over the puzzles {cut} that of {REFERENCE}." in notes(result)[1]


@pytest.mark.parametrize(
    "ending",
    [
        {"outcome": "ERROR", "wall_time": 0.05},
        {"outcome": "MEMOUT"},
        {"outcome": "OK"},  # it gave up
        {"solutions": (LIE,), "count": 1, "valid": 0, "wall_time": 0.05, "exhausted": True},
        {"outcome": "TIMEOUT", "solutions": (LIE,), "count": 1, "valid": 0},
    ],
)
def test_a_run_that_no_limit_ended_gives_the_ratio_no_sign(
    ending: dict[str, Any], tmp_path: Path
) -> None:
    """It counts as the limit, and what it would have taken without one nobody knows."""
    runs = [run("s", 1, None, **ending), run("s", 2, 1)]
    runs += [run(REFERENCE, puzzle, 1) for puzzle in (1, 2, 3)]
    for more, sign in (([], ""), ([run("s", 3, None)], ">=")):
        runs += more
        result = tabulated(tmp_path / f"{len(runs)}", *runs)
        place = [line.solver for line in result.lines].index("s")
        ratio = 10 ** ((1 + len(more)) / (2 + len(more)))
        assert shown(result, "ratio")[place] == f"{sign}{ratio:.2f}"
        said = notes(result)
        assert any("puzzles of time, unsolved runs counting as the limit, to" in n for n in said)
        assert any(note.startswith("ratio without a limit: ") for note in said) == bool(sign)


def test_versions_and_hosts_are_lines_of_their_own(tmp_path: Path) -> None:
    result = tabulated(
        tmp_path,
        run("s", 1, 1),
        run("s", 1, 3, solver_version="2"),
        run("s", 1, 9, host="there"),
        run(REFERENCE, 1, 2),
        run(REFERENCE, 1, 3, host="there"),
    )
    found = {name: line.ratio for name, line in zip(names(result), result.lines, strict=True)}
    assert found == pytest.approx(
        {
            "s (1) @ here": 0.5,
            "s (2) @ here": 1.5,
            "s (1) @ there": 3.0,
            f"{REFERENCE} @ here": 1.0,
            f"{REFERENCE} @ there": 1.0,
        }
    )
    assert [line.mean for line in result.lines] == [1.0, 2.0, 3.0, 3.0, 9.0]
    assert f"hosts: here and there; each ratio is to {REFERENCE} on the same host." in notes(result)
    assert shown(result, "solver") == names(result)


def test_the_reference_is_one_that_took_part_and_what_it_is_is_said(tmp_path: Path) -> None:
    """Without backtracking-mrv who solved most, of these the quickest, wrong answers last."""
    runs = [run("slow", n, 4) for n in range(4)]
    for more, expected in (
        ([run("quick", n, 1 if n < 3 else None) for n in range(4)], "slow"),
        ([run("sure", n, 3) for n in range(4)], "sure"),
        ([run("liar", n, 0.1, solutions=(LIE,), valid=0, count=1) for n in range(4)], "sure"),
        ([unsolved(REFERENCE, n, "UNSUPPORTED") for n in range(4)], "sure"),
        ([run(REFERENCE, 0, None)], REFERENCE),
    ):
        runs += more
        result = tabulated(tmp_path / f"{len(runs)}", *runs)
        assert result.reference == expected
        (line,) = (line for line in result.lines if line.solver == expected)
        assert line.ratio == 1
        assert f"to that of {expected}." in notes(result)[1]


def test_the_reference_may_be_any_solver_of_the_folder_and_the_nearest_is_named(
    tmp_path: Path,
) -> None:
    campaign(tmp_path, run("dancing-links", 0, 1), run("logic", 0, 1))
    settle(tmp_path, RecordedQuestion("4x4", 12, "x", ("dancing-links", "logic"), 2, 10.0, 1, 0))
    ask = ("bench", "4x4", "-s", REFERENCE, "-o", tmp_path, "--reference")
    for name in ("logic", REFERENCE):
        ended = command(*ask, name)
        assert ended.returncode == 2
        assert "holds another campaign: its " in ended.stderr
    ended = command(*ask, "dancing-link")
    assert ended.returncode == 2
    assert (
        "--reference: found the solver 'dancing-link', expected dancing-links; one of "
        f"dancing-links, logic, {REFERENCE}" in " ".join(ended.stderr.split())
    )
    ended = command(*ask[:-2], tmp_path / "new", ask[-1], "logic")
    assert f"found the solver 'logic', expected one of {REFERENCE}" in ended.stderr


def test_a_campaign_is_presented_with_the_reference_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign(tmp_path, run("s", 0, 2), run(REFERENCE, 0, 1))
    for reference, ratio in (("", 2.0), ("s", 1.0)):
        present(tmp_path, reference, as_json=False, quiet=True)
        assert f"to that of {reference or REFERENCE}." in " ".join(capsys.readouterr().out.split())
        rows = csv.DictReader(StringIO((tmp_path / "table.csv").read_text()))
        assert {row["solver"]: float(row["ratio"]) for row in rows}["s"] == ratio


def test_a_ratio_is_over_the_puzzles_that_both_were_asked_and_says_how_many(tmp_path: Path) -> None:
    result = tabulated(
        tmp_path,
        *(run("s", n, 2) for n in range(4)),
        *(run("t", n, 4) for n in range(3)),
        unsolved("t", 3, "UNSUPPORTED"),
    )
    assert {line.solver: line.ratio_puzzles for line in result.lines} == {"s": 4, "t": 3}
    assert "ratios over the puzzles that both were asked, fewer than all: t (3)." in notes(result)


def test_a_campaign_without_runs_says_so(tmp_path: Path) -> None:
    puzzles = len(PUZZLES)
    campaign(tmp_path)
    asked = RecordedQuestion("c", puzzles, "", ("s",), 2, LIMIT, 1, 0)
    (tmp_path / "campaign.toml").write_text(asked.toml())
    said = notes(table(tmp_path))
    assert said[0] == f"{puzzles} puzzles, no runs yet."
    assert f"INCOMPLETE: 0 of {puzzles} runs; solvers may have met different puzzles." in said
    assert not any(":  " in sentence or ",  " in sentence for sentence in said)


def test_the_reference_is_the_version_that_ran_last(tmp_path: Path) -> None:
    result = tabulated(
        tmp_path,
        run("s", 1, 6),
        run(REFERENCE, 1, 2, solver_version="2", started="2025"),
        run(REFERENCE, 1, 3, solver_version="1", started="2026"),
    )
    assert names(result) == [f"{REFERENCE} (2)", f"{REFERENCE} (1)", "s"]
    assert [line.ratio for line in result.lines] == pytest.approx([2 / 3, 1, 2])
    assert not any("host" in note for note in notes(result))
    rows = list(csv.DictReader(StringIO(report(result).csv())))
    versions = [("2", "here"), ("1", "here"), ("1", "here")]
    assert [(row["version"], row["host"]) for row in rows] == versions


def test_one_solution_is_a_question_of_its_own(tmp_path: Path) -> None:
    result = tabulated(
        tmp_path,
        run("s", 0, 1, limit=1, count=1, valid=1, solutions=(A,), exhausted=False),
        run("s", 1, 3, limit=1, exhausted=False),
        unsolved("s", 2, limit=1),
    )
    assert (result.lines[0].solved, result.lines[0].gave_up) == (2, 1)
    assert (result.lines[0].mean, result.lines[0].par2) == (14 / 3, 8.0)
    assert "1 solution asked for" in notes(result)[0]
    assert result.verdicts == {"satisfiable (certified)": 2, "undecided": 1}


def test_cpu_time_is_not_capped_at_the_wall_limit(tmp_path: Path) -> None:
    """Four threads spend 36 s in 9 s, and 40 s of the limit; what a killed run spent is unknown."""
    result = tabulated(
        tmp_path,
        run("s", 0, 9, cpu_time=36.0),
        run("s", 1, None, wall_time=10.1, cpu_time=40.0),
        run("s", 2, None),
        unsolved("s", 3, "ERROR", cpu_time=0.5),
        *(run(REFERENCE, n, 3, cpu_time=2.0) for n in range(4)),
        measure="cpu",
    )
    line = next(line for line in result.lines if line.solver == "s")
    assert (line.mean, line.total, line.slowest, line.fastest) == (24.0, 96.0, 40.0, 36.0)
    assert (line.median, line.median_known) == (23.0, False)
    assert line.par2 == (36 + 3 * 20) / 4
    assert line.per_second == 1 / 96
    assert line.ratio == pytest.approx((18 * 20 * 5 * 5) ** 0.25)
    assert (line.ratio_cut, line.reference_cut) == (2, 0)  # and a crash
    assert any("CPU time" in note and "at least that" in note for note in notes(result))
    line = only(
        tmp_path / "waited", run("s", 1, None, wall_time=10.0, cpu_time=0.25), measure="cpu"
    )
    assert (line.mean, line.median, line.median_known, line.par2) == (0.25, 0.25, False, 20.0)
    runs = [run("s", n, 9, cpu_time=cpu) for n, cpu in enumerate((20.0, 30.0))]
    result = tabulated(tmp_path / "bound", *runs, run("s", 2, None), measure="cpu")
    assert (result.lines[0].median, result.lines[0].median_known) == (20.0, False)  # 10, 20, 30
    assert shown(result, "median") == [">=20.0 s"]


def test_parts_of_the_wall_time_are_measures_of_their_own(tmp_path: Path) -> None:
    """A run that was stopped in its search has encoded; of one that was not, nothing is known."""
    runs = [
        run("s", 0, 3, encode_time=1.0, search_time=2.0),
        run("s", 1, 7, encode_time=5.0, search_time=2.0),
        run("s", 2, None, encode_time=3.0, search_time=7.0),
        run("s", 3, None, encode_time=9.0, search_time=0.0),
        *(run("plain", n, 4, search_time=4.0) for n in range(4)),
        *(run(REFERENCE, n, 3, encode_time=1.0, search_time=2.0) for n in range(4)),
    ]
    folder = campaign(tmp_path, *runs)
    found = {
        each: {x.solver: x for x in table(folder, each).lines} for each in ("encode", "search")
    }
    encode, search = found["encode"]["s"], found["search"]["s"]
    assert (encode.solved, encode.mean, encode.fastest, encode.slowest) == (2, 4.75, 1.0, 10.0)
    assert encode.par2 == (1 + 5 + 40) / 4
    assert encode.ratio == pytest.approx(150**0.25)
    assert (search.solved, search.mean, search.par2) == (2, 6.0, (2 + 2 + 40) / 4)
    assert (search.median, search.median_known) == (6.0, False)
    assert found["search"]["plain"].mean == 4.0
    plain = found["encode"]["plain"]
    assert (plain.solved, plain.runs, plain.cut) == (4, 4, 0)
    assert (plain.mean, plain.par2, plain.ratio, plain.per_second) == (None,) * 4
    for measure in found:
        printed = command("table", str(folder), "--measure", measure).stdout
        assert f"{measure} time: the part of the wall time in which a solver" in printed
        (kinds,) = breakdown(folder, measure=measure).lines["plain"]
        assert kinds.median == {"encode": None, "search": 4.0}[measure]


@pytest.mark.parametrize(
    ("jobs", "note"),
    [
        ((None, 1), None),
        ((1, 1), None),
        ((4, 4), "4 runs at a time: timings are noisier."),
        ((4, 1), "1 and 4 runs at a time: timings are noisier."),
    ],
)
def test_runs_at_a_time_are_said(
    jobs: tuple[int | None, int], note: str | None, tmp_path: Path
) -> None:
    result = tabulated(tmp_path, run("s", 1, 1, jobs=jobs[0]), run("s", 2, 1, jobs=jobs[1]))
    assert [each for each in notes(result) if "at a time" in each] == ([note] if note else [])


def test_nodes_are_a_bound_where_some_runs_did_not_tell(tmp_path: Path) -> None:
    result = tabulated(tmp_path, run("s", 1, 1, nodes=30), run("s", 2, 1))
    assert (result.lines[0].nodes, result.lines[0].nodes_known) == (15.0, 1)
    assert shown(result, "nodes") == [">=15.0"]
    result = tabulated(tmp_path / "other", run("s", 1, 1))
    assert shown(result, "nodes") == ["-"]


def test_a_contradicted_expectation_is_a_negative_finding(tmp_path: Path) -> None:
    folder = campaign(tmp_path, run("s", 0, 1), expected=Expected(count=1))
    done = command("table", folder)
    assert (done.returncode, done.stderr) == (1, "")
    assert "CONTRADICTED ..343412..434321: published is 1 solution, but 2" in done.stdout


def test_rows_of_old_lack_columns_and_are_read(tmp_path: Path) -> None:
    import duckdb

    folder = campaign(tmp_path, run("s", 1, 1, jobs=2))
    (part,) = (folder / "runs").glob("*.parquet")
    with duckdb.connect() as connection:
        old = (
            "* EXCLUDE (isomorph, jobs, cold, memory_limit, cpu_limit, prepare_time, startup_time)"
        )
        connection.execute(f"CREATE TABLE old AS SELECT {old} FROM '{part}'")
        connection.execute(f"COPY old TO '{part}' (FORMAT parquet)")
    assert table(folder).jobs == ()
    assert [line.solved for line in table(folder).lines] == [1]
    assert list(accord.load(folder)["isomorph"]) == [0]
    assert accord.load(folder)["jobs"].isna().all()
    assert list(accord.load(folder)["cold"]) == [False]


def test_preparation_and_start_up_are_columns_where_a_run_has_them(tmp_path: Path) -> None:
    plain = tabulated(tmp_path / "plain", run("s", 0, 1))
    nothing = tabulated(tmp_path / "nothing", run("s", 0, 1, prepare_time=0.0))
    for each, heading in product((plain, nothing), ("prepare", "start-up")):
        assert f"| {heading} |" not in report(each).markdown()
        assert not any(note.startswith(f"{heading}: ") for note in notes(each))
    assert ",reference_cut,solved_" in report(plain).csv().splitlines()[0]
    result = tabulated(
        tmp_path / "more",
        run("s", 0, 1, prepare_time=0.5),
        run("s", 1, 1, prepare_time=0.25),
        *(run("t", n, 2, startup_time=time) for n, time in enumerate((0.1, 0.2, 0.6))),
    )
    assert shown(result, "prepare") == ["500 ms", "-"]
    assert shown(result, "start-up") == ["-", "200 ms"]
    (s, t) = csv.DictReader(StringIO(report(result).csv()))
    assert (s["prepare"], s["startup"], t["prepare"], t["startup"]) == ("0.5", "", "", "0.2")
    assert any(note.startswith("prepare: ") for note in notes(result))
    assert any(note.startswith("start-up: ") for note in notes(result))
    assert "work, without start-up and imports." in notes(plain)[0]
    assert "work, without Python's start-up and imports." in notes(result)[0]


def test_limits_and_how_runs_were_made_are_said(tmp_path: Path) -> None:
    usual = notes(tabulated(tmp_path / "usual", run("s", 1, 1)))
    result = tabulated(
        tmp_path / "limited",
        run("s", 1, 1, memory_limit=2**31, cpu_limit=5.0, cold=True, limits="best-effort"),
        run("s", 1, 1, memory_limit=2**29),  # under another limit it is another run
        unsolved("s", 3, "MEMOUT"),
        unsolved("s", 3, "ERROR", repetition=1),
    )
    (line,) = result.lines
    assert (line.runs, line.total, line.errors, line.memouts) == (4, 22.0, 2, 1)
    said = [note for note in notes(result) if note not in usual]
    assert "memory limit: 512M, 2G, none, resident, of all processes of a run." in said
    assert "CPU limit: 5 s, none, of all processes of a run." in said
    assert "limits were best-effort in 1 run." in said
    assert any(note.startswith("cold: ") for note in said)
    assert any(note.startswith("crashed: ") for note in said)
    shown = {heading: each.text for heading, each in cells(line).items()}
    assert (shown["out of memory"], shown["crashed"], shown["out of time"]) == ("1", "1", "0")


def test_a_breakdown_has_the_median_of_each_kind_and_bounds(tmp_path: Path) -> None:
    runs = [run("quick", n, time) for n, time in enumerate((1.0, 2.0, 3.0, 6.0))]
    runs += [run("half", n, time) for n, time in enumerate((1.0, 2.0, None, None))]
    runs += [run("most", n, time) for n, time in enumerate((1.0, 2.0, 2.0, None))]
    runs += [run("most", 0, 5.0, solver_version="2"), run("t", 0, 3.0, host="x", settings="x=1")]
    runs += [unsolved("not-asked", n, "UNSUPPORTED") for n in range(4)]
    found = breakdown(campaign(tmp_path, *runs))
    text = report_by_kind(found).markdown().replace("&gt;", ">")
    lines = [[cell.strip() for cell in row.split("|")[1:-1]] for row in text.splitlines()[:-2]]
    assert lines[0] == ["solver", "4x4"]  # all puzzles are of one size
    assert dict(lines[2:]) == {
        "quick @ here": "2.50 s",
        "most (1) @ here": "2.00 s (3/4)",
        "most (2) @ here": "5.00 s",
        "t:x=1 @ x": "3.00 s",
        "half @ here": ">=6.00 s (2/4)",
        "not-asked @ here": "-",
    }
    many = Breakdown("wall", tuple("abc"), {"s": found.lines["quick @ here"] * 3}, (), ())
    turned = report_by_kind(many).markdown().splitlines()
    assert turned[:3:2] == ["| kind | s |", "| a | 2.50 s |"]  # more kinds than solvers


def test_classes_are_names_without_their_number(tmp_path: Path) -> None:
    names = ("a-1", "a-22", "b#3", "44")
    folder = campaign(tmp_path, *(run("s", n, 1.0 + n) for n in range(4)))
    put(folder, *map(Instance, names, PUZZLES))
    broken = breakdown(folder, "class")
    assert broken.kinds == ("a", "b", "44")
    assert [(part.runs, part.median) for part in broken.lines["s"]] == [
        (2, 1.5),
        (1, 3.0),
        (1, 4.0),
    ]


def test_a_solver_is_named_with_its_settings_and_by_its_parts(tmp_path: Path) -> None:
    folder = campaign(tmp_path, run("s", 1, 1.0), run("s", 1, 3.0, settings="workers=4"))
    parts = {"s": ("s", ""), "s:workers=4": ("s", "workers=4")}
    rows = accord.load(folder)
    assert rows.groupby("solver")["wall_time"].mean().to_dict() == {"s": 1.0, "s:workers=4": 3.0}
    named = zip(rows["solver"], rows["backend"], rows["settings"], strict=True)
    assert {solver: tuple(rest) for solver, *rest in named} == parts
    lines = csv.DictReader(StringIO(report(table(folder)).csv()))
    assert {each["solver"]: (each["backend"], each["settings"]) for each in lines} == parts


def test_who_is_refuted_is_named_in_the_order_of_the_puzzles(tmp_path: Path) -> None:
    wrong = [run("w", place, 1.0, solutions=(B,), digest="B") for place in (1, 2, 3)]
    folder = campaign(tmp_path, *wrong)
    for order in (PUZZLES[1:], PUZZLES[:0:-1]):
        put(folder, *(Instance(f"p{place}", each) for place, each in enumerate(order)))
        found = table(folder)
        assert [each.split(":")[0] for each in found.refutations] == ["p0", "p1", "p2"]
        (solver,) = found.refuted_solvers
        assert (solver.first, solver.puzzles) == (("p0", "p1", "p2"), 3)
        assert f"p0: w {solver.why}" == found.refutations[0]


def test_of_two_versions_it_is_said_which_is_refuted(tmp_path: Path) -> None:
    wrong = run("s", 1, 1.0, solutions=(), digest="", count=0, valid=0, solver_version="2")
    found = table(campaign(tmp_path, run("s", 1, 1.0), wrong))
    assert found.refutations == (
        f"{GIVENS[1]}: s (2) claims no solution, but {A} is one (found by s (1))",
    )


@pytest.mark.parametrize("measure", ["wall", "cpu"])
def test_par_2_is_one_figure_wherever_it_stands(measure: str, tmp_path: Path) -> None:
    """Repeated, with a time-out among the repetitions, and a puzzle that was not asked."""
    library("scipy")
    library("altair")
    from accord.views.report import tables as written
    from accord.views.report.report_data import report_data

    times = {0: (1.0, 3.0, 8.0), 1: (2.0, 4.0, None), 2: (1.0, None, None)}
    rows = [
        run("s", puzzle, time, repetition=number, cpu_time=time or LIMIT)
        for puzzle, several in times.items()
        for number, time in enumerate(several)
    ]
    rows += [unsolved("s", 3, "UNSUPPORTED"), run("t", 3, 5.0, cpu_time=5.0)]
    by_hand = {"s": (3.0 + 4.0 + 2 * LIMIT) / 3, "t": 5.0}
    folder = campaign(tmp_path / "c", *rows)
    found = {line.solver: line.par2 for line in table(folder, measure).lines}
    assert found == by_hand
    for words in (["table"], ["stats"]):
        ended = command(*words, str(folder), "--measure", measure, "--format", "csv")
        read = csv.DictReader(StringIO(ended.stdout))
        assert {row["solver"]: float(row["par2"]) for row in read} == by_hand
    list(written.save(report_data(folder, measure), tmp_path / "tables"))
    for name in ("comparison", "scores"):
        read = csv.DictReader(StringIO((tmp_path / "tables" / f"{name}.csv").read_text()))
        assert {row["solver"]: float(row["PAR-2"]) for row in read} == by_hand
    assert any(
        "PAR-2: mean over the puzzles that were asked" in each for each in notes(table(folder))
    )


def named_runs() -> list[Run]:
    """Two versions of `file.py:f`, a solver with settings, and one that is wrong."""
    lie = {"solutions": (LIE,), "digest": "x", "count": 1, "valid": 0}
    return [
        *(run("file.py:f", n, 2.0, solver_version=v) for n in (1, 2) for v in ("1", "2")),
        *(run("cpsat", n, 1.0, settings="seed=3,workers=4") for n in (1, 2)),
        *(run("liar", n, 0.5, **(lie if n == 1 else {})) for n in (1, 2)),
        *(run(REFERENCE, n, 4.0) for n in (1, 2)),
    ]


def test_solvers_that_are_shown_have_the_figures_that_they_have_among_all(tmp_path: Path) -> None:
    folder = str(campaign(tmp_path, *named_runs()))
    asked = ["table", folder, "--format", "csv", "--reference", REFERENCE]
    every = list(csv.DictReader(StringIO(command(*asked).stdout)))
    names = ["--name", "cpsat:workers=4,seed=3=CP-SAT, 4", "--name", f"{REFERENCE}=MRV=1"]
    chosen = ["-s", "cpsat:workers=4,seed=3", "-s", "MRV=1", "-s", "file.py:f"]
    ended = command(*asked, *names, *chosen)
    assert ended.returncode == 1  # what a solver that is not shown has claimed is judged
    found = list(csv.DictReader(StringIO(ended.stdout)))
    assert [row["solver"] for row in found] == ["CP-SAT, 4", "file.py:f", "file.py:f", "MRV=1"]
    own = ("solver", "backend", "settings")
    figures = [{k: v for k, v in row.items() if k not in own} for row in found]
    assert figures == [{k: v for k, v in row.items() if k not in own} for row in every[:-1]]
    text = command("table", folder, *names, "--name", "liar=Honest", *chosen).stdout
    assert f"REFUTED {GIVENS[1]}: Honest claims no solution besides" in text
    assert "time to that of MRV=1" in text
    assert "INCOMPLETE" not in text
    kinds = command("table", folder, "--by", "size", *names, "-s", "MRV=1").stdout
    assert [line.split()[0] for line in kinds.splitlines()[2:3]] == ["MRV=1"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-s", "cpsta"), "found the solver 'cpsta', expected "),
        (("--name", "cpsat"), "found 'cpsat', expected SOLVER=NAME, of "),
        (("--name", "liar="), "found 'liar=', expected SOLVER=NAME, of one of liar"),
        (
            ("--name", "file.py:f=F"),
            "found 'file.py:f=F', expected SOLVER=NAME, of one of file.py:f (1), file.py:f (2)",
        ),
        (("--name", f"liar={REFERENCE}"), f"found the name {REFERENCE!r} twice, expected one for"),
        (("--columns", "solved,par3"), "found the column 'par3', expected one of family, "),
        (("--columns", "cut"), "found the column 'cut', expected one of "),
        (("--columns", "crashed", "--format", "csv"), "found the column 'crashed', expected one "),
    ],
)
def test_solvers_names_and_columns_that_are_none_are_refused(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    ended = command("table", str(campaign(tmp_path, *named_runs())), *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"accord: {said}")


def test_chosen_columns_are_printed_and_written_in_their_order(tmp_path: Path) -> None:
    folder = str(campaign(tmp_path, *named_runs()))
    printed = command("table", folder, "--columns", "par2, Out of time", "--format", "markdown")
    assert printed.stdout.splitlines()[0] == "| solver | PAR-2 | out of time |"
    assert printed.stdout.splitlines()[2] == "| cpsat:seed=3,workers=4 | 1.00 s | 0 |"
    assert "PAR-2: mean" in printed.stdout
    assert not {"ratio:", "CPU:"} & {*printed.stdout.split()}  # what is not there is not defined
    found = command("table", folder, "--columns", "out of time,PAR-2", "--format", "csv").stdout
    assert [*csv.reader(StringIO(found))][:2] == [
        ["solver", "timeouts", "par2"],
        ["cpsat:seed=3,workers=4", "0", "1.0"],
    ]


def test_at_80_columns_the_figure_that_orders_the_table_is_there(tmp_path: Path) -> None:
    """Every way to end, long names, and a search alone, where nodes are compared."""
    ends = ("TIMEOUT", "MEMOUT", "ERROR", "OK", "UNSUPPORTED")
    long = "sat-cadical:encoding=minimal+sequential,phases=yes"
    rows = [unsolved(long, 1, end, repetition=n) for n, end in enumerate(ends)]
    for name, more in (("ends", rows), ("search", [run("propagate-search", 1, 3.0, nodes=9)])):
        result = tabulated(tmp_path / name, *more, run(REFERENCE, 1, 123.4e-6, nodes=1_234_567))
        console = Console(width=80, file=StringIO())
        console.print(report(result).text()[0])
        assert "PAR-2" in console.file.getvalue().splitlines()[0]  # type: ignore[attr-defined]


def test_sat_and_unsat_are_told_apart_where_both_occur(tmp_path: Path) -> None:
    """By the verdict, of those that each solver was asked; a question for any has no `unique`."""
    none = {"count": 0, "valid": 0, "solutions": (), "digest": "", "exhausted": True}
    several = {"exhausted": False, "count": 2}
    rows = [run("s", 0, 1, **several), run("s", 1, 1), unsolved("s", 2), run("s", 3, 1)]
    rows += [run("t", n, 1, **(several if n == 0 else {})) for n in (0, 1)]
    result = tabulated(tmp_path / "two", *rows, unsolved("t", 3, "UNSUPPORTED"))
    assert result.answers == ("unique", "multiple", "undecided")
    assert shown(result, "SAT: unique") == ["2/2", "1/1"]
    assert shown(result, "SAT: multiple") == ["1/1", "1/1"]
    assert shown(result, "undecided") == ["0/1", "-"]
    s = next(row for row in csv.DictReader(StringIO(report(result).csv())) if row["solver"] == "s")
    assert (s["solved_unique"], s["asked_unique"], s["solved_undecided"]) == ("2", "2", "0")
    any_ = [run("s", n, 1, limit=1, count=1, valid=1, solutions=(A,)) for n in (0, 1)]
    contradiction = Puzzle(shape(4), Grid.parse("11" + "." * 14))
    folder = tmp_path / "any"
    written(folder, *any_, some_run(contradiction, solver="s", limit=1, **none))
    put(folder, *(Instance(g, p) for g, p in zip(GIVENS, PUZZLES, strict=True)), contradiction)
    result = table(folder)
    assert result.answers == ("some", "none")
    assert (shown(result, "SAT"), shown(result, "UNSAT")) == (["2/2"], ["1/1"])
    assert "verdicts on 3 of 5 puzzles: " in "".join(notes(result))
    alike = tabulated(tmp_path / "alike", run("s", 1, 1), run("s", 2, 1))
    assert "SAT" not in report(alike).markdown()


@pytest.mark.parametrize(
    ("before", "after", "facts", "sentence"),
    [
        (17.2, 3.0, {"cores": 2}, "load 17.2 on a machine of 2 CPUs with 1 run at a time"),
        (0.1, 4.0, {"cores": 2}, "in 1 of 2 sessions (1 without an end): runs waited for a CPU"),
        (17.2, 17.0, {"cores": 32}, ""),
        (1.0, 2.3, {"cores": 2}, ""),
        (3.9, 1.0, {"cores": 2, "threads": 4}, ""),  # two threads of a core do not wait
        (5.0, 1.0, {"cores": 2, "threads": 4}, "load 5.0 on a machine of 4 CPUs with"),
        (5.0, 1.0, {"cores": 16, "threads": 32, "usable_cores": 1, "usable_cpus": 2}, ""),
        (
            *(40.0, 1.0, {"cores": 16, "threads": 32, "usable_cores": 1, "usable_cpus": 2}),
            "load 40.0 on a machine of 32 CPUs, of which this campaign had 2, with 1 run at a "
            "time, in 1 of 2 sessions (1 without an end): runs may have waited for a CPU",
        ),
    ],
)
def test_a_load_above_the_cpus_is_said_before_all_else(
    before: float, after: float, facts: dict[str, int], sentence: str, tmp_path: Path
) -> None:
    folder = campaign(tmp_path / "c", run("s", 0, 1))
    environment = write_environment(folder, facts)
    quiet = {"began": "2026-01-01", "host": "here", "load_before": [0.1]}
    quiet["environment"] = environment
    busy = quiet | {
        "id": "b",
        "load_before": [before],
        "load_after": [after],
        "ended": "2026-01-02",
    }
    lines = (quiet | {"id": "a"}, busy)
    (folder / "sessions.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    result = table(folder)
    assert [sentence in each for each in result.disturbances] == ([True] if sentence else [])
    ended = command("table", str(folder))
    assert ("DISTURBED" in ended.stderr) == bool(sentence)
    if sentence:
        assert notes(result)[0] == result.disturbances[0]
        assert all(words in result.disturbances[0] for words in ("Wall times", "--measure cpu"))
        said = result.disturbances[0].partition(". ")[0]
        assert said.startswith("DISTURBED: load ")
        assert said in ended.stderr
        assert said in ended.stdout


def test_runs_whose_clock_is_doubtful_are_said_before_all_else(tmp_path: Path) -> None:
    rows = [run("s", 0, 1, flags="clock doubtful, memoises"), run("s", 1, 1)]
    (sentence,) = tabulated(tmp_path, *rows).disturbances
    assert "the clock of 1 of 2 runs is doubtful" in sentence
    assert notes_by_kind(breakdown(tmp_path))[0] == sentence
    ended = command("table", str(tmp_path), "--by", "size")
    assert "DISTURBED: the clock of 1 of 2 runs" in ended.stderr
    assert "DISTURBED: the clock of 1 of 2 runs" in ended.stdout
    assert accord.table(tmp_path).attrs["notes"][0] == sentence
    library("scipy")
    assert accord.stats(tmp_path).attrs["notes"][0] == sentence
