"""What a file may not have is refused with its line, in a sentence, and never left out."""

import bz2
import gzip
import lzma
import tomllib
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.make.instances.collection import instances_of
from accord.puzzles.errors import InputError
from accord.puzzles.files import compressed
from accord.puzzles.files.texts import write
from accord.puzzles.formats.xcsp3 import elements
from accord.puzzles.formats.xcsp3.elements import NotXcsp3Error, TooMuchWorkError, UnknownError
from accord.puzzles.formats.xcsp3.read import read_xcsp3
from accord.puzzles.formats.xcsp3.write import write_xcsp3
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.puzzles.sudoku.shape import MalformedPuzzleError

CASES = tomllib.loads((Path(__file__).parent / "refused.toml").read_text(encoding="utf-8"))
FILE = """<instance format="XCSP3" type="CSP"> <variables>
<var id="x"> 0..2 </var> <var id="y"> 0..2 </var> {} </variables> <constraints> {}
</constraints> </instance>"""
PLAIN = FILE.format("", "<intension> lt(x,y) </intension>").encode()


def text_of(case: dict[str, str]) -> bytes:
    made = FILE.format(case.get("variables", ""), case.get("constraints", ""))
    return case.get("text", made).encode()


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, cases in CASES.items() for name in cases]
)
def test_it_is_refused_with_its_line(kind: str, name: str) -> None:
    case = CASES[kind][name]
    with pytest.raises(NotXcsp3Error) as raised:
        read_xcsp3([text_of(case)])
    assert isinstance(raised.value, UnknownError) == (kind == "unknown")
    assert case["says"] in str(raised.value)
    assert str(raised.value).startswith("line ")


def test_a_file_may_come_in_parts_of_any_size_and_in_other_encodings() -> None:
    whole = read_xcsp3([PLAIN])
    assert read_xcsp3([PLAIN[at : at + 1] for at in range(len(PLAIN))]) == whole
    for encoding in ("utf-16", "iso-8859-1"):
        head = f'<?xml version="1.0" encoding="{encoding}"?>'
        assert read_xcsp3([(head + PLAIN.decode()).encode(encoding)]) == whole
    assert read_xcsp3([b"\xef\xbb\xbf", PLAIN.replace(b"\n", b"\r\n"), b"\n<!-- end -->"]) == whole
    kept = PLAIN.replace(b"lt(x,y)", b"<![CDATA[lt(x,]]>y<!-- no more -->)&#x20;")
    assert read_xcsp3([kept]) == whole


def test_a_note_of_the_nearest_element_names_a_constraint() -> None:
    text = """<block class="rows"> <intension note="first &lt; second"> lt(x,y) </intension>
    <group id="g"> <intension> lt(%0,2) </intension> <args> x </args> </group>
    <allEqual> x y </allEqual> </block>"""
    problem = read_xcsp3([FILE.format("", text).encode()])
    assert [each.name for each in problem.constraints] == ["first < second", "g", "rows"]


def test_annotations_are_passed_over() -> None:
    end = b"</constraints> <annotations> <decision> x y </decision> </annotations>"
    assert read_xcsp3([PLAIN.replace(b"</constraints>", end)]) == read_xcsp3([PLAIN])


def test_what_a_table_in_a_group_says_is_held_once() -> None:
    table = "<extension> <list> %0 %1 </list> <supports> (0,1)(1,2) </supports> </extension>"
    group = f"<group> {table} <args> x y </args> <args> y x </args> </group>"
    one, other = read_xcsp3([FILE.format("", group).encode()]).constraints
    assert one.tuples is other.tuples  # type: ignore[attr-defined]


@pytest.mark.parametrize("depth", [100, 5000])
def test_terms_and_elements_in_each_other(depth: int) -> None:
    term = "neg(" * depth + "x" + ")" * depth
    nested = FILE.format("", f"<intension> le({term},y) </intension>").encode()
    if depth == 100:
        assert read_xcsp3([nested]).constraints
    else:
        with pytest.raises(UnknownError, match="more than 150 operations in each other"):
            read_xcsp3([nested])
    blocks = FILE.format("", "<block>" * depth + "</block>" * depth).encode()
    if depth == 100:
        assert not read_xcsp3([blocks]).constraints
    else:
        with pytest.raises(NotXcsp3Error, match="more than 200 elements in each other"):
            read_xcsp3([blocks])


def test_what_a_file_may_cost_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elements, "MOST", {"bytes": 10_000, "items": 1500, "variables": 50})
    assert read_xcsp3([PLAIN])
    many = '<array id="a" size="[40]"> 0 1 </array>'
    assert read_xcsp3([FILE.format(many, "").encode()])
    group = "<group> <allEqual> a[] %0 </allEqual>" + "<args> x </args>" * 20 + "</group>"
    for says, text in (
        ("50 variables", FILE.format(many + many.replace('"a"', '"b"'), "")),
        ("1,500 items", FILE.format(many, group)),
        ("10,000 bytes", FILE.format("", " " * 10_000)),
    ):
        with pytest.raises(TooMuchWorkError, match=f"found more than {says}"):
            read_xcsp3([text.encode()])


