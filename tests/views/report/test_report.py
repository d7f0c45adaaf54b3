"""The report without a browser: what is in it, and its files."""

import csv
import json
import re
import shlex
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from math import nan, radians, sin
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from command_line import run_here
from large_campaign import large_campaign
from optional import library
from report_campaign import IMAGE, LIMIT, SCRIPT, SOLVERS, campaign, instances
from stored_rows import FORTY, FOUR, LATE, LIE, NOTHING, UNSOLVED, A, put, some_run, written

numpy = library("numpy")
library("scipy")
library("altair")
vl_convert = library("vl_convert")

from accord.bench.analysis.shown_solvers import ShownSolvers  # noqa: E402
from accord.bench.analysis.table import table  # noqa: E402
from accord.bench.campaigns.deduplicate import deduplicate  # noqa: E402
from accord.bench.campaigns.folder import read_question, settle  # noqa: E402
from accord.bench.campaigns.sessions import Session  # noqa: E402
from accord.bench.make.instances.collection import instances_of  # noqa: E402
from accord.cli.commands.bench import command as bench_command  # noqa: E402
from accord.puzzles.files.texts import read  # noqa: E402
from accord.puzzles.grid import Grid  # noqa: E402
from accord.puzzles.puzzle import Puzzle  # noqa: E402
from accord.puzzles.sudoku.shape import shape  # noqa: E402
from accord.views.report import (  # noqa: E402
    answers,
    boards,
    findings,
    page,
    report_data,
    tables,
)
from accord.views.report.figures import all_figures as figures  # noqa: E402
from accord.views.report.figures import boxes, curves, scatter  # noqa: E402
from accord.views.report.figures.figure import (  # noqa: E402
    COLOURS,
    DASHES,
    SHAPES,
    STYLES,
    settled,
)
from accord.views.report.figures.paper import PaperSize  # noqa: E402
from accord.views.report.repeat import command, remarks  # noqa: E402
from accord.views.tables.fitting import short_names  # noqa: E402

FIGURES = {"cactus", "ecdf", "scatter", "boxes", "classes", "phases", "spread", "forest"}
FIGURES |= {"matrix", "differences", "outcomes"}
TABLES = {"comparison", "scores", "disqualified", "portfolio", "pairs"}
ASKED = ["solvers", "limit", "time_limit", "memory_limit", "cpu_limit", "cold"]
ASKED += ["repeat", "isomorphs", "seed"]


@pytest.fixture(scope="module")
def drawn(made: report_data.ReportData) -> dict[str, Any]:
    return {figure.name: figure for figure in figures.figures(made)}


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign, in which one solver reports no counter."""
    return campaign(tmp_path_factory.mktemp("campaign") / "mute", mute="quick")


def rows(figure: Any, name: str, **where: Any) -> list[Any]:
    found = figure.data[name]
    return [row for row in found if all(row[key] == value for key, value in where.items())]


def test_every_figure_is_there_says_how_it_is_read_and_has_the_data_of_all_its_layers(
    drawn: dict[str, Any],
) -> None:
    def named(part: Any) -> set[str]:
        if isinstance(part, list):
            return set().union(*map(named, part))
        if not isinstance(part, dict):
            return set()
        own = {part["data"]["name"]} if "name" in part.get("data", {}) else set()
        return own.union(*(named(each) for name, each in part.items() if name != "datasets"))

    assert set(drawn) == FIGURES
    for figure in drawn.values():
        assert figure.title
        assert figure.reading.endswith(".")
        assert ". " not in figure.reading  # in one sentence
        assert set() < named(figure.spec) <= set(figure.data)


def test_curves_end_below_what_was_not_solved(drawn: dict[str, Any]) -> None:
    assert [row["solved"] for row in rows(drawn["cactus"], "curve", solver="slow")] == [1, 2, 3]
    shares = rows(drawn["ecdf"], "curve", solver="slow")
    assert shares[-1] == {"solver": "slow", "cost": LIMIT, "share": 0.75}
    assert "[0, 4]" in json.dumps(drawn["cactus"].spec)  # the axis goes up to all puzzles


def test_what_was_not_solved_stands_on_a_rail_beyond_the_limit(
    made: report_data.ReportData,
) -> None:
    def pair(*names: str) -> dict[str, Any]:
        sample = made.statistics.everyone
        endings = made.statistics.endings[[sample.place(name) for name in names]]
        return scatter.rows(sample.of(*names), made.names, endings)

    found = pair("quick", "slow")
    (late,) = (point for point in found["points"] if point["kind"] == "one solved")
    assert late["puzzle"] == "jigsaw-1"
    assert late["y"] == found["rails"][0]["x"] > LIMIT
    assert late["other"] == "out of time"
    kinds = {point["puzzle"]: point["kind"] for point in pair("quick", "faulty")["points"]}
    assert kinds["nine-1"] == "one is wrong"
    assert len(kinds) == 4


@pytest.fixture(scope="module")
def partly(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The report of 20 puzzles, all of which `all` solved, and 4 `part`, which was asked 5.

    `close` is as often quicker than `all` as slower.
    """
    folder = tmp_path_factory.mktemp("partly")
    put(folder, *FORTY[:20])
    for place, puzzle in enumerate(FORTY[:20]):
        known: dict[str, Any] = {"solutions": (A,), "instance": f"p{place}"}
        quick, slow = 1.0 + place % 2, 2.0 - place % 2
        rows = [("all", known | {"wall_time": quick}), ("close", known | {"wall_time": slow})]
        out = LATE if place == 4 else {"outcome": "UNSUPPORTED", **NOTHING} if place > 4 else {}
        rows.append(("part", known | {"wall_time": quick} | out))
        for name, columns in rows:
            who = dict.fromkeys(("solver", "engine", "model"), name)
            written(folder, some_run(puzzle, **who | columns))
    return report_data.report_data(folder)


