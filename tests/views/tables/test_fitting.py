"""Tables on narrow terminals: numbers are whole, and columns that have no room are named."""

import json
import sys
from io import StringIO
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

from accord.__main__ import cli
from accord.bench.analysis.table import table
from accord.cli.output import line, note, show, wrapped
from accord.views.tables.table import report
from accord.views.tables.text import ALWAYS, Legend, as_table
from command_line import run_here
from optional import library
from stored_rows import FOUR, put, some_run, written

HEADINGS = ("solver", "family", "solved", "interval", "PAR-2", "verdict", "nodes")
LONG = "sat-cadical:augmented+sequential,seed="
ROWS = [
    (f"{LONG}1", "sat", "15/15", "0.5021 to 1.734", "12.3 ms", "not distinguishable", "1,234,567"),
    (f"{LONG}2", "sat", "9/15", "0.0001 to 9.999", ">=400 ms", "faster", ">=99,999"),
]


def printed(width: int, spare: tuple[str, ...] = ("family", "nodes")) -> str:
    console = Console(width=width, file=StringIO(), highlight=False)
    console.print(as_table(HEADINGS, ROWS, 2, spare))
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_with_room_every_column_is_there_and_names_are_whole() -> None:
    text = printed(200)
    assert all(cell in text for row in (HEADINGS, *ROWS) for cell in row)
    assert "left out" not in text


@pytest.mark.parametrize("width", range(40, 150))
def test_at_any_width_a_number_is_whole_or_its_column_is_named_as_left_out(width: int) -> None:
    text = printed(width)
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    left_out = text.partition("left out for want of room: ")[2]
    there = [heading for heading in HEADINGS if heading in lines[0]]
    assert {*there} == {heading for heading in HEADINGS if heading not in left_out}
    for row in ROWS:
        for heading, cell in zip(HEADINGS, row, strict=True):
            if heading in there and any(map(str.isdigit, cell)) and heading != "solver":
                assert cell in text
    names = [line.split()[0] for line in lines if line.startswith("sat-")]
    assert [name[-1] for name in names] == ["1", "2"]


@pytest.mark.parametrize("width", range(40, 150))
def test_words_give_way_to_numbers(width: int) -> None:
    """Of two columns of words one cannot be broken; at 80 characters the last number lost two."""
    headings = ("problem", "solver", "change", "value old", "value new", "proved")
    rows = [
        ("sequence-16", "backtracking-mrv", "worse value", "52", "68", "0/2"),
        ("photo-9", "highs", "better value", "3", "5", "1/2"),
    ]
    console = Console(width=width, file=StringIO(), highlight=False)
    console.print(as_table(headings, rows, 3))
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    there = [heading for heading in headings if heading in text.splitlines()[0]]
    left_out = " ".join(text.split()).partition("left out for want of room: ")[2]
    for place, heading in enumerate(headings[3:], 3):
        if heading in there:
            assert all(row[place] in text for row in rows)
        else:
            assert heading in left_out


def test_spare_columns_go_first_and_then_those_on_the_right() -> None:
    seen: list[str] = []
    for width in range(150, 40, -1):
        left_out = printed(width).partition("left out for want of room: ")[2]
        names = " ".join(left_out.split()).partition(";")[0].replace(" and ", ", ").split(", ")
        seen += [name for name in names if name and name not in seen]
    assert seen == ["family", "nodes", "verdict", "PAR-2", "interval"]


