"""Each puzzle also in other forms: what is found in one is evidence on all."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas
import pytest

import accord
from accord.bench.analysis.table import CampaignTable, TableLine, table
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.plan import CampaignQuestion, plan
from accord.bench.campaigns.planned_run import PlannedRun
from accord.bench.campaigns.work_unit import WorkUnit, make_unit
from accord.bench.judge.claim import Grids
from accord.bench.run.declare import declare
from accord.bench.run.report import Declaration
from accord.bench.run.supervisor import ForkServers
from accord.bench.run.terms import Terms
from accord.puzzles.files.texts import read
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.puzzles.sudoku.symmetry import isomorph
from accord.views.tables.table import notes, report
from command_line import run_here as command
from format_samples import NAKED
from optional import slow
from places import SUPPORT
from small_campaigns import run
from stored_rows import FOUR, LATE, LIE, A, put, some_run, written

ONE_SIDED = SUPPORT / "wrong_solvers.py"
UNIQUE = Puzzle(shape(4), Grid.parse("1.343412..434321"))
SEVERAL = Puzzle(shape(4), Grid.parse("12.............."))
HONEST = "backtracking-mrv"
SEED = 4
EVERY = Terms(limit=None)


def campaign(folder: Path, *solvers: str, puzzle: Puzzle = UNIQUE, **options: Any) -> CampaignTable:
    """Ask some solvers about a puzzle and isomorphs of it, and tabulate the answers."""
    run(folder, [Instance("four", puzzle)], solvers, **{"isomorphs": 6, "seed": SEED} | options)
    return table(folder)


def test_a_solver_is_refuted_by_itself_where_it_is_wrong_about_some_isomorphs_only(
    tmp_path: Path,
) -> None:
    wrong_solver = f"{ONE_SIDED}:knows_one_beginning"
    result = campaign(tmp_path, wrong_solver)
    rows = accord.load(tmp_path).set_index("isomorph")
    firsts = {k: next(filter(None, isomorph(UNIQUE, SEED, k)[0].givens)) for k in range(7)}
    assert {k for k in firsts if rows.category[k] == "correct"} == {
        k for k, first in firsts.items() if first == 1
    }
    assert rows.category[0] == "correct"
    wrong = [k for k, first in firsts.items() if first != 1]
    assert wrong
    assert result.refuted == len(wrong)
    for k, sentence in zip(wrong, result.refutations, strict=True):
        assert sentence.startswith(
            f"four: {wrong_solver} claims no solution, but 1234341221434321 is one"
        )
        assert sentence.endswith(f"(asked as isomorph {k})")
    assert list(rows.refutations[wrong[0]]) == [
        result.refutations[0].removeprefix(f"four: {wrong_solver} ")
    ]
    assert result.verdicts == {"unique (claimed)": 1}
    assert set(rows.puzzle) == {UNIQUE.digest}


def test_all_solutions_of_isomorphs_are_equal_as_sets(tmp_path: Path) -> None:
    slow()
    early = f"{ONE_SIDED}:stops_one_grid_early"
    many = Puzzle(shape(4, rules=["latin"]), Grid([1, *[0] * 15]))
    assert not campaign(tmp_path / "1", HONEST, "sat-pycosat", puzzle=many, terms=EVERY).refuted
    rows = accord.load(tmp_path / "1")
    assert len(rows) == 14
    assert (rows["count"] == 144).all()
    assert (rows.exhausted & (rows.category == "correct")).all()
    assert rows.digest.nunique() == 1  # the kept ones are the first hundred, and differ
    assert rows.solutions.map(tuple).nunique() > 1
    assert campaign(tmp_path / "2", early, puzzle=many, terms=EVERY).refuted
    assert set(accord.load(tmp_path / "2").category) == {"wrong"}  # other grids are missing


def test_first_grids_of_several_may_differ(tmp_path: Path) -> None:
    result = campaign(tmp_path, HONEST, puzzle=SEVERAL, terms=Terms(limit=1))
    rows = accord.load(tmp_path)
    assert len({grids[0] for grids in rows.solutions}) > 2
    assert result.verdicts == {"multiple (certified)": 1}
    assert not result.refuted
    assert set(rows.category) == {"correct"}


def test_a_faulty_grid_stays_faulty(tmp_path: Path) -> None:
    garbled = campaign(tmp_path, f"{ONE_SIDED}:garbles_other_beginnings", terms=EVERY)
    said = " ".join(garbled.refutations)
    assert "found 15 values, expected 16" in said
    assert "holds 99, expected 1..4" in said
    rows = accord.load(tmp_path).set_index("isomorph")
    assert Counter(rows["count"]) == Counter(map(len, rows.solutions))
    assert set(rows["count"]) == {1, 3}
    assert set(rows.valid) == {1}
    assert [*rows.category[rows["count"] == 1].unique()] == ["correct"]
    assert [*rows.category[rows["count"] == 3].unique()] == ["wrong"]


def test_a_grid_that_is_there_twice_stays_so() -> None:
    grids = Grids(UNIQUE)
    for grid in (A, A, LIE):
        grids.add(grid)
    symmetry = isomorph(UNIQUE, SEED, 1)[1]
    moved = grids.moved(symmetry)
    assert (moved.count, moved.valid, moved.problem) == (3, 1, symmetry.puzzle(UNIQUE))
    assert moved.kept == [symmetry.grid(grid) for grid in (A, A, LIE)]
    assert symmetry.grid(LIE) in moved
    assert moved.digest != grids.digest == moved.moved(symmetry.inverse).digest


def test_a_campaign_with_isomorphs_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"isomorphs": 3, "repeat": 2, "seed": SEED}
    one, solvers = [Instance("four", UNIQUE)], (HONEST, "propagate-search")
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, one, solvers, stop_at=5, **asked)
    reported = run(tmp_path, one, solvers, **asked)
    assert (reported[0].total, reported[-1].done, reported[-1].skipped) == (16, 16, 5)
    result = table(tmp_path)
    assert (result.runs, result.asked, result.isomorphs) == (16, 16, 3)
    rows = accord.load(tmp_path)
    key = zip(rows.solver, rows.repetition, rows.isomorph, strict=True)
    assert set(key) == set(product((HONEST, "propagate-search"), range(2), range(4)))
    assert len(rows) == 16
    with pytest.raises(CampaignError, match="its isomorphs are 3, asked were 2"):
        campaign(tmp_path, HONEST, "propagate-search", isomorphs=2, repeat=2)


def claims(folder: Path) -> pandas.DataFrame:
    """What the rows of a campaign say."""
    key = ["puzzle", "solver", "isomorph", "repetition"]
    said = accord.load(folder)[[*key, "solutions", "digest", "exhausted", "category"]]
    return said.astype(str).sort_values(key).reset_index(drop=True)


def test_a_work_unit_makes_the_rows_of_the_local_engine(tmp_path: Path) -> None:
    campaign(tmp_path / "here", HONEST, isomorphs=3, puzzle=SEVERAL)
    four = Instance("four", SEVERAL)
    runs = tuple(PlannedRun(four, declare(HONEST), isomorph=number) for number in range(4))
    (tmp_path / "scratch").mkdir()
    unit = WorkUnit(runs, CampaignQuestion("c", (HONEST,), seed=SEED), slots=1)
    with ForkServers() as servers:
        made = make_unit(unit, tmp_path / "scratch", servers)
    assert made.runs == 4
    there = tmp_path / "there"
    (there / "runs").mkdir(parents=True)
    put(there, SEVERAL)
    for number, part in enumerate(made.parts):
        (there / "runs" / f"part-{number:05d}.parquet").write_bytes(part)
    assert claims(there).equals(claims(tmp_path / "here"))


def test_isomorphs_are_shuffled_among_the_puzzles(tmp_path: Path) -> None:
    put(tmp_path, *FOUR)
    who = [Declaration(name, "", "1", "f", "e", "m") for name in "st"]
    question = CampaignQuestion("c", ("s", "t"), repeat=2, seed=7)
    with TemporaryDirectory() as scratch:
        made = plan(tmp_path, Path(scratch), who, replace(question, isomorphs=3), "here")
        steps = list(made.runs())
    assert made.total == len(steps) == 4 * 4 * 2 * 2
    for begin in (0, 32):  # each repetition; in it the solvers of each question beside each other
        questions = [(step.instance.problem, step.isomorph) for step in steps[begin : begin + 32]]
        assert questions[::2] == questions[1::2]
        assert set(questions) == set(product(FOUR, range(4)))
        puzzles = [puzzle for puzzle, _ in questions[::2]]
        assert any(a != b for a, b in pairwise(puzzles))
    with TemporaryDirectory() as scratch:
        plain = plan(tmp_path, Path(scratch), who, question, "here")
        order = [step.instance.problem for step in plain.runs()]
    assert order == [step.instance.problem for step in steps if not step.isomorph]


def spread(folder: Path, *times: tuple[int, int, float | None]) -> tuple[CampaignTable, TableLine]:
    """The table of a solver that took so long: puzzle, isomorph, seconds or None."""
    seen: Counter[tuple[int, int]] = Counter()
    for puzzle, form, seconds in times:
        more: dict[str, Any] = {"repetition": seen[puzzle, form], "isomorph": form}
        seen[puzzle, form] += 1
        if seconds is None:
            more |= LATE
        else:
            more |= {"wall_time": seconds, "limit": 1}
        written(folder, some_run(FOUR[puzzle], **{"limit": 1} | more))
    put(folder, *FOUR)
    result = table(folder)
    (line,) = result.lines
    return result, line


def test_the_spread_is_the_median_of_slowest_to_fastest_form(tmp_path: Path) -> None:
    first = [(0, 0, 1.0), (0, 0, 9.0), (0, 0, 2.0), (0, 1, 4.0), (0, 2, 3.0)]  # 4 / 2
    second = [(1, 0, 1.0), (1, 1, 5.0)]  # 5
    third = [(2, 0, 1.0), (2, 0, 1.0)]  # one form
    result, line = spread(tmp_path, *first, *second, *third)
    assert (line.spread, line.spread_known) == (3.5, True)
    assert "3.50" in report(result).markdown().split("\n\n")[1]
    assert report(result).csv().splitlines()[0].count(",spread,spread_known,") == 1
    assert report(result).csv().splitlines()[1].count(",3.5,True,") == 1
    assert any("each puzzle also in 2 isomorphs; spread" in note for note in notes(result))


def test_the_spread_is_a_bound_where_a_form_was_not_solved(tmp_path: Path) -> None:
    two = [(0, 0, 2.0), (0, 1, None)]  # at least 10 / 2
    _, line = spread(tmp_path / "1", *two)
    assert (line.spread, line.spread_known) == (5.0, False)
    none = [(1, 0, None), (1, 1, None)]  # at least 1
    result, line = spread(tmp_path / "2", *two, *none, (2, 0, 1.0), (2, 1, 3.0))
    assert (line.spread, line.spread_known) == (3.0, False)  # of 1, 3 and 5; 3 and two unknown
    assert ">=3.00" in report(result).markdown().replace("&gt;", ">")
    more = [(2, 0, 1.0), (2, 1, 3.0), (3, 0, 1.0), (3, 1, 3.0)]
    _, line = spread(tmp_path / "3", *two, *more)
    assert (line.spread, line.spread_known) == (3.0, True)  # of 3, 3 and 5 or more
    half = [(0, 0, 1.0), (0, 0, None), (0, 1, 8.0)]  # at least 5.5 and at most infinite; 8
    _, line = spread(tmp_path / "4", *half)
    assert (line.spread, line.spread_known) == (1.0, False)


def test_a_table_without_isomorphs_has_no_spread(tmp_path: Path) -> None:
    result, line = spread(tmp_path, (0, 0, 1.0), (0, 0, 2.0), (1, 0, 1.0))
    assert (line.spread, line.spread_known, result.isomorphs) == (None, False, 0)
    assert "spread" not in report(result).csv() + report(result).markdown()


def test_convert_writes_the_isomorph_that_was_asked() -> None:
    done = command("convert", NAKED, "--isomorph", "3", "--seed", "8")
    there, _ = isomorph(read(NAKED), 8, 3)
    assert done.stdout == f"{there}\n"
    done = command("convert", "variants", "--isomorph", "1", "--format", "json")
    for line in done.stdout.splitlines():
        said = json.loads(line)
        assert said["name"].endswith(" as isomorph 1")
        solution = said.get("expected", {}).get("solution")
        assert solution is None or not accord.verify(read(line, format="json"), solution)