def test_shares_are_of_all_puzzles_and_the_axis_says_so(partly: Any) -> None:
    everything = {figure.name: figure for figure in figures.figures(partly)}
    ends = {row["solver"]: row["share"] for row in everything["ecdf"].data["ends"]}
    assert ends == {"all": 1.0, "close": 1.0, "part": 4 / 20}
    assert "share solved, of 20 puzzles" in json.dumps(everything["ecdf"].spec)
    assert "puzzles solved, of 20" in json.dumps(everything["cactus"].spec)
    assert "mean rank by wall time over 5 of 20 puzzles" in json.dumps(
        everything["differences"].spec
    )
    for name in ("ecdf", "cactus"):
        assert everything[name].reading.endswith("counting as unsolved: part 5."), name
    assert "over 5 of 20 puzzles that every solver was asked" in everything["differences"].reading
    assert "part 15" in everything["differences"].reading
    for name, figure in everything.items():
        assert name == "phases" or "20" in figure.reading, name
    beside = {row["solver"]: row["text"] for row in everything["boxes"].data["boxes"]}
    assert ["n 5" in beside[name] for name in ("all", "part")] == [False, True]
    assert {row["part"] for row in everything["forest"].data["pairs"]} == {"", " (n 5)"}


def test_a_figure_in_a_file_has_its_caption(partly: Any, tmp_path: Path) -> None:
    (figure,) = (each for each in figures.figures(partly) if each.name == "ecdf")
    (svg, *_) = figures._written(figure, tmp_path, {})
    text = " ".join(re.sub("<[^>]*>", " ", svg.read_text("utf-8")).split())
    for words in (
        figure.title,
        "share of all 20 puzzles",
        "part 5.",
        "share solved, of 20 puzzles",
    ):
        assert words in text, words


def test_only_who_solved_as_many_is_not_distinguishable_from_the_first(partly: Any) -> None:
    (first,) = (each for each in findings.findings(partly) if "solved most" in each.text)
    assert first.text.endswith(
        "(20 of 20), by geometric mean over all 20 puzzles that they were all asked."
    )
    assert "Not distinguishable from it, over all 20 puzzles that both were asked: " in first.more
    peers, _, rest = first.more.partition(". ")
    assert "part" not in peers
    assert rest.startswith("Too few puzzles to compare: part (4 of 5).")


def test_the_sessions_of_a_page_are_counted_once(made: report_data.ReportData) -> None:
    """One of the four was killed: it is a session, and has no end."""
    began, ended = "2026-01-01T00:00:00+00:00", "2026-01-01T00:01:00+00:00"
    loads: dict[str, Any] = {"load_before": (0.1,), "load_after": (0.2,)}
    several = [Session(str(n), began, ended=ended, **loads) for n in range(3)]
    several.append(Session("killed", began, load_before=(0.1,)))
    text = page.page(replace(made, table=replace(made.table, sessions=tuple(several))))
    assert re.findall(r"[0-9]+ sessions[^.,<]*", text) == ["4 sessions (1 without an end)"] * 2


def test_a_disturbed_machine_stands_in_the_head(made: report_data.ReportData) -> None:
    sentence = "DISTURBED: load 17.2 on 2 cores: runs waited for a core. Wall times are too long."
    disturbed = replace(made, table=replace(made.table, disturbances=(sentence,)))
    _, said, *_ = findings.findings(disturbed)
    assert said.text.startswith("The machine was disturbed: load 17.2 on 2 cores")
    assert (said.mood, said.more) == ("bad", "Wall times are too long.")


def test_a_refuted_solver_has_no_curve_is_named_in_the_captions_and_stands_last(
    made: report_data.ReportData, small: Path, drawn: dict[str, Any]
) -> None:
    for name in ("cactus", "ecdf", "boxes", "classes", "forest", "matrix"):
        shown = {row.get("solver") for data in drawn[name].data.values() for row in data}
        assert {"quick", "slow"} <= shown, name
        assert "faulty" not in shown, name
        assert drawn[name].reading.endswith("; left out for a wrong answer: faulty."), name
    assert tables.comparison(made).rows[-1][0].text == "faulty"
    kept = report_data.report_data(small, keep_wrong=True)
    assert "faulty" in {
        row["solver"] for row in curves.cactus(kept.statistics.sample).data["curve"]
    }
    said = [each.text for each in findings.findings(kept)]
    assert "faulty is ranked all the same." in said


def ended(folder: Path) -> Path:
    """A campaign in which a solver each ends in one of the ways there are, on two puzzles."""
    ways: dict[str, dict[str, Any]] = {
        "solves": {},
        "lies": {"solutions": (LIE,), "valid": 0},
        "late": LATE,
        "greedy": NOTHING | {"outcome": "MEMOUT", "reason": "it used 2 GiB"},
        "falls": NOTHING
        | {"outcome": "ERROR", "reason": "ended by the signal SIGSEGV; its last output: oh no"},
        "shy": NOTHING | {"reason": "gave up at node 7"},
        "small": NOTHING | {"outcome": "UNSUPPORTED", "reason": "takes 9x9 only"},
    }
    put(folder, *FOUR[:2])
    for puzzle in FOUR[:2]:
        costs = {"cpu_time": 0.25, "peak_memory": 2**21}
        written(
            folder, *(some_run(puzzle, solver=name, **costs | way) for name, way in ways.items())
        )
    return folder


