"""`accord fetch`: what it prints is what other commands take; and nothing else uses the net."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from accord.bench.make.fetching import download, youdosudoku
from command_line import run_here as accord
from places import ROOT
from puzzle_server import NAKED_SOLUTION, PuzzleServer, puzzle_server, relabelled, service


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PuzzleServer]:
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(download, "PAUSE", 0.001)
    monkeypatch.setattr(youdosudoku, "PAUSE", 0)
    with puzzle_server({"/api/": service()}) as found:
        yield found


def test_what_was_fetched_is_a_file_for_every_command(server: PuzzleServer, tmp_path: Path) -> None:
    done = accord("fetch", "youdosudoku", "--count", 3, "--server", server.at("/api/"))
    file = tmp_path / "easy.jsonl"
    file.write_text(done.stdout)
    solved = accord("solve", "--file", file, "-s", "backtracking-mrv").stdout.split()
    assert solved == [relabelled(NAKED_SOLUTION, shift) for shift in (1, 2, 3)]
    assert "youdosudoku-easy/0002" in accord("collections", file).stdout
    checked = accord("check", "--file", file, "-s", "backtracking-mrv", "-s", "dancing-links")
    assert (checked.returncode, checked.stdout.count("verdict: unique")) == (0, 3)


def test_fewer_puzzles_than_asked_for_are_printed_and_a_finding(server: PuzzleServer) -> None:
    done = accord("fetch", "youdosudoku", "--count", 12, "--server", server.at("/api/"))
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 9)
    assert "printed 9 of 12: " in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "Missing argument 'SERVICE'"),
        (["youdosudoku", "--difficulty", "evil"], "'evil' is not one of 'easy', 'medium', 'hard'"),
        (["file:///etc/passwd"], "'file:///etc/passwd' is not 'youdosudoku'"),
        (["youdosudoku", "--server", "p.txt"], "found 'p.txt', expected an address"),
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


def test_a_lie_is_printed_with_exit_code_2(server: PuzzleServer) -> None:
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
