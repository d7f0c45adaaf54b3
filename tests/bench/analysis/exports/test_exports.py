"""Exports: what other programs read in them is what the judge found, whatever the names are."""

import csv
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from accord.bench.analysis.exports import aslib, benchexec, metrics, rows
from accord.bench.analysis.exports.aslib import FEATURES, features
from accord.bench.analysis.exports.rows import exported
from accord.bench.campaigns.folder import CampaignError, RecordedQuestion, write_question
from accord.bench.campaigns.run import Run
from accord.constraints import Variable
from accord.puzzles import Grid, Problem, Puzzle
from accord.puzzles.errors import InputError
from accord.puzzles.files.texts import read
from accord.puzzles.objective import Objective
from accord.puzzles.puzzle import Instance
from accord.puzzles.sudoku.symmetry import isomorph
from command_line import run_here as accord
from optional import library
from stored_rows import FOUR, LIE, NOTHING, A, put, some_run, written

WRITERS = {"aslib": aslib.write, "benchexec": benchexec.write, "metrics": metrics.write}
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ODD = '</script><b>"it\'s", 100 % {ä}\\ ?'  # in every format something means something
ODDER = "é,\x00\x1b\n  \t'\ufffe🐢"
KEPT = "é, ' 🐢"  # with blanks for what no format can hold


def named(folder: Path, *puzzles: tuple[str, Puzzle]) -> None:
    """Have the folder hold puzzles with names."""
    folder.mkdir(exist_ok=True)
    put(folder, *(Instance(name, puzzle) for name, puzzle in puzzles))


def ended(outcome: str, **columns: Any) -> dict[str, Any]:
    return {"outcome": outcome, **NOTHING, "digest": outcome, **columns}


ENDINGS: dict[str, dict[str, Any]] = {  # solvers that end like this on the second puzzle
    "right": {},
    "faulty": {"solutions": (LIE,), "valid": 0, "digest": "b", "wall_time": 0.001},
    "idle": ended("OK", wall_time=0.002),
    "slow": ended("TIMEOUT", wall_time=10.01, cpu_time=9.5),
    "greedy": ended("MEMOUT", wall_time=3.0),
    "broken": ended("ERROR", reason="exit code <1>"),
    "ended": ended("KILLED", wall_time=None, cpu_time=None),
    "picky": ended("UNSUPPORTED", reason="9x9 only", wall_time=None),
}
EXPECTED = {  # category, BenchExec's status, ASlib's
    "right": ("correct", "true", "ok"),
    "faulty": ("wrong", "true", "other"),
    "idle": ("unknown", "unknown", "other"),
    "slow": ("unknown", "TIMEOUT", "timeout"),
    "greedy": ("error", "OUT OF MEMORY", "memout"),
    "broken": ("error", "ERROR (exit code <1>)", "crash"),
    "ended": ("error", "KILLED", "other"),
    "picky": ("missing", "unsupported (9x9 only)", "not_applicable"),
}


def every_ending(folder: Path) -> None:
    """A campaign of two puzzles, on one of which each solver ends in its own way, twice."""
    named(folder, ("easy", FOUR[0]), (ODD, FOUR[1]))
    usual = {"cpu_time": 0.25, "nodes": 7, "peak_memory": 2_000_000, "memory_limit": 3_000_000}
    runs = []
    for repetition in range(2):
        for solver, ending in ENDINGS.items():
            asked: dict[str, Any] = {"solver": solver, "repetition": repetition, **usual}
            runs.append(some_run(FOUR[0], **asked))
            runs.append(some_run(FOUR[1], **asked | ending))
    written(folder, *runs)


def few(folder: Path, *runs: Run, **puzzles: Puzzle) -> Path:
    named(folder, *(puzzles or {"p0": FOUR[0]}).items())
    written(folder, *(runs or [some_run()]))
    return folder


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign")
    every_ending(folder)
    return folder


