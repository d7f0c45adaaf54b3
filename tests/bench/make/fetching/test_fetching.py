"""What is fetched is bounded, stays in its folder, and is believed in nothing."""

import bz2
import gzip
import io
import json
import lzma
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.make.fetching import download, store, unpack
from accord.bench.make.fetching.address import file_name
from accord.bench.make.fetching.download import FetchError, FetchLimits, is_address
from accord.bench.make.fetching.service import service_named
from accord.bench.make.fetching.store import (
    Fetched,
    checksum,
    fetch_address,
    fetch_service,
    fetched_folder,
    records,
)
from accord.bench.make.instances.collection import instances_of
from accord.puzzles.classics.squares import n_queens
from accord.puzzles.files.texts import read, read_grid, write
from format_samples import NAKED, PAIRS, SEARCH
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

LIMITS = FetchLimits(200_000, 30)
LINES = f"{NAKED}\n{PAIRS}\n".encode()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCORD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(download, "PAUSE", 0.001)


@pytest.fixture
def server() -> Iterator[PuzzleServer]:
    with puzzle_server({"/api/": service()}) as found:
        yield found


def _service(server: PuzzleServer, count: int, difficulty: str = "hard") -> Fetched:
    found, error = fetch_service(
        replace(service_named("youdosudoku"), url=server.at("/api/")),
        "youdosudoku",
        difficulty=difficulty,
        count=count,
        limits=LIMITS,
    )
    if error:
        raise error
    return found


def _address(server: PuzzleServer, body: Answer, path: str = "/p.txt") -> Fetched:
    server.answers[path] = body
    return fetch_address(server.at(path), LIMITS, None)


def _left_over() -> list[str]:
    return [str(path) for path in fetched_folder().rglob("*")] if fetched_folder().exists() else []


# The service


def test_puzzles_of_the_service_are_kept_with_their_solutions_and_a_record(
    server: PuzzleServer,
) -> None:
    found = _service(server, 5)
    asked = {"difficulty": "hard", "solution": True, "array": False}
    assert server.asked == [("POST", "/api/", asked)] * 5
    (file,) = found.paths
    kept = [*instances_of(str(file))]
    shifts = range(1, 6)
    assert [each.problem for each in kept] == [read(relabelled(NAKED, shift)) for shift in shifts]
    for each, shift in zip(kept, shifts, strict=True):
        assert each.expected is not None
        assert each.expected.solution == read_grid(relabelled(NAKED_SOLUTION, shift))
        assert (each.source, each.notes) == (server.at("/api/"), {"difficulty": "hard"})
    record = json.loads((file.parent.parent / "record.json").read_bytes())
    assert record["source"] == server.at("/api/")
    assert record["asked"] == {"difficulty": "hard", "count": 5}
    (of_file,) = record["files"]
    assert of_file == {"path": file.name, "sha256": checksum(file), "puzzles": 5}
    assert _service(server, 1).name == "youdosudoku-hard-2"