@pytest.mark.parametrize(
    "said",
    [
        "<allDifferent> {} </allDifferent>",
        "<group> <allEqual> %... </allEqual> {} </group>",
        "<slide> <list> a[] </list> <intension> ne(%0,%1) </intension> </slide>",
    ],
)
def test_what_a_short_file_says_has_a_bound_and_grows_with_its_bytes(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    array = '<array id="a" size="[1000]"> 0 1 </array>'
    listed = " ".join(["a[]" if "all" in said[:5] else "<args> a[] </args>"] * 20)
    text = FILE.format(array, said.format(listed)).encode()
    assert read_xcsp3([text])
    monkeypatch.setattr(elements, "A_SHORT_FILE", 5_000)
    monkeypatch.setattr(elements, "FOR_A_BYTE", 1)
    with pytest.raises(TooMuchWorkError, match=f"items in {len(text)} bytes"):
        read_xcsp3([text])
    assert read_xcsp3([text.replace(b"</variables>", b" " * 500_000 + b"</variables>")])


def test_long_blanks_and_long_names_are_no_work_and_no_long_errors() -> None:
    """Half a million blanks: an hour, if each of them were tried as the first of them."""
    blanks = " " * 500_000
    text = f"<allDifferent> add(x{blanks},{blanks}1) {blanks} y </allDifferent>"
    assert read_xcsp3([FILE.format("", text).encode()]).constraints
    for case in (
        f"<allDifferent {'a' * 10**5}='1'> x y </allDifferent>",
        f"<allDifferent note='1' b='{'a' * 10**5}'> x y </allDifferent>",
        f"<{'a' * 10**5}/>",
        f"<allDifferent> x{'[0]' * 10**5} </allDifferent>",
    ):
        with pytest.raises(NotXcsp3Error) as raised:
            read_xcsp3([FILE.format("", case).encode()])
        assert len(str(raised.value)) < 500


def test_numbers_are_no_longer_than_python_prints() -> None:
    long = f'<var id="z"> 0..{"9" * 4000} </var>'
    problem = read_xcsp3([FILE.format(long, "<allEqual> x z </allEqual>").encode()])
    assert read_xcsp3(line.encode() for line in write_xcsp3(problem)) == problem
    for constraint, says in (
        (f"<intension> lt(x,{'9' * 4001}) </intension>", "number of up to 4,000 digits"),
        ("<allEqual> x mul(z,z) </allEqual>", "product or a power of more than 13,000 bits"),
    ):
        with pytest.raises(NotXcsp3Error, match=says):
            read_xcsp3([FILE.format(long, constraint).encode()])


def test_the_elements_in_another_one_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(elements, "MOST_ELEMENTS", 20)
    lists = "<list> x </list>" * 20 + "<operator> le </operator>"
    assert read_xcsp3([FILE.format("", "<allDifferent> x y </allDifferent>" * 30).encode()])
    with pytest.raises(TooMuchWorkError, match="more than 20 elements in <lex>"):
        read_xcsp3([FILE.format("", f"<lex> {lists} </lex>").encode()])


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, None], ids=["gzip", "xz", "lzma"])
def test_compressed_files_are_read_whatever_their_name(pack: Any, tmp_path: Path) -> None:
    packed = pack(PLAIN) if pack else lzma.compress(PLAIN, lzma.FORMAT_ALONE)
    path = tmp_path / "Queens-8.xml.lzma"
    path.write_bytes(packed)
    (instance,) = instances_of(str(path))
    assert (instance.name, instance.problem) == ("Queens-8", read_xcsp3([PLAIN]))
    path.write_bytes(packed * 2)  # two files in one, as one text
    with pytest.raises(MalformedPuzzleError, match="Queens-8"):
        [*instances_of(str(path))]
    for damaged in (packed[:-9], packed[:20] + b"?" * 9 + packed[29:]):
        path.write_bytes(damaged)
        with pytest.raises(MalformedPuzzleError, match="Queens-8"):
            [*instances_of(str(path))]