def table_of(paths: list[Path], out: Path) -> tuple[dict[tuple[str, str, str], str], list[Any]]:
    """What table-generator makes of the files.

    Returns:
        its CSV file, a value for each task, run set and column; and the rows of its page.
    """
    library("benchexec")
    program = "from benchexec.tablegenerator import main; main()"
    options = ("-o", out, "-n", "made", "--all-columns", *paths)
    command = [sys.executable, "-c", program, *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    warnings = [line for line in done.stderr.splitlines() if not line.startswith("INFO")]
    assert all('"accord" does not define the necessary class Tool' in line for line in warnings)
    (path,) = (path for path in out.glob("made*.csv") if "diff" not in path.name)
    _, run_sets, columns, *tasks = csv.reader(StringIO(path.read_text()), delimiter="\t")
    cells = {
        (task[0], run_set, column): value
        for task in tasks
        for run_set, column, value in zip(run_sets[1:], columns[1:], task[1:], strict=True)
    }
    page = path.with_suffix(".html").read_text()
    assert ODD not in page
    beginning = '"rows": '
    start = page.index(beginning) + len(beginning)
    return cells, json.JSONDecoder().raw_decode(page, start)[0]


def test_benchexec_makes_a_page_with_every_category_and_figure(
    campaign: Path, tmp_path: Path
) -> None:
    paths = benchexec.write(campaign, tmp_path / "out")
    cells, rows = table_of(paths, tmp_path)
    assert [path for path in paths if not path.exists()] == []
    assert len({run_set for _, run_set, _ in cells}) == 2 * len(ENDINGS) == len(paths)
    for solver, (category, status, _) in EXPECTED.items():
        for run_set in (f"{solver}, repetition 1", f"{solver}, repetition 2"):
            assert cells["easy", run_set, "status"] == "true"
            assert cells[ODD, run_set, "status"] == status
            assert cells[ODD, run_set, "category"] == category
    assert cells["easy", "slow, repetition 1", "walltime (s)"] == "0.5"
    assert cells[ODD, "slow, repetition 1", "walltime (s)"] == "10.01"
    assert cells[ODD, "slow, repetition 2", "cputime (s)"] == "9.5"
    assert cells[ODD, "slow, repetition 2", "memory (MB)"] == "2.000000"
    assert cells[ODD, "slow, repetition 2", "nodes"] == "7"
    assert cells[ODD, "ended, repetition 1", "walltime (s)"] == ""
    assert "is no solution" in cells[ODD, "faulty, repetition 1", "refutation"]
    categories = Counter(result["category"] for row in rows for result in row["results"])
    counted = Counter(category for category, _, _ in EXPECTED.values())
    counted["correct"] += len(ENDINGS)
    assert categories == {category: 2 * number for category, number in counted.items()}


def test_a_result_file_is_what_benchexec_would_write(
    campaign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = {"cpu": "A & B", "threads": 4, "memory": 5, "system": "x"}
    monkeypatch.setattr(rows, "read_environment", lambda folder, name: facts)
    root = ElementTree.parse(benchexec.write(campaign, tmp_path / "out")[0]).getroot()
    assert root.tag == "result"
    needed = {"benchmarkname", "starttime", "date", "tool", "toolmodule", "version", "generator"}
    assert needed <= root.attrib.keys()
    assert "block" not in root.attrib
    assert (root.attrib["memlimit"], root.attrib["timelimit"]) == ("3000000B", "10.0s")
    assert [child.tag for child in root] == ["description", "columns", "systeminfo", "run", "run"]
    machine = root.find("systeminfo")
    assert machine is not None
    assert [child.tag for child in machine] == ["os", "cpu", "ram", "environment"]
    assert machine[1].attrib == {"model": "A & B", "cores": "4"}
    assert {run.attrib["logfile"] for run in root.iter("run")} == {
        path.name
        for path in (tmp_path / "out").iterdir()
        if root.attrib["tool"] in path.name and path.name.endswith("repetition-1.xml")
    }


@pytest.mark.parametrize(
    ("limit", "count", "exhausted", "status"),
    [
        (1, 1, False, "true"),
        (1, 0, True, "false"),
        (2, 0, True, "false(none)"),
        (2, 1, True, "true"),
        (2, 2, False, "false(multiple)"),
        (2, 1, False, "unknown"),
        (5, 5, False, "done"),
        (None, 3, True, "done"),
    ],
)
def test_true_means_that_there_is_a_solution_or_exactly_one(
    limit: int | None, count: int, exhausted: bool, status: str
) -> None:
    decided = exhausted or (limit is not None and count >= limit)
    row = {"limit": limit, "count": count, "decided": decided, "outcome": "OK", "reason": ""}
    assert benchexec.status(row | {"sense": None}) == status


@pytest.mark.parametrize(
    ("count", "decided", "status"),
    [(3, True, "true"), (0, True, "false(none)"), (3, False, "unknown")],
)
def test_true_means_that_there_is_an_optimum_where_the_best_is_asked_for(
    count: int, decided: bool, status: str
) -> None:
    row = {"limit": None, "count": count, "decided": decided, "outcome": "OK", "reason": ""}
    assert benchexec.status(row | {"sense": "minimize"}) == status


def test_of_runs_for_the_best_values_bounds_and_answers_are_columns_of_numbers(
    tmp_path: Path,
) -> None:
    x, y = Variable(0), Variable(1)
    least = Problem([range(9), range(2)], objective=Objective("minimize", (x,)))
    lex = Problem([range(9), range(2)], objective=Objective("maximize", (x, y), "lex"))
    folder = tmp_path / "campaign"
    folder.mkdir()
    put(folder, Instance("least", least), Instance(ODD, lex))
    best: dict[str, Any] = {"sense": "minimize", "limit": None, "solutions": ()}
    stopped = best | {"outcome": "TIMEOUT", "exhausted": False, "wall_time": 10.0}
    two = {"count": 2, "valid": 2, "assignments": "[[5,0],[3,1]]", "value": "3"}
    timed: dict[str, Any] = {"incumbents": "[[0.25,5],[1.5,3]]", "bound": "-1"}
    one: dict[str, Any] = {"assignments": "[[0,0]]", "value": "0", "incumbents": "[[0.125,0]]"}
    text = {"assignments": "[[8,1]]", "value": "[8,1]", "incumbents": "[[0.5,[8,1]]]"}
    written(
        folder,
        some_run(least, solver="stopped", **stopped | two | timed),
        some_run(least, solver="proved", **best | one | {"bound": "0"}),
        some_run(least, solver="none", **stopped | NOTHING, digest=""),
        some_run(least, solver="liar", **best | NOTHING | {"exhausted": True}),
        some_run(lex, solver="stopped", **stopped | text | {"sense": "maximize"}),
    )
    paths = benchexec.write(folder, tmp_path / "out")
    cells, _ = table_of(paths, tmp_path)
    columns = ("answer", "value", "bound", "walltime-value (s)", "status", "category")
    assert {
        solver: [cells.get(("least", solver, column), "") for column in columns]
        for solver in ("stopped", "proved", "none", "liar")
    } == {
        "stopped": ["satisfied", "3", "-1", "1.5", "TIMEOUT", "unknown"],
        "proved": ["optimal", "0", "0", "0.125", "true", "correct"],
        "none": ["", "", "", "", "TIMEOUT", "unknown"],
        "liar": ["infeasible", "", "", "", "false(none)", "wrong"],
    }
    assert cells[ODD, "stopped", "value"] == "[8,1]"
    declared = [each.attrib["title"] for each in ElementTree.parse(paths[0]).iter("column")]
    assert {*benchexec.BEST} <= {*declared}


def test_odd_and_equal_names_arrive_apart(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    fifth = Puzzle(FOUR[0].shape, Grid.parse(".2.............."))
    like = f"same {FOUR[0].digest}"  # as the first will be called
    puzzles = [*FOUR, fifth]
    named(folder, *zip(("same", "same", ODDER, "", like), puzzles, strict=True))
    settings = "mode=<&\x02'\">,é"
    runs = [
        some_run(puzzle, settings=settings, reason="\x1b[1m\x00", **NOTHING) for puzzle in puzzles
    ]
    written(folder, *runs)
    wanted = [like, f"same {FOUR[1].digest}", KEPT, FOUR[3].digest, f"{like} {fifth.digest}"]

    paths = benchexec.write(folder, tmp_path / "benchexec")
    cells, _ = table_of(paths, tmp_path)
    assert {task for task, _, _ in cells} == set(wanted)
    assert {run_set for _, run_set, _ in cells} == {"s:mode=<&\ufffd'\">,é"}

    metrics.write(folder, tmp_path / "metrics")
    assert [row["puzzle_name"] for row in read_csv(tmp_path / "metrics")] == wanted
    assert {row["experiment_ware"] for row in read_csv(tmp_path / "metrics")} == {f"s:{settings}"}
    assert {row["reason"] for row in read_csv(tmp_path / "metrics")} == {"[1m"}

    aslib.write(folder, tmp_path / "aslib")
    ids = [row[0] for row in read_arff(tmp_path / "aslib", "feature_values")]
    assert [unquote(each) for each in ids] == wanted


def test_versions_hosts_and_isomorphs_are_run_sets_of_their_own(tmp_path: Path) -> None:
    folder = few(
        tmp_path,
        some_run(started="2026-11-21T18:30:44.123+00:00", wall_time=9.0),
        some_run(isomorph=1),
        some_run(solver_version="2"),
        some_run(solver="t", host="there"),
    )
    with exported(folder) as campaign:
        assert [run_set.name for run_set in campaign.run_sets] == [
            "s (1) @ here, isomorph 0",
            "s (1) @ here, isomorph 1",
            "s (2) @ here, isomorph 0",
            "t @ there, isomorph 0",
        ]
        assert campaign.run_sets[0].ended == "2026-11-21T18:30:53+00:00"
        assert [len(list(rows)) for _, rows in campaign.rows()] == [1, 1, 1, 1]


def test_a_solver_is_two_only_where_a_puzzle_was_asked_two_questions(tmp_path: Path) -> None:
    x = Variable(0)
    least, most = (
        Problem([range(3)], objective=Objective(sense, (x,))) for sense in ("minimize", "maximize")
    )
    folder = tmp_path / "campaign"
    folder.mkdir()
    put(folder, FOUR[0], least, most)
    best: dict[str, Any] = {"solutions": (), "limit": None}
    late = best | ended("TIMEOUT", count=1, valid=1) | {"assignments": "[[1]]", "value": "1"}
    rows = (
        some_run(),
        some_run(least, sense="minimize", assignments="[[0]]", value="0", **best),
        some_run(most, sense="maximize", **late),
    )
    written(folder, *rows)
    (path,) = benchexec.write(folder, tmp_path / "one")
    root = ElementTree.parse(path).getroot()
    assert root.attrib["name"] == "s"
    assert "Asked for the best solution and 2 solutions." in root.findtext("description", "")
    cells = [{each.attrib["title"]: each.attrib["value"] for each in run} for run in root[3:]]
    told = [[cell.get(title) for title in ("status", "category", "value")] for cell in cells]
    assert told == [
        ["true", "correct", None],
        ["true", "correct", "0"],
        ["TIMEOUT", "unknown", "1"],
    ]
    assert "value" in {each.attrib["title"] for each in root.iterfind("columns/column")}

    written(folder, some_run(least, limit=1, solutions=(), assignments="[[1]]", exhausted=False))
    with exported(folder) as campaign:
        assert [run_set.name for run_set in campaign.run_sets] == [
            "s, the best solution",
            "s, 1 solution",
            "s, 2 solutions",
        ]


def test_solvers_whose_names_look_alike_have_files_of_their_own(tmp_path: Path) -> None:
    settings = ("file=a/b", "file=a?b", "file=a b")
    folder = few(tmp_path, *(some_run(settings=each) for each in settings))
    paths = benchexec.write(folder, tmp_path / "out")
    options = [ElementTree.parse(path).getroot().attrib["options"] for path in paths]
    assert sorted(options) == sorted(settings)


def read_csv(out: Path) -> list[dict[str, str]]:
    """The lines as Scalpel reads them: by Python's csv, without white space at the ends."""
    with (out / metrics.TABLE).open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    return [dict(zip(header, map(str.strip, line), strict=True)) for line in lines]


def test_metrics_finds_each_run_once_with_a_time_and_knows_who_succeeded(
    campaign: Path, tmp_path: Path
) -> None:
    metrics.write(campaign, tmp_path / "out")
    lines = read_csv(tmp_path / "out")
    asked = json.loads((tmp_path / "out" / metrics.CONFIGURATION).read_text(encoding="utf-8"))
    assert asked["setup"] | {"timeout": 10.0, "memout": 3.0} == asked["setup"]
    inputs = asked["data"]["mapping"]["input"]
    runs = [(line["experiment_ware"], *(line[part] for part in inputs)) for line in lines]
    assert len(set(runs)) == len(runs) == 4 * len(ENDINGS)
    assert {len([run for run in runs if run[1:] == each[1:]]) for each in runs} == {len(ENDINGS)}
    number = re.compile(r"[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?")  # what Scalpel takes for one
    assert all(number.fullmatch(line["cpu_time"]) for line in lines)
    column, value = re.fullmatch(r'\$\{(\w+)\} == "(\w+)"', asked["source"]["is-success"]).groups()  # type: ignore[union-attr]
    succeeded = {
        (line["experiment_ware"], line["puzzle_name"]) for line in lines if line[column] == value
    }
    assert {solver for solver, name in succeeded if name == ODD} == {"right"}
    assert {solver for solver, name in succeeded if name == "easy"} == set(ENDINGS)
    library("benchexec")
    yaml = import_module("yaml")  # which it needs, too
    aslib.write(campaign, tmp_path / "scenario")
    for path in (tmp_path / "out" / metrics.CONFIGURATION, tmp_path / "scenario/description.txt"):
        text = path.read_text(encoding="utf-8")
        assert yaml.safe_load(text) == json.loads(text)


def read_arff(out: Path, name: str) -> list[list[Any]]:
    """The rows of a file of a scenario, whose relation and first columns are as they have to be."""
    text = (out / f"{name}.arff").read_text(encoding="ascii")
    found = library("arff").loads(text)
    scenario = json.loads((out / "description.txt").read_text(encoding="ascii"))["scenario_id"]
    assert found["relation"] == f"{name.upper()}_{scenario}"
    columns = [column for column, _ in found["attributes"]]
    assert columns[:2] == ["instance_id", "solutions" if name == "ground_truth" else "repetition"]
    return list(found["data"])


def test_aslib_has_every_run_and_no_success_but_a_right_answer_in_time(
    campaign: Path, tmp_path: Path
) -> None:
    aslib.write(campaign, tmp_path)
    runs = read_arff(tmp_path, "algorithm_runs")
    assert len(runs) == 4 * len(ENDINGS)
    statuses: dict[str, set[tuple[float, str]]] = defaultdict(set)
    for name, _, algorithm, seconds, ended_ in runs:
        if unquote(name) == ODD:
            statuses[algorithm].add((seconds, ended_))
        else:
            assert (seconds, ended_) == (0.5, "ok")
    assert statuses == {
        solver: {(0.5 if ended_ == "ok" else 10.0, ended_)}
        for solver, (_, _, ended_) in EXPECTED.items()
    }
    assert {run[1] for run in runs} == {1, 2}
    described = json.loads((tmp_path / "description.txt").read_text())
    assert set(described["algorithms_deterministic"]) == {run[2] for run in runs}
    assert described["metainfo_algorithms"].keys() == {run[2] for run in runs}
    assert (described["algorithm_cutoff_time"], described["algorithm_cutoff_memory"]) == (10, 3)


def test_a_scenario_speaks_of_the_same_instances_in_every_file(tmp_path: Path) -> None:
    puzzles = {f"hard {n}": isomorph(read(HARD), 1, n)[0] for n in range(23)}
    runs = [
        some_run(puzzle, isomorph=form, repetition=again, **NOTHING)
        for puzzle in puzzles.values()
        for form, again in ((0, 0), (0, 1), (2, 1))
    ]
    out = tmp_path / "out"
    aslib.write(few(tmp_path, *runs, **puzzles), out)
    for file in ("feature_values", "feature_runstatus", "cv", "ground_truth"):
        rows = read_arff(out, file)
        assert [row[0] for row in rows] == list(puzzles)
        if file == "cv":
            folds = Counter(row[2] for row in rows)
            assert set(folds) == set(range(1, 11))
            assert set(folds.values()) == {2, 3}
    assert {row[1] for row in read_arff(out, "ground_truth")} == {None}
    numbers = Counter((row[0], row[1]) for row in read_arff(out, "algorithm_runs"))
    assert numbers == {(name, number): 1 for name in puzzles for number in (1, 2, 3)}
    provided = json.loads((out / "description.txt").read_text())["feature_steps"]["instance"]
    assert provided == {"provides": list(FEATURES)}
    values = {tuple(row[2:]) for row in read_arff(out, "feature_values")}
    assert len(values) == 1, "isomorphs have the same features"


def test_features_are_those_counted_by_hand() -> None:
    found = dict(zip(FEATURES, features(read("1.../..2./..../....".replace("/", ""))), strict=True))
    by_hand = {
        "size": 4,
        "box_rows": 2,
        "box_columns": 2,
        "houses": 12,
        "clues": 2,
        "blank_share": 14 / 16,
        "clues_per_house_min": 0,
        "clues_per_house_max": 1,
        "clues_per_value_min": 0,
        "clues_per_value_max": 1,
        "clues_per_value_deviation": 0.5,
        "candidates": 42,  # 14 x 4, and the 7 peers of each given lose one
        "candidates_min": 2,
        "candidates_mean": 3,
        "candidates_max": 4,
        "naked_singles": 0,
    }
    assert found == by_hand
    full = dict(zip(FEATURES, features(Puzzle(FOUR[0].shape, A)), strict=True))
    assert (full["blank_share"], full["candidates_mean"], full["candidates_max"]) == (0, 0, 0)
    marked = read(json.dumps({"size": 4, "candidates": [[1]] + [[1, 2, 3, 4]] * 15}))
    assert dict(zip(FEATURES, features(marked), strict=True))["naked_singles"] == 1


def test_a_scenario_is_refused_where_runs_are_missing(tmp_path: Path) -> None:
    puzzles = {"p0": FOUR[0], "p1": FOUR[1]}
    runs = some_run(FOUR[0]), some_run(FOUR[1]), some_run(FOUR[0], solver="t")
    folder = few(tmp_path, *runs, **puzzles)
    with pytest.raises(CampaignError, match=r"found runs of t on 1 puzzles, expected .* all 2"):
        aslib.write(folder, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_nothing_is_overwritten_and_nothing_is_left_half(
    write: Callable[[Path, Path], list[Path]], tmp_path: Path
) -> None:
    folder, out = few(tmp_path / "campaign"), tmp_path / "somewhere" / "out"
    out.mkdir(parents=True)
    paths = write(folder, out)
    assert sorted(out.iterdir()) == sorted(paths)
    before = {path: path.read_bytes() for path in paths}
    with pytest.raises(InputError, match="expected a new or empty folder"):
        write(folder, out)
    with pytest.raises(InputError, match="found a file"):
        write(folder, paths[0])
    with pytest.raises(CampaignError, match="found no folder"):
        write(tmp_path / "nowhere", tmp_path / "else")
    assert {path: path.read_bytes() for path in paths} == before
    assert [path.name for path in (tmp_path / "somewhere").iterdir()] == ["out"]
    written_again = write(folder, tmp_path / "again")
    assert {path.name: path.read_bytes() for path in written_again} == {
        path.name: content for path, content in before.items()
    }


def test_the_command_says_what_it_wrote_what_is_missing_and_refuses_with_2(tmp_path: Path) -> None:
    folder = few(tmp_path / "campaign")
    done = accord("export", folder, "--format", "metrics", "-o", tmp_path / "out")
    assert (done.returncode, done.stdout) == (0, "")
    assert f"wrote 2 files to {tmp_path / 'out'}" in done.stderr
    done = accord("export", folder, "--format", "aslib", "-o", tmp_path / "out")
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected a new or empty folder" in done.stderr
    assert accord("export", folder, "--format", "xml", "-o", tmp_path / "new").returncode == 2
    solvers = ("s", "another")
    write_question(folder, RecordedQuestion("four", 4, "digest", solvers, 2, 10.0, 1, 0))
    done = accord("export", folder, "--format", "metrics", "-o", tmp_path / "more")
    assert done.returncode == 0
    assert "INCOMPLETE: 1 of 8 runs" in done.stderr