def test_the_same_puzzle_counts_once(server: PuzzleServer) -> None:
    with pytest.raises(FetchError, match="found 9 different puzzles, expected 12"):
        _service(server, 12)
    (kept,) = records()
    assert kept.puzzles == "9"


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
    "large": (b" " * 70_000, "found 70,000 bytes, expected at most 65,536"),
    "endless": (endless, "found more than 65,536 bytes"),
    "status": (403, "found the status 403"),
    "moved": (redirect("/api/", 307), "found the status 307"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_service_that_lies_is_named_with_what_is_wrong(lie: str, server: PuzzleServer) -> None:
    server.answers["/api/"], message = LIES[lie]
    with pytest.raises(FetchError) as error:
        _service(server, 3)
    assert message in str(error.value)
    assert str(error.value).startswith(server.at("/api/"))
    assert _left_over() == []


def test_what_came_before_a_failure_is_kept(server: PuzzleServer) -> None:
    good, lie = service(), service(solution=OTHER)
    server.answers["/api/"] = lambda handler: (good if len(server.asked) <= 3 else lie)(handler)
    with pytest.raises(FetchError, match="that is none"):
        _service(server, 10)
    (kept,) = records()
    assert kept.puzzles == "3"


def test_a_server_that_fails_is_asked_again_and_then_named(server: PuzzleServer) -> None:
    server.answers["/api/"] = failing(2, service())
    assert _service(server, 1).puzzles == "1"
    for answer, message in ((500, "status 500"), (reset, "found no answer"), (503, "status 503")):
        server.asked.clear()
        server.answers["/api/"] = answer
        with pytest.raises(FetchError, match=message):
            _service(server, 1)
        assert len(server.asked) == download.TRIES
    server.asked.clear()
    server.answers["/api/"] = 404
    with pytest.raises(FetchError, match="status 404"):
        _service(server, 1)
    assert len(server.asked) == 1


@pytest.mark.parametrize("answer", [drop_by_drop, slow_headers])
def test_a_slow_server_is_left_when_the_time_is_over(answer: Answer, server: PuzzleServer) -> None:
    server.answers["/p"] = answer
    with pytest.raises(FetchError, match=r"found no whole answer within 0\.3 s"):
        fetch_address(server.at("/p"), replace(LIMITS, seconds=0.3), None)
    assert _left_over() == []


def test_a_server_that_is_not_there_is_named() -> None:
    with puzzle_server({}) as gone:
        pass
    with pytest.raises(FetchError, match=r"p\.txt: found no answer: Connection refused"):
        fetch_address(gone.at("/p.txt"), LIMITS, None)


# Addresses


def _zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    with io.BytesIO() as out:
        with zipfile.ZipFile(out, "w", method) as archive:
            for name, body in files.items():
                archive.writestr(name, body)
        return out.getvalue()


def _tarred(files: dict[str, bytes], mode: str = "w:gz", kind: bytes = tarfile.REGTYPE) -> bytes:
    with io.BytesIO() as out:
        with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
            for name, body in files.items():
                info = tarfile.TarInfo(name)
                info.size, info.type, info.linkname = len(body), kind, "/etc/passwd"
                archive.addfile(info, io.BytesIO(body) if kind == tarfile.REGTYPE else None)
        return out.getvalue()


def _header(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0) -> bytes:
    """The header of a member, which may say what is not true."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, size
    return info.tobuf(tarfile.GNU_FORMAT)


def _packed_tar(*blocks: bytes) -> bytes:
    """A tar archive of these blocks, compressed."""
    return gzip.compress(b"".join((*blocks, bytes(1024))))


def _headed(kind: bytes) -> bytes:
    """A tar archive whose first header says of itself that it has 3 GiB."""
    return _packed_tar(_header("././@LongLink", kind, 3 * 2**30), bytes(2048))


def _attributes() -> tuple[bytes, bytes]:
    """A header with one attribute of the next member."""
    said = b"17 comment=12345\n"
    return _header("x", tarfile.XHDTYPE, len(said)), said.ljust(512, b"\0")


QUEENS = write(n_queens(4), "xcsp3").encode()
PLAIN = {"a.txt": LINES, "deep/er/b.sdm": SEARCH.encode()}


@pytest.mark.parametrize(
    ("path", "body", "number", "files"),
    [
        ("/p.txt", LINES, 2, ["p.txt"]),
        ("/get?id=7", LINES, 2, ["get"]),
        ("/", LINES, 2, ["puzzles"]),
        ("/%2e%2e%2fetc%2fp.txt", LINES, 2, ["p.txt"]),
        ("/q.xml", QUEENS, 1, ["q.xml"]),
        ("/q.xml.lzma", lzma.compress(QUEENS, lzma.FORMAT_ALONE), 1, ["q.xml.lzma"]),
        ("/p.txt.xz", lzma.compress(LINES), 2, ["p.txt"]),
        ("/p.zip", _zipped(PLAIN), 3, ["a.txt", "deep/er/b.sdm"]),
        ("/p.tgz", _tarred(PLAIN), 3, ["a.txt", "deep/er/b.sdm"]),
        ("/p.tar", _tarred(PLAIN, "w:"), 3, ["a.txt", "deep/er/b.sdm"]),
        ("/p.tar.bz2", _tarred(PLAIN, "w:bz2"), 3, ["a.txt", "deep/er/b.sdm"]),
        ("/p.txt.bz2", bz2.compress(LINES), 2, ["p.txt"]),
        ("/p.tar.xz", _tarred({"x/q.xml": QUEENS, "x/r.xml": QUEENS}, "w:xz"), 2, ["."]),
    ],
)
def test_a_file_or_an_archive_is_what_commands_take(
    path: str, body: bytes, number: int, files: list[str], server: PuzzleServer
) -> None:
    found = _address(server, body, path)
    assert [str(each.relative_to(found.folder)) for each in found.paths] == files
    assert sum(1 for each in found.paths for _ in instances_of(str(each))) == number
    assert (found.puzzles, found.state) == (str(number), "as fetched")
    assert [*records()] == [found]


def test_a_list_is_fetched_with_the_files_that_it_names(server: PuzzleServer) -> None:
    server.answers |= {"/more/a.xml": QUEENS, "/b.txt": LINES}
    body = f"# two\nmore/a.xml\n{server.at('/b.txt')}\n".encode()
    found = _address(server, body, "/list.txt")
    assert [each.path for each in found.files] == ["0001-a.xml", "0002-b.txt"]
    assert found.puzzles == "3"
    server.answers["/other.txt"] = b"more/a.xml\ngone.xml\n"
    with pytest.raises(FetchError, match=r"/gone\.xml: found the status 404"):
        fetch_address(server.at("/other.txt"), LIMITS, None)
    server.answers["/file.txt"] = b"file:///etc/passwd.txt\n"
    with pytest.raises(FetchError, match=r"found no puzzle|expected an address"):
        fetch_address(server.at("/file.txt"), LIMITS, None)


REFUSED: dict[str, tuple[Answer, str]] = {
    "html": (
        b"<!DOCTYPE html><html><body>Not here</body></html>",
        "at least one: it is a web page",
    ),
    "prose": (b"There is nothing to be seen here.\n", "found no puzzle"),
    "empty": (b"", "found no puzzle, expected at least one: it is empty"),
    "bytes": (bytes(range(256)), "found no puzzle"),
    "too large": (b"." * 200_001, "found 200,001 bytes, expected at most 200,000"),
    "endless": (endless, "found more than 200,000 bytes"),
    "cut off": (
        lambda handler: handler.send(LINES, 1000),
        "found 164 bytes, expected 1,000: it was cut off",
    ),
    "file": (redirect("file:///etc/passwd"), "url 'file:///etc/passwd' is not allowed"),
    "ftp": (redirect("ftp://127.0.0.1/p"), "found a redirection to ftp://127.0.0.1/p"),
    "loop": (redirect("/p.txt"), "found the status 302"),
    "dots": (_zipped({"../../evil.txt": LINES}), "found '../../evil.txt' in an archive"),
    "absolute": (_zipped({"/tmp/evil.txt": LINES}), "found '/tmp/evil.txt' in an archive"),
    "long": (_zipped({"a" * 300: LINES}), "expected a path that stays inside, of names of up to"),
    "backslash": (_zipped({"..\\evil.txt": LINES}), "in an archive, expected a path"),
    "inner dots": (_tarred({"a/../../evil.txt": LINES}), "found 'a/../../evil.txt'"),
    "symbolic link": (_tarred({"a.txt": b""}, kind=tarfile.SYMTYPE), "a link or a device"),
    "hard link": (_tarred({"a.txt": b""}, kind=tarfile.LNKTYPE), "a link or a device"),
    "device": (_tarred({"a.txt": b""}, kind=tarfile.CHRTYPE), "a link or a device"),
    "bomb": (_zipped({"a.txt": b"." * 2_000_001}), "more than 2,000,000 bytes when unpacked"),
    "tar bomb": (_tarred({"a.txt": b"." * 2_000_001}), "more than 2,000,000 bytes when"),
    "xz bomb": (
        lzma.compress(b"." * 9_000_000, preset=0),
        "more than 2,000,000 bytes when unpacked",
    ),
    "no files": (b"PK\x05\x06" + b"\0" * 18, "found no puzzle"),
    "cut zip": (_zipped(PLAIN)[:-30], "found no puzzle"),
    "cut tar": (_tarred(PLAIN)[:-40], "found a compressed file that is damaged"),
    "long name": (_headed(tarfile.GNUTYPE_LONGNAME), "bytes about one file in a tar archive"),
    "long link": (_headed(tarfile.GNUTYPE_LONGLINK), "bytes about one file in a tar archive"),
    "attributes": (_headed(tarfile.XHDTYPE), "bytes about one file in a tar archive"),
    "attributes of all": (_headed(tarfile.XGLTYPE), "bytes about one file in a tar archive"),
    "many attributes": (
        _packed_tar(*_attributes() * 400, _header("a.txt")),
        "bytes about one file in a tar archive",
    ),
    "holes": (
        _packed_tar(_header("a.txt", tarfile.GNUTYPE_SPARSE, 512), bytes(512)),
        "found 'a.txt', with holes",
    ),
    "folders": (
        _packed_tar(*(_header(f"{number}/", tarfile.DIRTYPE) for number in range(4000))),
        "more than 2,000,000 bytes when",
    ),
    "bzip2 bomb": (bz2.compress(b"." * 9_000_000), "more than 2,000,000 bytes when unpacked"),
    "packed by LZMA": (_zipped({"a.txt": LINES}, zipfile.ZIP_LZMA), "another method than deflate"),
    "damaged zip": (_zipped(PLAIN).replace(b"a.txt", b"b.txt", 1), "that cannot be read"),
    "twice": (_tarred({"a.txt": LINES, "./a.txt": LINES}), "found './a.txt' twice"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_puzzle_or_leads_outside_is_refused_and_nothing_is_kept(
    what: str, server: PuzzleServer, tmp_path: Path
) -> None:
    body, message = REFUSED[what]
    with pytest.raises(FetchError) as error:
        _address(server, body)
    assert message in str(error.value)
    assert _left_over() == []
    assert not [*tmp_path.rglob("*evil*")]


def test_what_an_archive_lists_is_counted_before_it_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpack, "MOST_FILES", 20)
    monkeypatch.setattr(unpack, "MOST_LIST", 2000)
    folders = [_header(f"{number}/", tarfile.DIRTYPE) for number in range(21)]
    bodies = {
        "found more than 20 files": _packed_tar(*folders),
        "a list of files of more than 2,000 bytes": _zipped(
            {"a" * 200 + n: b"" for n in "0123456789"}
        ),
    }
    for message, body in bodies.items():
        (tmp_path / "packed").write_bytes(body)
        with pytest.raises(FetchError, match=message):
            unpack.unpacked(tmp_path / "packed", tmp_path, 10**9, 30)


@pytest.mark.parametrize("kind", ["zip", "tar", "gz"])
def test_an_archive_that_takes_too_long_to_be_unpacked_is_given_up(
    kind: str, server: PuzzleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = LINES + b"# a comment\n" * 10_000
    body = {
        "zip": lambda: _zipped({f"{number}.txt": text for number in range(9)}),
        "tar": lambda: _packed_tar(
            *[_header(f"{number}/", tarfile.DIRTYPE) for number in range(999)]
        ),
        "gz": lambda: gzip.compress(text * 9),
    }[kind]()
    times = iter(range(0, 1000, 20))
    monkeypatch.setattr(unpack, "monotonic", lambda: next(times))
    with pytest.raises(FetchError, match="an archive that takes more than 30 s to be unpacked"):
        _address(server, body)
    assert next(times) < 100
    assert _left_over() == []


@pytest.mark.parametrize(("step", "first"), [(7, 2), (12, None)])
def test_files_that_take_too_long_to_be_read_are_kept_uncounted(
    step: int, first: int | None, server: PuzzleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one, too, where that is in the middle of it."""
    times = iter(range(0, 1000, step))
    monkeypatch.setattr(store, "monotonic", lambda: next(times))
    found = _address(server, _zipped({f"{number}.txt": LINES for number in range(3)}))
    assert [each.puzzles for each in found.files] == [first, None, None]
    assert found.puzzles == f">={first or 0}"


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://a/b", "data:,1", "http://", "http://[::1/p", "p.txt"]
)
def test_only_http_and_https_are_addresses(url: str) -> None:
    assert not is_address(url)
    with pytest.raises(FetchError, match="expected an address"):
        next(download.fetched(url, LIMITS))