@pytest.mark.parametrize(
    ("width", "said"),
    [(150, "one: x; two: y. three: z. the rest."), (70, "two: y. the rest."), (30, "the rest.")],
)
def test_columns_that_are_left_out_are_not_explained(
    width: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    legend = Legend(
        ({"nodes"}, "one: x;"),
        ({"verdict", "family"}, "two: y."),
        ({"nodes", "PAR-2"}, "three: z."),
        (ALWAYS, "the rest."),
    )
    assert legend == "one: x; two: y. three: z. the rest."
    monkeypatch.setattr("accord.cli.output.console", lambda: Console(width=width))
    spare = ("nodes", "PAR-2", "interval")
    show(as_table(HEADINGS, ROWS, 2, spare), legend, Legend(({"nodes"}, "not without it.")), "end")
    lines = " ".join(capsys.readouterr().out.split())
    assert lines.endswith(f"{said} {'not without it. ' * (width == 150)}end")


def test_a_sentence_is_wrapped_and_no_number_leaves_its_unit() -> None:
    text = "the limit is 10 s and the rest took 15 ms of 2 GiB and 95 % of it, or 3 puzzles"
    for width in range(8, 90):
        lines = list(wrapped(text, width))
        assert " ".join(lines) == text
        for whole in ("10 s", "15 ms", "2 GiB", "95 %"):
            assert any(whole in line for line in lines)


@pytest.mark.parametrize("width", [40, 80])
def test_on_a_terminal_lines_are_broken_between_words(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "REFUTED mine.py:solve claims no solution besides its 1, but 3241142323144132 is one of"
    puzzle = f"solution: {'.' * 81}"
    line(said)
    assert capsys.readouterr().out == f"{said}\n"  # whole in a pipe
    monkeypatch.setenv("COLUMNS", str(width))
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    line(said)
    line(puzzle)
    note(said)
    printed = capsys.readouterr()
    *lines, last = printed.out.splitlines()
    assert (" ".join(lines), last) == (said, puzzle)
    assert " ".join(printed.err.split()) == f"accord: {said}"
    assert max(map(len, (*lines, *printed.err.splitlines()))) <= width


def test_every_command_that_prints_a_table_prints_all_columns_if_asked_and_json() -> None:
    context = click.Context(cli)
    commands = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    wide = {
        name: options
        for name, command in commands.items()
        if command and "--wide" in (options := {o for each in command.params for o in each.opts})
    }
    expected = "audit bench check collections compare doctor encodings explain grade"
    further = "fuzz ladder merge rank scores solvers speed stats table"
    assert set(wide) == {*expected.split(), *further.split()}
    assert all("--json" in options for options in wide.values())


def test_tables_as_json(tmp_path: Path) -> None:
    put(tmp_path, *FOUR[:2])
    written(tmp_path, *(some_run(puzzle, solver=name) for puzzle in FOUR[:2] for name in "ab"))
    whole = json.loads(run_here("table", tmp_path, "--json").stdout)
    assert [line["solved"] for line in whole["lines"]] == [2, 2]
    parts = json.loads(run_here("table", tmp_path, "--by", "size", "--json").stdout)
    assert parts["kinds"] == ["4x4"]
    found = CliRunner().invoke(cli, ["collections", "--json"]).stdout
    assert {each["name"] for each in json.loads(found)} > {"9x9", "tour"}


@pytest.mark.parametrize(
    ("settings", "same"),
    [("branching=binary,filter=gac,order=first", True), ("order=first", False)],
)
def test_of_the_same_search_a_table_says_so_and_keeps_the_nodes(
    settings: str, same: bool, tmp_path: Path
) -> None:
    put(tmp_path, *FOUR[:2])
    asked = {"solver": "backtracking-mrv", "settings": settings, "nodes": 3}
    written(tmp_path, *(some_run(puzzle, **asked) for puzzle in FOUR[:2]))
    shown, *others = report(table(tmp_path)).text()
    console = Console(width=60, file=StringIO(), highlight=False)
    console.print(shown)
    assert ("nodes" in console.file.getvalue().splitlines()[0]) == same  # type: ignore[attr-defined]
    assert any(str(each).startswith("same search: ") for each in others) == same


def test_statistics_as_json(tmp_path: Path) -> None:
    library("scipy")
    put(tmp_path, *FOUR[:2])
    written(tmp_path, *(some_run(puzzle, solver=name) for puzzle in FOUR[:2] for name in "ab"))
    found = json.loads(run_here("stats", tmp_path, "--json").stdout)
    assert [each["solver"] for each in found["solvers"]] == ["a", "b"]
    (pair,) = found["pairs"]
    assert (pair["ratio"], pair["typical"], pair["typical_low"]) == (1, 1, None)