def test_noisy_runs_are_counted_by_solver_where_there_are_any(tmp_path: Path) -> None:
    put(tmp_path, *FOUR[:2])
    quiet = [some_run(each, solver=name, started="1") for each in FOUR[:2] for name in "ab"]
    written(tmp_path, *quiet)
    assert '<section id="noisy">' not in page.page(report_data.report_data(tmp_path))
    written(
        tmp_path,
        *(some_run(FOUR[0], solver="b", started=when, flags="noisy") for when in "023"),
        *(some_run(FOUR[1], solver="c", started=when, flags="noisy") for when in "01"),
        some_run(FOUR[0], solver="c", started="0"),
    )
    for solvers, c in ((None, "c"), (ShownSolvers(names=["c=see"]), "see")):
        found = report_data.report_data(tmp_path, solvers=solvers)
        table = tables.disturbed(found.noisy)
        assert dict(zip(table.columns, table.texts[0], strict=True))["solver"] == "b"
        assert table.texts == [
            ["b", "2", "3", "3", "0"],
            [c, "2", "2", "1", "1"],
            ["a", "2", "0", "0", "0"],
        ]
    assert '<section id="noisy">' in page.page(found)
    assert "while 1 of 6 runs went on" in found.table.disturbances[-1]


def test_six_ways_not_to_solve_are_six_things_everywhere(tmp_path: Path) -> None:
    found = report_data.report_data(ended(tmp_path))
    names = ["wrong", "out of time", "out of memory", "crashed", "gave up", "not asked"]
    solvers = ["lies", "late", "greedy", "falls", "shy", "small"]
    (tile,) = (each.text for each in findings.findings(found) if "not solved" in each.text)
    assert tile == (
        "10 of 12 times a puzzle was not solved: 2 wrong, 2 out of time, 2 out of memory, "
        "2 crashed, 2 gave up."
    )
    table = tables.comparison(found)
    lines = {row[0].text: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    for name in names:
        assert {who: lines[who][name].text for who in lines if lines[who][name].text != "0"} == {
            solvers[names.index(name)]: "2"
        }
    assert (lines["solves"]["CPU"].text, lines["solves"]["memory"].text) == ("250 ms", "2.00 MiB")
    drawn = {figure.name: figure for figure in figures.figures(found)}
    bars = {row["solver"]: row["ending"] for row in drawn["outcomes"].data["outcomes"]}
    assert bars == {"solves": "solved", **dict(zip(solvers, names, strict=True))}
    (point, _) = scatter.rows(
        found.statistics.everyone.of("falls", "shy"),
        found.names,
        found.statistics.endings[[found.statistics.everyone.place(s) for s in ("falls", "shy")]],
    )["points"]
    assert (point["one"], point["other"]) == ("crashed", "gave up")
    data = page.payload(found, list(drawn.values()))
    letters = dict(zip(data["solvers"], data["states"], strict=True))
    assert {who: data["endings"][letters[who][0]] for who in solvers} == dict(
        zip(solvers, names, strict=True)
    )
    said = {
        who: data["sentences"][line[0]]
        for who, line in zip(data["solvers"], data["answers"], strict=True)
    }
    assert said["falls"] == "crashed: ended by the signal SIGSEGV; its last output: oh no"
    assert said["greedy"] == "out of memory: it used 2 GiB"
    assert said["shy"] == "gave up: gave up at node 7"
    assert said["small"] == "not asked: takes 9x9 only"
    failed = {
        row[0].text: [cell.text for cell in row[1:]] for row in tables.failed(found.failures).rows
    }
    assert failed == {
        "falls": ["crashed", "ended by the signal SIGSEGV", "oh no", "four", "2", "2"],
        "greedy": ["out of memory", "it used 2 GiB", "-", "four", "2", "2"],
        "shy": ["gave up", "gave up at node 7", "-", "four", "2", "2"],
    }
    assert "2026 UTC, on here" in page.page(found)


def test_of_several_runs_the_median_decides_and_then_what_most_did(tmp_path: Path) -> None:
    crash = NOTHING | {"outcome": "ERROR"}
    put(tmp_path, FOUR[0])
    for solver, ways in {
        "most solved": ({}, LATE, {}),
        "half solved": ({}, LATE),
        "most crashed": ({}, crash, LATE, crash),
        "one wrong": ({}, {}, {"solutions": (LIE,), "valid": 0}),
    }.items():
        written(tmp_path, *(some_run(solver=solver, repetition=n, **w) for n, w in enumerate(ways)))
    known = report_data.report_data(tmp_path).statistics
    ended = dict(zip(known.everyone.solvers, known.endings.ravel().tolist(), strict=True))
    assert ended == {"most solved": "s", "half solved": "t", "most crashed": "c", "one wrong": "w"}


def test_names_that_are_too_long_lose_what_they_share_and_keep_their_ends() -> None:
    names = [f"sat-cadical:augmented+sequential,seed={n}" for n in (1, 2)] + ["cpsat"]
    assert short_names(names, 40) == {}
    assert short_names(names, 20) == {
        names[0]: "sat-cadical:augmen…1",
        names[1]: "sat-cadical:augmen…2",
    }
    alone = short_names(["a" * 10 + "b" * 30], 11)
    assert list(alone.values()) == ["aaaaa…bbbbb"]
    twins = ["x" * 30 + "y" * 30 + end for end in ("left" * 10, "right" * 10)]
    assert len(set(short_names(twins, 12).values())) == 2


def test_where_every_solver_is_refuted_the_report_says_that_it_ranks_them(tmp_path: Path) -> None:
    put(tmp_path, instances()[2].puzzle)
    written(tmp_path, some_run(instances()[2].puzzle, count=0, valid=0, solutions=(), digest=""))
    written(tmp_path, some_run(instances()[2].puzzle, solver="t"))
    written(
        tmp_path,
        some_run(
            instances()[2].puzzle,
            solver="t",
            repetition=1,
            exhausted=True,
            count=0,
            valid=0,
            solutions=(),
            digest="",
        ),
    )
    found = report_data.report_data(tmp_path)
    assert "t and s are ranked all the same." in page.page(found)


def test_boxes_fields_and_phases_keep_what_was_not_solved(drawn: dict[str, Any]) -> None:
    (slow,) = rows(drawn["boxes"], "boxes", solver="slow")
    assert slow["open"]
    assert not slow["cut"]
    assert slow["high"] == 5.0 or slow["high"] == LIMIT
    assert slow["unsolved"] == "1 out of time"
    (field,) = rows(drawn["classes"], "fields", solver="slow", kind="jigsaw")
    assert field["cut"]
    assert field["text"] == ">=10.0 s"
    parts = {row["phase"]: row["share"] for row in rows(drawn["phases"], "phases", solver="slow")}
    assert sum(parts.values()) == pytest.approx(1)
    assert parts["not known"] > 0.9  # all of the time-out, and what the phases leave


def test_a_puzzle_that_was_not_solved_is_in_the_box_even_if_its_count_is_not_known() -> None:
    values, cut = numpy.array([1.0, 2.0, nan, nan]), numpy.array([False, False, True, True])
    found = boxes.box(values, cut)
    assert found is not None
    assert (found["first"], found["median"], found["third"]) == (1.0, 2.0, 2.0)
    assert found["open"]
    hidden = boxes.box(values[2:], cut[2:])
    assert hidden == {**dict.fromkeys(boxes.ENDS), "cut": True, "open": True}
    assert boxes.box(values[2:], ~cut[2:]) is None


@pytest.mark.parametrize("measure", ["wall", "cpu"])
def test_the_spread_is_the_same_in_the_table_the_page_and_the_figure(
    tmp_path: Path, measure: str
) -> None:
    puzzles = [each.puzzle for each in instances()]
    put(tmp_path, *puzzles)
    runs = []
    for place, each in enumerate(instances()):
        good = {"solutions": (each.solution,), "digest": str(each.solution)}
        runs.append(some_run(each.puzzle, **good, wall_time=1.0, cpu_time=1.0))
        time = {"wall_time": 2.0 + place, "cpu_time": 4.0 + place, "isomorph": 1}
        runs.append(some_run(each.puzzle, **(UNSOLVED if place == 0 else good) | time))
    written(tmp_path, *runs)
    found = report_data.report_data(tmp_path, measure)
    (line,) = table(tmp_path, measure).lines
    assert line.spread is not None
    (row,) = found.spreads
    assert row["median"] == line.spread
    assert row["text"].startswith("" if line.spread_known else ">=")
    assert row["open"]
    shown = tables.comparison(found)
    assert shown.columns[-1] == "spread"
    assert shown.rows[0][-1].value == line.spread
    assert row["text"] == f"{shown.rows[0][-1].text}x"


def test_of_a_counter_every_time_out_is_in_the_figures_and_who_never_reports_is_named(
    counted: Path,
) -> None:
    found = report_data.report_data(counted, "nodes")
    drawn = {figure.name: figure for figure in figures.figures(found)}
    (field,) = rows(drawn["classes"], "fields", solver="slow", kind="jigsaw")
    assert (field["cut"], field["short"], field["text"]) == (True, "0/1", "not known")
    assert field["level"] is not None
    pairs = rows(drawn["matrix"], "pairs", solver="slow")
    assert [(row["text"], row["interval"]) for row in pairs] == [("?", "-")]
    assert all(row["level"] is not None for row in pairs)  # or the field would not be drawn
    forest = drawn["forest"].chart()
    forest["layer"] = [layer for layer in forest["layer"] if layer["mark"]["type"] == "text"]
    reference = {"name": "reference", "value": IMAGE}
    svg = vl_convert.vegalite_to_svg(settled(forest | {"params": [reference]}))
    assert ">?</text>" in svg
    said = {finding.text: finding.more for finding in findings.findings(found)}
    assert said["1 of 4 solvers do not report their nodes."].endswith(": quick.")
    assert {row["solver"] for row in drawn["phases"].data["phases"]} == set(SOLVERS)


def test_of_a_counter_nothing_speaks_of_time(tmp_path: Path) -> None:
    found = report_data.report_data(campaign(tmp_path / "c", isomorphs=0), "nodes")
    drawn = list(figures.figures(found))
    assert {figure.name for figure in drawn} == FIGURES - {"spread"}
    said = [f"{each.text} {each.more}" for each in findings.findings(found)]
    said += [
        f"{figure.title} {figure.reading} {json.dumps(figure.spec)}"
        for figure in drawn
        if figure.name != "phases"
    ]
    said += [table.note for table in tables.tables(found) if table.name in ("pairs", "portfolio")]
    of_time = r"quicker|quickest|slower|slowest|faster|fastest|as long|limit\b|times the time"
    assert [text for text in said if re.search(of_time, text)] == []
    assert any("times the nodes of the chosen solver" in text for text in said)
    assert "measured: nodes" in page.page(found)


def test_every_counter_that_a_solver_reports_stands_beside_the_times(counted: Path) -> None:
    found = report_data.report_data(counted)
    table = tables.scores(found.statistics)
    assert table.columns[-2:] == ("nodes", "conflicts")
    assert {row[0].text: row[-1].text for row in table.rows} == {
        **dict.fromkeys({*SOLVERS} - {"faulty"}, "3.00"),
        "quick": "-",
    }
    data = page.payload(found, list(figures.figures(found)))
    slow, quick = (data["solvers"].index(name) for name in ("slow", "quick"))
    jigsaw = data["puzzles"].index("jigsaw-1")
    assert data["counters"]["conflicts"][quick] is None
    assert data["counters"]["conflicts"][slow][jigsaw] is None
    assert data["counters"]["nodes"][slow][1 - min(jigsaw, 1)] == 12


def test_of_too_many_counts_whole_counters_are_left_out(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_data, "MOST_COUNTS", 4 * len(SOLVERS))
    assert set(report_data.report_data(small).counters) == {"nodes"}


def test_a_curve_is_thinned_to_what_can_be_seen_and_keeps_its_ends() -> None:
    places = curves.thinned(100_000)
    assert len(places) == curves.MOST
    assert (places[0], places[-1]) == (0, 99_999)
    assert curves.thinned(3) == [0, 1, 2]


class Texts(HTMLParser):
    """The tags of a page and their texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def test_the_page_says_first_who_was_refuted_and_why(text: str) -> None:
    found = " ".join(Texts(text).texts)
    assert "faulty was refuted, in 1 run." in found
    assert f"nine-1: faulty claims no solution, but {instances()[1].solution} is one" in found
    order = [text.index(f'id="{name}"') for name in ("findings", "conflicts", "solvers", "cactus")]
    assert order == sorted(order)


def test_the_page_is_whole_and_names_no_other_place(text: str) -> None:
    assert len(text) < 2_000_000
    tags = Texts(text).tags
    assert not [tag for tag, _ in tags if tag in ("img", "iframe", "object", "embed", "video")]
    for tag, attributes in tags:
        for name in ("src", "href", "action", "data"):
            assert (attributes.get(name) or "#").startswith(("#", "data:,")), (tag, attributes)
    policy = next(a["content"] for _, a in tags if "http-equiv" in a) or ""
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "connect-src" not in policy
    style = (page.PAGE / "report.css").read_text()
    assert "url(" not in style
    assert "@import" not in style


def test_names_from_outside_are_text_and_pages_the_same_each_time(
    made: report_data.ReportData, text: str
) -> None:
    assert page.page(made) == text
    assert IMAGE not in text
    assert SCRIPT not in text
    assert text.count("</script>") == 3  # the data, the libraries, the page's own
    assert any(IMAGE in words for words in Texts(text).texts)


def test_the_data_of_the_page_has_every_run(made: report_data.ReportData) -> None:
    data = page.payload(made, list(figures.figures(made)))
    slow, faulty = (data["solvers"].index(name) for name in ("slow", "faulty"))
    places = {name: place for place, name in enumerate(data["puzzles"])}
    assert len(places) == 4
    assert data["states"][slow][places["jigsaw-1"]] == "t"
    assert data["states"][faulty][places["nine-1"]] == "w"
    said = data["sentences"][data["answers"][slow][places["jigsaw-1"]]]
    assert said == "out of time"
    said = data["sentences"][data["answers"][faulty][places["nine-1"]]]
    assert said.startswith("REFUTED. It claimed: no solution. It claims no solution, but")
    board = data["boards"][places["jigsaw-1"]]
    assert board["solutions"] == [str(instances()[0].solution)]
    assert data["shapes"][board["shape"]]["areas"] == instances()[0].puzzle.regions


def test_of_too_many_reasons_the_last_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST", 7)
    assert answers.shortened(["abc", "abcd", "e", "f"]) == ["abc", "abcd", "", ""]


def test_what_a_page_offers_to_check_is_the_puzzle() -> None:
    special = [shape(9, rules=["diagonals"]), shape(6, box=(3, 2)), shape(5, rules=["latin"])]
    puzzles = [each.puzzle for each in instances()]
    marks = [frozenset({1, 2, 3, 4}) - {cell % 4 + 1} for cell in range(16)]
    puzzles.append(Puzzle(shape(4), Grid([0] * 16), tuple(marks)))
    puzzles += [Puzzle(one, Grid([0] * one.size**2)) for one in special]
    for puzzle in puzzles:
        assert read(boards.copied(puzzle)) == puzzle
    assert boards.copied(instances()[1].puzzle) == str(instances()[1].puzzle)


def test_the_command_asks_the_same_again(made: report_data.ReportData) -> None:
    assert made.asked is not None
    other = replace(
        made.asked, cold=True, limit=None, isomorphs=3, shard="1/2", memory_limit=123456789
    )
    far = replace(other, time_limit=1e-4, cpu_limit=None, collection="-8", reading="--box 2x4")
    plain, busy = made.table, replace(made.table, jobs=(1, 3), best_effort=2)
    for asked, of in ((made.asked, plain), (other, busy), (far, busy)):
        words = shlex.split(command(asked, of))
        assert words[:2] == ["accord", "bench"]
        said = bench_command.make_context("bench", words[2:]).params
        assert said["source"] == asked.collection
        for name in ASKED:
            assert (said[name] or None) == (getattr(asked, name) or None), name
        assert said["shard"] == ((1, 2) if asked.shard else None)
        assert said["box"] == ((2, 4) if asked is far else None)
        assert (said["jobs"], said["engine"]) == (3 if of is busy else 1, "local")
        assert said["best_effort"] == (of is busy)
    there = replace(plain, sessions=(Session("1", "2026", engine="dask"),))
    assert "--engine dask" in command(made.asked, there)


def test_how_the_puzzles_were_read_is_in_the_command_and_is_no_other_question(
    tmp_path: Path,
) -> None:
    puzzles, folder = tmp_path / "diag.txt", tmp_path / "c"
    puzzles.write_text("1..4........4..1\n")
    asked = (puzzles, "--rules", "diagonals", "-j", "2", "-o", folder)
    assert run_here("bench", *asked, "-s", "backtracking-mrv", "-q").returncode == 0
    found = report_data.report_data(folder)
    assert found.asked is not None
    line = command(found.asked, found.table)
    assert "--rules diagonals" in line
    assert "-j 2" in line
    for again in (shlex.split(line)[2:], [folder / "campaign.toml"]):
        assert run_here("bench", *again, "-q", "-o", tmp_path / "again").returncode == 0
        assert read_question(tmp_path / "again") == found.asked
        rmtree(tmp_path / "again")
    settle(folder, replace(found.asked, reading=""))  # of before it was recorded
    assert "reading" not in replace(found.asked, reading="").toml()


def test_what_the_command_cannot_say_stands_beside_it(made: report_data.ReportData) -> None:
    assert made.asked is not None

    def said(**changes: Any) -> str:
        assert made.asked is not None
        return " ".join(remarks(replace(made.asked, **changes), made.table))

    assert "no collection that ships" in said()
    assert "standard input" in said(collection="-")
    assert "holds other puzzles today" in said(collection="tour")
    with TemporaryDirectory() as scratch:
        today = deduplicate(instances_of("tour"), Path(scratch)).digest
    there = {"collection": "tour", "digest": today}
    assert said(**there) == ""
    assert "gone.toml is not there" in said(solvers=("gone.toml", "cpsat"), **there)
    assert "away/x.txt and y.py are not there" in said(collection="away/x.txt", solvers=["y.py:f"])
    assert "not there" not in said(solvers=(f"{__file__}:f",), **there)


@pytest.mark.parametrize(
    ("puzzles", "said"),
    [(3, "All 3 puzzles have their verdict."), (5, "3 of 5 puzzles have a verdict so far.")],
)
def test_puzzles_that_were_not_run_have_no_verdict(
    made: report_data.ReportData, puzzles: int, said: str
) -> None:
    known = replace(made.table, verdicts={"unique (agreed)": 3}, puzzles=puzzles)
    assert said in [each.text for each in findings.findings(replace(made, table=known))]


@pytest.mark.parametrize(
    ("values", "cut", "median", "bound"),
    [
        ([3.0, 1.0], [False, False], 2.0, False),
        ([1.0, 10.0], [False, True], 5.5, True),
        ([10.0, 1.0, 2.0], [True, False, False], 2.0, False),
        ([10.0, 1.0, 10.0], [True, False, True], 10.0, True),
        ([nan, 4.0], [True, False], 4.0, True),
    ],
)
def test_the_median_of_a_box_is_that_of_the_table(
    values: list[float], cut: list[bool], median: float, bound: bool
) -> None:
    found = boxes.box(numpy.array(values), numpy.array(cut))
    assert found is not None
    assert (found["median"], found["cut"]) == (median, bound)


def test_tables_have_what_was_found_in_every_format(made: report_data.ReportData) -> None:
    found = {table.name: table for table in tables.tables(made)}
    assert set(found) == TABLES
    rows_ = csv.DictReader(tables.report(found["comparison"]).csv().split("\n"))
    lines = {row["solver"]: row for row in rows_}
    assert lines["faulty"]["wrong"] == "1"
    assert (lines["slow"]["solved"], lines["slow"]["mean bound"]) == ("3/4", ">=")
    assert float(lines["slow"]["mean"]) == pytest.approx((3 * 5 + LIMIT) / 4)
    for row in csv.DictReader(tables.report(found["pairs"]).csv().split("\n")):
        low, ratio, high = (
            float(row[name]) for name in ("95 % interval low", "ratio", "95 % interval high")
        )
        assert low <= ratio <= high
    text = tables.report(found["comparison"]).latex()
    assert text.count("\\\\\n") == 1 + len(SOLVERS)
    assert "$<$img src=x onerror=alert(1)$>$" in text
    assert "mean (s)" in text
    assert r" $\geq$6.25 & " in text
    assert "&lt;img" in tables.report(found["comparison"]).markdown()


def test_the_command_writes_page_figures_and_tables(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "c")
    out, pictures, tables = tmp_path / "o" / "r.html", tmp_path / "f", tmp_path / "t"
    asked = (folder, "-o", out, "--figures", pictures, "--tables", tables)
    result = run_here("report", *asked)
    assert result.returncode == 1  # as a solver was refuted, which is said once all is written
    assert result.stderr == "accord: faulty was refuted, in 1 run.\n"
    assert set(result.stdout.split("\n")[:-1]) == {
        str(out),
        *(
            str(pictures / f"{name}.{ending}")
            for name in FIGURES
            for ending in ("svg", "pdf", "png", "csv")
        ),
        *(str(tables / f"{name}.{ending}") for name in TABLES for ending in ("csv", "md", "tex")),
    }
    svg = (pictures / "scatter.svg").read_text()
    assert "not solved" in svg
    assert "var(" not in svg
    assert (pictures / "scatter.png").read_bytes().startswith(b"\x89PNG")
    assert (pictures / "scatter.pdf").read_bytes().startswith(b"%PDF")
    (environment,) = (folder / "environments").iterdir()
    assert json.loads(environment.read_text())["cores"] == 2


def test_without_a_conflict_the_command_ends_well(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    folder.mkdir()
    put(folder, instances()[2].puzzle)
    written(folder, some_run(instances()[2].puzzle))
    result = run_here("report", folder)
    assert (result.returncode, result.stdout) == (0, f"{folder / 'report.html'}\n")
    data = report_data.report_data(folder)
    contradicted = replace(data, table=replace(data.table, contradicted=1))
    assert [each.conflict for each in findings.findings(contradicted)][:2] == [False, True]


def test_a_solver_that_solves_nothing_or_cannot_be_asked_is_in_the_report(tmp_path: Path) -> None:
    asked = instances()[2].puzzle
    lone = some_run(asked, **LATE)
    mute = {"solver": "m", "outcome": "UNSUPPORTED"}
    for name, others in (("alone", []), ("mute", [mute])):
        (tmp_path / name).mkdir()
        put(tmp_path / name, asked)
        written(tmp_path / name, lone, *(some_run(asked, **LATE | other) for other in others))
        found = report_data.report_data(tmp_path / name)
        drawn = {figure.name: figure for figure in figures.figures(found)}
        assert rows(drawn["boxes"], "boxes", solver="s")[0]["text"] == ">=10.0 s"
        text = page.page(found)
        assert "were collected without a question" in text
        assert "1 of 1 times a puzzle was not solved: 1 out of time." in text.replace("<wbr>", "")


def test_without_its_extra_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("scipy", "altair"):
        monkeypatch.setitem(sys.modules, name, None)
    result = run_here("report", tmp_path)
    assert result.returncode == 3
    assert "found no altair and no scipy" in result.stderr
    assert "pip install" in result.stderr


def test_a_large_campaign_is_sampled_and_keeps_every_one_sided_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scatter, "SAMPLE", 50)
    monkeypatch.setattr(page, "SAMPLE", 50)
    large_campaign(tmp_path / "large", 4, 200)
    large = report_data.report_data(tmp_path / "large")
    sample = large.statistics.sample
    text = page.page(large)
    assert "Drawn are 50 of the 200 puzzles, a sample made with the seed 0" in text
    names = (sample.solvers[0], sample.solvers[-1])
    endings = large.statistics.endings[[large.statistics.everyone.place(name) for name in names]]
    found = scatter.rows(sample.of(*names), large.names, endings)["points"]
    both = sample.of(*names).solved
    apart = set(((both[0] != both[1]) | (endings == "w").any(axis=0)).nonzero()[0].tolist())
    assert apart
    assert apart <= {point["p"] for point in found}
    assert 50 <= len(found) <= 50 + len(apart)
    assert len(large.boards) == 200
    kept = {name for name, board in zip(large.names, large.boards, strict=True) if board}
    assert {large.names[place] for place in apart} <= kept


ANY = ("outcomes", "phases")  # figures that are of no measure
MANY = [f"solver-{number:02}-of-a-long-name" for number in range(9)]
MANY += ["cpsat:seed=3,workers=4", 'my.py:"solve"', "x"]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve solvers, whose curves end close together, on forty puzzles, of which one solves 30."""
    folder = tmp_path_factory.mktemp("many")
    put(folder, *FORTY)
    rows_ = []
    for number, name in enumerate(MANY):
        solver, _, settings = name.partition(":") if "=" in name else (name, "", "")
        who = {"solver": solver, "settings": settings, "engine": name, "model": name}
        for place, puzzle in enumerate(FORTY):
            time = 0.01 * (1 + place) * 1.01**number
            spent = {"wall_time": time, "search_time": time / 4, "encode_time": 3 * time / 4}
            late = LATE if number == 4 and place >= 30 else {}
            rows_.append(some_run(puzzle, **who | {"solutions": (A,)} | spent | late))
    written(folder, *rows_)
    return folder


@pytest.fixture(scope="module")
def printed(many: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders of the figures, as on a screen and as in a column of 3.3 inches."""
    made = report_data.report_data(many)
    found = {}
    for name, size in (("screen", None), ("paper", PaperSize(3.3 * 72, 8))):
        found[name] = tmp_path_factory.mktemp(name)
        list(figures.save(made, found[name], size=size))
    return found


def texts(svg: str) -> list[tuple[float, float, str]]:
    """The texts of a drawing, each with its place in its group."""
    found = re.findall(r'translate\(([-\d.]+),([-\d.]+)\)"[^>]*>([^<]+)</text>', svg)
    return [(float(x), float(y), text) for x, y, text in found]


@pytest.mark.parametrize("where", ["screen", "paper"])
@pytest.mark.parametrize("name", ["cactus", "ecdf"])
def test_every_curve_has_its_name_beside_it_and_no_two_names_overlap(
    where: str, name: str, printed: dict[str, Path]
) -> None:
    svg = (printed[where] / f"{name}.svg").read_text().replace("&quot;", '"')
    short = short_names(MANY, 19)
    names = {short.get(each, each) for each in MANY}
    named = [each for each in texts(svg) if each[2] in names]
    assert sorted(each[2] for each in named) == sorted(names)
    assert len({x for x, *_ in named}) == 1
    heights = sorted(y for _, y, _ in named)
    assert numpy.diff(heights).min() >= 12.9  # of 11 each


def test_curves_differ_in_colour_or_dash_and_in_mark_or_filling() -> None:
    looks = [(place % len(COLOURS), tuple(DASHES[place])) for place in range(STYLES)]
    assert len({*looks}) == STYLES == 2 * len(SHAPES)
    assert len({place % len(SHAPES) for place in range(len(SHAPES))}) == len(SHAPES)


@pytest.mark.parametrize("seed", range(5))
def test_names_stand_apart_between_the_ends_and_move_no_further_than_they_must(seed: int) -> None:
    rng = numpy.random.default_rng(seed)
    wanted = sorted(rng.uniform(0, 100, 8).tolist())
    found = numpy.array(curves.apart(wanted, 13, 100))
    assert (numpy.diff(found) >= 13 - 1e-9).all()
    assert found.min() >= 0
    assert found.max() <= 100 + 1e-9
    far = ((found - wanted) ** 2).sum()
    others = rng.uniform(0, 100 - 7 * 13, (2000, 8))
    others = numpy.sort(others, axis=1) + 13 * numpy.arange(8)
    assert (((others - wanted) ** 2).sum(axis=1) >= far - 1e-9).all()
    assert curves.apart([1, 20, 80], 13, 100) == [1, 20, 80]


def test_the_csv_of_curves_has_every_time_and_nothing_to_quote(
    many: Path, printed: dict[str, Path]
) -> None:
    text = (printed["paper"] / "cactus.csv").read_text()
    assert text == (printed["screen"] / "cactus.csv").read_text()
    assert '"' not in text
    head, *lines = (line.split(",") for line in text.splitlines())
    assert {len(line) for line in lines} == {1 + len(MANY)} == {len(head)}
    assert {"cpsat:seed=3_workers=4", "my.py:_solve_", MANY[0]} <= {*head}
    made = report_data.report_data(many).statistics.sample
    for place, solver in enumerate(made.solvers):
        times = sorted(made.values[place][made.solved[place]].tolist())
        column = [line[1 + place] for line in lines]
        assert [float(each) for each in column if each != "nan"] == times
        assert head[1 + place] == re.sub(r'[",]', "_", solver)
    assert [line[0] for line in lines] == [str(1 + place) for place in range(40)]


@pytest.mark.parametrize("where", ["screen", "paper"])
def test_no_two_headings_of_a_matrix_overlap(where: str, printed: dict[str, Path]) -> None:
    svg = (printed[where] / "matrix.svg").read_text()
    found = re.findall(r"translate\(([\d.]+),-\d+\) rotate\(-(\d+)\)", svg)
    assert len(found) == len(MANY)
    (angle,) = {float(angle) for _, angle in found}
    between = [float(right) - float(left) for (left, _), (right, _) in pairwise(found)]
    assert min(between) * sin(radians(angle)) > 11  # pixels of a letter


def test_on_paper_a_figure_is_so_wide_in_every_format_and_its_letters_so_large(
    printed: dict[str, Path],
) -> None:
    folder = printed["paper"]
    for file in folder.glob("*.svg"):
        width, height = re.findall(r'width="([\d.]+)pt" height="([\d.]+)pt"', file.read_text())[0]
        pdf = file.with_suffix(".pdf").read_bytes()
        (box,) = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
        sizes = [float(width), *map(float, box)]
        assert sizes == pytest.approx([237.6, 237.6, float(height)], abs=0.1)
        png = file.with_suffix(".png").read_bytes()
        assert int.from_bytes(png[16:20]) == pytest.approx(990, abs=1)
        drawn = float(re.findall(r'viewBox="0 0 ([\d.]+) ', file.read_text())[0])
        assert 11 * 237.6 / drawn == pytest.approx(8, abs=0.4), file.name
    captions = (folder / "captions.txt").read_text()
    assert all(f"{name}: " in captions for name in ("cactus", "forest", "differences"))
    assert "the chosen solver" not in captions
    assert "How the puzzles ended" not in (folder / "outcomes.svg").read_text()
    assert "How the puzzles ended" in (printed["screen"] / "outcomes.svg").read_text()


def test_a_forest_and_a_diagram_of_ranks_say_what_they_compare_over_what(
    many: Path, printed: dict[str, Path]
) -> None:
    made = report_data.report_data(many)
    for name, parts in (
        ("forest", ("times the wall time of", "geometric mean over all 40 puzzles")),
        ("differences", ("mean rank by wall time over all 40 puzzles",)),
    ):
        svg = (printed["screen"] / f"{name}.svg").read_text()
        said = " ".join(re.findall(">([^<]+)<", svg))
        assert all(part in said for part in parts)
        assert "the chosen solver" not in said
    mute = replace(made.statistics.sample, unreported=("mute",))
    partly = replace(made, statistics=replace(made.statistics, sample=mute))
    left_out = {each.name for each in figures.figures(partly) if "time: mute." in each.reading}
    assert left_out == {file.stem for file in printed["paper"].glob("*.svg")} - {*ANY}
    made = report_data.report_data(many, "search")
    for figure in figures.figures(made):
        words = json.dumps(figure.spec) + figure.reading
        assert ("search time" in words) == (figure.name not in ANY)
        if figure.name == "cactus":
            assert min(row["cost"] for row in figure.data["curve"]) == pytest.approx(0.0025)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--width", "3.3in"), "found --width without --figures, expected both"),
        (("--pair", "a", "b"), "found --pair without --figures, expected both"),
        (("--figures", "f", "--font", "8"), "found --font without --width, expected both"),
        (("--figures", "f", "--width", "3.3"), "found '3.3', expected 1in to 50in, as 3.3in"),
        (("--figures", "f", "--width", "9mm"), "found '9mm', expected 1in to 50in, as 3.3in"),
    ],
)
def test_a_size_that_is_none_is_refused(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ended = run_here("report", tmp_path, *words)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_the_parts_of_the_page_agree_on_colours() -> None:
    style = (page.PAGE / "report.css").read_text()
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", style)) - {"--size"}
    dark = style[style.index("prefers-color-scheme: dark") :].partition("}")[0]
    from accord.views.report.figures.figure import daylight

    assert used <= set(daylight())
    assert set(re.findall(r"(--[a-z0-9-]+):", dark)) == set(daylight())