@pytest.mark.parametrize("host", ["a..b", "...", f"{'a' * 64}.example", "a:port"])
def test_a_host_that_cannot_be_one_is_named(host: str) -> None:
    with pytest.raises(FetchError, match=re.escape(f"http://{host}/p: found no answer: ")):
        next(download.fetched(f"http://{host}/p", LIMITS))


def test_a_redirection_that_is_no_address_is_named(server: PuzzleServer) -> None:
    server.answers["/p"] = redirect("http://[::1/p")
    with pytest.raises(FetchError, match="/p: found no answer: Invalid IPv6 URL"):
        next(download.fetched(server.at("/p"), LIMITS))


@given(st.text(max_size=200))
def test_the_name_of_a_file_stays_in_its_folder(text: str) -> None:
    name = (
        file_name(f"https://a.example/{text}") if is_address(f"https://a.example/{text}") else "x"
    )
    assert Path("folder", name).parent == Path("folder")
    assert name.isascii()
    assert name[0] not in ".-"
    assert len(name) <= 100


# The folder


def test_what_was_changed_or_is_missing_is_said(server: PuzzleServer) -> None:
    found = _address(server, LINES)
    (file,) = found.paths
    file.write_bytes(LINES + NAKED.encode())
    assert [each.state for each in records()] == ["changed"]
    file.unlink()
    assert [each.state for each in records()] == ["missing"]
    assert _address(server, LINES).state == "as fetched"


