"""Names from files: whatever is in them, a terminal obeys none of it and no line is forged."""

import json
import re
from pathlib import Path

import pytest

import accord
from command_line import run_here
from optional import library, slow
from places import SUPPORT

NAME = "a\x1b[2J\x1b]0;t\x07\u202e\nverdict: unique (agreed: 9 solvers, 9 engines)\r"
SHOWN = r"a\x1b[2J\x1b]0;t\x07\u202e\nverdict: unique (agreed: 9 solvers, 9 engines)\r"
FILE = "a\x1b[2J\u202e\nverdict\r.py"  # of a solver
FORMULA = '=HYPERLINK("http://x","y")'
TWO = "..343412..434321"
WRONG = f"{SUPPORT / 'wrong_solvers.py'}:stops_after_one"
SOLVERS = ("-s", "backtracking-mrv", "-s", WRONG)


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("puzzles") / "p\x1b[31mred\nverdict: none.jsonl"
    records = [
        {"name": NAME, "givens": TWO, "solution": "1" * 16},
        {"name": FORMULA, "givens": TWO, "expected": {"count": 7}},
    ]
    file.write_text("".join(json.dumps(each) + "\n" for each in records))
    return file


@pytest.mark.parametrize(
    "command",
    [
        ("check", *SOLVERS),
        ("check", "-v", *SOLVERS),
        ("solve", "-s", f"{SUPPORT / 'wrong_solvers.py'}:crashes"),
        ("verify", "--unique", *SOLVERS),
        ("explain",),
        ("convert", "--format", "sdm"),
        ("verify", "--regions", "12\x1b[2J"),
    ],
)
def test_no_command_prints_a_character_that_a_terminal_obeys(
    command: tuple[str, ...], puzzles: Path
) -> None:
    done = run_here(*command, "--file", puzzles)
    for line in f"{done.stdout}\n{done.stderr}".splitlines():
        assert line.isprintable()
        assert "9 solvers" not in line or not line.startswith("verdict")
    if command[0] in ("check", "solve", "verify") and "--regions" not in command:
        assert SHOWN in done.stdout + done.stderr


def test_no_name_or_reason_becomes_a_picture(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from accord.solvers.interface import GaveUpError\n\n\n"
        'def fire(puzzle, budget):\n    raise GaveUpError("no :rocket:")\n    yield\n'
    )
    records = [{"name": f"{each}:bomb:", "givens": TWO} for each in range(2)]
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, records)))
    solver = f"{tmp_path / 'mine.py'}:fire"
    printed = run_here("check", "--file", tmp_path / "c.jsonl", "-s", solver).stdout
    assert f"GAVE UP {solver}: no :rocket:" in printed
    assert "0:bomb:" in printed


@pytest.fixture(scope="module")
def campaign(puzzles: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign") / "out"
    own = folder.parent / FILE
    own.write_text("def solve(puzzle, budget):\n    yield from ()\n")
    run_here("bench", puzzles, *SOLVERS, "-s", f"{own}:solve", "-o", folder, "-q")
    return folder


def test_a_campaign_shows_names_safely_and_keeps_them(campaign: Path) -> None:
    slow()
    for words in (("table",), ("table", "--format", "markdown"), ("table", "--by", "class")):
        done = run_here(*words, campaign)
        assert all(line.isprintable() for line in done.stdout.splitlines())
        assert SHOWN in done.stdout or "--by" in words
    assert NAME in {*accord.load(campaign)["instance"]}


def test_no_message_begins_a_line_within_a_name(campaign: Path) -> None:
    library("scipy")
    own = campaign.parent / FILE
    for words in (
        ("compare", campaign, campaign),
        ("compare", campaign, campaign, "--format", "markdown"),
        ("check", TWO, "-s", f"{own}:other"),
        ("check", TWO, "-s", f"{own}:solve:order=up"),
        ("trace", TWO, "-s", f"{own}:solve"),
        ("table", campaign / NAME),
        ("check", TWO, NAME, "--box", NAME),
        ("check", TWO, f"--{NAME}"),
    ):
        done = run_here(*words)
        lines = f"{done.stdout}\n{done.stderr}".splitlines()
        assert all(line.isprintable() for line in lines)
        assert not [line for line in lines if line.startswith("verdict")]
        assert r"\nverdict" in done.stdout + done.stderr


def test_report_and_figures_show_names_safely_also_where_a_link_leads(
    campaign: Path, tmp_path: Path
) -> None:
    slow()
    library("altair")
    link = tmp_path / "link.html"
    link.symlink_to(tmp_path / "page.html")
    run_here("report", campaign, "-o", link, "--figures", tmp_path / "figures")
    assert link.is_symlink()
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", page)
    assert r"\x1b[2J" in page
    assert "</html>" in page
    drawings = [file.read_text("utf-8") for file in (tmp_path / "figures").glob("*.svg")]
    assert "a\ufffd[2J\ufffd\ufffdverdict" in "".join(drawings)
    lines = [line.replace("95\xa0%", "") for each in drawings for line in each.splitlines()]
    assert all(map(str.isprintable, lines))


def test_csv_has_no_formulas_and_returns_the_names(puzzles: Path) -> None:
    done = run_here("convert", "--file", puzzles, "--format", "csv")
    assert f'\n"\'{FORMULA.replace(chr(34), chr(34) * 2)}",' in done.stdout
    back = run_here("convert", "-", "--format", "json", text=done.stdout)
    assert [json.loads(line)["name"] for line in back.stdout.splitlines()] == [NAME, FORMULA]


def test_a_report_for_which_there_is_no_room_is_named(campaign: Path, tmp_path: Path) -> None:
    slow()
    library("altair")
    pipe = tmp_path / "device"
    pipe.symlink_to("/dev/full")
    done = run_here("report", campaign, "-o", pipe)
    assert (done.returncode, pipe.is_symlink()) == (2, True)
    assert "device: No space left on device" in done.stderr
