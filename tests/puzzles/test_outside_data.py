"""What comes from outside: the cost of JSON is bounded beforehand, and harmful text is shown."""

import gc
import json
import os
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unicodedata import category
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.campaigns.store import journal_texts
from accord.bench.make.instances.collection import instances_of
from accord.bench.run.messages import MessageReader
from accord.puzzles.constraints.table import Table
from accord.puzzles.domain import Domain
from accord.puzzles.formats import json_object
from accord.puzzles.formats.fpuzzles.link import MOST as LONGEST_LINK
from accord.puzzles.formats.fpuzzles.link import record
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.xcsp3 import elements
from accord.puzzles.formats.xcsp3.read import read_xcsp3
from accord.puzzles.outside_data import (
    MEMORY,
    PROBLEM_MEMORY,
    collector_paused,
    expect_memory,
    in_a_line,
    inert,
    json_value,
    visible,
    visible_in_json,
    without_apostrophe,
)
from accord.puzzles.problem import Problem
from accord.puzzles.proofs import certificate_fields
from accord.puzzles.proofs.certificate_file import lines_of
from accord.puzzles.proofs.certificate_folder import read_certificate
from accord.solvers.traces import files as trace_files

MANY = 5000
COSTLY = {  # JSON of values that take much more memory than their text, some of it in old tables
    "lists": "[" + "[]," * MANY + "0]",
    "lists in lists": "[" + "[[[[[[]]]]]]," * MANY + "0]",
    "objects": "[" + "{}," * MANY + "0]",
    "objects of one": "[" + '{"a":0},' * MANY + "0]",
    "objects of six": "[" + '{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0},' * MANY + "0]",
    "objects of other keys": json.dumps([{str(each): 0} for each in range(MANY)]),
    **{f"{many} keys": json.dumps(dict.fromkeys(map(str, range(many)))) for many in (5462, 9999)},
    "numbers": json.dumps([*range(10**9, 10**9 + MANY)], separators=(",", ":")),
    "short numbers": "[" + "300," * MANY + "0]",
    "floats": "[" + "1e9," * MANY + "0]",
    "texts": "[" + '"ab",' * MANY + "0]",
    "wide texts": "[" + '"\u4e2d",' * MANY + "0]",
    "escaped texts": "[" + '"\\u4e2d",' * MANY + "0]",
    "one wide character": f'["{"a" * 9 * MANY}\U0001f600"]',
    "one escaped wide character": f'["{"a" * 9 * MANY}\\ud83d\\ude00"]',
}


@pytest.mark.parametrize("kind", COSTLY)
def test_values_take_no_more_memory_than_is_counted(kind: str) -> None:
    text = COSTLY[kind].encode()
    tracemalloc.start()
    try:
        json.loads(text.decode())
        took = tracemalloc.get_traced_memory()[1] - 5000  # of the decoder itself
    finally:
        tracemalloc.stop()
    with pytest.raises(ValueError, match=r"found JSON that would take .* MiB of memory, expected"):
        expect_memory(text, took)
    with pytest.raises(ValueError, match="found JSON that would take"):
        json_value(text.decode() if text.isascii() else text, memory=took)