def test_a_name_is_of_one_source(server: PuzzleServer) -> None:
    _address(server, LINES, "/a/p.txt")
    with pytest.raises(FetchError, match=r"found 'p\.txt', which was fetched from .*/a/p\.txt"):
        _address(server, LINES, "/b/p.txt")
    found = fetch_address(server.at("/b/p.txt"), LIMITS, "other", "CC0-1.0")
    assert [(each.name, each.licence) for each in records()] == [
        ("other", "CC0-1.0"),
        ("p.txt", ""),
    ]
    assert found.name == "other"
    for name in ("../x", "", ".hidden", "a b", "a/b", "-x", "x" * 101):
        if name:
            with pytest.raises(FetchError, match="expected letters, digits"):
                fetch_address(server.at("/b/p.txt"), LIMITS, name)


def test_a_record_that_is_spoiled_is_named(server: PuzzleServer) -> None:
    found = _address(server, LINES)
    record = found.folder.parent / "record.json"
    for text in ("", "[]", "{}", '{"files": [1]}', "\x00"):
        record.write_text(text)
        with pytest.raises(FetchError, match=r"record\.json: found no record"):
            [*records()]


def test_the_folder_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    places: list[tuple[Callable[[], None], Path]] = [
        (lambda: None, tmp_path / "data" / "fetched"),
        (lambda: monkeypatch.delenv("ACCORD_DATA"), tmp_path / "xdg" / "accord" / "fetched"),
        (
            lambda: monkeypatch.delenv("XDG_DATA_HOME"),
            tmp_path / ".local" / "share" / "accord" / "fetched",
        ),
    ]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for change, place in places:
        change()
        assert fetched_folder() == place


def test_a_service_that_is_not_known_is_named_with_the_nearest() -> None:
    with pytest.raises(FetchError, match="expected youdosudoku, or an address as https"):
        service_named("youdosudku")
