"""What is fetched is bounded; size, time and content of every answer are checked."""

import re
from collections.abc import Iterator

import pytest

from accord.bench.make.fetching import download, youdosudoku
from accord.bench.make.fetching.download import FetchError, answer_to
from accord.puzzles.files.texts import read, read_grid
from accord.puzzles.puzzle import Instance
from format_samples import NAKED
from puzzle_server import (
    NAKED_SOLUTION,
    Answer,
    PuzzleServer,
    drop_by_drop,
    endless,
    failing,
    puzzle_server,
    redirect,
    relabelled,
    reset,
    service,
    slow_headers,
)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PuzzleServer]:
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(download, "PAUSE", 0.001)
    monkeypatch.setattr(youdosudoku, "PAUSE", 0)
    with puzzle_server({"/api/": service()}) as found:
        yield found


def _puzzles(server: PuzzleServer, count: int, seconds: float = 30) -> Iterator[Instance]:
    return youdosudoku.puzzles(server.at("/api/"), "hard", count, seconds)


def test_puzzles_of_the_service_come_with_their_solutions(server: PuzzleServer) -> None:
    found = [*_puzzles(server, 5)]
    asked = {"difficulty": "hard", "solution": True, "array": False}
    assert server.asked == [("POST", "/api/", asked)] * 5
    for number, each in enumerate(found, 1):
        assert each.name == f"youdosudoku-hard/000{number}"
        assert each.problem == read(relabelled(NAKED, number))
        assert each.expected is not None
        assert each.expected.solution == read_grid(relabelled(NAKED_SOLUTION, number))
        assert (each.source, each.notes) == (server.at("/api/"), {"difficulty": "hard"})


def test_the_same_puzzle_counts_once(server: PuzzleServer) -> None:
    found = _puzzles(server, 12)
    assert len({next(found).problem for _ in range(9)}) == 9
    with pytest.raises(FetchError, match="found 9 different puzzles, expected 12"):
        next(found)


OTHER = relabelled(NAKED_SOLUTION, 7)
LIES: dict[str, tuple[Answer, str]] = {
    "another solution": (service(solution=OTHER), "that is none"),
    "a digit": (service(solution="0" + NAKED_SOLUTION[1:]), "that is none"),
    "two values exchanged": (
        service(puzzle="0" * 81, solution=NAKED_SOLUTION[1::-1] + NAKED_SOLUTION[2:]),
        f"solution of {'0' * 81} that is none: 354678912",
    ),
    "short": (service(puzzle=NAKED[:80]), "found 80 characters as puzzle"),
    "long": (service(solution="1" * 8100), "found 8100 characters as solution"),
    "letters": (service(puzzle="Q" * 81), "found 81 characters as puzzle, 'QQ"),
    "gaps": (service(puzzle=" " * 17 + "0" * 64), "expected 81 digits"),
    "array": (service(puzzle=[0] * 81), "as puzzle, expected a text"),
    "no solution": (service(solution=None), "found None as solution, expected a text"),
    "difficulty": (service(difficulty="easy"), "found the difficulty 'easy', expected hard"),
    "html": (b"<html>busy</html>", "found no JSON"),
    "a list": (b"[]", "expected an object with a puzzle"),
    "deep": (b"[" * 60_000, "found no JSON"),
    "no text": (b"\xff\xfe\x00", "found no JSON"),
    "large": (b" " * 70_000, "found more than 65,536 bytes"),
    "endless": (endless, "found more than 65,536 bytes"),
    "status": (403, "found the status 403"),
    "moved": (redirect("/api/", 307), "found the status 307"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_service_that_lies_is_named_with_what_is_wrong(lie: str, server: PuzzleServer) -> None:
    server.answers["/api/"], message = LIES[lie]
    with pytest.raises(FetchError) as error:
        next(_puzzles(server, 3))
    assert message in str(error.value)
    assert str(error.value).startswith(server.at("/api/"))


def test_a_server_that_fails_is_asked_again_and_then_named(server: PuzzleServer) -> None:
    server.answers["/api/"] = failing(2, service())
    assert len([*_puzzles(server, 1)]) == 1
    for answer, message, times in (
        (500, "status 500", download.TRIES),
        (reset, "found no answer", download.TRIES),
        (503, "status 503", download.TRIES),
        (404, "status 404", 1),
    ):
        server.asked.clear()
        server.answers["/api/"] = answer
        with pytest.raises(FetchError, match=message):
            next(_puzzles(server, 1))
        assert len(server.asked) == times


@pytest.mark.parametrize("answer", [drop_by_drop, slow_headers])
def test_a_slow_server_is_left_when_the_time_is_over(answer: Answer, server: PuzzleServer) -> None:
    server.answers["/api/"] = answer
    with pytest.raises(FetchError, match=r"found no whole answer within 0\.3 s"):
        next(_puzzles(server, 1, 0.3))


def test_a_server_that_is_not_there_is_named() -> None:
    with puzzle_server({}) as gone:
        pass
    with pytest.raises(FetchError, match=r"/api/: found no answer: Connection refused"):
        next(_puzzles(gone, 1))


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/p", "/api/"])
def test_no_redirection_is_followed(target: str, server: PuzzleServer) -> None:
    server.answers["/api/"] = redirect(target)
    with pytest.raises(FetchError, match="found the status 302"):
        next(_puzzles(server, 1))
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://a/b", "data:,1", "http://", "http://[::1/p", "p.txt"]
)
def test_only_http_and_https_are_addresses(url: str) -> None:
    with pytest.raises(FetchError, match=r"expected an address|Invalid IPv6 URL"):
        answer_to(url, b"{}", 100, 30)


@pytest.mark.parametrize("host", ["a..b", "...", f"{'a' * 64}.example", "a:port"])
def test_a_host_that_cannot_be_one_is_named(host: str) -> None:
    with pytest.raises(FetchError, match=re.escape(f"http://{host}/p: found no answer: ")):
        answer_to(f"http://{host}/p", b"{}", 100, 30)