def test_honest_json_is_far_below_its_bound() -> None:
    """A table of 600,000 rows, and 20,000 grids of 81 cells that a message may hold."""
    rows = tuple((a, b, a ^ b) for a in range(60) for b in range(100))
    problem = Problem([Domain.of(range(128))] * 3, [Table((0, 1, 2), rows)])
    expect_memory(problem.to_json(), PROBLEM_MEMORY // 100)
    expect_memory(json.dumps({"again": [[9] * 81] * 200}), MEMORY // 100)


def written(folder: Path, name: str, text: str) -> Path:
    (file := folder / name).write_text(text)
    return file


def puzzles(folder: Path, text: str) -> object:
    return [*instances_of(str(written(folder, "a.json", text)))]


def puzzles_behind_another(folder: Path, text: str) -> object:
    honest = '{"givens": "1..............."}\n'
    return [*instances_of(str(written(folder, "a.jsonl", f"{honest}{text}\n")))]


def puzzles_over_lines(folder: Path, text: str) -> object:
    return [*instances_of(str(written(folder, "a.json", text.replace("[", "[\n", 2))))]


def line_of_certificates(folder: Path, text: str) -> object:
    file = written(folder, "certificates.jsonl", f"{text}\n")
    return [each.read() for each in lines_of(file)]


def certificate(folder: Path, text: str) -> object:
    written(folder, "proof.lrat", "")
    written(folder, "problem.json", "{}")
    written(folder, "certificate.json", text)
    return read_certificate(folder)


def trace(folder: Path, text: str) -> object:
    return trace_files.read([text])


def message(folder: Path, text: str) -> object:
    reading, writing = os.pipe()
    reader = MessageReader(reading)
    for start in range(0, len(text), 2**15):
        os.write(writing, text[start : start + 2**15].encode())
        reader.read()
    os.write(writing, b"\n")
    reader.read()
    os.close(writing)
    os.close(reading)
    return reader.next()


READERS: list[Callable[[Path, str], object]] = [
    *(puzzles, puzzles_behind_another, puzzles_over_lines, line_of_certificates, certificate),
    *(trace, message),
]


@pytest.mark.parametrize("read", READERS, ids=lambda read: str(read.__name__))
def test_what_would_take_too_much_is_refused_before_it_is_made(
    read: Callable[[Path, str], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = MEMORY if read is message else MEMORY // 8
    for module in (json_object, certificate_fields, trace_files, "accord.puzzles.files.read_many"):
        name = module if isinstance(module, str) else module.__name__
        monkeypatch.setattr(f"{name}.PROBLEM_MEMORY", most)
    text = '{"variables":[' + "[]," * (most // 126 + 1) + "0]}"
    tracemalloc.start()
    try:
        with pytest.raises(Exception, match=r"found JSON that would take .* MiB of") as said:
            read(tmp_path, text)
        took = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert not isinstance(said.value, MemoryError)
    assert f"expected at most {most >> 20:,} MiB" in str(said.value)
    assert took < 6 * len(text) + 2**20


def test_a_line_of_a_journal_that_would_take_too_much_is_no_row(tmp_path: Path) -> None:
    text = '{"checksum":"%s","solutions":[' + "{}," * (MEMORY // 140) + "0]}\n"
    row = text.partition(",")[2].rstrip("\n")
    (tmp_path / "runs").mkdir()
    line = text % f"{crc32(row.encode()):08x}"
    (tmp_path / "runs" / "journal.jsonl").write_text(line)
    tracemalloc.start()
    try:
        assert journal_texts(tmp_path) == ([], 1)
        assert tracemalloc.get_traced_memory()[1] < 6 * len(line)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("https://f-puzzles.com/?load={" + '"a":[],' * LONGEST_LINK, "found 14,000,001 characters"),
    ],
)
def test_a_link_says_no_more_than_a_puzzle_needs(link: str, says: str) -> None:
    with pytest.raises(ValueError, match=f"{says}.*expected at most 2,000,000"):
        record(Source(link))


INSTANCE = (
    '<instance format="XCSP3" type="CSP"><variables><var id="x"> 0 1 </var></variables>'
    "<constraints>{}</constraints></instance>"
)


@pytest.mark.parametrize(
    "said", ["<allEqual {}> x </allEqual>", "<!-- {} -->", "<?a {}?>"], ids=["tag", "comment", "pi"]
)
def test_what_stands_between_angle_brackets_has_a_bound(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each attribute of `a1=""` takes 25 times its size, and all are there at a time."""
    monkeypatch.setattr(elements, "LONGEST_TAG", 2**18)
    parts: Any = [INSTANCE.format(said.format(" ".join(f"a{each}=''" for each in range(10**5))))]
    with pytest.raises(ValueError, match="found more than 262,144 bytes between `<` and `>`"):
        read_xcsp3(part.encode() for part in parts)
    text = INSTANCE.format(f"<allEqual>{' x' * 10**6}</allEqual>")
    assert read_xcsp3([text.encode()]).constraints  # a text may be as long as it likes


def test_what_is_not_printed_is_an_escape() -> None:
    assert visible("a\x1b[2Jb\r\n\u202ec\u2028\x85é中🙂\xa0\ue000") == (
        r"a\x1b[2Jb\r\n\u202ec\u2028\x85é中🙂" "\xa0\ue000"
    )
    assert visible("two\nlines\t", keep="\n") == "two\nlines\\t"


def test_a_text_in_a_line_has_one_and_is_short() -> None:
    assert in_a_line(" a\n\tb\x1b[2J ") == r"a b\x1b[2J"
    assert in_a_line("a" * 10, 10) == "a" * 10
    assert in_a_line("a" * 11, 10) == "aaaaaa ..."
    assert len(in_a_line("\u202e" * 10**6)) == 300


@given(st.text())
def test_nothing_but_what_is_printed_is_left(text: str) -> None:
    assert not {*map(category, visible(text))} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert visible(text) == text or not text.isprintable()


_TEXT = st.text(
    st.sampled_from('\\"u001b\x1b\x00\x1f\x7f\x85\u202e\u2029\n\t/aé') | st.characters()
)


@given(st.recursive(_TEXT, lambda each: st.lists(each) | st.dictionaries(_TEXT, each)))
def test_strings_in_json_are_visible_but_for_line_ends_and_tabs(value: object) -> None:
    text = visible_in_json(json.dumps(value, ensure_ascii=False))
    assert _shown(json.loads(text)) == _shown(value)


def _shown(value: object) -> object:
    """What the strings of a value look like, with a character for what JSON has a letter for."""
    if isinstance(value, dict):
        return [[_shown(key), _shown(each)] for key, each in value.items()]
    if isinstance(value, list):
        return [_shown(each) for each in value]
    return visible(str(value), keep="\b\f\n\r\t")


def test_cells_that_a_spreadsheet_would_calculate_have_an_apostrophe() -> None:
    cells = ["=1+1", "+x", "@SUM(A1)", "-cmd", "-", "-1.5", "+2e3", "a=b", "", -3, None, 0.5]
    written = ["'=1+1", "'+x", "'@SUM(A1)", "'-cmd", "-", "-1.5", "+2e3", "a=b", "", -3, None, 0.5]
    assert [inert(cell) for cell in cells] == written
    assert [without_apostrophe(str(cell)) for cell in written] == [str(cell) for cell in cells]
    assert without_apostrophe("'quoted'") == "'quoted'"
    for skipped in ("\t", "\r", "\n", " ", "\t\r\n "):
        kept = [inert(skipped + each) for each in ("=1+1", "@x", "-cmd", "-1.5", "-", "a", "")]
        assert [str(each).startswith("'") for each in kept] == [True] * 3 + [False] * 4
        assert without_apostrophe(f"'{skipped}=1") == f"{skipped}=1"


@pytest.mark.parametrize("switch", [gc.enable, gc.disable])
def test_the_collector_is_behind_a_pause_as_before_whatever_was_raised(
    switch: Callable[[], None],
) -> None:
    was_enabled = gc.isenabled()
    try:
        switch()
        before = gc.isenabled()
        with suppress(KeyError), collector_paused():
            assert not gc.isenabled()
            raise KeyError
        assert gc.isenabled() == before
    finally:
        (gc.enable if was_enabled else gc.disable)()
