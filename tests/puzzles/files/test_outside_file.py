"""Files from outside: plain ones are read up to a bound; links, pipes and devices are refused."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from accord.puzzles.files.outside_file import (
    MOST,
    MOST_TOML,
    OutsideFileError,
    open_outside,
    read_outside,
    toml_file,
)
from accord.puzzles.outside_data import json_value, toml_table
from no_plain_files import at_once, make_holes, make_socket


def _link_on_the_way(path: Path) -> None:
    (path.parent.parent / "elsewhere").mkdir()
    (path.parent.parent / "elsewhere" / path.name).touch()
    path.parent.rmdir()
    path.parent.symlink_to("elsewhere")


NO_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a link to the reader's files": (lambda path: path.symlink_to("/etc/passwd"), "a link"),
    "a link to a neighbour": (lambda path: path.symlink_to("neighbour"), "a link"),
    "a link to a device": (lambda path: path.symlink_to("/dev/zero"), "a link"),
    "a link on the way": (_link_on_the_way, "a link or a file where a folder should be"),
    "a pipe": (os.mkfifo, "a pipe or a device"),
    "a socket": (make_socket, "a socket or a device"),
    "a folder": (Path.mkdir, "a folder"),
    "20 GB that take no room": (make_holes, "found 21,474,836,480 bytes, expected up to 1,048,576"),
    "a byte too many": (lambda path: path.write_bytes(bytes(MOST + 1)), "1,048,577 bytes"),
}


@pytest.mark.parametrize("kind", NO_FILES)
def test_nothing_but_plain_files_is_read(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "handed in" / "below").mkdir(parents=True)
    make, found = NO_FILES[kind]
    make(path := tmp_path / "handed in" / "below" / "file")
    with pytest.raises(OutsideFileError) as refused:
        read_outside(path, tmp_path / "handed in")
    assert str(refused.value).startswith(f"{path}: found ")
    assert found in str(refused.value)


@pytest.mark.parametrize("name", ["../secret", "below/../../secret"])
def test_no_path_leads_out_of_the_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("42")
    (tmp_path / "handed in" / "below").mkdir(parents=True)
    folder = tmp_path / "handed in"
    with pytest.raises(OutsideFileError, match="a path that leads out of"):
        open_outside(folder / name, folder)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/tty", "\0"])
def test_a_name_of_the_users_own_is_a_plain_file_too(path: str) -> None:
    with pytest.raises(OutsideFileError, match="found "):
        read_outside(Path(path))


def test_a_plain_file_is_read_up_to_the_last_byte_that_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "below" / "file"
    file.parent.mkdir()
    file.write_bytes(bytes(MOST))
    (tmp_path / "link").symlink_to("below")
    assert read_outside(file, tmp_path) == bytes(MOST)
    assert read_outside(file, file.parent) == bytes(MOST)
    assert read_outside(tmp_path / "link" / "file") == bytes(MOST)
    with pytest.raises(FileNotFoundError):
        read_outside(tmp_path / "none", tmp_path)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        read_outside(file, tmp_path)
    assert len(os.listdir("/proc/self/fd")) == before


def test_it_holds_where_the_system_cannot_open_below_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "file").write_text("42")
    (tmp_path / "link").symlink_to("below")
    monkeypatch.setattr(os, "supports_dir_fd", set())
    assert read_outside(tmp_path / "below" / "file", tmp_path) == b"42"
    with pytest.raises(OutsideFileError, match="found a link"):
        read_outside(tmp_path / "link" / "file", tmp_path)


def test_a_toml_file_is_no_larger_than_its_tables_can_be_held(tmp_path: Path) -> None:
    (file := tmp_path / "a.toml").write_text("[a]\n" + " " * (MOST_TOML - 3))
    with pytest.raises(OutsideFileError, match="found 262,145 bytes, expected up to 262,144"):
        toml_file(file)


DEEP = {
    "lists": "a = " + "[" * 20000,
    "lists that close": "a = " + "[" * 20000 + "]" * 20000,
    "tables in lines": "a = " + "{a=" * 20000,
    "a key of parts": ".".join("a" * 20000) + " = 1",
    "a key of parts in quotes": ".".join(['"["'] * 20000) + " = 1",
    "a table of parts": f"[{'.'.join('a' * 20000)}]",
    "a list of tables": f"[[{' . '.join('a' * 20000)}]]",
    "behind a text": 'a = ["""a"""", {' + ".".join("b" * 20000) + "=1}]",
    "behind another": "a = ['''a''''', {" + ".".join("b" * 20000) + "=1}]",
    "a long number": f"a = {'9' * 20000}",
    "a long number with lines": f"a = {'9_' * 20000}9",
    "a long number of another base": f"a = 0x{'f' * 20000}",
}


@pytest.mark.parametrize("kind", DEEP)
def test_what_nests_deep_or_is_long_is_refused_by_its_line(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(f'first = """\n"""\n{DEEP[kind]}\n')
    with pytest.raises(OutsideFileError, match=r"a\.toml: line 3: found .*, expected"):
        toml_file(file)


def test_the_longest_text_is_looked_at_once() -> None:
    """With each line, or each digit, looked at anew these would take hours."""
    digits = ",".join(["9" * 4000] * 250)
    with at_once():
        with pytest.raises(ValueError, match="line 200001, column 2"):
            toml_table('a = """' + '\\"""\n' * 200_000 + "\\")
        assert len(toml_table(f"a = [{digits}]")["a"]) == len(json_value(f"[{digits}]")) == 250
        with pytest.raises(ValueError, match="found a number of 1,000,000 digits"):
            toml_table("a = " + "0b" * 500_000)


def test_texts_and_comments_nest_nothing() -> None:
    brackets = "[{." * 100
    text = f"a = '{brackets}' # {brackets}\nb = \"\\\"{brackets}\"\nc = '''\n{brackets}'\n''''\n"
    text += f'd = """\\"""{brackets}"""\ne = [{"1.5, " * 100}]\n'
    table = toml_table(text)
    assert [*table] == ["a", "b", "c", "d", "e"]
    assert table["a"] == brackets
