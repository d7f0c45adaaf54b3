"""`accord fetch`: what it prints is what other commands take; and nothing else uses the net."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from accord.__main__ import cli
from accord.bench.make.fetching import download
from accord.cli.help_pages import WithExamples
from command_line import run_here as accord
from format_samples import NAKED, PAIRS
from places import ROOT
from puzzle_server import NAKED_SOLUTION, PuzzleServer, puzzle_server, relabelled, service

LINES = f"{NAKED}\n{PAIRS}\n".encode()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PuzzleServer]:
    monkeypatch.setenv("ACCORD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(download, "PAUSE", 0.001)
    with puzzle_server({"/api/": service(), "/puzzles.zip": LINES}) as found:
        yield found


def test_the_examples_work(server: PuzzleServer) -> None:
    server.answers["/api/"] = service(different=36)
    command = cli.get_command(click.Context(cli), "fetch")
    assert isinstance(command, WithExamples)
    for line in command.examples:
        words = line.replace("https://a-page.example", server.url).split()[1:]
        words += ["--server", server.at("/api/")] if "youdosudoku" in words else []
        assert line.startswith("#") or accord(*words).returncode == 0


def test_fewer_puzzles_than_asked_for_are_kept_and_a_finding(server: PuzzleServer) -> None:
    done = accord("fetch", "youdosudoku", "--count", 12, "--server", server.at("/api/"))
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 1)
    assert "kept 9 of 12: " in done.stderr


def test_what_was_fetched_is_a_file_for_every_command(server: PuzzleServer) -> None:
    done = accord("fetch", "youdosudoku", "--count", 3, "--server", server.at("/api/"))
    path = done.stdout.strip()
    size = f"{Path(path).stat().st_size:,} bytes"
    said = f"youdosudoku-easy-1: 3 puzzles in 1 file, {size}; licence: not stated"
    assert done.stderr == f"accord: {said}\n"
    solved = accord("solve", "--file", path, "-s", "backtracking-mrv").stdout.split()
    assert solved == [relabelled(NAKED_SOLUTION, shift) for shift in (1, 2, 3)]
    assert "youdosudoku-easy-1/0002" in accord("collections", path).stdout
    checked = accord("check", "--file", path, "-s", "backtracking-mrv", "-s", "dancing-links")
    assert (checked.returncode, checked.stdout.count("verdict: unique")) == (0, 3)


def test_the_list_says_what_there_is_and_whether_it_was_changed(server: PuzzleServer) -> None:
    nothing = accord("fetch", "--list")
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert "nothing was fetched into" in nothing.stderr
    path = accord("fetch", server.at("/puzzles.zip"), "--licence", "CC0-1.0").stdout.strip()
    (row,) = json.loads(accord("fetch", "--list", "--json").stdout)
    assert (row["licence"], row["state"], row["paths"]) == ("CC0-1.0", "as fetched", [path])
    assert row["source"] == server.at("/puzzles.zip")
    assert re.search(r"puzzles +\S+/puzzles\.zip", accord("fetch", "--list", "--wide").stdout)
    Path(path).write_bytes(b"")
    assert "changed" in accord("fetch", "--list").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "found no SOURCE and no --list, or both"),
        (["youdosudoku", "--list"], "found no SOURCE and no --list, or both"),
        (["youdosudoku", "--difficulty", "evil"], "expected one of easy, medium, hard"),
        (["youdosudko"], "expected youdosudoku, or an address"),
        (
            ["file:///etc/passwd"],
            "found the source 'file:///etc/passwd', expected youdosudoku, or",
        ),
        (["http://127.0.0.1:1/p", "--count", "2"], "which are of services only"),
        (["http://127.0.0.1:1/p", "--difficulty", "easy"], "which are of services only"),
        (["youdosudoku", "--count", "0"], "0 is not in the range"),
    ],
)
def test_what_is_asked_wrongly_is_refused(
    words: list[str], message: str, server: PuzzleServer
) -> None:
    done = accord("fetch", *words)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert server.asked == []


def test_a_lie_is_printed_with_exit_code_2_or_1_if_something_was_kept(server: PuzzleServer) -> None:
    server.answers["/api/"] = service(solution=relabelled(NAKED_SOLUTION, 8))
    done = accord("fetch", "youdosudoku", "--server", server.at("/api/"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "found a solution of" in done.stderr
    assert "that is none" in done.stderr


def test_only_fetching_opens_connections() -> None:
    opens = re.compile(
        r"^\s*(?:import|from) (?:urllib\.request|http\.|ssl\b|requests\b)", re.MULTILINE
    )
    floors = ("accord", "puzzles", "encodings", "solvers", "bench", "views")
    found = {
        str(file.parent.relative_to(ROOT))
        for floor in floors
        for file in (ROOT / floor).rglob("*.py")
        if opens.search(file.read_text(encoding="utf-8"))
    }
    assert found - {"bench/make/fetching"} == set()