def test_a_compressed_file_of_nothing_but_zeros_is_given_up_early(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(elements, "MOST", {"bytes": 10**6, "items": 500, "variables": 50})
    path = tmp_path / "bomb.xml.xz"
    path.write_bytes(lzma.compress(PLAIN + b" " * 10**7))
    with pytest.raises(MalformedPuzzleError, match="found more than 1,000,000 bytes"):
        [*instances_of(str(path))]
    path.write_bytes(b"]" + (2**31).to_bytes(4, "little") + b"\xff" * 8 + b"\0" * 100)
    with pytest.raises(MalformedPuzzleError, match=r"compressed file.*Memory usage limit"):
        [*instances_of(str(path))]


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_a_file_that_grows_out_of_proportion_is_refused_before_it_is_read(
    pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compressed, "FREE", 2**20)
    path = tmp_path / "bomb.xml.packed"
    path.write_bytes(pack(PLAIN + b" " * 2**23))
    read: list[int] = []
    with pytest.raises(MalformedPuzzleError, match="becomes more than 200 times as large"):
        read.extend(map(len, compressed.chunks_of(path)))
    assert sum(read) < 2**22
    with pytest.raises(MalformedPuzzleError, match="becomes more than 200 times as large"):
        [*instances_of(str(path))]


def test_a_large_file_may_grow_less(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What costs the time: 5 MB that grow to 1 GB are 199 times as large."""
    monkeypatch.setattr(compressed, "FREE", 2**20)
    monkeypatch.setattr(compressed, "LARGE", 2**22)
    text = b"".join(b"%06d" % each + b" " * 250 for each in range(2**16))  # 16 MB
    path = tmp_path / "regular.xml.gz"
    path.write_bytes(gzip.compress(text[: 2**22]))
    assert 50 < 2**22 / path.stat().st_size < 200
    assert b"".join(compressed.chunks_of(path)) == text[: 2**22]
    path.write_bytes(gzip.compress(text))
    read: list[int] = []
    with pytest.raises(MalformedPuzzleError, match="more than 50 times as large, and more than"):
        read.extend(map(len, compressed.chunks_of(path)))
    assert sum(read) <= max(2**22, 50 * 2**17)  # Python reads up to 128 KiB ahead


@given(data=st.data())
def test_a_damaged_file_is_a_problem_or_a_sentence(data: st.DataObject) -> None:
    constraints = " ".join(SOME)
    text = FILE.format('<array id="a" size="[2][2]"> 0..2 </array>', constraints)
    place = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 12))
    instead = data.draw(st.sampled_from(["", "%", "(", ")", ",", "..", "x", "[", "9", "<b/>", "é"]))
    damaged = text[:place] + instead + text[place + length :]
    with suppress(MalformedPuzzleError):
        read_xcsp3([damaged.encode()])


SOME = (
    "<intension> in(x,set(1,y)) </intension>",
    "<sum> <list> a[0][] mul(x,y) </list> <coeffs> 1x2 2 </coeffs> <condition> (in,{1,3})"
    "</condition> </sum>",
    "<group> <extension> <list> %... </list> <supports> (1,*)(2,0) </supports> </extension>"
    "<args> x y </args> <args> a[1][] </args> </group>",
    "<element> <matrix> a[][] </matrix> <index> x y </index> <value> 1 </value> </element>",
    '<slide circular="true"> <list collect="2"> a[0][] x </list> <allDifferent> %... '
    "</allDifferent> </slide>",
    "<cumulative> <origins> x y </origins> <lengths> 1 2 </lengths> <heights> 1 a[0][0] </heights>"
    "<condition> (le,2) </condition> </cumulative>",
)


BIG = "9" * 23  # beyond 64 bits
WITH_BIG = (
    "<binPacking><list> y w </list><sizes> 1 2 </sizes><condition> (le,3) </condition>"
    "</binPacking>",
    f"<binPacking><list> y w </list><sizes> 1 {BIG} </sizes><loads startIndex='{BIG}'> y w </loads>"
    "</binPacking>",
    "<noOverlap><origins> y w </origins><lengths> 1 w </lengths></noOverlap>",
    f"<noOverlap><origins> (y,w)(w,y) </origins><lengths> (1,{BIG})(w,1) </lengths></noOverlap>",
    f"<noOverlap><origins> (y,w,y)(w,y,y) </origins><lengths> (1,{BIG},w)(w,1,1) </lengths>"
    "</noOverlap>",
    f"<cumulative><origins> y w </origins><lengths> 1 w </lengths><heights> 2 {BIG} </heights>"
    "<condition> (le,w) </condition></cumulative>",
    f"<knapsack><list> y w </list><weights> 1 {BIG} </weights><condition> (le,{BIG}) </condition>"
    "<profits> 2 1 </profits><condition> (gt,1) </condition></knapsack>",
    f"<element><list startIndex='{BIG}'> y w </list><index> w </index><value> 1 </value></element>",
    "<channel><list> w y </list></channel><circuit><list> w y </list><size> w </size></circuit>",
    f"<cardinality><list> y w </list><values> 0 {BIG} </values><occurs> 0..{BIG} w </occurs>"
    "</cardinality><nValues><list> y w </list><condition> (eq,w) </condition></nValues>",
    f"<intension> eq(pow(y,w),mul(w,w,w)) </intension><ordered><list> y w </list><lengths> {BIG} "
    "</lengths><operator> le </operator></ordered>",
)


@pytest.mark.parametrize("domain", [BIG, f"-{BIG}..{BIG}", "0..9223372036854775807"])
def test_numbers_beyond_64_bits_are_read_or_refused_and_nothing_else(domain: str) -> None:
    for constraints in WITH_BIG:
        variables = f'<var id="w"> {domain} </var>'
        text = FILE.format(variables, constraints)
        with suppress(InputError):
            problem = read_xcsp3([text.encode()])
            for form in ("json", "xcsp3"):
                write(problem, form)
            [*islice(ReferenceFormula(problem), 50)]
    with pytest.raises(MalformedPuzzleError, match=r"line 2: found more than [0-9,]+ items"):
        read_xcsp3([FILE.format(f'<var id="w"> 0..{BIG} </var>', WITH_BIG[0]).encode()])
